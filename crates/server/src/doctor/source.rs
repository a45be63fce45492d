//! A database that is only looked at, all of it as it was at one moment.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Executor as _};
use tokio::sync::Mutex;

use crate::store::address::{self, Place};
use crate::store::{Kind, Record, Status, StoreError, migrations, record};

const PATIENCE: Duration = Duration::from_secs(10);

pub(super) enum Source {
    Sqlite(Mutex<SqliteConnection>),
    Postgres(Mutex<PgConnection>),
}

/// Asks whichever database it is: a question that both understand is written down once.
macro_rules! ask {
    ($source:expr, $fetch:ident, $query:expr) => {
        match $source {
            Source::Sqlite(on) => $query.$fetch(&mut *on.lock().await).await,
            Source::Postgres(on) => $query.$fetch(&mut *on.lock().await).await,
        }
    };
}

impl Source {
    /// Looks at `sqlite:path` or `postgres://…`, also while a server uses it.
    ///
    /// # Errors
    /// If there is no such database, or it is none of ours.
    pub async fn open(at: &str) -> Result<Source, StoreError> {
        let (source, known) = match address::place(at)? {
            Place::Memory => return Err(address::sentence("nothing is left of a store in memory")),
            Place::File(path) => {
                let opened = sqlite(&path).await.map_err(|error| address::unusable(&path, &error));
                (Source::Sqlite(Mutex::new(opened?)), migrations::known_to_sqlite())
            }
            Place::Server(options) => {
                let opened = postgres(&options).await;
                let opened = opened.map_err(|error| address::refused(&options, &error));
                (Source::Postgres(Mutex::new(opened?)), migrations::known_to_postgres())
            }
        };
        match source.version().await {
            Some(version) if known.contains(&version) => Ok(source),
            Some(version) if version > *known.end() => Err(StoreError::Newer(version)),
            Some(_) => Err(address::sentence(
                "the database is older than the first release; start a server on it once, which brings it up to date",
            )),
            None => Err(address::sentence("this is no database of Backchannel")),
        }
    }

    /// The last step of its schema.
    async fn version(&self) -> Option<i64> {
        let sql = "SELECT max(version) FROM _sqlx_migrations";
        let version: Result<Option<i64>, _> = ask!(self, fetch_one, sqlx::query_scalar(sql));
        version.ok().flatten()
    }

    pub async fn count(&self, sql: &str) -> Result<u64, StoreError> {
        let count: i64 = ask!(self, fetch_one, sqlx::query_scalar(sql))?;
        Ok(count as u64)
    }

    /// Ids, as a question in SQL gives them.
    pub async fn ids(&self, sql: &str) -> Result<Vec<String>, StoreError> {
        Ok(ask!(self, fetch_all, sqlx::query_scalar(sql))?)
    }

    /// The places of the next records of a kind after `after`, in the order in which they were made.
    pub async fn places(&self, kind: Kind, after: i64) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT made FROM records WHERE kind = $1 AND made > $2 ORDER BY made LIMIT 500";
        Ok(ask!(self, fetch_all, sqlx::query_scalar(sql).bind(kind.name()).bind(after))?)
    }

    pub async fn record(&self, kind: Kind, made: i64) -> Result<Record, StoreError> {
        let sql = "SELECT id, version, body, keys, names FROM records WHERE made = $1";
        let row: record::Row = ask!(self, fetch_one, sqlx::query_as(sql).bind(made))?;
        Ok(record::from_row(kind, row))
    }

    /// What a record is found by, and which of it no other record has.
    pub async fn keys(&self, made: i64) -> Result<(Vec<String>, Vec<String>), StoreError> {
        let keys = "SELECT key FROM keys WHERE made = $1 ORDER BY key";
        let keys = ask!(self, fetch_all, sqlx::query_scalar(keys).bind(made))?;
        let names = "SELECT name FROM names WHERE made = $1 ORDER BY name";
        let names = ask!(self, fetch_all, sqlx::query_scalar(names).bind(made))?;
        Ok((keys, names))
    }

    pub async fn status(&self, table: &str) -> Result<Option<Status>, StoreError> {
        let sql = "SELECT due, body FROM statuses WHERE table_id = $1";
        let row: Option<(Option<i64>, String)> =
            ask!(self, fetch_optional, sqlx::query_as(sql).bind(table))?;
        Ok(row.map(|(due, body)| Status { due, body }))
    }

    pub async fn named(&self, kind: Kind, id: &str) -> Result<Option<Record>, StoreError> {
        let sql = "SELECT id, version, body, keys, names FROM records WHERE kind = $1 AND id = $2";
        let row: Option<record::Row> =
            ask!(self, fetch_optional, sqlx::query_as(sql).bind(kind.name()).bind(id))?;
        Ok(row.map(|row| record::from_row(kind, row)))
    }
}

/// A file that is only read, and beside which nothing is made.
pub(crate) fn to_read(path: &Path) -> SqliteConnectOptions {
    let mut log = OsString::from(path);
    log.push("-wal");
    // Whoever has the file open has a log beside it. Without one it does not change, and SQLite need not look.
    let still = !Path::new(&log).exists();
    let options = SqliteConnectOptions::new().filename(path).read_only(true).immutable(still);
    options.busy_timeout(PATIENCE)
}

async fn sqlite(path: &Path) -> Result<SqliteConnection, sqlx::Error> {
    let mut on = to_read(path).connect().await?;
    on.execute("BEGIN").await?;
    // Only what is read shows whether it is a database, and from then on it stays as it is.
    on.execute("SELECT count(*) FROM sqlite_schema").await?;
    Ok(on)
}

async fn postgres(options: &PgConnectOptions) -> Result<PgConnection, sqlx::Error> {
    let connect = tokio::time::timeout(PATIENCE, options.connect());
    let mut on = connect.await.map_err(|_| sqlx::Error::PoolTimedOut)??;
    on.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    Ok(on)
}
