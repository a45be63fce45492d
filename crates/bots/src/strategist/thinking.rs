//! How long a strategist thinks.

use std::time::{Duration, Instant};

use crate::Level;

/// How much a strategist thinks about one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thinking {
    /// So many playouts. The same seed gives the same decisions.
    Visits(u32),
    /// So many milliseconds. What it decides depends on the machine.
    Millis(u32),
    /// So many playouts, but no longer than so many milliseconds.
    Within { visits: u32, millis: u32 },
}

impl Thinking {
    /// A strong opponent that decides within a moment.
    pub const STANDARD: Thinking = Thinking::Visits(32);

    /// The most of either.
    pub const MOST: u32 = 1_000_000;

    pub(crate) const fn of(level: Level) -> Thinking {
        match level {
            Level::Easy => Thinking::Visits(8),
            Level::Normal => Thinking::STANDARD,
            Level::Hard => Thinking::Visits(128),
        }
    }

    /// At a table of people, where nobody waits for long. On most machines the playouts are done in time, so that the
    /// decision can be repeated and explained.
    pub(crate) const fn live(level: Level) -> Thinking {
        match Thinking::of(level) {
            Thinking::Visits(visits) => Thinking::Within { visits, millis: 200 },
            other => other,
        }
    }

    /// From a setting: `200` for visits, `150ms` for milliseconds.
    pub(crate) fn named(setting: &str) -> Option<Thinking> {
        let (number, make): (&str, fn(u32) -> Thinking) = match setting.strip_suffix("ms") {
            Some(number) => (number, Thinking::Millis),
            None => (setting, Thinking::Visits),
        };
        let number = number.parse().ok()?;
        (1..=Thinking::MOST).contains(&number).then(|| make(number))
    }

    /// How many openings can be compared: each is played out at least twice.
    pub(crate) fn most_openings(self) -> usize {
        match self {
            Thinking::Visits(visits) | Thinking::Within { visits, .. } => {
                (visits as usize / 2).max(2)
            }
            Thinking::Millis(_) => usize::MAX,
        }
    }
}

/// The thinking about one decision, in stages of the same length.
pub(crate) struct ThinkingClock {
    thinking: Thinking,
    stages: u32,
    started: Instant,
}

impl ThinkingClock {
    pub(crate) fn start(thinking: Thinking, stages: u32) -> ThinkingClock {
        ThinkingClock { thinking, stages: stages.max(1), started: Instant::now() }
    }

    /// Whether there is no time left for anything, not even for the rest of a world.
    pub(crate) fn is_used_up(&self) -> bool {
        match self.thinking {
            Thinking::Visits(_) => false,
            Thinking::Millis(millis) | Thinking::Within { millis, .. } => self.has_taken(millis),
        }
    }

    /// Whether a stage has time for one more world, in which so many `openings` are played out, after so many
    /// `worlds`. The first stage has time for one in any case.
    pub(crate) fn has_time(&self, stage: u32, worlds: u32, openings: usize) -> bool {
        if (stage, worlds) == (0, 0) {
            return true;
        }
        let fits = |visits: u32| (worlds + 1) * openings as u32 * self.stages <= visits;
        match self.thinking {
            Thinking::Visits(visits) => fits(visits),
            Thinking::Millis(millis) => !self.has_taken(millis * (stage + 1) / self.stages),
            Thinking::Within { visits, millis } => fits(visits) && !self.has_taken(millis),
        }
    }

    fn has_taken(&self, millis: u32) -> bool {
        self.started.elapsed() >= Duration::from_millis(millis.into())
    }
}
