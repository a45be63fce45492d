//! Storage: one small trait, implemented by a SQLite file and by PostgreSQL.
//!
//! It holds two kinds of data. *Records* (people, keys, tables) are JSON documents with a version, so that two
//! processes never overwrite each other's changes. *Steps* are what happened at a table, in order, and never change.

pub mod address;
mod lease;
pub(crate) mod migrations;
pub mod postgres;
mod postgres_news;
pub(crate) mod record;
mod sift;
pub mod sqlite;
pub mod transfer;
pub mod uncancelled;
pub mod writer;

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use serde::de::DeserializeOwned;
use tokio::sync::broadcast;

/// Stores records and steps. What it has acknowledged is on disk.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// The record with that id.
    async fn get(&self, kind: RecordKind, id: &str) -> Result<Option<StoredRecord>, StoreError>;

    /// Writes a record: a new one at version 0, or the next version of the one that was read.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if somebody was faster; [`StoreError::Taken`] if another record of the kind
    /// has one of its unique keys. Then nothing is written.
    async fn put(&self, record: &StoredRecord) -> Result<(), StoreError>;

    /// The same, with the summary that lists show.
    async fn put_listed(&self, record: &StoredRecord, summary: &str) -> Result<(), StoreError>;

    /// Adds a summary to a record that was stored without one; does nothing if the record has changed since.
    async fn summarize(&self, record: &StoredRecord, summary: &str) -> Result<(), StoreError>;

    /// Those of these records that exist, in any order.
    async fn get_many(
        &self,
        kind: RecordKind,
        ids: &[String],
    ) -> Result<Vec<StoredRecord>, StoreError>;

    /// Removes a record and its keys; not an error if there is none.
    async fn remove(&self, kind: RecordKind, id: &str) -> Result<(), StoreError>;

    /// The records that have a key, newest first; `after` is the last id of the previous page. If that record has
    /// been removed meanwhile, the page is empty.
    async fn find(
        &self,
        kind: RecordKind,
        key: &str,
        page: Page,
    ) -> Result<Vec<StoredRecord>, StoreError>;

    /// The summaries of the records that have a key, in the same order. A record without one is returned whole.
    async fn list(
        &self,
        kind: RecordKind,
        key: &str,
        page: Page,
    ) -> Result<Vec<Listed>, StoreError>;

    /// The number of records that have a key.
    async fn count(&self, kind: RecordKind, key: &str) -> Result<u64, StoreError>;

    /// Appends to many tables at once: everything that can be written is on disk when it returns, and each step has
    /// its own result.
    async fn append(&self, steps: &[NewStep]) -> Result<Vec<Appended>, StoreError>;

    /// Stores a new record together with all steps of its table, or nothing.
    ///
    /// # Errors
    /// As [`put`](Store::put); also [`StoreError::Conflict`] if the table has steps already.
    async fn adopt(&self, record: &StoredRecord, steps: &[NewStep]) -> Result<(), StoreError>;

    /// The steps of a table from `from` on, in order.
    async fn steps(&self, table: &str, from: u32) -> Result<Vec<StoredStep>, StoreError>;

    /// At most `limit` of them.
    async fn steps_page(
        &self,
        table: &str,
        from: u32,
        limit: u32,
    ) -> Result<Vec<StoredStep>, StoreError>;

    /// The step of a table with that number, if there is one.
    async fn step(&self, table: &str, seq: u32) -> Result<Option<StoredStep>, StoreError>;

    /// The status of each of these tables, in their order.
    async fn statuses(&self, tables: &[String]) -> Result<Vec<Option<Status>>, StoreError>;

    /// Tables with a deadline up to `now`, the most urgent first; `after` is the last of the previous page.
    async fn due(
        &self,
        now: i64,
        after: Option<DueTable>,
        limit: u32,
    ) -> Result<Vec<DueTable>, StoreError>;

    /// Subscribes to the changes that other processes make. A receiver that lags has missed some.
    fn listen(&self) -> broadcast::Receiver<RemoteChange>;

    /// Every record of a kind, in the order of creation, page by page: for exports.
    async fn all(&self, kind: RecordKind, page: Page) -> Result<Vec<StoredRecord>, StoreError>;

    /// Makes a test write in the place where steps are written, and waits until it is on disk.
    async fn probe(&self) -> Result<(), StoreError>;
}

/// The kinds of records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordKind {
    Person,
    /// Sessions, tokens and recovery links, by the hash of their secret.
    Key,
    /// Maps, by the hash of their text.
    Map,
    Table,
    /// How much of a table a person has read; stored as `mark`.
    ReadPosition,
    /// The time at which a server was last running; there is one such record.
    Heartbeat,
    /// What was posted to a person's webhook; stored as `told`.
    WebhookDelivery,
    /// The daily table of one day.
    Daily,
    /// Where the announcements of a table go, and how far they have come.
    Announcements,
}

/// The body of a damaged record or step: bytes that are not text, a text in place of a number. It is not JSON, so it
/// cannot be mistaken for a value.
pub const DAMAGED: &str = "damaged";

/// Parses the body of a record or step.
///
/// # Errors
/// Why it cannot be read.
pub(crate) fn read<T: DeserializeOwned>(body: &str) -> Result<T, String> {
    match body {
        DAMAGED => Err("its row in the database is damaged".to_owned()),
        body => serde_json::from_str(body).map_err(|error| error.to_string()),
    }
}

