//! Operations that are cancelled: every one is dropped at every await point.
//!
//! Whatever was dropped, what is acknowledged afterwards has to be on disk: a second store, which has
//! connections of its own, looks for it there.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use futures::future::BoxFuture;
use server::store::uncancelled::Uncancelled;
use server::store::{Appended, Listed, NewStep, Page, RecordKind, Store, StoreError, StoredRecord};

use crate::home::{Home, due, keyed, named, seqs, step, with_key};

on_both![
    a_dropped_put_harms_nobody,
    a_dropped_put_in_a_list_harms_nobody,
    a_dropped_summary_harms_nobody,
    a_dropped_refusal_harms_nobody,
    a_dropped_removal_harms_nobody,
    a_dropped_append_harms_nobody,
    a_dropped_adoption_harms_nobody,
    a_dropped_probe_harms_nobody,
    dropped_reads_harm_nobody,
    many_are_dropped_at_once,
    what_has_begun_is_carried_through,
];

/// Drops the work when it has to wait for the `waits`-th time; returns its result if it does not wait so often.
async fn broken_off<T>(work: impl Future<Output = T>, waits: usize) -> Option<T> {
    let mut work = pin!(work);
    let mut waited = 0;
    poll_fn(|context| match work.as_mut().poll(context) {
        Poll::Ready(done) => Poll::Ready(Some(done)),
        Poll::Pending if waited == waits => Poll::Ready(None),
        Poll::Pending => {
            waited += 1;
            Poll::Pending
        }
    })
    .await
}

type Done = Result<(), StoreError>;

/// Drops an operation at each of its await points in turn. After each time everything else still works.
async fn drop_everywhere(
    home: &Home,
    operation: impl for<'a> Fn(&'a dyn Store, usize) -> BoxFuture<'a, Done>,
) {
    let (store, disk) = (home.open().await, home.open().await);
    let mut seq = 0;
    for waits in 0.. {
        let done = broken_off(operation(&*store, waits), waits).await;
        // More than there are connections, so that each of them is tried.
        for _ in 0..10 {
            acknowledge(&*store, &*disk, seq).await;
            seq += 1;
        }
        if let Some(done) = done {
            let said_no = done.as_ref().is_err_and(StoreError::is_refusal);
            assert!(done.is_ok() || said_no, "{done:?}");
            return;
        }
    }
}

/// Writes a step and a record, and looks for both on disk.
async fn acknowledge(store: &dyn Store, disk: &dyn Store, seq: u32) {
    let kept = store.append(&[due("witness", seq, 5)]).await.unwrap();
    assert_eq!(kept, [Appended::Kept]);
    let id = format!("witness{seq}");
    store.put(&named(&id, &format!("login:{id}"))).await.unwrap();
    assert!(disk.step("witness", seq).await.unwrap().is_some(), "step {seq} is lost");
    assert!(disk.get(RecordKind::Person, &id).await.unwrap().is_some(), "{id} is lost");
}

/// Two halves of one write are both there or both missing.
async fn agree(both: impl AsyncFn() -> (bool, bool)) {
    for _ in 0..1_000 {
        let (one, other) = both().await;
        if one == other {
            return;
        }
        // They are read one after the other: a commit may have come in between.
        tokio::task::yield_now().await;
    }
    panic!("one half of a write is there");
}

async fn a_dropped_put_harms_nobody(home: Home) {
    drop_everywhere(&home, |store, n| {
        let id = format!("p{n}");
        let record = StoredRecord { keys: vec!["k".into()], ..named(&id, &format!("login:{id}")) };
        Box::pin(async move { store.put(&record).await })
    })
    .await;
    let store = home.open().await;
    for record in store.all(RecordKind::Person, Page::first(10_000)).await.unwrap() {
        let name = &record.unique[0];
        let found = store.find(RecordKind::Person, name, Page::first(2)).await.unwrap();
        assert_eq!(found, std::slice::from_ref(&record), "a record is found by its name");
    }
}

