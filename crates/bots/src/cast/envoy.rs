//! An honest negotiator.

use super::{Character, Temper};
use crate::diplomat::Diplomat;
use crate::policy::Policy;

pub(super) const CHARACTER: Character = Character {
    name: "envoy",
    easy: "envoy:easy",
    hard: "envoy:hard",
    title: "Envoy",
    person: "Ashdown",
    about: "Deals whenever both gain, keeps every word and expects the same of you.",
    deals: true,
    make: |level| Box::new(Diplomat::new(POLICY, Temper::Courteous, level)),
};

const POLICY: Policy = Policy::HONEST;