impl RecordKind {
    pub const ALL: [RecordKind; 9] = [
        RecordKind::Person,
        RecordKind::Key,
        RecordKind::Map,
        RecordKind::Table,
        RecordKind::ReadPosition,
        RecordKind::Heartbeat,
        RecordKind::WebhookDelivery,
        RecordKind::Daily,
        RecordKind::Announcements,
    ];

    pub fn name(self) -> &'static str {
        match self {
            RecordKind::Person => "person",
            RecordKind::Key => "key",
            RecordKind::Map => "map",
            RecordKind::Table => "table",
            RecordKind::ReadPosition => "mark",
            RecordKind::Heartbeat => "heartbeat",
            RecordKind::WebhookDelivery => "told",
            RecordKind::Daily => "daily",
            RecordKind::Announcements => "announcements",
        }
    }
}

/// A document with its keys.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredRecord {
    pub kind: RecordKind,
    pub id: String,
    /// The version that was read; 0 for a new one. Writing increments it.
    pub version: i64,
    /// JSON.
    pub body: String,
    /// The keys by which it can be found.
    pub keys: Vec<String>,
    /// Keys that no other record of its kind may have. It can be found by these too.
    pub unique: Vec<String>,
}

/// The prefix of keys for slots, which implement limits. An export leaves them out: in the other database another
/// record may have that slot.
pub const SLOT: &str = "slot:";

/// A record in a list.
#[derive(Clone, PartialEq, Debug)]
pub enum Listed {
    /// JSON, as it was given to [`put_listed`](Store::put_listed).
    Summary {
        id: String,
        body: String,
    },
    Whole(StoredRecord),
}

impl Listed {
    pub fn id(&self) -> &str {
        match self {
            Listed::Summary { id, .. } => id,
            Listed::Whole(record) => &record.id,
        }
    }
}

/// A page of a list.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// The id after which it begins.
    pub after: Option<String>,
    pub limit: u32,
}

impl Page {
    pub fn first(limit: u32) -> Page {
        Page { after: None, limit }
    }
}

/// A step that is to be appended.
#[derive(Clone, PartialEq, Debug)]
pub struct NewStep {
    pub table: String,
    /// Its number; the first is 0. The one before it is already stored.
    pub seq: u32,
    /// Milliseconds since 1970.
    pub at: i64,
    /// The idempotency key of the command. The caller ensures that no table has the same one twice.
    pub idempotency_key: Option<String>,
    /// JSON.
    pub body: String,
    /// The status of the table afterwards, if it has changed.
    pub status: Option<Status>,
}

/// The result of appending a [`NewStep`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    Kept,
    /// Another step has its number, or there is none before it.
    Conflict,
}

/// A step as it was appended.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredStep {
    pub seq: u32,
    pub at: i64,
    pub idempotency_key: Option<String>,
    pub body: String,
}

/// What is known of a table without loading it.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Status {
    /// When somebody's time is up or a bot should have moved, in milliseconds since 1970.
    pub due: Option<i64>,
    /// JSON: what is waiting for each seat.
    pub body: String,
}

/// A table with a deadline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueTable {
    /// The deadline, in milliseconds since 1970.
    pub at: i64,
    pub table: String,
}

/// A change that another process has made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RemoteChange {
    /// Steps were appended to a table, up to and including this one.
    Moved { table: String, seq: u32 },
    /// A session or token was ended.
    Ended { key: String },
    /// The connection was interrupted: steps may have been appended to any table.
    Gap,
}

/// Why an operation of the store failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the record was changed by somebody else in the meantime")]
    Conflict,
    #[error("`{0}` is taken")]
    Taken(String),
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    #[error("the database could not be brought up to date: {0}")]
    Migration(#[source] sqlx::migrate::MigrateError),
    #[error(
        "the database belongs to a newer version of this program: its schema has step {0}, which is unknown here"
    )]
    Newer(i64),
    #[error("{0}")]
    Address(String),
    #[error("this database is read-only")]
    ReadOnly,
    #[error("a text with a NUL character cannot be stored")]
    Zero,
    /// It may or may not have been written.
    #[error("{0}")]
    Batch(Arc<StoreError>),
    #[error("nothing is written any more: the writer has stopped")]
    Stopped,
    /// It may or may not have been done.
    #[error("the database does not answer")]
    Unanswered,
    #[error(
        "the database file was deleted or replaced while it was in use; nothing is written to it"
    )]
    Replaced,
    #[error("{0} is in use by another server; stop that one first, or use another file")]
    InUse(String),
}

impl StoreError {
    /// Whether the store works and only refuses.
    pub fn is_refusal(&self) -> bool {
        matches!(self, StoreError::Conflict | StoreError::Taken(_) | StoreError::Zero)
    }

    /// Whether the database itself is damaged, or is not a database: waiting does not help.
    pub fn is_damage(&self) -> bool {
        use sqlx::migrate::MigrateError::{Execute, ExecuteMigration};
        match self {
            StoreError::Database(error)
            | StoreError::Migration(Execute(error) | ExecuteMigration(error, _)) => {
                matches!(sqlite::kind(error), Some(sqlite::CORRUPT | sqlite::NO_DATABASE))
            }
            StoreError::Batch(error) => error.is_damage(),
            _ => false,
        }
    }
}

impl From<sqlx::migrate::MigrateError> for StoreError {
    fn from(error: sqlx::migrate::MigrateError) -> StoreError {
        match error {
            sqlx::migrate::MigrateError::VersionMissing(version) => StoreError::Newer(version),
            error => StoreError::Migration(error),
        }
    }
}

impl fmt::Display for RecordKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