async fn a_dropped_put_in_a_list_harms_nobody(home: Home) {
    drop_everywhere(&home, |store, n| {
        let record = keyed(&format!("p{n}"), &["k"]);
        Box::pin(async move { store.put_listed(&record, r#"{"short":true}"#).await })
    })
    .await;
    let store = home.open().await;
    for listed in store.list(RecordKind::Person, "k", Page::first(100)).await.unwrap() {
        let Listed::Summary { id, body } = listed else { panic!("{listed:?} has no summary") };
        assert_eq!(body, r#"{"short":true}"#);
        assert!(
            store.get(RecordKind::Person, &id).await.unwrap().is_some(),
            "{id} is listed and lost"
        );
    }
}

async fn a_dropped_summary_harms_nobody(home: Home) {
    let store = home.open().await;
    for n in 0..50 {
        store.put(&keyed(&format!("p{n}"), &["k"])).await.unwrap();
    }
    drop_everywhere(&home, |store, n| {
        let record = StoredRecord { version: 1, ..keyed(&format!("p{n}"), &["k"]) };
        Box::pin(async move { store.summarize(&record, "{}").await })
    })
    .await;
    assert_eq!(store.list(RecordKind::Person, "k", Page::first(100)).await.unwrap().len(), 50);
}

async fn a_dropped_refusal_harms_nobody(home: Home) {
    home.open().await.put(&named("first", "login:taken")).await.unwrap();
    drop_everywhere(&home, |store, n| {
        let record = named(&format!("p{n}"), "login:taken");
        Box::pin(async move { store.put(&record).await })
    })
    .await;
    let store = home.open().await;
    assert_eq!(store.count(RecordKind::Person, "login:taken").await.unwrap(), 1);
}

async fn a_dropped_removal_harms_nobody(home: Home) {
    let store = home.open().await;
    for n in 0..50 {
        store.put(&keyed(&format!("p{n}"), &["k"])).await.unwrap();
    }
    drop_everywhere(&home, |store, n| {
        Box::pin(async move { store.remove(RecordKind::Person, &format!("p{n}")).await })
    })
    .await;
    let left = store.find(RecordKind::Person, "k", Page::first(100)).await.unwrap().len() as u64;
    assert_eq!(store.count(RecordKind::Person, "k").await.unwrap(), left);
}

async fn a_dropped_append_harms_nobody(home: Home) {
    let steps = |n: usize| {
        let (a, b) = (format!("a{n}"), format!("b{n}"));
        [with_key(&a, 0, "m"), step(&a, 1), due(&b, 0, 7)]
    };
    drop_everywhere(&home, |store, n| {
        Box::pin(async move { store.append(&steps(n)).await.map(drop) })
    })
    .await;
    let store = home.open().await;
    for n in 0..50 {
        let [a, _, b] = steps(n).map(|step| step.table);
        agree(async || (seqs(&*store, &a).await == [0, 1], seqs(&*store, &b).await == [0])).await;
    }
}

async fn a_dropped_adoption_harms_nobody(home: Home) {
    let steps = |id: &str| -> Vec<NewStep> { (0..3).map(|seq| step(id, seq)).collect() };
    drop_everywhere(&home, |store, n| {
        let id = format!("t{n}");
        Box::pin(async move { store.adopt(&keyed(&id, &["k"]), &steps(&id)).await })
    })
    .await;
    let store = home.open().await;
    for n in 0..50 {
        let id = format!("t{n}");
        agree(async || {
            let record = store.get(RecordKind::Person, &id).await.unwrap().is_some();
            (record, seqs(&*store, &id).await.len() == 3)
        })
        .await;
    }
}

async fn a_dropped_probe_harms_nobody(home: Home) {
    drop_everywhere(&home, |store, _| Box::pin(store.probe())).await;
}

async fn dropped_reads_harm_nobody(home: Home) {
    let reads: [fn(&dyn Store) -> BoxFuture<'_, Done>; 12] = [
        |store| Box::pin(async { store.get(RecordKind::Person, "p").await.map(drop) }),
        |store| {
            Box::pin(async { store.get_many(RecordKind::Person, &["p".into()]).await.map(drop) })
        },
        |store| {
            Box::pin(async { store.find(RecordKind::Person, "k", Page::first(9)).await.map(drop) })
        },
        |store| {
            Box::pin(async { store.list(RecordKind::Person, "k", Page::first(9)).await.map(drop) })
        },
        |store| Box::pin(async { store.count(RecordKind::Person, "k").await.map(drop) }),
        |store| Box::pin(async { store.steps("t", 0).await.map(drop) }),
        |store| Box::pin(async { store.steps_page("t", 0, 9).await.map(drop) }),
        |store| Box::pin(async { store.step("t", 1).await.map(drop) }),
        |store| Box::pin(async { store.statuses(&["t".into()]).await.map(drop) }),
        |store| Box::pin(async { store.due(9, None, 9).await.map(drop) }),
        |store| Box::pin(async { store.all(RecordKind::Person, Page::first(9)).await.map(drop) }),
        |store| Box::pin(async { store.get(RecordKind::Table, "nowhere").await.map(drop) }),
    ];
    for read in reads {
        let fresh = Home::like(&home).await;
        let store = fresh.open().await;
        store.put(&keyed("p", &["k"])).await.unwrap();
        store.append(&[due("t", 0, 3), step("t", 1)]).await.unwrap();
        drop_everywhere(&fresh, |store, _| read(store)).await;
    }
}

async fn many_are_dropped_at_once(home: Home) {
    let (store, disk) = (home.open().await, home.open().await);
    let attempts = (0..200usize).map(|n| {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            let record = named(&format!("p{n}"), &format!("login:p{n}"));
            broken_off(store.put(&record), n % 9).await;
        })
    });
    futures::future::join_all(attempts).await.into_iter().for_each(Result::unwrap);
    for seq in 0..20 {
        acknowledge(&*store, &*disk, seq).await;
    }
}

async fn what_has_begun_is_carried_through(home: Home) {
    let disk = home.open().await;
    let store = Uncancelled::new(home.open().await);
    assert!(broken_off(store.put(&named("p", "login:p")), 0).await.is_none());
    assert!(broken_off(store.append(&[step("t", 0)]), 0).await.is_none());
    let there = async {
        while disk.get(RecordKind::Person, "p").await.unwrap().is_none()
            || disk.step("t", 0).await.unwrap().is_none()
        {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(300), there).await.expect("it is written");
}
