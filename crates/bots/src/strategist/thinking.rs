//! How long a strategist thinks.

use std::time::{Duration, Instant};

/// How much a strategist thinks about one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thinking {
    /// So many playouts. The same seed gives the same decisions.
    Visits(u32),
    /// So many milliseconds. What it decides depends on the machine.
    Millis(u32),
}

impl Thinking {
    /// A strong opponent that decides within a moment.
    pub const STANDARD: Thinking = Thinking::Visits(64);

    /// The most of either.
    pub const MOST: u32 = 1_000_000;
}

/// The thinking about one decision, in stages of the same length.
pub(crate) struct Clock {
    thinking: Thinking,
    stages: u32,
    started: Instant,
}

impl Clock {
    pub(crate) fn start(thinking: Thinking, stages: u32) -> Clock {
        Clock { thinking, stages: stages.max(1), started: Instant::now() }
    }

    /// Whether stage number `stage` has time for one more world, in which `options` are played out after `worlds`.
    pub(crate) fn has_time(&self, stage: u32, worlds: u32, options: usize) -> bool {
        match self.thinking {
            Thinking::Visits(visits) => {
                worlds == 0 || (worlds + 1) * options as u32 * self.stages <= visits
            }
            Thinking::Millis(millis) => {
                let until = millis * (stage + 1) / self.stages;
                worlds == 0 || self.started.elapsed() < Duration::from_millis(until.into())
            }
        }
    }
}
