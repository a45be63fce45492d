//! A negotiator who lives off trades.

use super::{Character, Nature, Temper};
use crate::policy::Policy;

pub(super) const CHARACTER: Character = Character {
    name: "broker",
    easy: "broker:easy",
    hard: "broker:hard",
    title: "Broker",
    person: "Sable",
    about: "Lives off trades: supplies, secrets and wars that others fight together.",
    deals: true,
    nature: Nature::Negotiator(POLICY, Temper::Busy),
};

const POLICY: Policy = Policy {
    least_worth: 0.0,
    trade: 1.6,
    eagerness: 0.9,
    compliance: 1.2,
    talk: 0.8,
    ..Policy::HONEST
};
