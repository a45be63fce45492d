//! Records: versions, keys, names and lists.

use server::store::{Page, RecordKind, Store, StoreError, StoredRecord};

use crate::home::{Home, find, keyed, named, person};

on_both![
    a_record_comes_back_as_it_was_put,
    only_one_of_two_changes_to_the_same_version_is_kept,
    a_new_record_does_not_replace_an_old_one,
    a_change_to_a_removed_record_is_a_conflict,
    a_unique_key_belongs_to_one_record_of_a_kind,
    a_refused_name_changes_nothing,
    a_name_that_was_given_up_is_free,
    one_of_many_who_want_a_name_gets_it,
    records_are_found_by_the_keys_they_have_now,
    lists_are_newest_first_page_by_page,
    all_records_of_a_kind_come_in_the_order_they_were_made,
    a_removed_record_is_gone_with_its_keys,
    everything_is_there_after_reopening,
];

async fn get(store: &dyn Store, id: &str) -> Option<StoredRecord> {
    store.get(RecordKind::Person, id).await.unwrap()
}

async fn a_record_comes_back_as_it_was_put(home: Home) {
    let store = home.open().await;
    let ann =
        StoredRecord { unique: vec!["z".into(), "a".into()], ..keyed("ann", &["y", "b", "å'\""]) };
    store.put(&ann).await.unwrap();
    assert_eq!(get(&*store, "ann").await, Some(StoredRecord { version: 1, ..ann }));
    assert_eq!(get(&*store, "bob").await, None);
    assert_eq!(store.get(RecordKind::Table, "ann").await.unwrap(), None);
}

async fn only_one_of_two_changes_to_the_same_version_is_kept(home: Home) {
    let store = home.open().await;
    store.put(&person("ann")).await.unwrap();
    let read = get(&*store, "ann").await.unwrap();
    store.put(&StoredRecord { body: "1".into(), ..read.clone() }).await.unwrap();
    let slower =
        store.put(&StoredRecord { body: "2".into(), keys: vec!["slow".into()], ..read }).await;
    assert!(matches!(slower, Err(StoreError::Conflict)), "{slower:?}");
    let kept = get(&*store, "ann").await.unwrap();
    assert_eq!((kept.version, kept.body.as_str()), (2, "1"));
    assert!(find(&*store, "slow").await.is_empty());
}

async fn a_new_record_does_not_replace_an_old_one(home: Home) {
    let store = home.open().await;
    store.put(&person("ann")).await.unwrap();
    let again = store.put(&StoredRecord { body: "{}".into(), ..person("ann") }).await;
    assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
    assert_eq!(get(&*store, "ann").await.unwrap().body, person("ann").body);
}

async fn a_change_to_a_removed_record_is_a_conflict(home: Home) {
    let store = home.open().await;
    store.put(&person("ann")).await.unwrap();
    let read = get(&*store, "ann").await.unwrap();
    store.remove(RecordKind::Person, "ann").await.unwrap();
    assert!(matches!(store.put(&read).await, Err(StoreError::Conflict)));
    assert_eq!(get(&*store, "ann").await, None);
}

async fn a_unique_key_belongs_to_one_record_of_a_kind(home: Home) {
    let store = home.open().await;
    store.put(&named("ann", "login:x")).await.unwrap();
    let second = store.put(&named("bob", "login:x")).await;
    assert!(matches!(second, Err(StoreError::Taken(ref name)) if name == "login:x"), "{second:?}");
    assert_eq!(get(&*store, "bob").await, None);
    store.put(&StoredRecord { kind: RecordKind::Table, ..named("bob", "login:x") }).await.unwrap();
    assert_eq!(find(&*store, "login:x").await, ["ann"]);
}

async fn a_refused_name_changes_nothing(home: Home) {
    let store = home.open().await;
    store.put(&named("ann", "x")).await.unwrap();
    store.put(&named("bob", "y")).await.unwrap();
    let bob = get(&*store, "bob").await.unwrap();
    let wish = StoredRecord {
        unique: vec!["x".into()],
        keys: vec!["k".into()],
        body: "[]".into(),
        ..bob.clone()
    };
    assert!(matches!(store.put(&wish).await, Err(StoreError::Taken(_))));
    assert_eq!(get(&*store, "bob").await, Some(bob));
    assert_eq!(find(&*store, "y").await, ["bob"]);
    assert!(find(&*store, "k").await.is_empty());
}

async fn a_name_that_was_given_up_is_free(home: Home) {
    let store = home.open().await;
    store.put(&named("ann", "x")).await.unwrap();
    store.put(&StoredRecord { version: 1, ..named("ann", "y") }).await.unwrap();
    store.put(&named("bob", "x")).await.unwrap();
    store.remove(RecordKind::Person, "ann").await.unwrap();
    store.put(&named("cyd", "y")).await.unwrap();
    assert_eq!(
        (find(&*store, "x").await, find(&*store, "y").await),
        (vec!["bob".into()], vec!["cyd".into()])
    );
}

