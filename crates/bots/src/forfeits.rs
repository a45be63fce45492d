//! Moves that a bot failed to make, so that a caretaker made them.

use serde::{Deserialize, Serialize};

/// How many moves a bot forfeited to the caretaker, by the reason.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Forfeits {
    /// It did not answer in time.
    pub late: u32,
    /// Its answers could not be understood, or were not allowed.
    pub nonsense: u32,
    /// It had ended, or had been stopped.
    pub gone: u32,
}

impl Forfeits {
    pub fn total(&self) -> u64 {
        u64::from(self.late) + u64::from(self.nonsense) + u64::from(self.gone)
    }

    pub fn is_none(&self) -> bool {
        *self == Forfeits::default()
    }

    pub fn add(&mut self, other: &Forfeits) {
        self.late += other.late;
        self.nonsense += other.nonsense;
        self.gone += other.gone;
    }
}

/// What became of a bot that can fail.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Conduct {
    pub forfeits: Forfeits,
    /// The first thing that went wrong, as a sentence.
    pub first: Option<String>,
}
