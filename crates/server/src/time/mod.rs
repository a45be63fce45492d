//! The time: by the wall clock, and at the tables.

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
    /// The wall clock when the process began, and monotonic from then on.
    #[default]
    Wall,
    /// The same across restarts, without outages.
    Kept(Arc<Uptime>),
    /// A clock that is set by hand, for tests.
    Hand(watch::Receiver<i64>),
}

/// Sets a clock by hand.
#[derive(Debug)]
pub struct ManualClock(watch::Sender<i64>);

impl Time {
    /// A clock that stays at `at`, in milliseconds since 1970, until it is advanced.
    pub fn by_hand(at: i64) -> (ManualClock, Time) {
        let (hand, face) = watch::channel(at);
        (ManualClock(hand), Time::Hand(face))
    }

    /// The time that servers on this store have reached. It has to be [kept](Time::keep).
    ///
    /// # Errors
    /// If the database is damaged.
    pub async fn of(store: &dyn Store) -> Result<Time, StoreError> {
        Time::by(store, Arc::new(MachineClocks::default())).await
    }

    /// The same with other clocks.
    ///
    /// # Errors
    /// If the database is damaged.
    pub async fn by(store: &dyn Store, clocks: Arc<dyn Clocks>) -> Result<Time, StoreError> {
        Ok(Time::Kept(Arc::new(Uptime::resume(store, clocks).await?)))
    }

    /// Writes the time to the store as long as the server runs. It stands still while steps cannot be written.
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

    /// As [`now`](Time::now), but without jumps: the difference of two readings is the time that passed here.
    pub fn passed(&self) -> i64 {
        match self {
            Time::Wall | Time::Hand(_) => self.now(),
            Time::Kept(uptime) => uptime.passed(),
        }
    }

    /// Finds out why another server is far ahead in time, so that the difference is charged to nobody.
    ///
    /// # Errors
    /// If that cannot be read now.
    pub(crate) async fn hear_of(&self, at: i64, store: &dyn Store) -> Result<bool, Problem> {
        match self {
            Time::Kept(uptime) if uptime.is_behind(at) => uptime.hear(store).await.map(|()| true),
            Time::Wall | Time::Hand(_) | Time::Kept(_) => Ok(false),
        }
    }

    /// `at` in served time, which stands still during outages.
    pub fn served(&self, at: i64) -> i64 {
        match self {
            Time::Wall | Time::Hand(_) => at,
            Time::Kept(uptime) => uptime.served(at),
        }
    }

    /// The first time at which the served time is `served`.
    pub fn when(&self, served: i64) -> i64 {
        match self {
            Time::Wall | Time::Hand(_) => served,
            Time::Kept(uptime) => uptime.when(served),
        }
    }

    /// The time that is `delay_ms` before `at`, not counting outages.
    pub fn earlier(&self, at: i64, delay_ms: i64) -> i64 {
        if delay_ms == 0 { at } else { self.when(self.served(at) - delay_ms) }
    }

    /// What the wall clock will show at that time; it may have been adjusted in the meantime.
    pub fn on_the_wall(&self, at: i64) -> i64 {
        match self {
            Time::Wall | Time::Hand(_) => at,
            Time::Kept(uptime) => uptime.on_the_wall(at),
        }
    }

    /// Completes when that time has come.
    pub async fn reach(&self, at: i64) {
        match self {
            Time::Wall => {
                let wait = at.saturating_sub(steady()).max(0);
                tokio::time::sleep(Duration::from_millis(wait as u64)).await;
            }
            Time::Kept(uptime) => uptime.reach(at).await,
            Time::Hand(face) => {
                if face.clone().wait_for(|now| *now >= at).await.is_err() {
                    // Nobody can set it any more, so it stands still for ever.
                    pending::<()>().await;
                }
            }
        }
    }
}

/// The wall clock when it was first read, and monotonic from then on.
fn steady() -> i64 {
    static BEGAN: LazyLock<(i64, Instant)> = LazyLock::new(|| (now(), Instant::now()));
    let (wall, began) = &*BEGAN;
    wall + began.elapsed().as_millis() as i64
}

impl ManualClock {
    /// Advances the clock.
    pub fn turn(&self, by: Duration) {
        let by = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.0.send_modify(|now| *now = now.saturating_add(by));
    }

    /// Another reader of the same clock.
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
