//! How far a request moves a bot: trust, fear and reward.

use backchannel::signal::Word;
use backchannel::{Agreement, Rules, SignalRef, Territory, TerritorySet, View};
use parley::{Seat, SeatSet};

use super::Diplomat;
use crate::front::truces;
use crate::meaning::{PhraseSubject, Said, Sense};
use crate::reasons::Consideration;
use crate::speech::{React, Say};

/// What a reward adds to a request, if it is believed.
const REWARD: f32 = 1.2;

/// What a word in confidence adds to a request.
const CONFIDENCE: f32 = 0.3;

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
    /// It is said in confidence.
    pub confides: bool,
}

impl Plea {
    /// A request and nothing else.
    pub(super) fn plain(from: Seat) -> Plea {
        Plea { from, agrees: false, threatens: false, rewards: false, confides: false }
    }
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
        let confidence = if plea.confides { CONFIDENCE } else { 0.0 };
        self.policy.compliance * keeps * (friend + reward + confidence)
    }

    /// Whether it believes a warning: sooner if it is made in confidence.
    pub(super) fn believes(&self, view: &View, plea: Plea) -> bool {
        let doubt = if plea.confides { 0.4 } else { 0.5 };
        self.keeps(plea.from, view.round) > doubt
    }

    /// What it costs not to take any of `lands`.
    pub(super) fn cost_of_leaving(&self, rules: &Rules, lands: TerritorySet) -> f32 {
        let front = &self.marshal.front;
        let in_reach = |place: &Territory| {
            front.hostile.contains(*place) && !rules.map.near(*place).and(front.mine).is_empty()
        };
        let prizes = lands.into_iter().filter(in_reach);
        prizes.fold(0.0, |most: f32, place| most.max(0.6 * front.worth(place)))
    }

    /// "Leave Alder Marsh alone", perhaps "or you will regret it".
    pub(super) fn asked_to_stop(&mut self, rules: &Rules, view: &View, plea: Plea, said: Said) {
        let front = &self.marshal.front;
        let (lands, seat) = match said.subject {
            // Own land is promised too: it may be lost meanwhile.
            PhraseSubject::Lands(lands) => (lands, None),
            PhraseSubject::Seat(seat) => (TerritorySet::EMPTY, Some(seat)),
            PhraseSubject::Nothing => (TerritorySet::EMPTY, Some(plea.from)),
            PhraseSubject::Agreement(_) | PhraseSubject::Idea(_) => return,
        };
        let cost = match seat {
            Some(seat) => {
                0.4 * front.contact(seat).min(4) as f32 * front.power(front.me)
                    / front.power(seat).max(1.0)
            }
            None => self.cost_of_leaving(rules, lands),
        };
        let sway = self.sway(rules, view, plea);
        self.weigh(Consideration::Request { from: plea.from }, sway - cost);
        if sway < cost || self.announced.is_some() {
            let signal = match said.word {
                Some(word @ (Word::Territory(_) | Word::Zone(_))) if plea.rewards => {
                    Say::Need.about(word)
                }
                _ => Say::No.bare(),
            };
            return self.outbox.answer(plea.from, signal);
        }
        match seat {
            Some(seat) => self.pledges.spare(seat, view.round + 1),
            // It may be said a round later, and then holds for another one.
            None => self.pledges.spare_lands(lands, view.round, view.round + 2),
        }
        let signal = match said.word {
            Some(word) if said.sense == Sense::Propose => Say::Yours.about(word),
            Some(word @ Word::Territory(_)) => Say::SpareTerritory.about(word),
            Some(word @ Word::Zone(_)) => Say::SpareZone.about(word),
            _ => Say::Understood.bare(),
        };
        self.outbox.answer(plea.from, signal);
    }

    /// "Attack Red", "I will help you against Red".
    pub(super) fn asked_to_strike(
        &mut self,
        rules: &Rules,
        view: &View,
        id: SignalRef,
        plea: Plea,
        said: Said,
    ) {
        let front = &self.marshal.front;
        let friends = truces(view, front.me).or(self.pledges.spared(view.round));
        // Fear alone moves nobody to attack; a threat does.
        let sway = match plea.threatens {
            true => self.sway(rules, view, plea),
            false => self.inclination(view, plea),
        };
        let round = view.round;
        let willing = match said.subject {
            PhraseSubject::Seat(seat) => {
                let reachable = front.contact(seat) > 0 && !friends.contains(seat);
                let cost = 0.9 - 1.5 * front.rivalry(seat);
                reachable && seat != front.me && sway > cost
            }
            PhraseSubject::Lands(lands) => {
                let hostile = !lands.and(front.hostile).is_empty();
                hostile && sway > 0.6
            }
            PhraseSubject::Nothing | PhraseSubject::Agreement(_) | PhraseSubject::Idea(_) => {
                return self.outbox.react(id, React::Salute);
            }
        };
        if willing && said.sense != Sense::Hold {
            match said.subject {
                PhraseSubject::Seat(seat) => self.pledges.hunt(seat, round + 1),
                PhraseSubject::Lands(lands) => self.pledges.want(lands.and(front.hostile), round),
                PhraseSubject::Nothing | PhraseSubject::Agreement(_) | PhraseSubject::Idea(_) => {}
            }
        }
        let signal = match (willing, said.sense) {
            (true, _) => Say::Agreed.bare(),
            (false, Sense::Strike) => Say::NoConcern.bare(),
            (false, _) => Say::Understood.bare(),
        };
        self.outbox.answer(plea.from, signal);
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
