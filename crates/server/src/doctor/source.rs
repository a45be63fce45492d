//! A database that is only read, as it was at one moment.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Executor as _};
use tokio::sync::Mutex;

use super::salvage::{self, Damage};
use crate::store::address::{self, StoreAddress};
use crate::store::sqlite::loose::{self, Loose, LooseRow, Name, StatusRow};
use crate::store::{RecordKind, Status, StoreError, StoredRecord, migrations, record};

const PATIENCE: Duration = Duration::from_secs(10);

/// A read-only snapshot of a database.
pub(super) enum DoctorSource {
    Sqlite(Mutex<SqliteConnection>),
    Postgres(Mutex<PgConnection>),
}

/// What was looked up, or why the file no longer has it.
pub(super) type Found<T> = Result<T, String>;

/// The row numbers of records, in the order of their creation.
#[derive(Default)]
pub(super) struct Places {
    of: HashMap<String, Vec<i64>>,
    pub damage: Damage,
}

impl Places {
    pub fn of(&self, kind: RecordKind) -> &[i64] {
        self.of.get(kind.name()).map_or(&[], Vec::as_slice)
    }
}

impl DoctorSource {
    /// Opens `sqlite:path` or `postgres://…`, even while a server uses it. Also returns what is wrong with its
    /// schema.
    ///
    /// # Errors
    /// If there is no such database, it is not one of ours, or nothing in it can be read.
    pub async fn open(at: &str) -> Result<(DoctorSource, Option<String>), StoreError> {
        match address::place(at)? {
            StoreAddress::Memory => {
                Err(address::sentence("an in-memory database cannot be read by another program"))
            }
            StoreAddress::File(path) => {
                let opened = sqlite(&path).await.map_err(|error| unopened(&path, &error));
                let mut on = opened?;
                let sql = "SELECT version, checksum, success FROM _sqlx_migrations NOT INDEXED";
                let steps = sqlx::query_as(sql).fetch_all(&mut on).await;
                let wrong = match steps {
                    Err(error) if salvage::is_damage(&error) => {
                        Some(unread(&mut on, &error).await?)
                    }
                    steps => {
                        let steps: Vec<_> = steps?.into_iter().map(run).collect();
                        migrations::check_sqlite(&steps)?
                    }
                };
                Ok((DoctorSource::Sqlite(Mutex::new(on)), wrong))
            }
            StoreAddress::Server(options) => {
                let opened = postgres(&options).await;
                let mut on = opened.map_err(|error| address::refused(&options, &error))?;
                let steps = "SELECT version, checksum, success FROM _sqlx_migrations";
                let steps = sqlx::query_as(steps).fetch_all(&mut on).await.unwrap_or_default();
                let wrong = migrations::check_postgres(&steps)?;
                Ok((DoctorSource::Postgres(Mutex::new(on)), wrong))
            }
        }
    }

    pub async fn count(&self, sql: &'static str) -> Result<u64, StoreError> {
        let count: i64 = match self {
            DoctorSource::Sqlite(on) => {
                sqlx::query_scalar(sql).fetch_one(&mut *on.lock().await).await?
            }
            DoctorSource::Postgres(on) => {
                sqlx::query_scalar(sql).fetch_one(&mut *on.lock().await).await?
            }
        };
        Ok(count as u64)
    }

    /// Ids, as selected by an SQL query.
    pub async fn ids(&self, sql: &'static str) -> Result<Found<Vec<String>>, StoreError> {
        Ok(match self {
            DoctorSource::Sqlite(on) => {
                let names =
                    sqlx::query_as::<_, (Name,)>(sql).fetch_all(&mut *on.lock().await).await;
                let lossy =
                    |names: Vec<(Name,)>| names.into_iter().map(|(it,)| it.lossy()).collect();
                salvage::unless_damaged(names)?.map(lossy)
            }
            DoctorSource::Postgres(on) => {
                Ok(sqlx::query_scalar(sql).fetch_all(&mut *on.lock().await).await?)
            }
        })
    }

