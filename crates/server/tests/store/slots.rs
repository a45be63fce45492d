//! Limits that hold under concurrent writes, in this process and in others.

use std::sync::Arc;

use futures::future::join_all;
use server::document;
use server::people::record::{KeyRecord, Opens, tokens_key};
use server::store::transfer::{export, import};
use server::store::{RecordKind, Store, StoredRecord};
use server::wire::PersonId;
use server::wire::person::Token;

use crate::home::Home;

on_both![
    a_limit_holds_however_many_write_at_once,
    what_was_written_without_a_slot_counts_as_well,
    what_comes_from_elsewhere_counts_as_well
];

const MOST: u32 = 20;

fn ann() -> PersonId {
    PersonId("ann".into())
}

fn token(n: usize) -> KeyRecord {
    let (id, label) = (n.to_string(), String::new());
    let token = Token { id, label, scopes: Vec::new(), created_at: 0 };
    KeyRecord { fingerprint: format!("{n:064}"), person: ann(), opens: Opens::Token { token } }
}

async fn count(store: &dyn Store) -> u64 {
    store.count(RecordKind::Key, &tokens_key(&ann())).await.unwrap()
}

/// Writes as many at once, in turn by each of the stores, and tells how many were let in.
async fn write(stores: &[Arc<dyn Store>], from: usize, many: usize) -> usize {
    let writing = (from..from + many).map(|n| {
        let store = Arc::clone(&stores[n % stores.len()]);
        tokio::spawn(async move {
            document::add_within(&*store, token(n), MOST).await.unwrap().is_some()
        })
    });
    join_all(writing).await.into_iter().filter(|added| *added.as_ref().unwrap()).count()
}

async fn a_limit_holds_however_many_write_at_once(home: Home) {
    let first = home.open().await;
    let mut stores = vec![Arc::clone(&first)];
    if home.address().starts_with("postgres") {
        stores.push(home.open().await);
    }
    assert_eq!(write(&stores, 0, 60).await, 20);
    assert_eq!(count(&*first).await, 20);
    let kept =
        first.find(RecordKind::Key, &tokens_key(&ann()), server::store::Page::first(3)).await;
    for record in kept.unwrap() {
        first.remove(RecordKind::Key, &record.id).await.unwrap();
    }
    assert_eq!(write(&stores, 100, 20).await, 3);
    assert_eq!(count(&*first).await, 20);
}

async fn what_was_written_without_a_slot_counts_as_well(home: Home) {
    let store = home.open().await;
    for n in 1_000..1_007 {
        let key = token(n);
        let body = serde_json::to_string(&key).unwrap();
        let (id, keys) = (key.fingerprint, vec![tokens_key(&ann())]);
        let record =
            StoredRecord { kind: RecordKind::Key, id, version: 0, body, keys, unique: Vec::new() };
        store.put(&record).await.unwrap();
    }
    assert_eq!(write(&[Arc::clone(&store)], 0, 40).await, 13);
    assert_eq!(count(&*store).await, 20);
}

async fn what_comes_from_elsewhere_counts_as_well(home: Home) {
    let (store, elsewhere) = (home.open().await, Home::sqlite().await);
    let other = elsewhere.open().await;
    write(&[Arc::clone(&other)], 500, 15).await;
    write(&[Arc::clone(&store)], 0, 4).await;
    let mut file = Vec::new();
    export(&*other, None, &mut file).await.unwrap();
    import(&*store, &*file, async |_: &_, _: &_| Ok(())).await.unwrap();
    assert_eq!(count(&*store).await, 19);
    assert_eq!(write(&[store], 10, 9).await, 1);
}