async fn one_of_many_who_want_a_name_gets_it(home: Home) {
    let store = home.open().await;
    let wishes = (0..16).map(|number| {
        let store = store.clone();
        tokio::spawn(async move { store.put(&named(&format!("p{number}"), "x")).await })
    });
    let results = futures::future::join_all(wishes).await;
    let mut got = 0;
    for result in results {
        match result.unwrap() {
            Ok(()) => got += 1,
            Err(error) => assert!(matches!(error, StoreError::Taken(_)), "{error}"),
        }
    }
    assert_eq!((got, find(&*store, "x").await.len()), (1, 1));
}

async fn records_are_found_by_the_keys_they_have_now(home: Home) {
    let store = home.open().await;
    store.put(&keyed("ann", &["a", "b", "b"])).await.unwrap();
    store.put(&keyed("bob", &["b"])).await.unwrap();
    assert_eq!(store.count(RecordKind::Person, "b").await.unwrap(), 2);
    assert_eq!(store.count(RecordKind::Table, "b").await.unwrap(), 0);
    store.put(&StoredRecord { version: 1, ..keyed("ann", &["b", "c"]) }).await.unwrap();
    assert_eq!(find(&*store, "a").await, Vec::<String>::new());
    assert_eq!(find(&*store, "b").await, ["bob", "ann"]);
    assert_eq!(find(&*store, "c").await, ["ann"]);
    assert_eq!(store.count(RecordKind::Person, "a").await.unwrap(), 0);
}

/// The ids are made in an order that is neither theirs nor its reverse, within one millisecond.
fn shuffled() -> Vec<String> {
    (0..25).map(|number| format!("p{:02}", number * 7 % 25)).collect()
}

async fn lists_are_newest_first_page_by_page(home: Home) {
    let store = home.open().await;
    for id in shuffled() {
        store.put(&keyed(&id, &["k"])).await.unwrap();
        store.put(&keyed(&format!("other-{id}"), &["l"])).await.unwrap();
    }
    // A change does not make a record new.
    store.put(&StoredRecord { version: 1, ..keyed("p00", &["k", "l"]) }).await.unwrap();
    let (mut seen, mut after) = (Vec::new(), None);
    loop {
        let page = store.find(RecordKind::Person, "k", Page { after, limit: 10 }).await.unwrap();
        let Some(last) = page.last() else { break };
        assert!(page.len() <= 10);
        after = Some(last.id.clone());
        seen.extend(page.into_iter().map(|record| record.id));
    }
    let expected: Vec<_> = shuffled().into_iter().rev().collect();
    assert_eq!(seen, expected);
}

async fn all_records_of_a_kind_come_in_the_order_they_were_made(home: Home) {
    let store = home.open().await;
    for id in shuffled() {
        store.put(&person(&id)).await.unwrap();
        store.put(&StoredRecord { kind: RecordKind::Key, ..person(&id) }).await.unwrap();
    }
    let first = store.all(RecordKind::Person, Page::first(20)).await.unwrap();
    let after = Some(first[19].id.clone());
    let rest = store.all(RecordKind::Person, Page { after, limit: 20 }).await.unwrap();
    let ids: Vec<_> = first.into_iter().chain(rest).map(|record| record.id).collect();
    assert_eq!(ids, shuffled());
}

async fn a_removed_record_is_gone_with_its_keys(home: Home) {
    let store = home.open().await;
    store.put(&StoredRecord { unique: vec!["x".into()], ..keyed("ann", &["k"]) }).await.unwrap();
    store.put(&keyed("bob", &["k"])).await.unwrap();
    store.remove(RecordKind::Person, "ann").await.unwrap();
    store.remove(RecordKind::Person, "nobody").await.unwrap();
    assert_eq!((get(&*store, "ann").await, find(&*store, "k").await), (None, vec!["bob".into()]));
    assert_eq!(store.count(RecordKind::Person, "x").await.unwrap(), 0);
}

async fn everything_is_there_after_reopening(home: Home) {
    let store = home.open().await;
    store.probe().await.unwrap();
    store.put(&named("ann", "x")).await.unwrap();
    crate::home::keep(&*store, &[crate::home::due("t", 0, 5)]).await;
    drop(store);
    let store = home.open().await;
    assert_eq!(get(&*store, "ann").await, Some(StoredRecord { version: 1, ..named("ann", "x") }));
    assert_eq!(crate::home::seqs(&*store, "t").await, [0]);
    assert_eq!(crate::home::overdue(&*store, 5, 10).await, ["t"]);
}