    pub async fn places(&self) -> Result<Places, StoreError> {
        let mut places = Places::default();
        match self {
            DoctorSource::Sqlite(on) => {
                // Not by an index, which may be damaged where the records are not.
                let sql =
                    "SELECT made, kind FROM records NOT INDEXED WHERE made >= $1 ORDER BY made";
                let mut on = on.lock().await;
                let damage = salvage::scan(&mut on, sql, |made, (kind,): (Name,)| {
                    places.of.entry(kind.lossy()).or_default().push(made);
                });
                places.damage = damage.await?;
            }
            DoctorSource::Postgres(on) => {
                let sql = "SELECT kind, made FROM records ORDER BY made";
                let found = sqlx::query_as(sql).fetch_all(&mut *on.lock().await).await?;
                for (kind, made) in found {
                    places.of.entry(kind).or_default().push(made);
                }
            }
        }
        Ok(places)
    }

    pub async fn record(
        &self,
        kind: RecordKind,
        made: i64,
    ) -> Result<Found<StoredRecord>, StoreError> {
        let sql = "SELECT id, version, body, keys, names FROM records WHERE made = $1";
        Ok(match self {
            DoctorSource::Sqlite(on) => {
                let row = sqlx::query_as::<_, LooseRow>(sql).bind(made);
                let row = row.fetch_one(&mut *on.lock().await).await;
                salvage::unless_damaged(row)?.map(|row| loose::record(kind, row))
            }
            DoctorSource::Postgres(on) => {
                let row = sqlx::query_as(sql).bind(made).fetch_one(&mut *on.lock().await).await?;
                Ok(record::from_row(kind, row))
            }
        })
    }

    /// The id of a record of which nothing else may be left.
    pub async fn id(&self, made: i64) -> Option<String> {
        let DoctorSource::Sqlite(on) = self else { return None };
        let name = sqlx::query_as::<_, (Name,)>("SELECT id FROM records WHERE made = $1");
        let name = name.bind(made).fetch_optional(&mut *on.lock().await).await;
        name.ok().flatten().map(|(name,)| name.lossy())
    }

    /// The keys of a record, and which of them are unique.
    pub async fn keys(&self, made: i64) -> Result<Found<(Vec<String>, Vec<String>)>, StoreError> {
        let keys = "SELECT key FROM keys WHERE made = $1 ORDER BY key";
        let names = "SELECT name FROM names WHERE made = $1 ORDER BY name";
        Ok(match (self.texts(keys, made).await?, self.texts(names, made).await?) {
            (Ok(keys), Ok(names)) => Ok((keys, names)),
            (Err(detail), _) | (_, Err(detail)) => Err(detail),
        })
    }

    async fn texts(&self, sql: &'static str, made: i64) -> Result<Found<Vec<String>>, StoreError> {
        Ok(match self {
            DoctorSource::Sqlite(on) => {
                let names = sqlx::query_as::<_, (Name,)>(sql).bind(made);
                let names = names.fetch_all(&mut *on.lock().await).await;
                let lossy =
                    |names: Vec<(Name,)>| names.into_iter().map(|(it,)| it.lossy()).collect();
                salvage::unless_damaged(names)?.map(lossy)
            }
            DoctorSource::Postgres(on) => {
                Ok(sqlx::query_scalar(sql).bind(made).fetch_all(&mut *on.lock().await).await?)
            }
        })
    }

    pub async fn status(&self, table: &str) -> Result<Found<Option<Status>>, StoreError> {
        let sql = "SELECT table_id, due, body FROM statuses WHERE table_id = $1";
        Ok(match self {
            DoctorSource::Sqlite(on) => {
                let row = sqlx::query_as::<_, StatusRow>(sql).bind(table);
                let row = row.fetch_optional(&mut *on.lock().await).await;
                salvage::unless_damaged(row)?.map(|row| row.map(|row| loose::status(row).1))
            }
            DoctorSource::Postgres(on) => {
                let row = sqlx::query_as(sql).bind(table);
                let row: Option<(String, _, _)> = row.fetch_optional(&mut *on.lock().await).await?;
                Ok(row.map(|(_, due, body)| Status { due, body }))
            }
        })
    }

