//! The database as the rules know it: they look up the maps of their tables, and nothing else.

use async_trait::async_trait;
use tokio::sync::broadcast;

use super::source::Source;
use crate::store::{
    Appended, Due, Heard, Kind, Listed, NewStep, Page, Record, Status, Step, Store, StoreError,
};

type Done<T> = Result<T, StoreError>;

/// Only what is asked for here is answered.
fn unasked<T>() -> Done<T> {
    Err(StoreError::ReadOnly)
}

#[async_trait]
impl Store for Source {
    async fn get(&self, kind: Kind, id: &str) -> Done<Option<Record>> {
        self.named(kind, id).await
    }

    async fn put(&self, _: &Record) -> Done<()> {
        unasked()
    }

    async fn put_listed(&self, _: &Record, _: &str) -> Done<()> {
        unasked()
    }

    async fn summarize(&self, _: &Record, _: &str) -> Done<()> {
        unasked()
    }

    async fn get_many(&self, _: Kind, _: &[String]) -> Done<Vec<Record>> {
        unasked()
    }

    async fn remove(&self, _: Kind, _: &str) -> Done<()> {
        unasked()
    }

    async fn find(&self, _: Kind, _: &str, _: Page) -> Done<Vec<Record>> {
        unasked()
    }

    async fn list(&self, _: Kind, _: &str, _: Page) -> Done<Vec<Listed>> {
        unasked()
    }

    async fn count(&self, _: Kind, _: &str) -> Done<u64> {
        unasked()
    }

    async fn append(&self, _: &[NewStep]) -> Done<Vec<Appended>> {
        unasked()
    }

    async fn adopt(&self, _: &Record, _: &[NewStep]) -> Done<()> {
        unasked()
    }

    async fn steps(&self, _: &str, _: u32) -> Done<Vec<Step>> {
        unasked()
    }

    async fn steps_page(&self, _: &str, _: u32, _: u32) -> Done<Vec<Step>> {
        unasked()
    }

    async fn step(&self, _: &str, _: u32) -> Done<Option<Step>> {
        unasked()
    }

    async fn statuses(&self, _: &[String]) -> Done<Vec<Option<Status>>> {
        unasked()
    }

    async fn due(&self, _: i64, _: Option<Due>, _: u32) -> Done<Vec<Due>> {
        unasked()
    }

    fn listen(&self) -> broadcast::Receiver<Heard> {
        broadcast::Sender::new(1).subscribe()
    }

    async fn all(&self, _: Kind, _: Page) -> Done<Vec<Record>> {
        unasked()
    }

    async fn probe(&self) -> Done<()> {
        unasked()
    }
}
