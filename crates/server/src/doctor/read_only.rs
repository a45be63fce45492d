//! The database as a read-only store: games look up the maps of their tables, and nothing else.

use async_trait::async_trait;
use tokio::sync::broadcast;

use super::source::DoctorSource;
use crate::store::{
    Appended, DueTable, Listed, NewStep, Page, RecordKind, RemoteChange, Status, Store, StoreError,
    StoredRecord, StoredStep,
};

type Done<T> = Result<T, StoreError>;

/// Only the methods that are needed are implemented.
fn unasked<T>() -> Done<T> {
    Err(StoreError::ReadOnly)
}

#[async_trait]
impl Store for DoctorSource {
    async fn get(&self, kind: RecordKind, id: &str) -> Done<Option<StoredRecord>> {
        self.named(kind, id).await
    }

    async fn put(&self, _: &StoredRecord) -> Done<()> {
        unasked()
    }

    async fn put_listed(&self, _: &StoredRecord, _: &str) -> Done<()> {
        unasked()
    }

    async fn summarize(&self, _: &StoredRecord, _: &str) -> Done<()> {
        unasked()
    }

    async fn get_many(&self, _: RecordKind, _: &[String]) -> Done<Vec<StoredRecord>> {
        unasked()
    }

    async fn remove(&self, _: RecordKind, _: &str) -> Done<()> {
        unasked()
    }

    async fn find(&self, _: RecordKind, _: &str, _: Page) -> Done<Vec<StoredRecord>> {
        unasked()
    }

    async fn list(&self, _: RecordKind, _: &str, _: Page) -> Done<Vec<Listed>> {
        unasked()
    }

    async fn count(&self, _: RecordKind, _: &str) -> Done<u64> {
        unasked()
    }

    async fn append(&self, _: &[NewStep]) -> Done<Vec<Appended>> {
        unasked()
    }

    async fn adopt(&self, _: &StoredRecord, _: &[NewStep]) -> Done<()> {
        unasked()
    }

    async fn steps(&self, _: &str, _: u32) -> Done<Vec<StoredStep>> {
        unasked()
    }

    async fn steps_page(&self, _: &str, _: u32, _: u32) -> Done<Vec<StoredStep>> {
        unasked()
    }

    async fn step(&self, _: &str, _: u32) -> Done<Option<StoredStep>> {
        unasked()
    }

    async fn statuses(&self, _: &[String]) -> Done<Vec<Option<Status>>> {
        unasked()
    }

    async fn due(&self, _: i64, _: Option<DueTable>, _: u32) -> Done<Vec<DueTable>> {
        unasked()
    }

    fn listen(&self) -> broadcast::Receiver<RemoteChange> {
        broadcast::Sender::new(1).subscribe()
    }

    async fn all(&self, _: RecordKind, _: Page) -> Done<Vec<StoredRecord>> {
        unasked()
    }

    async fn probe(&self) -> Done<()> {
        unasked()
    }
}
