//! Store operations that are finished even though their caller has gone away.
//!
//! A handler runs in a future that its client can drop by closing a tab. Each operation therefore runs in a task of
//! its own: what has begun is finished, and only the result is lost. An operation has a timeout, so that a hanging
//! database does not block everybody for ever.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::broadcast;
use tokio::time::timeout;

use super::{
    Appended, DueTable, Listed, NewStep, Page, RecordKind, RemoteChange, Status, Store, StoreError,
    StoredRecord, StoredStep,
};

/// The timeout of an operation.
const PATIENCE: Duration = Duration::from_secs(30);

/// A store whose operations cannot be cancelled.
pub struct Uncancelled {
    store: Arc<dyn Store>,
}

impl Uncancelled {
    pub fn new(store: Arc<dyn Store>) -> Uncancelled {
        Uncancelled { store }
    }

    async fn run<T: Send + 'static, F>(
        &self,
        operation: impl FnOnce(Arc<dyn Store>) -> F,
    ) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        let task = tokio::spawn(timeout(PATIENCE, operation(Arc::clone(&self.store))));
        match task.await {
            Ok(Ok(done)) => done,
            Ok(Err(_)) | Err(_) => Err(StoreError::Unanswered),
        }
    }
}

#[async_trait]
impl Store for Uncancelled {
    async fn get(&self, kind: RecordKind, id: &str) -> Result<Option<StoredRecord>, StoreError> {
        let id = id.to_owned();
        self.run(|store| async move { store.get(kind, &id).await }).await
    }

    async fn put(&self, record: &StoredRecord) -> Result<(), StoreError> {
        let record = record.clone();
        self.run(|store| async move { store.put(&record).await }).await
    }

    async fn put_listed(&self, record: &StoredRecord, summary: &str) -> Result<(), StoreError> {
        let (record, summary) = (record.clone(), summary.to_owned());
        self.run(|store| async move { store.put_listed(&record, &summary).await }).await
    }

    async fn summarize(&self, record: &StoredRecord, summary: &str) -> Result<(), StoreError> {
        let (record, summary) = (record.clone(), summary.to_owned());
        self.run(|store| async move { store.summarize(&record, &summary).await }).await
    }

    async fn get_many(
        &self,
        kind: RecordKind,
        ids: &[String],
    ) -> Result<Vec<StoredRecord>, StoreError> {
        let ids = ids.to_vec();
        self.run(|store| async move { store.get_many(kind, &ids).await }).await
    }

    async fn remove(&self, kind: RecordKind, id: &str) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.run(|store| async move { store.remove(kind, &id).await }).await
    }

    async fn find(
        &self,
        kind: RecordKind,
        key: &str,
        page: Page,
    ) -> Result<Vec<StoredRecord>, StoreError> {
        let key = key.to_owned();
        self.run(|store| async move { store.find(kind, &key, page).await }).await
    }

    async fn list(
        &self,
        kind: RecordKind,
        key: &str,
        page: Page,
    ) -> Result<Vec<Listed>, StoreError> {
        let key = key.to_owned();
        self.run(|store| async move { store.list(kind, &key, page).await }).await
    }

    async fn count(&self, kind: RecordKind, key: &str) -> Result<u64, StoreError> {
        let key = key.to_owned();
        self.run(|store| async move { store.count(kind, &key).await }).await
    }

    async fn append(&self, steps: &[NewStep]) -> Result<Vec<Appended>, StoreError> {
        let steps = steps.to_vec();
        self.run(|store| async move { store.append(&steps).await }).await
    }

    async fn adopt(&self, record: &StoredRecord, steps: &[NewStep]) -> Result<(), StoreError> {
        let (record, steps) = (record.clone(), steps.to_vec());
        self.run(|store| async move { store.adopt(&record, &steps).await }).await
    }

    async fn steps(&self, table: &str, from: u32) -> Result<Vec<StoredStep>, StoreError> {
        let table = table.to_owned();
        self.run(|store| async move { store.steps(&table, from).await }).await
    }

    async fn steps_page(
        &self,
        table: &str,
        from: u32,
        limit: u32,
    ) -> Result<Vec<StoredStep>, StoreError> {
        let table = table.to_owned();
        self.run(|store| async move { store.steps_page(&table, from, limit).await }).await
    }

    async fn step(&self, table: &str, seq: u32) -> Result<Option<StoredStep>, StoreError> {
        let table = table.to_owned();
        self.run(|store| async move { store.step(&table, seq).await }).await
    }

    async fn statuses(&self, tables: &[String]) -> Result<Vec<Option<Status>>, StoreError> {
        let tables = tables.to_vec();
        self.run(|store| async move { store.statuses(&tables).await }).await
    }

    async fn due(
        &self,
        now: i64,
        after: Option<DueTable>,
        limit: u32,
    ) -> Result<Vec<DueTable>, StoreError> {
        self.run(|store| async move { store.due(now, after, limit).await }).await
    }

    fn listen(&self) -> broadcast::Receiver<RemoteChange> {
        self.store.listen()
    }

    async fn all(&self, kind: RecordKind, page: Page) -> Result<Vec<StoredRecord>, StoreError> {
        self.run(|store| async move { store.all(kind, page).await }).await
    }

    async fn probe(&self) -> Result<(), StoreError> {
        self.run(|store| async move { store.probe().await }).await
    }
}
