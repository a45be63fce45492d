//! The table as bystanders see it who are told everything some time later.

use std::collections::VecDeque;

use parley::Audience;

use super::ask::Watcher;
use super::live::{Broken, Live};
use super::origin::Origin;
use super::time::Time;
use crate::ruleset::Ruleset;
use crate::store::Step;

/// A second fold of the same steps that lags behind.
pub(crate) struct Delayed<G: Ruleset> {
    pub live: Live<G>,
    pub watchers: Vec<Watcher>,
    coming: VecDeque<Step>,
    delay_ms: i64,
    time: Time,
}

impl<G: Ruleset> Delayed<G> {
    pub fn new(origin: &Origin<G>, steps: Vec<Step>) -> Result<Delayed<G>, Broken> {
        Ok(Delayed {
            live: Live::watched(origin, [Audience::Spectator])?,
            watchers: Vec::new(),
            coming: steps.into(),
            delay_ms: i64::from(origin.record.settings.spectators.delay_seconds) * 1_000,
            time: origin.time.clone(),
        })
    }

    pub fn push(&mut self, step: Step) {
        self.coming.push_back(step);
    }

    /// When the next step is to be told.
    pub fn due(&self) -> Option<i64> {
        self.coming.front().map(|step| self.time.when(self.time.served(step.at) + self.delay_ms))
    }

    /// The next step, if its time has come.
    pub fn ripe(&mut self, now: i64) -> Option<Step> {
        self.due().filter(|due| *due <= now)?;
        self.coming.pop_front()
    }
}
