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

use crate::strategist::{Strategist, Thinking};
use crate::{Bot, Level};

pub use learner::{by_policy, fitted};
pub use random::Random;

/// How somebody talks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Temper {
    Courteous,
    Sly,
    Bitter,
    Stern,
    Busy,
}

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
    make: fn(Level) -> Box<dyn Bot>,
}

impl Character {
    /// A fresh bot for one seat of one game.
    pub fn bot(&self, level: Level) -> Box<dyn Bot> {
        (self.make)(level)
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
        self.name == strategist::CHARACTER.name
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
