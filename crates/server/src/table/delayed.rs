//! The table as delayed spectators see it.

use super::ask::Watcher;
use super::live::LiveTable;
use crate::ruleset::Ruleset;
use crate::store::StoredStep;
use crate::time::Time;

/// A second fold of the same steps that lags behind. The following steps are on disk.
pub(crate) struct Delayed<G: Ruleset> {
    pub live: LiveTable<G>,
    pub watchers: Vec<Watcher>,
    /// When the next step was written; `None` if there is no next one.
    next: Option<i64>,
    /// `None` once the game is over: then everything is shown at once.
    delay_ms: Option<i64>,
    time: Time,
}

/// How many steps are sent at once.
const AT_ONCE: usize = 128;

impl<G: Ruleset> Delayed<G> {
    /// From the table that delayed spectators saw just now.
    pub fn new(live: LiveTable<G>, delay_ms: Option<i64>, time: Time) -> Delayed<G> {
        Delayed { live, watchers: Vec::new(), next: Some(0), delay_ms, time }
    }

    /// The game is over.
    pub fn hurry(&mut self) {
        self.delay_ms = None;
    }

    /// A step was written.
    pub fn push(&mut self, at: i64) {
        self.next.get_or_insert(at);
    }

    /// When the next step is to be sent.
    pub fn due(&self) -> Option<i64> {
        self.next.map(|at| self.told_at(at))
    }

    /// When a step that was written at that time is sent.
    fn told_at(&self, at: i64) -> i64 {
        self.delay_ms.map_or(0, |delay| self.time.when(self.time.served(at) + delay))
    }

    /// Those of the next steps whose time has come.
    pub fn ripe<'s>(&mut self, steps: &'s [StoredStep], now: i64) -> &'s [StoredStep] {
        let come = steps.iter().take(AT_ONCE).take_while(|step| self.told_at(step.at) <= now);
        let (ripe, rest) = steps.split_at(come.count());
        self.next = rest.first().map(|step| step.at);
        ripe
    }
}
