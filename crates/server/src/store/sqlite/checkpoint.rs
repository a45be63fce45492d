//! Copies the write-ahead log into the file on a connection of its own; otherwise the writer would stop for it every
//! now and then.

use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::SqlitePool;
use tokio::sync::Notify;
use tokio::task::AbortHandle;

use super::contents::Contents;
use crate::store::StoreError;
use crate::store::lease::Lease;

/// The pause between two checkpoints; what is written in it is left to the writer when it restarts the log.
const REST: Duration = Duration::from_millis(150);
/// A hot page is written to the log with every batch; the longer the log, the less often it is written to the file.
const LONG: i64 = 8000;

/// Runs until it is dropped.
pub(super) struct Checkpoints {
    written: Arc<Notify>,
    task: AbortHandle,
}

/// Nobody else writes to the file, so every change of it is known.
pub(super) struct Checkpointer {
    pub connection: SqlitePool,
    /// The connection of the writer.
    pub writing: SqlitePool,
    /// For a file that is exclusively ours.
    pub contents: Option<Arc<Contents>>,
}

impl Checkpoints {
    pub fn start(by: Checkpointer) -> Checkpoints {
        let written = Arc::new(Notify::new());
        let task = tokio::spawn(by.run(Arc::clone(&written))).abort_handle();
        Checkpoints { written, task }
    }

    /// There is something in the log.
    pub fn written(&self) {
        self.written.notify_one();
    }
}

impl Drop for Checkpoints {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Checkpointer {
    async fn run(self, written: Arc<Notify>) {
        loop {
            written.notified().await;
            // This blocks neither writers nor readers. What it cannot copy now, the next one will.
            if let Err(error) = self.go_round().await {
                tracing::warn!(%error, "a checkpoint failed");
            }
            tokio::time::sleep(REST).await;
        }
    }

    async fn go_round(&self) -> Result<(), StoreError> {
        if self.checkpoint().await? > LONG {
            // The log restarts only when all of it has been copied, and while somebody writes there is always more.
            let _pause = self.writing.acquire().await?;
            self.checkpoint().await?;
        }
        Ok(())
    }

    /// The number of pages in the log, copied or not.
    async fn checkpoint(&self) -> Result<i64, StoreError> {
        let mut on = Lease::acquire(&self.connection).await?;
        self.look(Contents::begin)?;
        let sql = "PRAGMA wal_checkpoint(PASSIVE)";
        let done: Result<(i64, i64, i64), _> = sqlx::query_as(sql).fetch_one(&mut *on).await;
        self.look(Contents::end)?;
        let (_busy, pages, _done) = on.settle(done)?;
        Ok(pages)
    }

    fn look(&self, at: fn(&Contents) -> Result<(), StoreError>) -> Result<(), StoreError> {
        self.contents.as_deref().map_or(Ok(()), at)
    }
}
