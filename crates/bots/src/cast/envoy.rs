//! An honest negotiator.

use super::{Character, Nature, Temper};
use crate::policy::Policy;

pub(super) const CHARACTER: Character = Character {
    name: "envoy",
    easy: "envoy:easy",
    hard: "envoy:hard",
    title: "Envoy",
    person: "Ashdown",
    about: "Deals whenever both gain, keeps every word and expects the same of you.",
    deals: true,
    nature: Nature::Negotiator(POLICY, Temper::Courteous),
};

const POLICY: Policy = Policy::HONEST;
