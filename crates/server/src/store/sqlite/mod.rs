//! A SQLite file: one connection writes, a few read.
//!
//! SQLite has no arrays, so short lists are given to it as JSON: a statement is the same for every length.

mod checkpoint;
mod records;
mod steps;

use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use tokio::sync::broadcast;

use self::checkpoint::Checkpoints;
use super::record::{self, Row, text as json};
use super::{
    Appended, Heard, Kind, NewStep, Page, Record, Status, Step, Store, StoreError, migrations,
};

const READERS: u32 = 4;
const PATIENCE: Duration = Duration::from_secs(10);

/// Keeps everything in one file, or in memory.
pub struct SqliteStore {
    write: SqlitePool,
    read: SqlitePool,
    /// Nobody else writes the file while a server has it, so there is never any news.
    silence: broadcast::Sender<Heard>,
    /// None in memory, where there is no log.
    checkpoints: Option<Checkpoints>,
}

impl SqliteStore {
    /// Opens the file and brings it up to date; makes it if it is not there.
    ///
    /// # Errors
    /// If it cannot be written or was made by a newer version.
    pub async fn open(path: &Path) -> Result<SqliteStore, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(PATIENCE)
            .foreign_keys(true)
            .row_buffer_size(512)
            .pragma("cache_size", "-1024")
            .pragma("temp_store", "memory")
            // A hot page is written to the log with every batch; the longer the log, the rarer to the file.
            .pragma("wal_autocheckpoint", "8000");
        let write = pool(1).connect_with(options.clone()).await?;
        migrate(&write).await?;
        let checkpoints = Checkpoints::start(pool(1).connect_with(options.clone()).await?);
        // What is read often is in memory already, by the care of the operating system.
        let reading = options.pragma("query_only", "1").pragma("cache_size", "-256");
        let read = pool(READERS).connect_with(reading).await?;
        let (silence, checkpoints) = (broadcast::Sender::new(1), Some(checkpoints));
        Ok(SqliteStore { write, read, silence, checkpoints })
    }

    /// A database that is gone when the store is dropped.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub async fn in_memory() -> Result<SqliteStore, StoreError> {
        let options = SqliteConnectOptions::new().in_memory(true).foreign_keys(true);
        // Every connection to memory is a database of its own, so reading and writing share the one.
        let write = pool(1).connect_with(options).await?;
        migrate(&write).await?;
        let silence = broadcast::Sender::new(1);
        Ok(SqliteStore { read: write.clone(), write, silence, checkpoints: None })
    }

    async fn begin(&self) -> Result<sqlx::Transaction<'static, sqlx::Sqlite>, sqlx::Error> {
        self.write.begin_with("BEGIN IMMEDIATE").await
    }
}

fn pool(size: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .min_connections(1)
        .max_connections(size)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
}

async fn migrate(pool: &SqlitePool) -> Result<(), StoreError> {
    // The driver takes no lock of its own, and two programs may open a new file at once.
    let mut tx = pool.begin_with("BEGIN IMMEDIATE").await?;
    migrations::sqlite().run(&mut *tx).await?;
    Ok(tx.commit().await?)
}

#[async_trait]
impl Store for SqliteStore {
    async fn get(&self, kind: Kind, id: &str) -> Result<Option<Record>, StoreError> {
        let sql = "SELECT id, version, body, keys, names FROM records WHERE kind = $1 AND id = $2";
        let row: Option<Row> =
            sqlx::query_as(sql).bind(kind.name()).bind(id).fetch_optional(&self.read).await?;
        row.map(|row| record::from_row(kind, row)).transpose()
    }

    async fn put(&self, record: &Record) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        records::put(&mut tx, record).await?;
        Ok(tx.commit().await?)
    }

    async fn remove(&self, kind: Kind, id: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM records WHERE kind = $1 AND id = $2";
        sqlx::query(sql).bind(kind.name()).bind(id).execute(&self.write).await?;
        Ok(())
    }

    async fn find(&self, kind: Kind, key: &str, page: Page) -> Result<Vec<Record>, StoreError> {
        let sql = "SELECT r.id, r.version, r.body, r.keys, r.names \
            FROM keys k JOIN records r ON r.made = k.made \
            WHERE k.kind = $1 AND k.key = $2 AND k.made < CASE WHEN $3 IS NULL THEN 9223372036854775807 \
                ELSE (SELECT made FROM records WHERE kind = $1 AND id = $3) END \
            ORDER BY k.made DESC LIMIT $4";
        let query =
            sqlx::query_as(sql).bind(kind.name()).bind(key).bind(page.after).bind(page.limit);
        record::from_rows(kind, query.fetch_all(&self.read).await?)
    }

    async fn count(&self, kind: Kind, key: &str) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM keys WHERE kind = $1 AND key = $2";
        let count: i64 =
            sqlx::query_scalar(sql).bind(kind.name()).bind(key).fetch_one(&self.read).await?;
        Ok(count as u64)
    }

    async fn append(&self, steps: &[NewStep]) -> Result<Vec<Appended>, StoreError> {
        let mut tx = self.begin().await?;
        let answers = steps::append(&mut tx, steps).await?;
        tx.commit().await?;
        self.checkpoints.iter().for_each(Checkpoints::written);
        Ok(answers)
    }

    async fn adopt(&self, record: &Record, steps: &[NewStep]) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        records::put(&mut tx, record).await?;
        if steps::append(&mut tx, steps).await?.contains(&Appended::Conflict) {
            return Err(StoreError::Conflict);
        }
        Ok(tx.commit().await?)
    }

    async fn steps(&self, table: &str, from: u32) -> Result<Vec<Step>, StoreError> {
        Ok(steps::since(&self.read, table, from).await?)
    }

    async fn step(&self, table: &str, seq: u32) -> Result<Option<Step>, StoreError> {
        Ok(steps::one(&self.read, table, seq).await?)
    }

    async fn statuses(&self, tables: &[String]) -> Result<Vec<Option<Status>>, StoreError> {
        let sql = "SELECT table_id, due, body FROM statuses WHERE table_id IN (SELECT value FROM json_each($1))";
        let rows = sqlx::query_as(sql).bind(json(tables)).fetch_all(&self.read).await?;
        Ok(record::statuses(tables, rows))
    }

    async fn due(&self, now: i64, limit: u32) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT table_id FROM statuses WHERE due <= $1 ORDER BY due, table_id LIMIT $2";
        Ok(sqlx::query_scalar(sql).bind(now).bind(limit).fetch_all(&self.read).await?)
    }

    fn listen(&self) -> broadcast::Receiver<Heard> {
        self.silence.subscribe()
    }

    async fn all(&self, kind: Kind, page: Page) -> Result<Vec<Record>, StoreError> {
        let sql = "SELECT id, version, body, keys, names FROM records \
            WHERE kind = $1 AND made > CASE WHEN $2 IS NULL THEN 0 \
                ELSE (SELECT made FROM records WHERE kind = $1 AND id = $2) END \
            ORDER BY made LIMIT $3";
        let query = sqlx::query_as(sql).bind(kind.name()).bind(page.after).bind(page.limit);
        record::from_rows(kind, query.fetch_all(&self.read).await?)
    }

    async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1 FROM records LIMIT 1").execute(&self.read).await?;
        Ok(())
    }
}
