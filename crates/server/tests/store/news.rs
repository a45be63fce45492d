//! Notifications between processes on one database.

use std::time::Duration;

use server::store::{RecordKind, RemoteChange, StoredRecord};
use sqlx::{Connection, Executor, PgConnection};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::TryRecvError;
use tokio::time::timeout;

use crate::home::{Home, keep, person, step};

async fn next(ear: &mut Receiver<RemoteChange>) -> RemoteChange {
    timeout(Duration::from_secs(300), ear.recv()).await.expect("it is told").unwrap()
}

fn moved(table: &str, seq: u32) -> RemoteChange {
    RemoteChange::Moved { table: table.into(), seq }
}

#[tokio::test]
async fn each_table_of_a_batch_is_told_once_to_the_others_and_not_to_oneself() {
    let home = Home::postgres().await;
    let (ours, theirs) = (home.open().await, home.open().await);
    let (mut we, mut they) = (ours.listen(), theirs.listen());
    keep(&*ours, &[step("t", 0), step("u:v", 0), step("t", 1)]).await;
    keep(&*ours, &[step("t", 2)]).await;
    let heard = [next(&mut they).await, next(&mut they).await, next(&mut they).await];
    assert_eq!(heard, [moved("t", 1), moved("u:v", 0), moved("t", 2)]);
    // What they say now comes after all that we have said.
    keep(&*theirs, &[step("t", 3)]).await;
    assert_eq!(next(&mut we).await, moved("t", 3));
    assert_eq!(they.try_recv(), Err(TryRecvError::Empty));
}

#[tokio::test]
async fn nothing_is_told_of_a_conflict() {
    let home = Home::postgres().await;
    let (ours, theirs) = (home.open().await, home.open().await);
    let mut they = theirs.listen();
    keep(&*ours, &[step("t", 0)]).await;
    ours.append(&[step("t", 0), step("u", 9)]).await.unwrap();
    keep(&*ours, &[step("v", 0)]).await;
    assert_eq!([next(&mut they).await, next(&mut they).await], [moved("t", 0), moved("v", 0)]);
}

#[tokio::test]
async fn a_cut_line_is_mended_and_the_gap_is_told() {
    let home = Home::postgres().await;
    let (ours, theirs) = (home.open().await, home.open().await);
    let mut they = theirs.listen();
    let mut admin = PgConnection::connect(home.address()).await.unwrap();
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'";
    assert_eq!(admin.execute(cut).await.unwrap().rows_affected(), 2);
    assert_eq!(next(&mut they).await, RemoteChange::Gap);
    keep(&*ours, &[step("t", 0)]).await;
    assert_eq!(next(&mut they).await, moved("t", 0));
}

#[tokio::test]
async fn the_end_of_a_session_is_told_to_the_others_and_that_of_other_records_is_not() {
    let home = Home::postgres().await;
    let (ours, theirs) = (home.open().await, home.open().await);
    let mut they = theirs.listen();
    for record in [person("p"), StoredRecord { kind: RecordKind::Key, ..person("k") }] {
        ours.put(&record).await.unwrap();
    }
    for (kind, id) in
        [(RecordKind::Person, "p"), (RecordKind::Key, "nobody's"), (RecordKind::Key, "k")]
    {
        ours.remove(kind, id).await.unwrap();
    }
    assert_eq!(next(&mut they).await, RemoteChange::Ended { key: "k".into() });
    keep(&*ours, &[step("t", 0)]).await;
    assert_eq!(next(&mut they).await, moved("t", 0));
}
