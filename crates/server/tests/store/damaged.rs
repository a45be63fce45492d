//! Rows of a SQLite file that are not as they were written.

use std::time::Duration;

use server::store::{Appended, DAMAGED, Page, RecordKind, StoredRecord};
use tokio::time::timeout;

use crate::home::{Home, due, find, keep, keyed, overdue, seqs, step};

const ODD: [&str; 4] = ["1.5", "'x'", "x'00ff'", "CAST(x'ff' AS TEXT)"];

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_is_damaged_hides_no_other() {
    let home = Home::sqlite().await;
    let store = home.open().await;
    for id in ["ann", "bob", "cid"] {
        store.put(&keyed(id, &["guest"])).await.unwrap();
    }
    for damage in [
        "version = 'x'",
        "body = x'7b7d'",
        "body = CAST(x'7bff7d' AS TEXT)",
        "keys = 'x'",
        "names = x'00'",
    ] {
        home.execute(&format!("UPDATE records SET {damage} WHERE id = 'bob'")).await;
        assert_eq!(find(&*store, "guest").await, ["cid", "bob", "ann"], "{damage}");
        let bob = store.get(RecordKind::Person, "bob").await.unwrap().unwrap();
        assert_eq!(bob.body, DAMAGED, "{damage}");
        let ids = ["ann", "bob"].map(str::to_owned);
        assert_eq!(store.get_many(RecordKind::Person, &ids).await.unwrap().len(), 2);
        assert_eq!(store.list(RecordKind::Person, "guest", Page::first(9)).await.unwrap().len(), 3);
        let all: Vec<StoredRecord> = store.all(RecordKind::Person, Page::first(9)).await.unwrap();
        assert!(all.iter().filter(|it| it.body == DAMAGED).map(|it| &*it.id).eq(["bob"]));
        store.remove(RecordKind::Person, "bob").await.unwrap();
        store.remove(RecordKind::Person, "cid").await.unwrap();
        store.put(&keyed("bob", &["guest"])).await.unwrap();
        store.put(&keyed("cid", &["guest"])).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_time_that_is_none_hides_no_other() {
    let home = Home::sqlite().await;
    let store = home.open().await;
    keep(&*store, &[due("a", 0, 10), due("b", 0, 20)]).await;
    for odd in ODD {
        home.execute(&format!("UPDATE statuses SET due = {odd} WHERE table_id = 'a'")).await;
        assert_eq!(overdue(&*store, 100, 9).await, ["b"], "{odd}");
        let found = store.statuses(&["a".to_owned(), "b".to_owned()]).await.unwrap();
        assert_eq!(found[0].as_ref().map(|status| &*status.body), Some(DAMAGED), "{odd}");
        assert_eq!(found[1].as_ref().and_then(|status| status.due), Some(20), "{odd}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_is_damaged_holds_up_no_other_table() {
    for column in ["seq", "row"] {
        for odd in ODD {
            let home = Home::sqlite().await;
            let store = home.open().await;
            keep(&*store, &[step("a", 0), step("b", 0)]).await;
            home.execute(&format!("UPDATE heads SET {column} = {odd} WHERE table_id = 'a'")).await;
            let answers = store.append(&[step("a", 1), step("b", 1)]).await.unwrap();
            assert_eq!(answers, [Appended::Conflict, Appended::Kept], "{column} = {odd}");
            assert_eq!(seqs(&*store, "b").await, [0, 1]);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_that_does_not_fit_is_damaged() {
    for damage in [
        "UPDATE steps SET at = 1.5 WHERE table_id = 'a' AND seq = 2",
        "UPDATE steps SET mark = x'00' WHERE table_id = 'a' AND seq = 2",
        "UPDATE steps SET body = CAST(x'ff' AS TEXT) WHERE table_id = 'a' AND seq = 2",
        "UPDATE steps SET table_id = 'b' WHERE table_id = 'a' AND seq = 2",
        "UPDATE heads SET seq = 999 WHERE table_id = 'a'",
    ] {
        let home = Home::sqlite().await;
        let store = home.open().await;
        keep(&*store, &[step("a", 0), step("a", 1), step("a", 2)]).await;
        home.execute(damage).await;
        let steps = store.steps("a", 0).await.unwrap();
        let last = steps.last().unwrap();
        assert_eq!((last.seq, &*last.body), (2, DAMAGED), "{damage}");
        assert_eq!(store.step("a", 2).await.unwrap().unwrap().body, DAMAGED, "{damage}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chain_that_goes_round_in_a_circle_comes_to_an_end() {
    let home = Home::sqlite().await;
    let store = home.open().await;
    keep(&*store, &[step("a", 0), step("a", 1), step("a", 2)]).await;
    home.execute("UPDATE steps SET before = 3 WHERE seq = 1").await;
    let steps = timeout(Duration::from_secs(20), store.steps("a", 0)).await.expect("it ends");
    assert!(steps.unwrap().iter().all(|step| step.seq > 0));
}
