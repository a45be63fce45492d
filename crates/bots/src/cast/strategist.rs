//! A negotiator who plays out what it could do before it does it.

use super::{Character, Nature};

pub(super) const CHARACTER: Character = Character {
    name: "strategist",
    easy: "strategist:easy",
    hard: "strategist:hard",
    title: "Strategist",
    person: "Vantage",
    about: "Imagines how the game could go on, plays every idea out, and does what wins most often.",
    deals: true,
    nature: Nature::Strategist,
};
