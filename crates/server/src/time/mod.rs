//! What time it is: by the clock on the wall, and at the tables.

mod outages;
mod uptime;

use std::future::pending;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

use self::uptime::{MachineClocks, Uptime};
use crate::store::writer::StepWriter;
use crate::store::{Store, StoreError};
use crate::wire::Problem;

pub use self::uptime::Clocks;
pub(crate) use self::uptime::Heartbeat;

/// A clock that never goes back.
#[derive(Clone, Debug, Default)]
pub enum Time {
    /// The clock on the wall when the process began, and from then on as time passes.
    #[default]
    Wall,
    /// The same across restarts, without the time at which no server was there.
    Kept(Arc<Uptime>),
    /// One that somebody turns by hand.
    Hand(watch::Receiver<i64>),
}

/// Turns a clock.
#[derive(Debug)]
pub struct ManualClock(watch::Sender<i64>);

impl Time {
    /// A clock that stands at `at`, in milliseconds since 1970, until it is turned.
    pub fn by_hand(at: i64) -> (ManualClock, Time) {
        let (hand, face) = watch::channel(at);
        (ManualClock(hand), Time::Hand(face))
    }

    /// The time of whatever servers this store has had. It has to be [kept](Time::keep).
    ///
    /// # Errors
    /// If the database is damaged.
    pub async fn of(store: &dyn Store) -> Result<Time, StoreError> {
        Time::by(store, Arc::new(MachineClocks::default())).await
    }

    /// The same by other clocks.
    ///
    /// # Errors
    /// If the database is damaged.
    pub async fn by(store: &dyn Store, clocks: Arc<dyn Clocks>) -> Result<Time, StoreError> {
        Ok(Time::Kept(Arc::new(Uptime::resume(store, clocks).await?)))
    }

    /// Keeps it in the store for as long as the server runs. It stands still while nothing can be
    /// written down of what happens at the tables.
    pub async fn keep(&self, store: &dyn Store, writer: &StepWriter) {
        if let Time::Kept(uptime) = self {
            uptime.keep(store, writer).await;
        }
    }

    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        match self {
            Time::Wall => steady(),
            Time::Kept(uptime) => uptime.now(),
            Time::Hand(face) => *face.borrow(),
        }
    }

    /// As [`now`](Time::now), but it never jumps: what has passed between two readings is what passed here.
    pub fn passed(&self) -> i64 {
        match self {
            Time::Wall | Time::Hand(_) => self.now(),
            Time::Kept(uptime) => uptime.passed(),
        }
    }

    /// Learns how another server came by a time that is far ahead, so that nobody is charged for it.
    ///
    /// # Errors
    /// If that cannot be had now.
    pub(crate) async fn hear_of(&self, at: i64, store: &dyn Store) -> Result<bool, Problem> {
        match self {
            Time::Kept(uptime) if uptime.is_behind(at) => uptime.hear(store).await.map(|()| true),
            Time::Wall | Time::Hand(_) | Time::Kept(_) => Ok(false),
        }
    }

    /// `at` on a clock that stands still while no server is there.
    pub fn served(&self, at: i64) -> i64 {
        match self {
            Time::Wall | Time::Hand(_) => at,
            Time::Kept(uptime) => uptime.served(at),
        }
    }

    /// The first time at which that clock shows `served`.
    pub fn when(&self, served: i64) -> i64 {
        match self {
            Time::Wall | Time::Hand(_) => served,
            Time::Kept(uptime) => uptime.when(served),
        }
    }

    /// The time from which it is `delay_ms` to `at`, without the time at which no server was there.
    pub fn earlier(&self, at: i64, delay_ms: i64) -> i64 {
        if delay_ms == 0 { at } else { self.when(self.served(at) - delay_ms) }
    }

    /// What a clock on the wall will show at that time; it may have been put right in the meantime.
    pub fn on_the_wall(&self, at: i64) -> i64 {
        match self {
            Time::Wall | Time::Hand(_) => at,
            Time::Kept(uptime) => uptime.on_the_wall(at),
        }
    }

    /// Done when that time has come.
    pub async fn reach(&self, at: i64) {
        match self {
            Time::Wall => {
                let wait = at.saturating_sub(steady()).max(0);
                tokio::time::sleep(Duration::from_millis(wait as u64)).await;
            }
            Time::Kept(uptime) => uptime.reach(at).await,
            Time::Hand(face) => {
                if face.clone().wait_for(|now| *now >= at).await.is_err() {
                    // Nobody can turn it any more, so that it stands for ever.
                    pending::<()>().await;
                }
            }
        }
    }
}

/// The clock on the wall when it was first asked, and from then on as time passes.
fn steady() -> i64 {
    static BEGAN: LazyLock<(i64, Instant)> = LazyLock::new(|| (now(), Instant::now()));
    let (wall, began) = &*BEGAN;
    wall + began.elapsed().as_millis() as i64
}

impl ManualClock {
    /// Turns the clock on.
    pub fn turn(&self, by: Duration) {
        let by = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.0.send_modify(|now| *now = now.saturating_add(by));
    }

    /// A further face of the same clock.
    pub fn face(&self) -> Time {
        Time::Hand(self.0.subscribe())
    }
}

/// Milliseconds since 1970.
pub fn now() -> i64 {
    #[cfg(feature = "simulation")]
    if let Some(now) = crate::simulation::now() {
        return now;
    }
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
