//! A fighter who sends no signals.

use super::Character;
use crate::soldier::Soldier;

pub(super) const CHARACTER: Character = Character {
    name: "soldier",
    easy: "soldier:easy",
    hard: "soldier:hard",
    title: "Captain",
    person: "Rusk",
    about: "Fights well, says nothing and signs nothing.",
    deals: false,
    make: |level| Box::new(Soldier::new(level)),
};
