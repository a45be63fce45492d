//! A SQLite file: one connection writes, a few read.
//!
//! SQLite has no arrays, so short lists are passed as JSON: the statement is the same for every length.

mod checkpoint;
mod contents;
mod file;
pub(crate) mod loose;
mod records;
mod steps;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::sqlite::{
    Sqlite, SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool,
    SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _};
use tokio::sync::broadcast;

use self::checkpoint::{Checkpointer, Checkpoints};
use self::contents::Contents;
use self::file::{DatabaseFile, FileClaim};
use self::loose::{LooseRow, Name, StatusRow};
use self::steps::Transaction;
use super::lease::Lease;
use super::record::{self, text as json};
use super::{
    Appended, DueTable, Listed, NewStep, Page, RecordKind, RemoteChange, Status, Store, StoreError,
    StoredRecord, StoredStep, migrations,
};
use crate::secret;

const READERS: u32 = 4;
const PATIENCE: Duration = Duration::from_secs(10);
/// Takes the write lock at once, so that a transaction never finds out halfway that another one is writing.
const BEGIN: &str = "BEGIN IMMEDIATE";

/// SQLite's error for a corrupt file.
pub(super) const CORRUPT: u32 = 11;
/// SQLite's error for a file that is not a database.
pub(super) const NO_DATABASE: u32 = 26;

/// The kind of an SQLite error; `None` for PostgreSQL's, whose codes have five characters.
pub(super) fn kind(error: &sqlx::Error) -> Option<u32> {
    let code = error.as_database_error()?.code()?;
    let number: u32 = code.parse().ok().filter(|_| code.len() < 5)?;
    Some(number & 0xff)
}

/// Stores everything in one file, or in memory.
pub struct SqliteStore {
    write: SqlitePool,
    read: SqlitePool,
    /// Nobody else writes to the file while a server has it open, so there are never any notifications.
    silence: broadcast::Sender<RemoteChange>,
    home: Home,
}

/// Where the database is.
enum Home {
    File {
        file: DatabaseFile,
        checkpoints: Checkpoints,
        /// For a file that is exclusively ours; others may write to any other.
        contents: Option<Arc<Contents>>,
        _claim: Option<FileClaim>,
    },
    /// An in-memory database lives as long as this connection, however many others come and go.
    Memory { _anchor: SqliteConnection },
}

impl SqliteStore {
    /// Opens and migrates the file; creates it if it does not exist.
    ///
    /// # Errors
    /// If it cannot be written or was created by a newer version.
    pub async fn open(path: &Path) -> Result<SqliteStore, StoreError> {
        SqliteStore::open_with(path, None).await
    }

    /// The same for a server, which gets exclusive use of the file.
    ///
    /// # Errors
    /// Also [`StoreError::InUse`] if another server has it open.
    pub async fn open_exclusively(path: &Path) -> Result<SqliteStore, StoreError> {
        SqliteStore::open_with(path, Some(FileClaim::take(path)?)).await
    }

    async fn open_with(path: &Path, claim: Option<FileClaim>) -> Result<SqliteStore, StoreError> {
        file::make(path);
        let mut first = options(path).create_if_missing(true).connect().await?;
        migrate(&mut first).await?;
        let file = DatabaseFile::opened(path).map_err(sqlx::Error::Io)?;
        let contents = match claim {
            Some(_) => Some(Arc::new(own(&mut first, &file).await?)),
            None => None,
        };
        // From here on, a new connection must not create a new file.
        let options = options(file.path());
        let write = pool(1).connect_with(options.clone()).await?;
        let checkpoints = Checkpoints::start(Checkpointer {
            connection: pool(1).connect_with(options.clone()).await?,
            writing: write.clone(),
            contents: contents.clone(),
        });
        // Frequently read pages are in memory already, in the page cache of the operating system.
        let reading = options.pragma("query_only", "1").pragma("cache_size", "-256");
        let read = pool(READERS).connect_with(reading).await?;
        first.close().await?;
        let home = Home::File { file, checkpoints, contents, _claim: claim };
        Ok(SqliteStore { write, read, silence: broadcast::Sender::new(1), home })
    }

