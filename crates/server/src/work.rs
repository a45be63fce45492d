//! CPU-bound work. It never runs on the threads that serve requests; the number of running and of waiting jobs of
//! each kind is limited, and further ones are refused with "try again".

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::task::JoinError;

use crate::wire::Problem;

/// Kinds of work that are slow enough to delay everybody else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// Hashing a password, which takes 20 MB and is slow by design.
    Password,
    /// Parsing and checking a set-up with its map.
    Setup,
    /// Judging a deal in a situation that somebody submitted.
    Judging,
    /// Folding the steps of a table, to load it or to compute an earlier state.
    Folding,
    /// The messages that a reconnecting client missed.
    Recalling,
    /// Logs, replays, histories and honours.
    Archive,
    /// Having a bot make its decisions again, to explain one of them.
    Explaining,
    /// Reading the reports that the host puts into a folder.
    Reports,
    /// Bots choosing their moves.
    Thinking,
}

/// The threads for one kind of work, and the queue for them.
struct Threads {
    free: Semaphore,
    places: Semaphore,
}

impl Threads {
    const fn new(at_once: usize, waiting: usize) -> Threads {
        Threads {
            free: Semaphore::const_new(at_once),
            places: Semaphore::const_new(at_once + waiting),
        }
    }
}

static PASSWORD: Threads = Threads::new(2, 64);
static SETUP: Threads = Threads::new(2, 256);
static JUDGING: Threads = Threads::new(2, 64);
static FOLDING: Threads = Threads::new(2, 1024);
static RECALLING: Threads = Threads::new(1, 32);
static ARCHIVE: Threads = Threads::new(1, 16);
static EXPLAINING: Threads = Threads::new(1, 8);
static REPORTS: Threads = Threads::new(1, 64);
// A table has at most one bot that is thinking, so no more jobs wait than there are tables.
static THINKING: Threads = Threads::new(4, 1 << 20);

impl Work {
    fn threads(self) -> &'static Threads {
        match self {
            Work::Password => &PASSWORD,
            Work::Setup => &SETUP,
            Work::Judging => &JUDGING,
            Work::Folding => &FOLDING,
            Work::Recalling => &RECALLING,
            Work::Archive => &ARCHIVE,
            Work::Explaining => &EXPLAINING,
            Work::Reports => &REPORTS,
            Work::Thinking => &THINKING,
        }
    }

    /// Waits for a thread.
    ///
    /// # Errors
    /// `unavailable` if the queue is full.
    pub async fn permit(self) -> Result<WorkPermit, Problem> {
        let Threads { free, places } = self.threads();
        let place = places.try_acquire().map_err(|_| self.refused())?;
        let thread = free.acquire().await.map_err(|_| Problem::internal())?;
        Ok(WorkPermit { _place: place, _thread: thread })
    }

    /// Runs a job on a thread of its own when one is free.
    ///
    /// # Errors
    /// `unavailable` if the queue is full.
    pub async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = self.permit().await?;
        // The permit moves with the job: if the caller goes away, the thread is still busy.
        let done = aside(move || (work(), permit)).await;
        done.map(|(done, _)| done).map_err(|_| Problem::internal())
    }

    /// Continues a job that has begun, however long the queue is.
    ///
    /// # Errors
    /// If it panics.
    pub async fn go_on<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let thread = self.threads().free.acquire().await.map_err(|_| Problem::internal())?;
        let done = aside(move || (work(), thread)).await;
        done.map(|(done, _)| done).map_err(|_| Problem::internal())
    }

    fn refused(self) -> Problem {
        metrics::counter!("work_refused_total", "kind" => format!("{self:?}").to_lowercase())
            .increment(1);
        Problem::busy()
    }
}

/// The right to occupy a thread, for work that is done in pieces.
pub struct WorkPermit {
    _place: SemaphorePermit<'static>,
    _thread: SemaphorePermit<'static>,
}

impl WorkPermit {
    /// Runs one piece of the work.
    ///
    /// # Errors
    /// If it panics.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        aside(work).await.map_err(|_| Problem::internal())
    }
}

async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, JoinError> {
    // A simulated world has one thread, so that everything happens in one order.
    #[cfg(feature = "simulation")]
    if crate::simulation::is_entered() {
        return Ok(work());
    }
    tokio::task::spawn_blocking(work).await
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn whoever_finds_no_place_is_told_to_come_back() {
        let places = ARCHIVE.places.available_permits();
        let (go, wait) = mpsc::channel::<()>();
        let busy = tokio::spawn(Work::Archive.run(move || wait.recv()));
        let mut waiting = Vec::new();
        for _ in 1..places {
            waiting.push(tokio::spawn(Work::Archive.run(|| ())));
        }
        while ARCHIVE.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let problem = Work::Archive.run(|| ()).await.unwrap_err();
        assert_eq!((problem.status, problem.retry_after.is_some()), (503, true));
        go.send(()).unwrap();
        busy.await.unwrap().unwrap().unwrap();
        for one in waiting {
            one.await.unwrap().unwrap();
        }
        assert!(Work::Archive.run(|| ()).await.is_ok());
    }
}
