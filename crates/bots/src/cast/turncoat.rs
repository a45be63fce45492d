//! A negotiator who breaks its word when that pays.

use super::{Character, Nature, Temper};
use crate::policy::Policy;

pub(super) const CHARACTER: Character = Character {
    name: "turncoat",
    easy: "turncoat:easy",
    hard: "turncoat:hard",
    title: "Count",
    person: "Marlowe",
    about: "Signs anything, and breaks it on the day that it pays.",
    deals: true,
    nature: Nature::Negotiator(POLICY, Temper::Sly),
};

const POLICY: Policy = Policy {
    credulity: 0.8,
    compliance: 0.5,
    treachery: 1.0,
    mark_price: 0.8,
    trust_price: 9.0,
    candour: 0.2,
    talk: 1.0,
    ..Policy::HONEST
};
