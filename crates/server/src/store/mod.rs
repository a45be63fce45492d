//! Where everything is kept. The one small trait has two homes: a SQLite file and PostgreSQL.
//!
//! There are two kinds of things. *Records* (people, keys, tables) are JSON documents with a version, so
//! that two processes never overwrite each other. *Steps* are what happened at a table, in order, and
//! never change.

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

/// Keeps records and steps. What it has said yes to is on disk.
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

    /// The same, with what lists show of it.
    async fn put_listed(&self, record: &StoredRecord, summary: &str) -> Result<(), StoreError>;

    /// Adds what lists show of a record that was written without; nothing happens if it has changed since.
    async fn summarize(&self, record: &StoredRecord, summary: &str) -> Result<(), StoreError>;

    /// Those of these records that there are, in any order.
    async fn get_many(
        &self,
        kind: RecordKind,
        ids: &[String],
    ) -> Result<Vec<StoredRecord>, StoreError>;

    /// Removes a record and its keys. It is no error if there is none.
    async fn remove(&self, kind: RecordKind, id: &str) -> Result<(), StoreError>;

    /// The records that have a key, newest first; `after` is the last id of the page before. After a record
    /// that has been removed in the meantime comes nothing.
    async fn find(
        &self,
        kind: RecordKind,
        key: &str,
        page: Page,
    ) -> Result<Vec<StoredRecord>, StoreError>;

    /// What lists show of the records that have a key, in the same order. A record that was written without
    /// it comes whole.
    async fn list(
        &self,
        kind: RecordKind,
        key: &str,
        page: Page,
    ) -> Result<Vec<Listed>, StoreError>;

    /// The number of records that have a key.
    async fn count(&self, kind: RecordKind, key: &str) -> Result<u64, StoreError>;

    /// Appends to many tables at once: all that can be written is on disk when it returns, and each step
    /// is answered by itself.
    async fn append(&self, steps: &[NewStep]) -> Result<Vec<Appended>, StoreError>;

    /// Takes in a new record together with everything that happened at its table, or nothing of it.
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

    /// The step of a table in that place, if there is one.
    async fn step(&self, table: &str, seq: u32) -> Result<Option<StoredStep>, StoreError>;

    /// Where each of these tables stands, in their order.
    async fn statuses(&self, tables: &[String]) -> Result<Vec<Option<Status>>, StoreError>;

    /// Tables that something is due at by `now`, the most urgent first; `after` is the last of the page before.
    async fn due(
        &self,
        now: i64,
        after: Option<DueTable>,
        limit: u32,
    ) -> Result<Vec<DueTable>, StoreError>;

    /// News of what other processes have appended, from now on. A receiver that lags behind has missed some.
    fn listen(&self) -> broadcast::Receiver<RemoteChange>;

    /// Every record of a kind, in the order in which they were made, page by page: for exports.
    async fn all(&self, kind: RecordKind, page: Page) -> Result<Vec<StoredRecord>, StoreError>;

    /// Writes something where steps are written and waits until it is on disk: whether a write goes through.
    async fn probe(&self) -> Result<(), StoreError>;
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordKind {
    Person,
    /// Sessions, tokens and recovery links, by the hash of their secret.
    Key,
    /// Maps, by the hash of their text.
    Map,
    Table,
    /// What a person has seen of a table.
    Mark,
    /// When a server was last there; there is one.
    Heartbeat,
    /// What was posted to a person's webhook.
    Told,
}

/// The body of what is not as it was written: bytes that are no text, a word in the place of a number. It is no JSON,
/// so that nobody takes it for any.
pub const DAMAGED: &str = "damaged";

/// Reads the body of something that is kept.
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
    pub const ALL: [RecordKind; 7] = [
        RecordKind::Person,
        RecordKind::Key,
        RecordKind::Map,
        RecordKind::Table,
        RecordKind::Mark,
        RecordKind::Heartbeat,
        RecordKind::Told,
    ];

    pub fn name(self) -> &'static str {
        match self {
            RecordKind::Person => "person",
            RecordKind::Key => "key",
            RecordKind::Map => "map",
            RecordKind::Table => "table",
            RecordKind::Mark => "mark",
            RecordKind::Heartbeat => "heartbeat",
            RecordKind::Told => "told",
        }
    }
}

/// A document with its keys.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredRecord {
    pub kind: RecordKind,
    pub id: String,
    /// The version that was read; 0 for a new one. What is written has one more.
    pub version: i64,
    /// JSON.
    pub body: String,
    /// What it can be found by.
    pub keys: Vec<String>,
    /// What no other record of the kind may have. It can be found by these too.
    pub unique: Vec<String>,
}

/// What keys begin with that are about slots, of which somebody may have only so many. An export leaves them
/// out: at its new home another record may have that slot.
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

/// A stretch of a list.
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

/// Something that happened at a table and is to be kept.
#[derive(Clone, PartialEq, Debug)]
pub struct NewStep {
    pub table: String,
    /// Its place; the first is 0. The one before it is already there.
    pub seq: u32,
    /// Milliseconds since 1970.
    pub at: i64,
    /// What a retry of the same command is known by. Whoever appends sees to it that a table has none twice.
    pub mark: Option<String>,
    /// JSON.
    pub body: String,
    /// Where the table stands afterwards, if that has changed.
    pub status: Option<Status>,
}

/// What became of a [`NewStep`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    Kept,
    /// There is another step in its place, or none before it.
    Conflict,
}

#[derive(Clone, PartialEq, Debug)]
pub struct StoredStep {
    pub seq: u32,
    pub at: i64,
    pub mark: Option<String>,
    pub body: String,
}

/// What is known of a table without loading it.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Status {
    /// When somebody's time is up or a bot should have moved, in milliseconds since 1970.
    pub due: Option<i64>,
    /// JSON: what waits for each seat.
    pub body: String,
}

/// A table that something is due at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueTable {
    /// Since when, in milliseconds since 1970.
    pub at: i64,
    pub table: String,
}

/// What became known of other processes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RemoteChange {
    /// A table was moved on, up to and including this step.
    Moved { table: String, seq: u32 },
    /// A session or token was ended.
    Ended { key: String },
    /// The line was cut for a while: any table may have been moved on.
    Gap,
}

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
    #[error("this database is only looked at")]
    ReadOnly,
    #[error("a text with a zero character cannot be kept")]
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
    /// Whether the store is sound and only says no.
    pub fn is_refusal(&self) -> bool {
        matches!(self, StoreError::Conflict | StoreError::Taken(_) | StoreError::Zero)
    }

    /// Whether the database itself is damaged, or none at all: no waiting mends that.
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
