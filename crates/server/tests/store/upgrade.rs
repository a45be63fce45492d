//! A file of an earlier version.

use std::borrow::Cow;

use server::store::Step;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{Connection as _, SqliteConnection};

use crate::home::{Home, keep, seqs, step};

/// The schema before steps were chained.
const EARLIER: [&str; 2] = [
    include_str!("../../migrations/sqlite/0001_start.sql"),
    include_str!("../../migrations/sqlite/0002_no_index_of_marks.sql"),
];

async fn make(home: &Home) {
    let script = |(number, sql): (usize, &'static str)| {
        let (version, kind) = (number as i64 + 1, MigrationType::Simple);
        Migration::new(version, Cow::Borrowed("earlier"), kind, Cow::Borrowed(sql), false)
    };
    let migrations = EARLIER.into_iter().enumerate().map(script).collect();
    let file = format!("{}?mode=rwc", home.address());
    let mut earlier = SqliteConnection::connect(&file).await.unwrap();
    Migrator { migrations, ..Migrator::DEFAULT }.run(&mut earlier).await.unwrap();
}

#[tokio::test]
async fn the_steps_of_an_earlier_version_are_there_and_go_on() {
    let home = Home::sqlite().await;
    make(&home).await;
    home.execute(
        "INSERT INTO steps (table_id, seq, at, mark, body) VALUES \
        ('t', 0, 5, NULL, 'a'), ('u', 0, 6, NULL, 'b'), ('t', 1, 7, 'm', 'c'), ('t', 2, 8, NULL, 'd')",
    )
    .await;

    let store = home.open().await;
    let told = |seq, at, mark: Option<&str>, body: &str| Step {
        seq,
        at,
        mark: mark.map(str::to_owned),
        body: body.to_owned(),
    };
    let expected = [told(0, 5, None, "a"), told(1, 7, Some("m"), "c"), told(2, 8, None, "d")];
    assert_eq!(store.steps("t", 0).await.unwrap(), expected);
    assert_eq!(store.step("t", 1).await.unwrap(), Some(expected[1].clone()));
    keep(&*store, &[step("t", 3), step("u", 1), step("v", 0)]).await;
    assert_eq!(seqs(&*store, "t").await, [0, 1, 2, 3]);
    assert_eq!(seqs(&*store, "u").await, [0, 1]);
}
