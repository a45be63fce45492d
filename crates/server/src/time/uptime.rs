//! The time at the tables of a server that may be stopped, paused, or have its clock put right.
//!
//! It begins with the clock on the wall and then goes on as time really passes, so that a jump of that clock
//! moves nothing. Every few seconds it is written down (a heartbeat). From that the next server, or the same
//! one after a pause, knows since when nobody was there: an [outage](Outages), which is charged to nobody.
//! Whether the clock jumped or the server was off for years is the same to it.

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

/// How often the time is written down.
const BEAT_MS: i64 = 5_000;
/// After a heartbeat that failed.
const RETRY_MS: i64 = 1_000;
/// So long after the last heartbeat time stands still: who cannot write cannot play either.
const LEASE_MS: i64 = 15_000;
/// If the wall is so far ahead, somebody was away, or its clock was put right.
const OUTAGE_MS: i64 = 10_000;
/// How often a heartbeat is tried when other servers write theirs.
const TRIES: usize = 8;

/// The clocks of a machine.
#[async_trait]
pub trait Clocks: Send + Sync + 'static {
    /// The clock on the wall, in milliseconds since 1970. It may jump.
    fn wall(&self) -> i64;

    /// Milliseconds since some moment, as time really passes.
    fn steady(&self) -> i64;

    /// Done when the steady clock shows that.
    async fn reach(&self, steady: i64);
}

/// Those of this machine.
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
    /// When the last heartbeat was tried, by the steady clock.
    tried: AtomicI64,
}

/// What the time is worked out from.
#[derive(Clone)]
struct Dial {
    /// The time when the steady clock began.
    origin: i64,
    /// It stands still from then on, unless there is another heartbeat.
    until: i64,
    /// How far it has jumped in all.
    jumped: i64,
    outages: Outages,
    /// Whether the last heartbeat of whatever servers there were is known.
    known: bool,
    /// Whether there has been a heartbeat of this one.
    beating: bool,
}

/// What is kept of it.
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
    /// Goes on from the last heartbeat in the store, and waits until that can be had: without it everybody's
    /// time could be up. If no other can be written, time stands still until one can.
    ///
    /// # Errors
    /// If the database is damaged, which no waiting mends.
    pub async fn resume(store: &dyn Store, clocks: Arc<dyn Clocks>) -> Result<Uptime, StoreError> {
        let (until, outages) = (clocks.wall(), Outages::default());
        let origin = until - clocks.steady();
        let dial = Dial { origin, until, jumped: 0, outages, known: false, beating: false };
        let uptime = Uptime { clocks, dial: RwLock::new(dial), tried: AtomicI64::new(0) };
        while let Err(problem) = uptime.beat(store).await {
            tracing::warn!(problem = problem.detail, "the time cannot be written down");
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

    /// Writes the time down for as long as the server runs, unless nobody's moves can be.
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
                tracing::warn!(problem, "the time cannot be written down; clocks will stand still");
            }
            well = beat.is_ok();
        }
    }

    /// Whether something that happened then is known only by the heartbeat of another server, so that it has to
    /// be [heard](Uptime::hear).
    pub fn is_behind(&self, at: i64) -> bool {
        at > self.now() + OUTAGE_MS
    }

    /// Goes on from the last heartbeat of any server.
    ///
    /// # Errors
    /// If it cannot be had.
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

    /// What a clock on the wall will show at that time. By steps, so that it is the same whenever it is asked.
    pub fn on_the_wall(&self, at: i64) -> i64 {
        let ahead = self.clocks.wall() - self.now() + OUTAGE_MS / 2;
        at.saturating_add(ahead.div_euclid(OUTAGE_MS) * OUTAGE_MS)
    }

    /// Done when that time has come.
    pub async fn reach(&self, at: i64) {
        while let Some(wait) = self.wait(at) {
            self.clocks.reach(self.clocks.steady().saturating_add(wait)).await;
        }
    }

    /// How long it is until then, as far as one can tell; nothing if it has come.
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

    /// No heartbeat, although one could be written.
    fn miss(&self) -> Problem {
        self.tried.store(self.clocks.steady(), Ordering::Relaxed);
        Problem::unavailable()
    }

    async fn beat(&self, store: &dyn Store) -> Result<(), Problem> {
        self.tried.store(self.clocks.steady(), Ordering::Relaxed);
        for _ in 0..TRIES {
            let kept = document::load::<Heartbeat>(store, ID).await;
            let mut kept = match kept {
                // Nobody knows any more when the last one was; it is not worth stopping for.
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

    /// Until there is a heartbeat of this server, it is as late as at the last one of any.
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
            // The first server of all.
            _ if first && last == 0 => wall,
            ahead if ahead > OUTAGE_MS => {
                outages.add(now, wall);
                wall
            }
            // The server was started again at once, or others run.
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

/// What a database says that is damaged where heartbeats are read or written.
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