    pub async fn named(
        &self,
        kind: RecordKind,
        id: &str,
    ) -> Result<Option<StoredRecord>, StoreError> {
        let sql = "SELECT id, version, body, keys, names FROM records WHERE kind = $1 AND id = $2";
        match self {
            DoctorSource::Sqlite(on) => {
                let row = sqlx::query_as::<_, LooseRow>(sql).bind(kind.name()).bind(id);
                let row = row.fetch_optional(&mut *on.lock().await).await;
                match salvage::unless_damaged(row)? {
                    Ok(row) => Ok(row.map(|row| loose::record(kind, row))),
                    Err(_) => self.search(kind, id).await,
                }
            }
            DoctorSource::Postgres(on) => {
                let row = sqlx::query_as(sql).bind(kind.name()).bind(id);
                let row = row.fetch_optional(&mut *on.lock().await).await?;
                Ok(row.map(|row| record::from_row(kind, row)))
            }
        }
    }

    /// Finds a record when the index of names is damaged.
    async fn search(&self, kind: RecordKind, id: &str) -> Result<Option<StoredRecord>, StoreError> {
        for made in self.places().await?.of(kind) {
            if self.id(*made).await.as_deref() == Some(id) {
                return Ok(self.record(kind, *made).await?.ok());
            }
        }
        Ok(None)
    }
}

/// Opens a file read-only, and creates no file beside it.
pub(crate) fn to_read(path: &Path) -> SqliteConnectOptions {
    let mut log = OsString::from(path);
    log.push("-wal");
    // A file that is in use has a log beside it. Without a log it does not change, and SQLite need not check for one.
    let still = !Path::new(&log).exists();
    let options = SqliteConnectOptions::new().filename(path).read_only(true).immutable(still);
    options.busy_timeout(PATIENCE)
}

async fn sqlite(path: &Path) -> Result<SqliteConnection, sqlx::Error> {
    // This makes SQLite open a file that has lost its end, or whose schema is partly damaged.
    let mut on = to_read(path).pragma("writable_schema", "1").connect().await?;
    on.execute("BEGIN").await?;
    // Only reading shows whether it is a database, and starts the snapshot.
    on.execute("SELECT count(*) FROM sqlite_schema").await?;
    Ok(on)
}

/// A migration, as far as it can be read.
fn run(
    (version, checksum, done): (Loose<i64>, Loose<Vec<u8>>, Loose<bool>),
) -> migrations::AppliedMigration {
    (version.0.unwrap_or(0), checksum.0.unwrap_or_default(), done.0.unwrap_or(false))
}

fn unopened(path: &Path, error: &sqlx::Error) -> StoreError {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    let (name, detail) = (path.display(), salvage::detail(error));
    address::sentence(match code.as_deref() {
        Some("11") => format!(
            "`{name}` is damaged so badly that nothing of it can be read ({detail}); restore a backup"
        ),
        Some("26") => format!(
            "`{name}` cannot be used as a database: it is another kind of file, or damaged from its very beginning \
             ({detail}); if it was a database, restore a backup"
        ),
        _ => return address::unusable(path, error),
    })
}

/// The table of migrations cannot be read: reports it if anything else can be.
async fn unread(on: &mut SqliteConnection, error: &sqlx::Error) -> Result<String, StoreError> {
    let sql = "SELECT count(*), count(iif(name IN ('records', 'steps', '_sqlx_migrations'), 1, NULL)) \
        FROM sqlite_schema";
    match sqlx::query_as(sql).fetch_one(on).await.unwrap_or((0, 0)) {
        (0, _) => Err(address::sentence(
            "the file is empty, or nothing of it can be read; if it was a database, restore a backup",
        )),
        (_, 3) => Ok(format!(
            "the table of migrations is damaged, so that no server starts on it ({})",
            salvage::detail(error)
        )),
        _ => Err(address::sentence("this is not a Backchannel database")),
    }
}

async fn postgres(options: &PgConnectOptions) -> Result<PgConnection, sqlx::Error> {
    let connect = tokio::time::timeout(PATIENCE, options.connect());
    let mut on = connect.await.map_err(|_| sqlx::Error::PoolTimedOut)??;
    on.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    Ok(on)
}
