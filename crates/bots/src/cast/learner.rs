//! A negotiator whose thresholds were fitted by playing.

use std::sync::LazyLock;

use super::{Character, Nature, Temper};
use crate::diplomat::Diplomat;
use crate::policy::Policy;
use crate::{Bot, Level};

pub(super) const CHARACTER: Character = Character {
    name: "learner",
    easy: "learner:easy",
    hard: "learner:hard",
    title: "Scholar",
    person: "Quill",
    about: "Has played thousands of games and does what has worked best.",
    deals: true,
    nature: Nature::Fitted,
};

/// The thresholds that were fitted last.
pub fn fitted() -> Policy {
    static FITTED: LazyLock<Policy> = LazyLock::new(|| {
        let json = include_str!("../../data/learner.json");
        serde_json::from_str(json).expect("a test reads the thresholds that come with the bots")
    });
    *FITTED
}

/// The thresholds that the fit begins with, unless it is told otherwise.
pub fn fit_start() -> Policy {
    static START: LazyLock<Policy> = LazyLock::new(|| {
        let json = include_str!("../../data/learner-start.json");
        serde_json::from_str(json).expect("a test reads the thresholds that come with the bots")
    });
    *START
}

/// A negotiator with these thresholds: what a tuner tries.
pub fn by_policy(policy: Policy) -> Box<dyn Bot> {
    Box::new(Diplomat::new(policy, Temper::Sly, Level::default()))
}
