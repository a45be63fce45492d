//! Work that keeps a thread busy for a while. It is never done on the threads that answer requests, of each
//! kind only so much is done at once, and only so many wait for their turn: all others are told to come back.

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::task::JoinError;

use crate::wire::Problem;

/// What takes long enough to hold up everybody else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// Hashing a password, which takes 20 MB and is slow on purpose.
    Password,
    /// Reading and checking a set-up with its map.
    Setup,
    /// Judging a deal in a situation that somebody made up.
    Judging,
    /// Folding the steps of a table, to bring it back or to tell what was before.
    Folding,
    /// What somebody missed while they were away.
    Recalling,
    /// Logs, replays, histories and records.
    Archive,
    /// The thoughts of bots.
    Thinking,
}

/// The threads of one kind of work, and the places of those who have one or wait for one.
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
// A table has one bot that thinks at most, so that no more wait than there are tables.
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
            Work::Thinking => &THINKING,
        }
    }

    /// Waits for a thread.
    ///
    /// # Errors
    /// `unavailable` if too many wait already.
    pub async fn permit(self) -> Result<WorkPermit, Problem> {
        let Threads { free, places } = self.threads();
        let place = places.try_acquire().map_err(|_| self.refused())?;
        let thread = free.acquire().await.map_err(|_| Problem::internal())?;
        Ok(WorkPermit { _place: place, _thread: thread })
    }

    /// Does something on a thread of its own when there is one.
    ///
    /// # Errors
    /// `unavailable` if too many wait already.
    pub async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = self.permit().await?;
        // The permit goes with the work: whoever asked may have gone away, and the thread is still busy.
        let done = aside(move || (work(), permit)).await;
        done.map(|(done, _)| done).map_err(|_| Problem::internal())
    }

    /// Goes on with something that has begun, however many wait.
    ///
    /// # Errors
    /// If it fails for a fault of ours.
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

/// The right to keep a thread busy, for work that is done piece by piece.
pub struct WorkPermit {
    _place: SemaphorePermit<'static>,
    _thread: SemaphorePermit<'static>,
}

impl WorkPermit {
    /// One piece of the work.
    ///
    /// # Errors
    /// If it fails for a fault of ours.
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
