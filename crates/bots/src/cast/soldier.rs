//! A fighter who sends no signals.

use super::{Character, Nature};

pub(super) const CHARACTER: Character = Character {
    name: "soldier",
    easy: "soldier:easy",
    hard: "soldier:hard",
    title: "Captain",
    person: "Rusk",
    about: "Fights well, says nothing and signs nothing.",
    deals: false,
    nature: Nature::Soldier,
};
