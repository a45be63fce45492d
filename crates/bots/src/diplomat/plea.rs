//! How far a request moves a bot: trust, fear and reward.

use backchannel::{Agreement, Rules, View};
use parley::{Seat, SeatSet};

use super::Diplomat;
use crate::front::truces;

/// What a reward adds to a request, if it is believed.
const REWARD: f32 = 1.2;

/// How much a threat adds to a request, beside the fear of whoever makes it.
const THREAT: f32 = 0.3;

/// One request, with everything that comes with it.
#[derive(Clone, Copy)]
pub(super) struct Plea {
    pub from: Seat,
    /// It comes with a yes, so it answers the same request from this side.
    pub agrees: bool,
    pub threatens: bool,
    pub rewards: bool,
}

impl Diplomat {
    /// How far a plea moves it, in troops.
    pub(super) fn sway(&self, rules: &Rules, view: &View, plea: Plea) -> f32 {
        let fear = self.appraiser(rules, view).fear(plea.from).min(4.0);
        let threat = if plea.threatens { THREAT + 0.5 * fear } else { 0.2 * fear };
        self.inclination(view, plea) + self.policy.compliance * threat
    }

    pub(super) fn inclination(&self, view: &View, plea: Plea) -> f32 {
        let keeps = self.keeps(plea.from, view.round);
        let friend = if self.trust.partners().contains(plea.from) { 0.5 } else { 0.2 };
        let reward = if plea.rewards { REWARD } else { 0.0 };
        self.policy.compliance * keeps * (friend + reward)
    }

    /// The kind of deal that it would most like to make with `from`.
    pub(super) fn need(&self, view: &View, from: Seat) -> Agreement {
        let front = &self.marshal.front;
        let truced = truces(view, front.me);
        let foes = front.rivals.minus(truced.or(SeatSet::only(from)));
        if front.contact(from) > 0 && !truced.contains(from) && !foes.is_empty() {
            Agreement::Ceasefire
        } else {
            Agreement::SupplyPact
        }
    }
}
