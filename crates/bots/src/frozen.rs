//! Bots as they were at one time: every number that their play depends on, as data.

use serde::{Deserialize, Serialize};

use crate::cast::{Nature, Random};
use crate::diplomat::Diplomat;
use crate::policy::Policy;
use crate::soldier::Soldier;
use crate::temper::Temper;
use crate::weights::Weights;
use crate::{Bot, Level, fitted, registry};

/// The version of the engine of judgement: it counts the changes of how bots with the same numbers play.
pub const ENGINE: u16 = 1;

/// A bot whose thresholds and weights no longer follow those of the cast.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FrozenBot {
    pub name: String,
    /// The engine that it was frozen with.
    pub engine: u16,
    pub kind: FrozenKind,
}

/// What it plays by.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum FrozenKind {
    Random,
    Soldier { weights: Weights },
    Negotiator { policy: Policy, temper: Temper, weights: Weights },
}

impl FrozenBot {
    /// The bot of that name as it is today; `None` for one that there is not, or that searches.
    pub fn of(name: &str) -> Option<FrozenBot> {
        let (character, level) = registry::find_character(name)?;
        let weights = level.weights();
        let kind = match character.nature {
            Nature::Random => FrozenKind::Random,
            Nature::Soldier => FrozenKind::Soldier { weights },
            Nature::Negotiator(policy, temper) => {
                FrozenKind::Negotiator { policy, temper, weights }
            }
            Nature::Fitted => {
                FrozenKind::Negotiator { policy: fitted(), temper: Temper::Sly, weights }
            }
            Nature::Strategist => return None,
        };
        Some(FrozenBot { name: name.to_owned(), engine: ENGINE, kind })
    }

    /// A fresh bot for one seat of one game.
    pub fn bot(&self) -> Box<dyn Bot> {
        match self.kind {
            FrozenKind::Random => Box::new(Random),
            FrozenKind::Soldier { weights } => Box::new(Soldier::by_weights(weights)),
            FrozenKind::Negotiator { policy, temper, weights } => {
                let mut diplomat = Diplomat::new(policy, temper, Level::Normal);
                diplomat.marshal.weights = weights;
                Box::new(diplomat)
            }
        }
    }
}
