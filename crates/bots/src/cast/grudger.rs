//! A negotiator who never deals again with a breaker.

use super::{Character, Nature, Temper};
use crate::policy::Policy;

pub(super) const CHARACTER: Character = Character {
    name: "grudger",
    easy: "grudger:easy",
    hard: "grudger:hard",
    title: "Judge",
    person: "Grieve",
    about: "Deals fairly until somebody breaks a word; with them, never again.",
    deals: true,
    nature: Nature::Negotiator(POLICY, Temper::Bitter),
};

const POLICY: Policy =
    Policy { forgiveness: 100.0, boycott: 0.4, vengeance: 0.3, compliance: 0.8, ..Policy::HONEST };
