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

    /// How many openings can be compared: each is played out at least twice.
    pub(crate) fn most_openings(self) -> usize {
        match self {
            Thinking::Visits(visits) => (visits as usize / 2).max(2),
            Thinking::Millis(_) => usize::MAX,
        }
    }
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

    /// Whether a stage has time for one more world, in which so many `openings` are played out, after so many
    /// `worlds`. The first stage has time for one in any case.
    pub(crate) fn has_time(&self, stage: u32, worlds: u32, openings: usize) -> bool {
        if (stage, worlds) == (0, 0) {
            return true;
        }
        match self.thinking {
            Thinking::Visits(visits) => (worlds + 1) * openings as u32 * self.stages <= visits,
            Thinking::Millis(millis) => {
                let until = u64::from(millis) * u64::from(stage + 1) / u64::from(self.stages);
                self.started.elapsed() < Duration::from_millis(until)
            }
        }
    }
}
