//! The databases that a store is tested on, and test data.

use std::sync::Arc;

use server::store::{Appended, NewStep, Page, RecordKind, Status, Store, StoredRecord, address};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqliteConnection};
use tempfile::TempDir;

/// A place that can be opened again.
pub struct Home {
    address: String,
    _folder: Option<TempDir>,
}

impl Home {
    pub async fn sqlite() -> Home {
        let folder = tempfile::tempdir().unwrap();
        Home {
            address: format!("sqlite:{}", folder.path().join("store.db").display()),
            _folder: Some(folder),
        }
    }

    pub async fn postgres() -> Home {
        Home { address: crate::postgres::database().await, _folder: None }
    }

    /// Another one of the same kind.
    pub async fn like(other: &Home) -> Home {
        match other.address.starts_with("sqlite") {
            true => Home::sqlite().await,
            false => Home::postgres().await,
        }
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// Changes the database without the store noticing.
    pub async fn execute(&self, sql: &str) {
        if self.address.starts_with("sqlite") {
            SqliteConnection::connect(&self.address)
                .await
                .unwrap()
                .execute(AssertSqlSafe(sql))
                .await
                .unwrap();
        } else {
            PgConnection::connect(&self.address)
                .await
                .unwrap()
                .execute(AssertSqlSafe(sql))
                .await
                .unwrap();
        }
    }

    pub async fn open(&self) -> Arc<dyn Store> {
        address::open(&self.address).await.unwrap()
    }
}

/// Runs each case on each kind of store.
macro_rules! on_both {
    ($($case:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $case() {
                super::$case(crate::home::Home::sqlite().await).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $case() {
                super::$case(crate::home::Home::postgres().await).await;
            })*
        }
    };
}

pub fn person(id: &str) -> StoredRecord {
    StoredRecord {
        kind: RecordKind::Person,
        id: id.into(),
        version: 0,
        body: format!(r#"{{"name":"{id}"}}"#),
        keys: vec![],
        unique: vec![],
    }
}

pub fn keyed(id: &str, keys: &[&str]) -> StoredRecord {
    StoredRecord { keys: keys.iter().map(ToString::to_string).collect(), ..person(id) }
}

pub fn named(id: &str, name: &str) -> StoredRecord {
    StoredRecord { unique: vec![name.into()], ..person(id) }
}

pub fn step(table: &str, seq: u32) -> NewStep {
    let body = format!(r#"{{"step":{seq},"said":"\"å\\"}}"#);
    NewStep {
        table: table.into(),
        seq,
        at: 1_000 + i64::from(seq),
        idempotency_key: None,
        body,
        status: None,
    }
}

pub fn with_key(table: &str, seq: u32, idempotency_key: &str) -> NewStep {
    NewStep { idempotency_key: Some(idempotency_key.into()), ..step(table, seq) }
}

pub fn due(table: &str, seq: u32, due: i64) -> NewStep {
    NewStep {
        status: Some(Status { due: Some(due), body: format!(r#"{{"after":{seq}}}"#) }),
        ..step(table, seq)
    }
}

pub async fn keep(store: &dyn Store, steps: &[NewStep]) {
    assert_eq!(store.append(steps).await.unwrap(), vec![Appended::Kept; steps.len()]);
}

pub async fn seqs(store: &dyn Store, table: &str) -> Vec<u32> {
    store.steps(table, 0).await.unwrap().iter().map(|step| step.seq).collect()
}

/// The tables with a deadline.
pub async fn overdue(store: &dyn Store, now: i64, limit: u32) -> Vec<String> {
    let due = store.due(now, None, limit).await.unwrap();
    due.into_iter().map(|due| due.table).collect()
}

pub async fn find(store: &dyn Store, key: &str) -> Vec<String> {
    let records = store.find(RecordKind::Person, key, Page::first(100)).await.unwrap();
    records.into_iter().map(|record| record.id).collect()
}
