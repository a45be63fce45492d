//! Rounds of play.

use std::fmt;
use std::ops::Add;

use serde::{Deserialize, Serialize};

/// A round, counted from 1. Round 0 is before play and stands for "never".
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Round(pub u16);

impl Round {
    pub const NEVER: Round = Round(0);
}

impl Add<u16> for Round {
    type Output = Round;

    fn add(self, rounds: u16) -> Round {
        Round(self.0.saturating_add(rounds))
    }
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {}", self.0)
    }
}
