//! Databases of earlier versions.

use std::borrow::Cow;

use server::store::{StoreError, StoredStep, address};
use sha2::{Digest as _, Sha384};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqlSafeStr as _, SqliteConnection};

use crate::home::{Home, keep, seqs, step};

const SQLITE: [&str; 4] = [
    include_str!("../../migrations/sqlite/0001_start.sql"),
    include_str!("../../migrations/sqlite/0002_no_index_of_marks.sql"),
    include_str!("../../migrations/sqlite/0003_chains.sql"),
    include_str!("../../migrations/sqlite/0004_summaries.sql"),
];
const POSTGRES: [&str; 3] = [
    include_str!("../../migrations/postgres/0001_start.sql"),
    include_str!("../../migrations/postgres/0002_no_index_of_marks.sql"),
    include_str!("../../migrations/postgres/0003_summaries.sql"),
];

/// The released migrations, for ever. A change of the schema is a new one, and a new line here.
const RELEASED: [(&str, &str); 7] = [
    (
        SQLITE[0],
        "c7e624e0cd269ac43d199c45a1b4d3d1aed47ec70829d1c9431a451b01dfa1893675a65ec99e58d7644b777f016b2598",
    ),
    (
        SQLITE[1],
        "c89098fb3cb97dc537cdd2d6f34c8d3f734227ebdb851a24f358fd761dfbac82ea1ebb60de0b825ba94dd1228c3dae5e",
    ),
    (
        SQLITE[2],
        "94121a1fb59b194690db0c590b5dc8efb1d779d6519c345c6de7c0310cda18454efad2b7ab8d816b899e3cb0e4f00803",
    ),
    (
        SQLITE[3],
        "98930fb3f8bbd84c5b92f490a2bf35bf151bdb639aed127727185bada0a06a7f72d23ad484f6afc91a0e51801cb02489",
    ),
    (
        POSTGRES[0],
        "6e57aa537353998f0f7cc90a369a7c2e7c07528fe9d9a663dc55117507a02cf59e4641ea5e5c4d623f1cbd19f1cc3fe7",
    ),
    (
        POSTGRES[1],
        "c89098fb3cb97dc537cdd2d6f34c8d3f734227ebdb851a24f358fd761dfbac82ea1ebb60de0b825ba94dd1228c3dae5e",
    ),
    (
        POSTGRES[2],
        "3adfacb103f4cfb990e00ef01c6c0b716dea1f489164f8e1c1a246ce206f7f477f74c8637081649b180ac7402aef2d15",
    ),
];

#[test]
fn a_released_migration_is_never_edited() {
    for (text, checksum) in RELEASED {
        assert_eq!(hex::encode(Sha384::digest(text)), checksum, "was edited: {text}");
    }
    for folder in ["sqlite", "postgres"] {
        let folder = format!("{}/migrations/{folder}", env!("CARGO_MANIFEST_DIR"));
        for file in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
            let listed = |text: &str| RELEASED.iter().any(|(known, _)| *known == text);
            let known = file.is_dir() || listed(&std::fs::read_to_string(&file).unwrap());
            assert!(known, "{} has no checksum in this test", file.display());
        }
    }
}

/// Makes a database by these migrations.
async fn make(home: &Home, scripts: &[&str]) {
    let script = |(number, sql): (usize, &&str)| {
        let (version, kind) = (number as i64 + 1, MigrationType::Simple);
        let sql = AssertSqlSafe((*sql).to_owned()).into_sql_str();
        Migration::new(version, Cow::Borrowed("earlier"), kind, sql, false)
    };
    let migrations = scripts.iter().enumerate().map(script).collect();
    let migrator = Migrator { migrations, ..Migrator::DEFAULT };
    if home.address().starts_with("sqlite") {
        let file = format!("{}?mode=rwc", home.address());
        migrator.run(&mut SqliteConnection::connect(&file).await.unwrap()).await.unwrap();
    } else {
        migrator.run(&mut PgConnection::connect(home.address()).await.unwrap()).await.unwrap();
    }
}

/// Opens it, finds everything, and writes on.
async fn goes_on(home: &Home) {
    home.execute(
        "INSERT INTO steps (table_id, seq, at, mark, body) VALUES \
        ('t', 0, 5, NULL, 'a'), ('u', 0, 6, NULL, 'b'), ('t', 1, 7, 'm', 'c'), ('t', 2, 8, NULL, 'd')",
    )
    .await;
    for opened in 0..2 {
        let store = home.open().await;
        let told = |seq, at, idempotency_key: Option<&str>, body: &str| StoredStep {
            seq,
            at,
            idempotency_key: idempotency_key.map(str::to_owned),
            body: body.to_owned(),
        };
        let expected = [told(0, 5, None, "a"), told(1, 7, Some("m"), "c"), told(2, 8, None, "d")];
        assert_eq!(store.steps("t", 0).await.unwrap()[..3], expected);
        assert_eq!(store.step("t", 1).await.unwrap(), Some(expected[1].clone()));
        let new = [step("t", 3 + opened), step("u", 1 + opened)];
        keep(&*store, &new).await;
        assert_eq!(seqs(&*store, "t").await, (0..=3 + opened).collect::<Vec<_>>());
        assert_eq!(seqs(&*store, "u").await, (0..=1 + opened).collect::<Vec<_>>());
    }
}

/// `text` without a line of it, or with another in its place.
fn edited(text: &str, line: &str, other: &str) -> String {
    assert_eq!(text.matches(line).count(), 1, "{line}");
    text.replace(line, other)
}

const INDEX: &str =
    "CREATE UNIQUE INDEX steps_by_mark ON steps (table_id, mark) WHERE mark IS NOT NULL;\n";

#[tokio::test]
async fn the_steps_of_an_earlier_version_are_there_and_go_on() {
    let home = Home::sqlite().await;
    make(&home, &SQLITE[..2]).await;
    goes_on(&home).await;
}

#[tokio::test]
async fn a_file_from_before_the_first_release_is_brought_up_to_date() {
    let note = "-- With row ids: the steps of a batch are of many tables, and so they end up side by side on \
        a few pages.\n";
    let key = "PRIMARY KEY (table_id, seq)\n);";
    let keyless = edited(SQLITE[0], note, "");
    let keyless = edited(&keyless, key, "PRIMARY KEY (table_id, seq)\n) WITHOUT ROWID;");
    let without_index = edited(SQLITE[0], INDEX, "");
    for first in [keyless, without_index] {
        let home = Home::sqlite().await;
        make(&home, &[&first]).await;
        goes_on(&home).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_from_before_the_first_release_is_brought_up_to_date() {
    let home = Home::postgres().await;
    make(&home, &[&edited(POSTGRES[0], INDEX, "")]).await;
    let (one, other) = tokio::join!(home.open(), home.open());
    drop((one, other));
    goes_on(&home).await;
}

#[tokio::test]
async fn a_schema_that_nobody_knows_stops_the_start() {
    let home = Home::sqlite().await;
    make(&home, &[&format!("{}-- mine\n", SQLITE[0])]).await;
    let refused = address::open(home.address()).await.err();
    assert!(matches!(refused, Some(StoreError::Migration(_))), "{refused:?}");
}
