//! The writer that all tables share.

use std::time::Duration;

use server::store::Appended::{Conflict, Kept};
use server::store::writer::StepWriter;
use server::store::{Store, StoreError};
use sqlx::{Connection as _, Executor as _, PgConnection};

use crate::home::{Home, due, seqs, step, with_key};

on_both![
    a_step_that_cannot_be_kept_spoils_no_other,
    when_the_database_fails_everybody_is_told,
    many_tables_at_once_are_each_answered,
    a_step_out_of_place_is_a_conflict_for_its_sender_only
];

async fn many_tables_at_once_are_each_answered(home: Home) {
    let store = home.open().await;
    let writer = StepWriter::start(store.clone());
    let tables = (0..50).map(|number| {
        let (writer, table) = (writer.clone(), format!("t{number}"));
        tokio::spawn(async move {
            for seq in 0..20 {
                assert_eq!(writer.append(due(&table, seq, 1)).await.unwrap(), Kept);
            }
        })
    });
    futures::future::join_all(tables).await.into_iter().for_each(Result::unwrap);
    for number in 0..50 {
        assert_eq!(seqs(&*store, &format!("t{number}")).await, (0..20).collect::<Vec<_>>());
    }
}

async fn a_step_out_of_place_is_a_conflict_for_its_sender_only(home: Home) {
    let store = home.open().await;
    let writer = StepWriter::start(store.clone());
    let steps = [step("t", 0), step("t", 0), step("t", 2), step("u", 0), step("t", 1)];
    let answers = futures::future::join_all(steps.map(|step| writer.append(step))).await;
    let answers: Vec<_> = answers.into_iter().map(Result::unwrap).collect();
    assert_eq!(answers, [Kept, Conflict, Conflict, Kept, Kept]);
}

async fn when_the_database_fails_everybody_is_told(home: Home) {
    let store = home.open().await;
    let writer = StepWriter::start(store.clone());
    home.execute("ALTER TABLE steps RENAME TO elsewhere").await;
    let answers = futures::future::join_all(
        (0..50).map(|number| writer.append(step(&format!("t{number}"), 0))),
    )
    .await;
    assert!(
        answers.iter().all(|answer| matches!(answer, Err(StoreError::Batch(_)))),
        "{answers:?}"
    );
    home.execute("ALTER TABLE elsewhere RENAME TO steps").await;
    assert_eq!(writer.append(step("t1", 0)).await.unwrap(), Kept);
}

async fn a_step_that_cannot_be_kept_spoils_no_other(home: Home) {
    let writer = StepWriter::start(home.open().await);
    let steps = [step("t", 0), with_key("u", 0, "a\0b"), step("v", 0)];
    let answers = futures::future::join_all(steps.map(|step| writer.append(step))).await;
    assert!(matches!(answers[..], [Ok(Kept), Err(StoreError::Zero), Ok(Kept)]), "{answers:?}");
}

/// Waits until the writer has that health.
async fn fares(writer: &StepWriter, store: &dyn Store, well: bool) {
    let soon = async {
        while writer.is_well(store).await != well {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(300), soon).await.expect("it is noticed");
}

#[tokio::test]
async fn where_steps_cannot_be_written_nothing_else_proves_that_a_write_goes_through() {
    let home = Home::postgres().await;
    let store = home.open().await;
    let writer = StepWriter::start(store.clone());
    for table in ["steps", "statuses"] {
        assert!(writer.is_well(&*store).await && store.probe().await.is_ok());
        home.execute(&format!("ALTER TABLE {table} RENAME TO elsewhere")).await;
        assert!(writer.append(due("t", 0, 1)).await.is_err());
        assert!(!writer.is_well(&*store).await && store.probe().await.is_err());
        home.execute(&format!("ALTER TABLE elsewhere RENAME TO {table}")).await;
        fares(&writer, &*store, true).await;
    }
    assert_eq!(seqs(&*store, "t").await, [] as [u32; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_that_hangs_is_noticed_before_it_is_given_up() {
    let home = Home::postgres().await;
    let store = home.open().await;
    let writer = StepWriter::start(store.clone());
    let mut other = PgConnection::connect(home.address()).await.unwrap();
    let mut lock = other.begin().await.unwrap();
    lock.execute("LOCK TABLE steps IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let append = tokio::spawn({
        let writer = writer.clone();
        async move { writer.append(step("t", 0)).await }
    });
    fares(&writer, &*store, false).await;
    lock.rollback().await.unwrap();
    assert_eq!(append.await.unwrap().unwrap(), Kept);
    fares(&writer, &*store, true).await;
}
