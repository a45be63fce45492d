//! The schema as a list of migrations. A released migration is never edited; a change is a new one.
//!
//! Before the first release the first migration was edited twice. Databases that were created by an earlier form of
//! it are recognised by its checksum, and repaired before the others run.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{Connection as _, PgConnection, SqlSafeStr as _, SqliteConnection};

use super::{StoreError, address};

type Script = (i64, &'static str, &'static str);

const SQLITE: &[Script] = &[
    (1, "start", include_str!("../../migrations/sqlite/0001_start.sql")),
    (2, "no index of marks", include_str!("../../migrations/sqlite/0002_no_index_of_marks.sql")),
    (3, "chains", include_str!("../../migrations/sqlite/0003_chains.sql")),
    (4, "summaries", include_str!("../../migrations/sqlite/0004_summaries.sql")),
];
const POSTGRES: &[Script] = &[
    (1, "start", include_str!("../../migrations/postgres/0001_start.sql")),
    (2, "no index of marks", include_str!("../../migrations/postgres/0002_no_index_of_marks.sql")),
    (3, "summaries", include_str!("../../migrations/postgres/0003_summaries.sql")),
];

/// A migration as recorded in a database: its version, its checksum, and whether it was completed.
pub(crate) type AppliedMigration = (i64, Vec<u8>, bool);

/// What is wrong with the recorded migrations of a database, if anything.
///
/// # Errors
/// If the database is not one of ours, or belongs to a newer version of this program.
pub(crate) fn check_sqlite(run: &[AppliedMigration]) -> Result<Option<String>, StoreError> {
    check(run, SQLITE, SQLITE_EARLIER, 3..=last(SQLITE))
}

/// The same for SQLite.
///
/// # Errors
/// The same.
pub(crate) fn check_postgres(run: &[AppliedMigration]) -> Result<Option<String>, StoreError> {
    check(run, POSTGRES, POSTGRES_EARLIER, 2..=last(POSTGRES))
}

/// `released` are the released migrations, from the first to the latest.
fn check(
    run: &[AppliedMigration],
    scripts: &[Script],
    earlier: &'static [Earlier],
    released: RangeInclusive<i64>,
) -> Result<Option<String>, StoreError> {
    let Some(last) = run.iter().map(|(version, ..)| *version).max() else {
        return Err(address::sentence("this is not a Backchannel database"));
    };
    match () {
        () if last > *released.end() => return Err(StoreError::Newer(last)),
        () if last < *released.start() => {
            return Err(address::sentence(
                "the database is older than the first release; start a server on it once, which brings it up to date",
            ));
        }
        () => {}
    }
    let ours = migrator(scripts);
    let wrong = ours.iter().filter(|it| it.version <= last).find_map(|step| {
        let what = match run.iter().find(|(version, ..)| *version == step.version) {
            None => "is missing",
            Some((.., false)) => "was not finished",
            Some((version, checksum, _)) => {
                let known =
                    *version == 1 && self::earlier(Some(checksum.clone()), earlier).is_some();
                (!known && *checksum != *step.checksum)
                    .then_some("is not the one that was released")?
            }
        };
        Some(format!("step {} of it {what}, so that no server starts on it", step.version))
    });
    Ok(wrong)
}

fn last(scripts: &[Script]) -> i64 {
    scripts.last().map_or(0, |(version, ..)| *version)
}

/// The first migration as it was before the first release, by its checksum, and the repair for it.
struct Earlier {
    checksum: &'static str,
    mend: &'static str,
}

/// The next migration drops the index, so it need not be the original one.
const NO_INDEX: &str = "CREATE INDEX steps_by_mark ON steps (table_id, mark)";

const SQLITE_EARLIER: &[Earlier] = &[
    Earlier {
        checksum: "58f9e5148519b1e2140a5622212d1ec1a3a296a1d91dbbe18d7ccdc80bca707a\
            bb210d271c209ff3a0052564d6f4fb59",
        mend: include_str!("../../migrations/sqlite/earlier/rows_without_ids.sql"),
    },
    Earlier {
        checksum: "48b4c3a853e4b0c79fd1d996bd0989046069f092c21133227c46889165edca71\
            f339fa81491b20157f68d1f41e336264",
        mend: NO_INDEX,
    },
];
const POSTGRES_EARLIER: &[Earlier] = &[Earlier {
    checksum: "90cc7616fbbb7ea4923055a6fc958767ef26bdff4a391f5a07de16c491446757\
        f81ab7655a4035966ea43988e8099d21",
    mend: NO_INDEX,
}];

/// Migrates a file, inside the current transaction.
pub(super) async fn sqlite(on: &mut SqliteConnection) -> Result<(), StoreError> {
    let migrator = migrator(SQLITE);
    let sql = "SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    let known: i64 = sqlx::query_scalar(sql).fetch_one(&mut *on).await?;
    if known > 0 {
        let first: Option<Vec<u8>> = sqlx::query_scalar(FIRST).fetch_optional(&mut *on).await?;
        if let Some(earlier) = earlier(first, SQLITE_EARLIER) {
            sqlx::raw_sql(earlier.mend).execute(&mut *on).await?;
            sqlx::query(MENDED).bind(released(&migrator)).execute(&mut *on).await?;
        }
    }
    Ok(migrator.run(on).await?)
}

/// Migrates a database.
pub(super) async fn postgres(on: &mut PgConnection) -> Result<(), StoreError> {
    let migrator = migrator(POSTGRES);
    let sql = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
    if sqlx::query_scalar(sql).fetch_one(&mut *on).await? {
        let mut tx = on.begin().await?;
        // Another process may start at the same moment.
        let sql = "LOCK TABLE _sqlx_migrations IN SHARE ROW EXCLUSIVE MODE";
        sqlx::query(sql).execute(&mut *tx).await?;
        let first: Option<Vec<u8>> = sqlx::query_scalar(FIRST).fetch_optional(&mut *tx).await?;
        if let Some(earlier) = earlier(first, POSTGRES_EARLIER) {
            sqlx::raw_sql(earlier.mend).execute(&mut *tx).await?;
            sqlx::query(MENDED).bind(released(&migrator)).execute(&mut *tx).await?;
        }
        tx.commit().await?;
    }
    Ok(migrator.run(on).await?)
}

/// The recorded checksum of the first migration.
const FIRST: &str = "SELECT checksum FROM _sqlx_migrations WHERE version = 1";
const MENDED: &str = "UPDATE _sqlx_migrations SET checksum = $1 WHERE version = 1";

fn earlier(checksum: Option<Vec<u8>>, known: &'static [Earlier]) -> Option<&'static Earlier> {
    let checksum = hex::encode(checksum?);
    known.iter().find(|earlier| earlier.checksum == checksum)
}

fn released(migrator: &Migrator) -> &[u8] {
    migrator.migrations.first().map_or(&[], |first| &*first.checksum)
}

fn migrator(scripts: &[Script]) -> Migrator {
    let migration = |&(version, name, sql): &Script| {
        Migration::new(
            version,
            Cow::Borrowed(name),
            MigrationType::Simple,
            sql.into_sql_str(),
            false,
        )
    };
    Migrator { migrations: scripts.iter().map(migration).collect(), ..Migrator::DEFAULT }
}
