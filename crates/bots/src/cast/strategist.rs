//! A negotiator who plays out what it could do before it does it.

use super::Character;
use crate::policy::Policy;
use crate::strategist::{Strategist, Thinking};

pub(super) const CHARACTER: Character = Character {
    name: "strategist",
    easy: "strategist:easy",
    hard: "strategist:hard",
    title: "Strategist",
    person: "Vantage",
    about: "Imagines how the game could go on, plays every idea out, and does what wins most often.",
    deals: true,
    make: |level| Box::new(Strategist::new(Thinking::of(level))),
};

/// How it talks, and plays when it does not think: it promises peace to everybody, and its word is dear to it.
pub(crate) const POLICY: Policy = Policy {
    treachery: 0.6,
    mark_price: 0.8,
    trust_price: 12.0,
    candour: 0.2,
    talk: 1.0,
    ..Policy::HONEST
};
