//! The cast: who plays, and how one can recognise them.

mod broker;
mod envoy;
mod grudger;
mod learner;
mod random;
mod soldier;
mod strategist;
mod turncoat;
mod warden;

use serde::Serialize;

use crate::diplomat::Diplomat;
use crate::policy::Policy;
use crate::soldier::Soldier;
use crate::strategist::{Strategist, Thinking};
use crate::temper::Temper;
use crate::{Bot, Level};

pub use learner::{by_policy, fit_start, fitted};
pub use random::Random;

/// A character of the cast.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Character {
    /// What it is called in line-ups.
    pub name: &'static str,
    /// The same at other levels than the usual one.
    pub easy: &'static str,
    pub hard: &'static str,
    /// The first part of its name at a table.
    pub title: &'static str,
    /// Its own name.
    pub person: &'static str,
    /// Its style, in a line.
    pub about: &'static str,
    /// Whether it talks and deals at all.
    pub deals: bool,
    #[serde(skip)]
    pub(crate) nature: Nature,
}

/// What kind of player a character is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Nature {
    Random,
    Soldier,
    Negotiator(Policy, Temper),
    /// A negotiator by the thresholds that were fitted last.
    Fitted,
    Strategist,
}

impl Character {
    /// A fresh bot for one seat of one game.
    pub fn bot(&self, level: Level) -> Box<dyn Bot> {
        match self.nature {
            Nature::Random => Box::new(Random),
            Nature::Soldier => Box::new(Soldier::new(level)),
            Nature::Negotiator(policy, temper) => Box::new(Diplomat::new(policy, temper, level)),
            Nature::Fitted => Box::new(Diplomat::new(fitted(), Temper::Sly, level)),
            Nature::Strategist => Box::new(Strategist::new(Thinking::of(level))),
        }
    }

    /// A fresh bot for a table with people. It decides within a moment however busy the machine is, so the decisions of
    /// a bot that searches depend on the machine.
    pub fn live_bot(&self, level: Level) -> Box<dyn Bot> {
        match self.searches() {
            true => Box::new(Strategist::new(Thinking::live(level))),
            false => self.bot(level),
        }
    }

    /// Whether it can be told how long to think.
    pub(crate) fn searches(&self) -> bool {
        matches!(self.nature, Nature::Strategist)
    }
}

/// Everybody, in the order in which they are listed.
pub const CAST: [Character; 9] = [
    random::CHARACTER,
    soldier::CHARACTER,
    envoy::CHARACTER,
    turncoat::CHARACTER,
    grudger::CHARACTER,
    warden::CHARACTER,
    broker::CHARACTER,
    learner::CHARACTER,
    strategist::CHARACTER,
];