    /// An in-memory database, which is gone when the store is dropped.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub async fn in_memory() -> Result<SqliteStore, StoreError> {
        // Connections of one process share an in-memory database by its name, which begins with a slash.
        let options = SqliteConnectOptions::new()
            .filename(format!("/{}", secret::id()))
            .vfs("memdb")
            .create_if_missing(true)
            .busy_timeout(PATIENCE)
            .foreign_keys(true);
        let mut anchor = options.connect().await?;
        migrate(&mut anchor).await?;
        let write = pool(1).connect_with(options.clone()).await?;
        let read = pool(READERS).connect_with(options).await?;
        let home = Home::Memory { _anchor: anchor };
        Ok(SqliteStore { write, read, silence: broadcast::Sender::new(1), home })
    }

    async fn reading(&self) -> Result<Lease<Sqlite>, StoreError> {
        Lease::acquire(&self.read).await
    }

    async fn writing(&self) -> Result<Lease<Sqlite>, StoreError> {
        self.home.check()?;
        Lease::acquire(&self.write).await
    }

    /// Commits a write. It counts only if it is in the file that another process would open.
    fn written<T>(&self, on: Lease<Sqlite>, done: Result<T, StoreError>) -> Result<T, StoreError> {
        let done = on.settle(done)?;
        self.home.check()?;
        if let Home::File { checkpoints, .. } = &self.home {
            checkpoints.written();
        }
        Ok(done)
    }
}

impl Home {
    fn check(&self) -> Result<(), StoreError> {
        match self {
            Home::File { file, contents, .. } => {
                file.check()?;
                contents.as_deref().map_or(Ok(()), Contents::check)
            }
            Home::Memory { .. } => Ok(()),
        }
    }
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(PATIENCE)
        .foreign_keys(true)
        .row_buffer_size(512)
        .pragma("cache_size", "-1024")
        .pragma("temp_store", "memory")
        // Only the checkpointer runs checkpoints.
        .pragma("wal_autocheckpoint", "0")
}

fn pool(size: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .min_connections(1)
        .max_connections(size)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
}

/// Stamps the file as this server's, so that writes by anybody else are detected from now on.
async fn own(on: &mut SqliteConnection, file: &DatabaseFile) -> Result<Contents, StoreError> {
    let stamp = u32::from_be_bytes(secret::random());
    if let Err(error) = write_stamp(on, stamp).await {
        // The disk may be full; the old stamp works as well.
        tracing::warn!(%error, "the database file could not be stamped");
    }
    Ok(Contents::opened(file.path(), stamp).map_err(sqlx::Error::Io)?)
}

async fn write_stamp(on: &mut SqliteConnection, stamp: u32) -> Result<(), sqlx::Error> {
    let sql = format!("PRAGMA user_version = {}", stamp.cast_signed());
    on.execute(AssertSqlSafe(sql)).await?;
    on.execute("PRAGMA wal_checkpoint(PASSIVE)").await?;
    Ok(())
}

async fn migrate(on: &mut SqliteConnection) -> Result<(), StoreError> {
    // The driver takes no lock of its own, and two programs may open a new file at once.
    let mut tx = on.begin_with(BEGIN).await?;
    migrations::sqlite(&mut tx).await?;
    Ok(tx.commit().await?)
}

async fn put(
    on: &mut SqliteConnection,
    record: &StoredRecord,
    summary: Option<&str>,
) -> Result<(), StoreError> {
    let mut tx = on.begin_with(BEGIN).await?;
    match records::put(&mut tx, record, summary).await {
        Ok(()) => tx.commit().await?,
        Err(error) => return refuse(tx, error).await,
    }
    Ok(())
}

