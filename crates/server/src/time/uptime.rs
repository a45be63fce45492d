//! The time at the tables of a server that may be stopped or paused, or whose clock may be adjusted.
//!
//! It starts from the wall clock and is monotonic from then on, so that a jump of the wall clock changes nothing.
//! Every few seconds it is written to the store (a heartbeat). From that the next server, or the same one after a
//! pause, knows since when no server was running: an [outage](Outages), which is charged to nobody. A jump of the
//! clock and a server that was off for years look the same.

use std::fmt;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use std::time::Duration;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::now;
use super::outages::Outages;
use crate::document::{self, Document, Kept, Saved};
use crate::store::writer::StepWriter;
use crate::store::{RecordKind, Store, StoreError};
use crate::wire::Problem;

/// The interval of heartbeats.
const BEAT_MS: i64 = 5_000;
/// The delay after a failed heartbeat.
const RETRY_MS: i64 = 1_000;
/// So long after the last heartbeat time stands still: if the time cannot be written, neither can steps.
const LEASE_MS: i64 = 15_000;
/// If the wall clock is so far ahead, no server was running, or the clock was adjusted.
const OUTAGE_MS: i64 = 10_000;
/// How often a heartbeat is retried when other servers write theirs.
const TRIES: usize = 8;

/// The clocks of a machine.
#[async_trait]
pub trait Clocks: Send + Sync + 'static {
    /// The wall clock, in milliseconds since 1970. It may jump.
    fn wall(&self) -> i64;

    /// A monotonic clock, in milliseconds.
    fn steady(&self) -> i64;

    /// Completes when the monotonic clock has reached that.
    async fn reach(&self, steady: i64);
}

/// The clocks of this machine.
pub struct MachineClocks {
    began: Instant,
}

impl Default for MachineClocks {
    fn default() -> MachineClocks {
        MachineClocks { began: Instant::now() }
    }
}

#[async_trait]
impl Clocks for MachineClocks {
    fn wall(&self) -> i64 {
        now()
    }

    fn steady(&self) -> i64 {
        i64::try_from(self.began.elapsed().as_millis()).unwrap_or(i64::MAX)
    }

    async fn reach(&self, steady: i64) {
        let wait = steady.saturating_sub(self.steady()).max(0);
        tokio::time::sleep(Duration::from_millis(wait as u64)).await;
    }
}

/// The time at the tables.
pub struct Uptime {
    clocks: Arc<dyn Clocks>,
    dial: RwLock<Dial>,
    /// When the last heartbeat was tried, by the monotonic clock.
    tried: AtomicI64,
}

/// What the time is computed from.
#[derive(Clone)]
struct Dial {
    /// The time at the zero of the monotonic clock.
    origin: i64,
    /// Where time stops, unless there is another heartbeat.
    until: i64,
    /// How far it has jumped in all.
    jumped: i64,
    outages: Outages,
    /// Whether the last heartbeat of any server is known.
    known: bool,
    /// Whether this server has written a heartbeat.
    beating: bool,
}

/// The stored heartbeat.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Heartbeat {
    at: i64,
    #[serde(flatten)]
    outages: Outages,
}

const ID: &str = "heartbeat";

impl Document for Heartbeat {
    const KIND: RecordKind = RecordKind::Heartbeat;

    fn id(&self) -> String {
        ID.to_owned()
    }

    fn keys(&self) -> Vec<String> {
        Vec::new()
    }
}

impl Uptime {
    /// Continues from the last heartbeat in the store, and waits until it can be read: without it everybody could
    /// time out. If no new one can be written, time stands still until one can.
    ///
    /// # Errors
    /// If the database is damaged, so that waiting does not help.
    pub async fn resume(store: &dyn Store, clocks: Arc<dyn Clocks>) -> Result<Uptime, StoreError> {
        let (until, outages) = (clocks.wall(), Outages::default());
        let origin = until - clocks.steady();
        let dial = Dial { origin, until, jumped: 0, outages, known: false, beating: false };
        let uptime = Uptime { clocks, dial: RwLock::new(dial), tried: AtomicI64::new(0) };
        while let Err(problem) = uptime.beat(store).await {
            tracing::warn!(problem = problem.detail, "the heartbeat cannot be written");
            if !problem.is_unavailable()
                && let Some(damage) = damage(store).await
            {
                return Err(damage);
            }
            if uptime.dial().known {
                break;
            }
            uptime.clocks.reach(uptime.clocks.steady() + RETRY_MS).await;
        }
        Ok(uptime)
    }

    /// Writes heartbeats as long as the server runs, except while steps cannot be written.
    pub async fn keep(&self, store: &dyn Store, writer: &StepWriter) {
        let mut well = true;
        loop {
            let pause = if well { BEAT_MS } else { RETRY_MS };
            self.clocks.reach(self.tried.load(Ordering::Relaxed) + pause).await;
            let beat = match writer.is_well(store).await {
                true => self.beat(store).await,
                false => Err(self.miss()),
            };
            if let Err(problem) = beat.as_ref().map_err(|it| &it.detail)
                && well
            {
                tracing::warn!(
                    problem,
                    "the heartbeat cannot be written; clocks stand still until it can"
                );
            }
            well = beat.is_ok();
        }
    }

    /// Whether that time is known only from another server's heartbeat, so that it has to be [read](Uptime::hear).
    pub fn is_behind(&self, at: i64) -> bool {
        at > self.now() + OUTAGE_MS
    }

