//! A negotiator who punishes breakers for the rest of the game.

use super::{Character, Nature, Temper};
use crate::policy::Policy;

pub(super) const CHARACTER: Character = Character {
    name: "warden",
    easy: "warden:easy",
    hard: "warden:hard",
    title: "Warden",
    person: "Holt",
    about: "Keeps the peace: whoever breaks a word is hunted for the rest of the game, and told so.",
    deals: true,
    nature: Nature::Negotiator(POLICY, Temper::Stern),
};

const POLICY: Policy =
    Policy { forgiveness: 100.0, boycott: 0.4, vengeance: 2.0, compliance: 0.6, ..Policy::HONEST };