async fn adopt(
    on: &mut SqliteConnection,
    record: &StoredRecord,
    steps: &[NewStep],
) -> Result<(), StoreError> {
    let mut tx = on.begin_with(BEGIN).await?;
    if let Err(error) = records::put(&mut tx, record, None).await {
        return refuse(tx, error).await;
    }
    if steps::append(&mut tx, steps, Transaction::Callers).await?.contains(&Appended::Conflict) {
        return refuse(tx, StoreError::Conflict).await;
    }
    Ok(tx.commit().await?)
}

/// Refuses, and leaves the connection clean.
async fn refuse<T>(tx: sqlx::Transaction<'_, Sqlite>, error: StoreError) -> Result<T, StoreError> {
    if error.is_refusal() {
        tx.rollback().await?;
    }
    Err(error)
}

#[async_trait]
impl Store for SqliteStore {
    async fn get(&self, kind: RecordKind, id: &str) -> Result<Option<StoredRecord>, StoreError> {
        let sql = "SELECT id, version, body, keys, names FROM records WHERE kind = $1 AND id = $2";
        let mut on = self.reading().await?;
        let row = sqlx::query_as(sql).bind(kind.name()).bind(id).fetch_optional(&mut *on).await;
        let row: Option<LooseRow> = on.settle(row)?;
        Ok(row.map(|row| loose::record(kind, row)))
    }

    async fn put(&self, record: &StoredRecord) -> Result<(), StoreError> {
        let mut on = self.writing().await?;
        let done = put(&mut on, record, None).await;
        self.written(on, done)
    }

    async fn put_listed(&self, record: &StoredRecord, summary: &str) -> Result<(), StoreError> {
        let mut on = self.writing().await?;
        let done = put(&mut on, record, Some(summary)).await;
        self.written(on, done)
    }

    async fn summarize(&self, record: &StoredRecord, summary: &str) -> Result<(), StoreError> {
        let mut on = self.writing().await?;
        let done = records::summarize(&mut on, record, summary).await;
        self.written(on, done.map_err(Into::into))
    }

    async fn get_many(
        &self,
        kind: RecordKind,
        ids: &[String],
    ) -> Result<Vec<StoredRecord>, StoreError> {
        let sql = "SELECT id, version, body, keys, names FROM records \
            WHERE kind = $1 AND id IN (SELECT value FROM json_each($2))";
        let mut on = self.reading().await?;
        let rows = sqlx::query_as(sql).bind(kind.name()).bind(json(ids)).fetch_all(&mut *on).await;
        Ok(loose::records(kind, on.settle(rows)?))
    }

    async fn list(
        &self,
        kind: RecordKind,
        key: &str,
        page: Page,
    ) -> Result<Vec<Listed>, StoreError> {
        let mut on = self.reading().await?;
        let listed = records::list(&mut on, kind, key, page).await;
        on.settle(listed)
    }

    async fn remove(&self, kind: RecordKind, id: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM records WHERE kind = $1 AND id = $2";
        let mut on = self.writing().await?;
        let done = sqlx::query(sql).bind(kind.name()).bind(id).execute(&mut *on).await;
        self.written(on, done.map(drop).map_err(Into::into))
    }

    async fn find(
        &self,
        kind: RecordKind,
        key: &str,
        page: Page,
    ) -> Result<Vec<StoredRecord>, StoreError> {
        let sql = "SELECT r.id, r.version, r.body, r.keys, r.names \
            FROM keys k JOIN records r ON r.made = k.made \
            WHERE k.kind = $1 AND k.key = $2 AND k.made < CASE WHEN $3 IS NULL THEN 9223372036854775807 \
                ELSE (SELECT made FROM records WHERE kind = $1 AND id = $3) END \
            ORDER BY k.made DESC LIMIT $4";
        let mut on = self.reading().await?;
        let query =
            sqlx::query_as(sql).bind(kind.name()).bind(key).bind(page.after).bind(page.limit);
        let rows = query.fetch_all(&mut *on).await;
        Ok(loose::records(kind, on.settle(rows)?))
    }