    /// Continues from the last heartbeat of any server.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn hear(&self, store: &dyn Store) -> Result<(), Problem> {
        let Some(last) = document::load::<Heartbeat>(store, ID).await? else { return Ok(()) };
        let mut dial = self.dial.write().unwrap_or_else(PoisonError::into_inner);
        let ahead = (last.value.at - self.shown(&dial)).max(0);
        dial.origin += ahead;
        dial.until += ahead;
        dial.jumped += ahead;
        dial.outages = last.value.outages;
        Ok(())
    }

    /// Never goes back.
    pub fn now(&self) -> i64 {
        let dial = self.dial();
        self.shown(&dial)
    }

    /// The same without the jumps to the time of other servers or over an outage.
    pub fn passed(&self) -> i64 {
        let dial = self.dial();
        self.shown(&dial) - dial.jumped
    }

    pub fn served(&self, at: i64) -> i64 {
        self.dial().outages.served(at)
    }

    pub fn when(&self, served: i64) -> i64 {
        self.dial().outages.when(served)
    }

    /// What the wall clock will show at that time. In steps, so that repeated calls give the same result.
    pub fn on_the_wall(&self, at: i64) -> i64 {
        let ahead = self.clocks.wall() - self.now() + OUTAGE_MS / 2;
        at.saturating_add(ahead.div_euclid(OUTAGE_MS) * OUTAGE_MS)
    }

    /// Completes when that time has come.
    pub async fn reach(&self, at: i64) {
        while let Some(wait) = self.wait(at) {
            self.clocks.reach(self.clocks.steady().saturating_add(wait)).await;
        }
    }

    /// The estimated time until then; `None` if it has come.
    fn wait(&self, at: i64) -> Option<i64> {
        let dial = self.dial();
        let now = self.shown(&dial);
        let left = Some(at.saturating_sub(now)).filter(|left| *left > 0)?;
        Some(if now >= dial.until { left.max(RETRY_MS) } else { left })
    }

    fn shown(&self, dial: &Dial) -> i64 {
        (dial.origin + self.clocks.steady()).min(dial.until)
    }

    fn dial(&self) -> RwLockReadGuard<'_, Dial> {
        self.dial.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Skips a heartbeat on purpose.
    fn miss(&self) -> Problem {
        self.tried.store(self.clocks.steady(), Ordering::Relaxed);
        Problem::unavailable()
    }

    async fn beat(&self, store: &dyn Store) -> Result<(), Problem> {
        self.tried.store(self.clocks.steady(), Ordering::Relaxed);
        for _ in 0..TRIES {
            let kept = document::load::<Heartbeat>(store, ID).await;
            let mut kept = match kept {
                // The last heartbeat is unknown; that is no reason to stop.
                Err(problem) if problem.is_quarantined() => {
                    store.remove(RecordKind::Heartbeat, ID).await?;
                    Kept::new(Heartbeat::default())
                }
                kept => kept?.unwrap_or_else(|| Kept::new(Heartbeat::default())),
            };
            self.learn(&kept.value);
            kept.value = self.next(kept.value);
            if kept.save(store).await? == Saved::Yes {
                self.go_on(kept.value);
                return Ok(());
            }
        }
        Err(Problem::unavailable())
    }

    /// Until this server has written a heartbeat, its time is that of the last one.
    fn learn(&self, last: &Heartbeat) {
        let mut dial = self.dial.write().unwrap_or_else(PoisonError::into_inner);
        if !dial.beating && last.at > 0 {
            (dial.origin, dial.until) = (last.at - self.clocks.steady(), last.at);
            dial.outages = last.outages.clone();
        }
        dial.known = true;
    }

    /// The heartbeat after the last one of any server.
    fn next(&self, last: Heartbeat) -> Heartbeat {
        let Heartbeat { at: last, mut outages } = last;
        let (dial, wall) = (self.dial(), self.clocks.wall());
        let first = !dial.beating;
        let now = if first { last } else { self.shown(&dial).max(last) };
        let at = match wall - now {
            // The first server ever.
            _ if first && last == 0 => wall,
            ahead if ahead > OUTAGE_MS => {
                outages.add(now, wall);
                wall
            }
            // The server was restarted at once, or others are running.
            ahead if first && ahead > 0 => wall,
            _ => now,
        };
        if first && wall + OUTAGE_MS < at {
            tracing::warn!(
                behind_ms = at - wall,
                "the clock of this machine is behind the last time in the database; tables go on from there"
            );
        }
        Heartbeat { at, outages }
    }

    fn go_on(&self, beat: Heartbeat) {
        let Heartbeat { at, outages } = beat;
        let mut dial = self.dial.write().unwrap_or_else(PoisonError::into_inner);
        let before = self.shown(&dial);
        let now = if dial.beating { before.max(at) } else { at };
        let (origin, until) = (now - self.clocks.steady(), now + LEASE_MS);
        let jumped = dial.jumped + now - before;
        *dial = Dial { origin, until, jumped, outages, known: true, beating: true };
    }
}

/// The error of a database that is damaged where heartbeats are read or written.
async fn damage(store: &dyn Store) -> Option<StoreError> {
    let read = store.get(RecordKind::Heartbeat, ID).await.err();
    let written = store.probe().await.err();
    [read, written].into_iter().flatten().find(StoreError::is_damage)
}

impl fmt::Debug for Uptime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Uptime").field("now", &self.now()).finish_non_exhaustive()
    }
}
