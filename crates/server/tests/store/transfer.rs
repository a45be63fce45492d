//! Exports and imports.

use server::store::transfer::{Imported, TransferError, export, import};
use server::store::{NewStep, Page, RecordKind, Store, StoredRecord};

use crate::home::{Home, due, keep, keyed, named, person, seqs, step, with_key};

on_both![
    a_broken_table_is_not_imported_at_all,
    a_table_that_is_there_is_refused_and_left_alone,
    a_single_table_brings_its_people
];

fn table(id: &str, people: &[&str]) -> StoredRecord {
    let body = format!(r#"{{"owner":"{}","seats":{people:?},"å":1.50}}"#, people[0]);
    StoredRecord { kind: RecordKind::Table, body, ..keyed(id, &["open"]) }
}

/// People and tables, made in an order that is not that of their ids.
async fn fill(store: &dyn Store) {
    for id in ["zoe", "ann", "bob"] {
        store.put(&named(id, &format!("login:{id}"))).await.unwrap();
        let key = StoredRecord {
            kind: RecordKind::Key,
            body: format!(r#"{{"person":"{id}"}}"#),
            ..keyed(&format!("hash-{id}"), &[&format!("person:{id}")])
        };
        store.put(&key).await.unwrap();
    }
    store.put(&table("t2", &["ann", "bob"])).await.unwrap();
    store.put(&table("t1", &["zoe", "ann"])).await.unwrap();
    store.put(&table("t3", &["bob"])).await.unwrap();
    // A version that was changed, and a body with line breaks.
    store
        .put(&StoredRecord {
            version: 1,
            body: "{\n \"owner\":\r\n\"bob\" }".into(),
            ..table("t3", &["bob"])
        })
        .await
        .unwrap();
    store.put(&StoredRecord { kind: RecordKind::ReadPosition, ..person("ann/t1") }).await.unwrap();
    keep(store, &[with_key("t1", 0, "m"), step("t2", 0), due("t1", 1, 77), step("t1", 2)]).await;
}

async fn exported(store: &dyn Store, tables: Option<&[String]>) -> String {
    let mut out = Vec::new();
    export(store, tables, &mut out).await.unwrap();
    String::from_utf8(out).unwrap()
}

async fn read(store: &dyn Store, text: &str) -> Imported {
    import(store, text.as_bytes(), anything).await.unwrap()
}

/// The store does not look into what it keeps.
async fn anything(_: &StoredRecord, _: &[NewStep]) -> Result<(), String> {
    Ok(())
}

fn ids(records: Vec<StoredRecord>) -> Vec<String> {
    records.into_iter().map(|record| record.id).collect()
}

#[tokio::test]
async fn moving_there_and_back_changes_no_byte() {
    let (from, there, back) = (Home::sqlite().await, Home::postgres().await, Home::sqlite().await);
    let (from, there, back) = (from.open().await, there.open().await, back.open().await);
    fill(&*from).await;
    let first = exported(&*from, None).await;
    let report = Imported {
        tables: vec!["t2".into(), "t1".into(), "t3".into()],
        refused: vec![],
        unsound: vec![],
        records: 7,
    };
    assert_eq!(read(&*there, &first).await, report);
    let second = exported(&*there, None).await;
    assert_eq!(read(&*back, &second).await, report);
    assert_eq!(
        (first.as_str(), second.as_str()),
        (second.as_str(), exported(&*back, None).await.as_str())
    );
    for store in [&*there, &*back] {
        let open = store.find(RecordKind::Table, "open", Page::first(9)).await.unwrap();
        assert_eq!(ids(open), ["t3", "t1", "t2"]);
        assert_eq!(store.steps("t1", 0).await.unwrap(), from.steps("t1", 0).await.unwrap());
        assert_eq!(crate::home::overdue(store, 77, 9).await, ["t1"]);
        assert_eq!(
            store.find(RecordKind::Person, "login:zoe", Page::first(9)).await.unwrap()[0].id,
            "zoe"
        );
        keep(store, &[step("t1", 3)]).await;
    }
}

async fn a_table_that_is_there_is_refused_and_left_alone(home: Home) {
    let store = home.open().await;
    fill(&*store).await;
    let text = exported(&*store, None).await;
    store.remove(RecordKind::Table, "t3").await.unwrap();
    keep(&*store, &[step("t2", 1)]).await;
    let report = read(&*store, &text).await;
    assert_eq!(
        report,
        Imported {
            tables: vec!["t3".into()],
            refused: vec!["t2".into(), "t1".into()],
            ..Imported::default()
        }
    );
    assert_eq!(seqs(&*store, "t2").await, [0, 1]);
}

async fn a_broken_table_is_not_imported_at_all(home: Home) {
    let store = home.open().await;
    let source = server::store::address::open("sqlite::memory:").await.unwrap();
    fill(&*source).await;
    let whole = exported(&*source, None).await;
    let lines: Vec<_> = whole.lines().collect();
    let last_step = lines.iter().rposition(|line| line.starts_with(r#"{"step""#)).unwrap();
    let cut = lines[..last_step].join("\n");
    assert!(matches!(import(&*store, cut.as_bytes(), anything).await, Err(TransferError::Cut)));
    assert_eq!(store.get(RecordKind::Table, "t1").await.unwrap(), None);
    assert!(seqs(&*store, "t1").await.is_empty());
    assert_eq!(seqs(&*store, "t2").await, [0]);
    let mut missing = lines.clone();
    missing.remove(last_step);
    let result = import(&*store, missing.join("\n").as_bytes(), anything).await;
    assert!(matches!(result, Err(TransferError::Line { .. })), "{result:?}");
    assert!(seqs(&*store, "t1").await.is_empty());
    assert_eq!(read(&*store, &whole).await.tables, ["t1", "t3"]);
    assert_eq!(seqs(&*store, "t1").await, [0, 1, 2]);
}

async fn a_single_table_brings_its_people(home: Home) {
    let store = home.open().await;
    let source = server::store::address::open("sqlite::memory:").await.unwrap();
    fill(&*source).await;
    let text = exported(&*source, Some(&["t1".into()])).await;
    assert_eq!(
        read(&*store, &text).await,
        Imported { tables: vec!["t1".into()], records: 5, ..Imported::default() }
    );
    assert_eq!(ids(store.all(RecordKind::Person, Page::first(9)).await.unwrap()), ["zoe", "ann"]);
    assert_eq!(
        ids(store.all(RecordKind::Key, Page::first(9)).await.unwrap()),
        ["hash-zoe", "hash-ann"]
    );
    assert_eq!(ids(store.all(RecordKind::ReadPosition, Page::first(9)).await.unwrap()), ["ann/t1"]);
    let none = export(&*source, Some(&["t9".into()]), &mut Vec::new()).await;
    assert_eq!(none.unwrap_err().to_string(), "there is no table `t9`");
}

#[tokio::test]
async fn what_is_no_export_is_told_so() {
    let store = server::store::address::open("sqlite::memory:").await.unwrap();
    for (text, says) in [
        ("", "this is not an export: its first line should have the format"),
        ("Dear all", "this is not an export: its first line should have the format"),
        (
            r#"{"format":{"version":2}}"#,
            "the export has format 2, which is unknown here; it was written by a newer version of this program",
        ),
        (
            "{\"format\":{\"version\":1}}\n{\"step\":{\"seq\":0,\"at\":0,\"mark\":null,\"body\":1}}",
            "line 2: a step without a table",
        ),
    ] {
        assert_eq!(import(&*store, text.as_bytes(), anything).await.unwrap_err().to_string(), says);
    }
}
