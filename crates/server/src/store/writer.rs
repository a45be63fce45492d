//! Group commit: one writer for all tables. Steps that arrive while a batch is being written form the next batch.
//!
//! A disk syncs a few thousand times a second at best, whether for one step or for hundreds.

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::FutureExt as _;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout};

use super::{Appended, NewStep, Store, StoreError};

/// At most this many steps are written at once.
const BATCH: usize = 512;
/// The length of the queue; when it is full, callers wait.
const QUEUE: usize = 4096;
/// The timeout of a batch, after which the next one is tried.
const PATIENCE: Duration = Duration::from_secs(30);
/// When a batch has taken longer than this, the writer counts as unhealthy.
const USUAL: Duration = Duration::from_secs(3);

/// Appends steps of many tables in few writes. Clones share the queue; when the last one is dropped, the writer ends
/// after everything in the queue is written.
#[derive(Clone)]
pub struct StepWriter {
    queue: mpsc::Sender<Waiting>,
    health: Arc<Health>,
}

/// The health of the writer.
#[derive(Default)]
struct Health(Mutex<HealthState>);

#[derive(Default)]
struct HealthState {
    /// When the current batch was begun.
    since: Option<Instant>,
    /// Whether the last batch failed, and no write has succeeded since.
    failed: bool,
}

impl Health {
    fn state(&self) -> MutexGuard<'_, HealthState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ended(&self, well: bool) {
        *self.state() = HealthState { since: None, failed: !well };
    }
}

struct Waiting {
    /// Steps of one table, which are written in the same batch.
    steps: Vec<NewStep>,
    answer: oneshot::Sender<Result<Appended, StoreError>>,
}

impl StepWriter {
    /// # Panics
    /// Outside a Tokio runtime.
    pub fn start(store: Arc<dyn Store>) -> StepWriter {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let health = Arc::<Health>::default();
        tokio::spawn(write(store, waiting, Arc::clone(&health)));
        StepWriter { queue, health }
    }

    /// Whether steps that are appended now can be expected to be written. If the last batch failed, a test write
    /// decides.
    pub async fn is_well(&self, store: &dyn Store) -> bool {
        let HealthState { since, failed } = *self.health.state();
        if since.is_some_and(|since| since.elapsed() > USUAL) {
            return false;
        }
        if failed && timeout(USUAL, store.probe()).await.is_ok_and(|tried| tried.is_ok()) {
            self.health.state().failed = false;
            return true;
        }
        !failed
    }

    /// Appends a step; returns when it is on disk.
    ///
    /// # Errors
    /// If the database failed, for every step of the same batch. Then it is unknown whether it was written: load the
    /// table again. [`StoreError::Zero`] for a step that no database accepts.
    pub async fn append(&self, step: NewStep) -> Result<Appended, StoreError> {
        self.append_together(vec![step]).await
    }

    /// Appends consecutive steps of one table, all or none.
    ///
    /// # Errors
    /// As [`append`](StepWriter::append).
    pub async fn append_together(&self, steps: Vec<NewStep>) -> Result<Appended, StoreError> {
        // PostgreSQL rejects it, and with it all other steps of the batch.
        if steps.iter().any(has_zero) {
            return Err(StoreError::Zero);
        }
        let (answer, answered) = oneshot::channel();
        self.queue.send(Waiting { steps, answer }).await.map_err(|_| StoreError::Stopped)?;
        answered.await.unwrap_or(Err(StoreError::Stopped))
    }
}

fn has_zero(step: &NewStep) -> bool {
    [Some(&step.table), step.idempotency_key.as_ref(), Some(&step.body)]
        .into_iter()
        .flatten()
        .any(|text| text.contains('\0'))
}

async fn write(store: Arc<dyn Store>, mut queue: mpsc::Receiver<Waiting>, health: Arc<Health>) {
    let mut waiting = Vec::with_capacity(BATCH);
    while queue.recv_many(&mut waiting, BATCH).await > 0 {
        let mut steps = Vec::with_capacity(waiting.len());
        let mut answers = Vec::with_capacity(waiting.len());
        for mut one in waiting.drain(..) {
            answers.push((steps.len(), one.answer));
            steps.append(&mut one.steps);
        }
        health.state().since = Some(Instant::now());
        let done = append(&*store, &steps).await;
        health.ended(done.is_ok());
        tell(answers, done);
    }
}

/// Whatever happens to one batch, the writer continues with the next.
async fn append(store: &dyn Store, steps: &[NewStep]) -> Result<Vec<Appended>, StoreError> {
    let done = AssertUnwindSafe(timeout(PATIENCE, store.append(steps))).catch_unwind();
    match done.await {
        Ok(Ok(done)) => done,
        Ok(Err(_)) | Err(_) => Err(StoreError::Unanswered),
    }
}

/// Tells each caller what became of their steps, by the first of them: those that follow it share its result.
fn tell(
    waiting: Vec<(usize, oneshot::Sender<Result<Appended, StoreError>>)>,
    result: Result<Vec<Appended>, StoreError>,
) {
    let result = result.map_err(Arc::new);
    for (first, one) in waiting {
        let result = match &result {
            Ok(answers) => answers.get(first).copied().ok_or(StoreError::Stopped),
            Err(error) => Err(StoreError::Batch(Arc::clone(error))),
        };
        // A caller that has stopped waiting will load the table again.
        let _ = one.send(result);
    }
}
