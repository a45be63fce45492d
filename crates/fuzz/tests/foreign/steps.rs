//! Stored steps of a table, written by anybody who can write to a database or an export.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use serde_json::{Value, json};
use server::doctor::check_table;
use server::lobby::{LiveTables as _, TableRecord};
use server::store::sqlite::SqliteStore;
use server::store::{NewStep, RecordKind, Store, StoredRecord};
use server::table::Tables;
use server::time::Time;

use crate::target;
use crate::test_server::TestServer;

/// A store is dropped after so many tables, because nothing is ever removed from it.
const FEW: usize = 500;

/// A store that is filled with invalid data, and the tables that are opened from it.
pub struct Shelf {
    pub store: Arc<dyn Store>,
    tables: Tables,
    used: usize,
}

impl Shelf {
    /// Empty but for these records, which tables need.
    pub async fn with(records: &[StoredRecord]) -> Shelf {
        let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory().await.expect("memory"));
        for record in records {
            store.put(record).await.expect("it is new");
        }
        let tables = Tables::new(games::all().hosts().clone(), Arc::clone(&store), Time::Wall);
        Shelf { store, tables, used: 0 }
    }

    /// Loads a table into memory as a server does, if it was started, and returns whether that is possible.
    pub async fn open(&self, id: &str) -> bool {
        let kept =
            self.store.get(RecordKind::Table, id).await.expect("memory").expect("it was put there");
        let Ok(record) = serde_json::from_str::<TableRecord>(&kept.body) else { return false };
        record.game.is_none() || self.tables.begin(&record).await.is_ok()
    }
}

/// The records that a table needs, and each table with its steps.
struct Kept {
    maps: Vec<StoredRecord>,
    tables: Vec<(StoredRecord, Vec<Value>)>,
}

impl Kept {
    fn of(exported: &Value) -> Kept {
        let mut kept = Kept { maps: Vec::new(), tables: Vec::new() };
        for line in exported.as_array().expect("a list of lines") {
            if line["record"]["kind"] == "map" {
                kept.maps.push(record(&line["record"], RecordKind::Map));
            } else if line.get("table").is_some() {
                kept.tables.push((record(&line["table"]["record"], RecordKind::Table), Vec::new()));
            } else if let (Some(step), Some((_, steps))) =
                (line.get("step"), kept.tables.last_mut())
            {
                steps.push(step.clone());
            }
        }
        kept
    }
}

fn record(line: &Value, kind: RecordKind) -> StoredRecord {
    let id = line["id"].as_str().expect("records have ids").to_owned();
    let body = line["body"].to_string();
    StoredRecord { kind, id, version: 0, body, keys: Vec::new(), unique: Vec::new() }
}

/// The part of a changed list of steps that a database could contain.
fn stored(table: &str, steps: &[Value]) -> Vec<NewStep> {
    let step = |(seq, step): (u32, &Value)| NewStep {
        table: table.to_owned(),
        seq,
        at: step["at"].as_i64().unwrap_or_default(),
        idempotency_key: step["mark"].as_str().map(str::to_owned),
        body: step["body"].to_string(),
        status: None,
    };
    (0..).zip(steps).map(step).collect()
}

#[test]
fn steps() {
    let server = TestServer::open();
    server.war(24);
    server.desk(12);
    let kept = Kept::of(&server.exported());
    let good: Vec<Value> = kept.tables.iter().map(|(_, steps)| json!(steps)).collect();
    let shelf = server.runtime.block_on(Shelf::with(&kept.maps));
    let mut shelf = AssertUnwindSafe(shelf);
    target!("steps", |input: &[u8]| {
        let [which, rest @ ..] = input else { return };
        let (record, _) = &kept.tables[usize::from(*which) % kept.tables.len()];
        let text = fuzz::document(rest, &good[usize::from(*which) % good.len()..]);
        let Ok(Value::Array(steps)) = serde_json::from_slice(&text) else { return };
        server.runtime.block_on(async {
            shelf.used += 1;
            if shelf.used.is_multiple_of(FEW) {
                *shelf = Shelf::with(&kept.maps).await;
            }
            let id = format!("table-{}", shelf.used);
            let record = StoredRecord {
                body: record.body.replacen(&record.id, &id, 1),
                id: id.clone(),
                ..record.clone()
            };
            let steps = stored(&id, &steps);
            let sound = check_table(games::all().hosts(), &*shelf.store, &record, &steps).await;
            shelf.store.adopt(&record, &steps).await.expect("it is new");
            let opened = shelf.open(&id).await;
            assert!(opened || sound.is_err(), "a sound table was not opened");
        });
    });
}