    async fn count(&self, kind: RecordKind, key: &str) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM keys WHERE kind = $1 AND key = $2";
        let mut on = self.reading().await?;
        let count = sqlx::query_scalar(sql).bind(kind.name()).bind(key).fetch_one(&mut *on).await;
        let count: i64 = on.settle(count)?;
        Ok(count as u64)
    }

    async fn append(&self, steps: &[NewStep]) -> Result<Vec<Appended>, StoreError> {
        let mut on = self.writing().await?;
        let done = steps::append(&mut on, steps, Transaction::Own).await;
        self.written(on, done)
    }

    async fn adopt(&self, record: &StoredRecord, steps: &[NewStep]) -> Result<(), StoreError> {
        let mut on = self.writing().await?;
        let done = adopt(&mut on, record, steps).await;
        self.written(on, done)
    }

    async fn steps(&self, table: &str, from: u32) -> Result<Vec<StoredStep>, StoreError> {
        let mut on = self.reading().await?;
        let steps = steps::since(&mut on, table, from).await;
        on.settle(steps)
    }

    async fn steps_page(
        &self,
        table: &str,
        from: u32,
        limit: u32,
    ) -> Result<Vec<StoredStep>, StoreError> {
        let mut on = self.reading().await?;
        let steps = steps::page(&mut on, table, from, limit).await;
        on.settle(steps)
    }

    async fn step(&self, table: &str, seq: u32) -> Result<Option<StoredStep>, StoreError> {
        let mut on = self.reading().await?;
        let step = steps::one(&mut on, table, seq).await;
        on.settle(step)
    }

    async fn statuses(&self, tables: &[String]) -> Result<Vec<Option<Status>>, StoreError> {
        let sql = "SELECT table_id, due, body FROM statuses WHERE table_id IN (SELECT value FROM json_each($1))";
        let mut on = self.reading().await?;
        let rows = sqlx::query_as(sql).bind(json(tables)).fetch_all(&mut *on).await;
        let rows: Vec<StatusRow> = on.settle(rows)?;
        Ok(record::statuses(tables, rows.into_iter().map(loose::status)))
    }

    async fn due(
        &self,
        now: i64,
        after: Option<DueTable>,
        limit: u32,
    ) -> Result<Vec<DueTable>, StoreError> {
        let sql = "SELECT due, table_id FROM statuses WHERE due <= $1 AND (due, table_id) > ($2, $3) \
                AND typeof(due) = 'integer' \
            ORDER BY due, table_id LIMIT $4";
        let (at, table) = record::after(after);
        let mut on = self.reading().await?;
        let query = sqlx::query_as(sql).bind(now).bind(at).bind(table).bind(limit);
        let rows = query.fetch_all(&mut *on).await;
        let rows: Vec<(i64, Name)> = on.settle(rows)?;
        Ok(rows.into_iter().map(|(at, table)| DueTable { at, table: table.lossy() }).collect())
    }

    fn listen(&self) -> broadcast::Receiver<RemoteChange> {
        self.silence.subscribe()
    }

    async fn all(&self, kind: RecordKind, page: Page) -> Result<Vec<StoredRecord>, StoreError> {
        let sql = "SELECT id, version, body, keys, names FROM records \
            WHERE kind = $1 AND made > CASE WHEN $2 IS NULL THEN 0 \
                ELSE (SELECT made FROM records WHERE kind = $1 AND id = $2) END \
            ORDER BY made LIMIT $3";
        let mut on = self.reading().await?;
        let query = sqlx::query_as(sql).bind(kind.name()).bind(page.after).bind(page.limit);
        let rows = query.fetch_all(&mut *on).await;
        Ok(loose::records(kind, on.settle(rows)?))
    }

    async fn probe(&self) -> Result<(), StoreError> {
        let mut on = self.writing().await?;
        let done = sqlx::query(record::PROBE).execute(&mut *on).await;
        self.written(on, done.map(drop).map_err(Into::into))
    }
}
