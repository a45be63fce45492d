//! Difficulties.

use parley::similar;
use serde::{Deserialize, Serialize};

use crate::weights::Weights;

/// How well a bot plays.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Attacks nobody in the first rounds, makes one conquest in two rounds, and spends its cards as they come.
    Easy,
    #[default]
    Normal,
    /// Plans further ahead, and keeps the peace with as many neighbours as will have it.
    Hard,
}

impl Level {
    pub const ALL: [Level; 3] = [Level::Easy, Level::Normal, Level::Hard];

    pub const fn id(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Normal => "normal",
            Level::Hard => "hard",
        }
    }

    pub(crate) fn named(id: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.id() == id)
    }

    pub(crate) fn similar(id: &str) -> Option<&'static str> {
        similar(&id.to_lowercase(), Level::ALL.map(Level::id))
    }

    pub(crate) const fn weights(self) -> Weights {
        match self {
            Level::Easy => Weights::GENTLE,
            Level::Normal => Weights::STANDARD,
            Level::Hard => Weights::KEEN,
        }
    }

    /// Troop cards that it keeps for deals to come.
    pub(crate) const fn deal_cards(self) -> u32 {
        match self {
            Level::Easy => 0,
            Level::Normal | Level::Hard => 2,
        }
    }
}
