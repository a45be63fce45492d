//! The writer that all tables share.

use server::store::Appended::{Conflict, Kept};
use server::store::StoreError;
use server::store::writer::Writer;

use crate::home::{Home, due, marked, seqs, step};

on_both![
    a_step_that_cannot_be_kept_spoils_no_other,
    when_the_database_fails_everybody_is_told,
    many_tables_at_once_are_each_answered,
    a_step_out_of_place_is_a_conflict_for_its_sender_only
];

async fn many_tables_at_once_are_each_answered(home: Home) {
    let store = home.open().await;
    let writer = Writer::start(store.clone());
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
    let writer = Writer::start(store.clone());
    let steps = [step("t", 0), step("t", 0), step("t", 2), step("u", 0), step("t", 1)];
    let answers = futures::future::join_all(steps.map(|step| writer.append(step))).await;
    let answers: Vec<_> = answers.into_iter().map(Result::unwrap).collect();
    assert_eq!(answers, [Kept, Conflict, Conflict, Kept, Kept]);
}

async fn when_the_database_fails_everybody_is_told(home: Home) {
    let store = home.open().await;
    let writer = Writer::start(store.clone());
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
    let writer = Writer::start(home.open().await);
    let steps = [step("t", 0), marked("u", 0, "a\0b"), step("v", 0)];
    let answers = futures::future::join_all(steps.map(|step| writer.append(step))).await;
    assert!(matches!(answers[..], [Ok(Kept), Err(StoreError::Zero), Ok(Kept)]), "{answers:?}");
}
