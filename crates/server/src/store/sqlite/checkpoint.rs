//! Brings the log into the file beside the writer, who would otherwise stop for it every now and then.

use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::SqlitePool;
use tokio::sync::Notify;
use tokio::task::AbortHandle;

use crate::store::StoreError;
use crate::store::lease::Lease;

/// So long between two, and so much is left for the writer to do when it begins the log anew.
const REST: Duration = Duration::from_millis(150);

/// Runs until it is dropped.
pub(super) struct Checkpoints {
    written: Arc<Notify>,
    task: AbortHandle,
}

impl Checkpoints {
    pub fn start(connection: SqlitePool) -> Checkpoints {
        let written = Arc::new(Notify::new());
        let task = tokio::spawn(run(connection, Arc::clone(&written))).abort_handle();
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

async fn run(pool: SqlitePool, written: Arc<Notify>) {
    loop {
        written.notified().await;
        // It lets writers and readers go on. What it cannot do now, the next one does, or the writer.
        if let Err(error) = checkpoint(&pool).await {
            tracing::warn!(%error, "the write-ahead log was not brought into the file");
        }
        tokio::time::sleep(REST).await;
    }
}

async fn checkpoint(pool: &SqlitePool) -> Result<(), StoreError> {
    let mut on = Lease::acquire(pool).await?;
    let done = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut *on).await;
    on.settle(done).map(drop)
}
