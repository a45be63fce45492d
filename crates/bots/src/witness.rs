//! What a bot notices between two looks at the table: kept and broken words, lost land.

use arrayvec::ArrayVec;
use backchannel::settings::MOST_SEATS;
use backchannel::view::Own;
use backchannel::{Agreement, Territory, TerritorySet, Treaty, View};
use parley::{Round, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// How many deeds are remembered; older ones make room.
const MOST_DEEDS: usize = 16;

/// Agreements of one seat that are followed.
const MOST_TREATIES: usize = 32;

/// What somebody did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// Broke an agreement with this seat by the Betrayal card.
    BetrayedMe,
    /// Broke an agreement with somebody else.
    BetrayedAnother,
    /// Attacked between acceptance and activation.
    AttackedUnderDeal,
    /// Attacked what it had promised to spare.
    BrokePromise,
    /// Attacked without having promised anything.
    Attacked,
    /// Kept an agreement to its end, or a promise.
    KeptWord,
}

impl Deed {
    /// Whether a word was broken.
    pub fn is_breach(self) -> bool {
        match self {
            Deed::BetrayedMe
            | Deed::BetrayedAnother
            | Deed::AttackedUnderDeal
            | Deed::BrokePromise => true,
            Deed::Attacked | Deed::KeptWord => false,
        }
    }
}

/// A deed that a bot has not forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Remembered {
    pub about: Seat,
    pub round: Round,
    pub deed: Deed,
}

/// A promise of peace that somebody made to this seat.
#[derive(Clone, Copy, Default, Debug)]
struct PeacePromise {
    /// The whole seat is spared until the end of this round.
    until: Round,
    /// Some of its land is spared until the end of this round.
    lands_until: Round,
    lands: TerritorySet,
}

/// Compares each view with the last.
#[derive(Clone, Default, Debug)]
pub(crate) struct ViewWatch {
    round: Round,
    lands: TerritorySet,
    treaties: ArrayVec<Treaty, MOST_TREATIES>,
    betrayals: [u16; MOST_SEATS],
    /// The last attack of each seat that was noticed.
    attacked: [Round; MOST_SEATS],
    promises: [PeacePromise; MOST_SEATS],
    /// Seats whose ceasefire with this one was agreed and not yet in force at the last look.
    pending: SeatSet,
    pending_until: Round,
    /// The agreement with this seat that each other seat broke last.
    broken: [Option<Agreement>; MOST_SEATS],
    deeds: ArrayVec<Remembered, MOST_DEEDS>,
    /// Deeds since the last look.
    fresh: usize,
}

impl ViewWatch {
    /// Notices what has happened since the last look.
    pub(crate) fn look(&mut self, view: &View, own: &Own) {
        let round = view.round;
        self.fresh = 0;
        self.watch_scoreboard(view, own);
        self.watch_attacks(view, own);
        self.watch_promises(round);
        self.watch_treaties(own, round);
        self.lands = own.lands;
        self.round = round;
        let soon = ceasefires_to_come(own);
        if !soon.is_empty() {
            (self.pending, self.pending_until) = (soon, round);
        }
    }

    /// What was noticed at the last look.
    pub(crate) fn fresh(&self) -> &[Remembered] {
        &self.deeds[self.deeds.len() - self.fresh..]
    }

    /// This seat has accepted a ceasefire from `seat`.
    pub(crate) fn agreed_with(&mut self, seat: Seat, round: Round) {
        let others = if self.pending_until == round { self.pending } else { SeatSet::EMPTY };
        (self.pending, self.pending_until) = (others.with(seat), round);
    }

    /// `seat` has promised to leave this one, or some land, in peace.
    pub(crate) fn promised(&mut self, seat: Seat, lands: Option<TerritorySet>, round: Round) {
        let promise = &mut self.promises[seat.index()];
        match lands {
            None => promise.until = round + 1,
            Some(lands) => (promise.lands, promise.lands_until) = (lands, round + 1),
        }
    }

    /// Whether `seat` has promised to leave this one in peace.
    pub(crate) fn is_promised_peace(&self, seat: Seat, round: Round) -> bool {
        self.promises[seat.index()].until >= round
    }

    /// Takes over what another has seen before the first look.
    pub(crate) fn recall(&mut self, deeds: &[Remembered]) {
        for &Remembered { about, round, deed } in deeds {
            if matches!(deed, Deed::BetrayedMe | Deed::BetrayedAnother) {
                self.betrayals[about.index()] += 1;
            }
            self.note(about, round, deed);
        }
        self.fresh = 0;
    }

    /// The agreement with this seat that `seat` broke last.
    pub(crate) fn broken_by(&self, seat: Seat) -> Option<Agreement> {
        self.broken[seat.index()]
    }

    /// Every deed, the oldest first.
    pub(crate) fn deeds(&self) -> &[Remembered] {
        &self.deeds
    }

    fn watch_scoreboard(&mut self, view: &View, own: &Own) {
        for score in &view.scoreboard {
            let known = std::mem::replace(&mut self.betrayals[score.seat.index()], score.betrayals);
            if score.betrayals <= known || score.seat == own.seat {
                continue;
            }
            let broken = self.treaties.iter().find(|treaty| {
                treaty.partner(own.seat) == Some(score.seat)
                    && treaty.ends > view.round
                    && !own.treaties.iter().any(|now| now.renews(treaty))
            });
            self.broken[score.seat.index()] = broken.map(|treaty| treaty.agreement);
            let deed = if broken.is_some() { Deed::BetrayedMe } else { Deed::BetrayedAnother };
            self.note(score.seat, view.round, deed);
        }
    }

    fn watch_attacks(&mut self, view: &View, own: &Own) {
        let lost = self.lands.minus(own.lands);
        let holder = |place: Territory| view.lands.get(place.index())?.known()?.0;
        for &(by, round) in &own.attackers {
            let known = std::mem::replace(&mut self.attacked[by.index()], round);
            if round <= known {
                continue;
            }
            let promise = self.promises[by.index()];
            let taken = |place| holder(place) == Some(by);
            let robbed =
                promise.lands_until >= round && promise.lands.and(lost).into_iter().any(taken);
            let deed = if self.pending.contains(by) && self.pending_until == round {
                Deed::AttackedUnderDeal
            } else if promise.until >= round || robbed {
                Deed::BrokePromise
            } else {
                Deed::Attacked
            };
            if deed.is_breach() {
                self.promises[by.index()] = PeacePromise::default();
                self.pending = self.pending.without(by);
            }
            self.note(by, round, deed);
        }
    }

    /// A promise that has run out was kept.
    fn watch_promises(&mut self, round: Round) {
        for seat in Seat::all(MOST_SEATS) {
            let promise = &mut self.promises[seat.index()];
            let until = promise.until.max(promise.lands_until);
            if until != Round::NEVER && until < round {
                *promise = PeacePromise::default();
                self.note(seat, round, Deed::KeptWord);
            }
        }
    }

    fn watch_treaties(&mut self, own: &Own, round: Round) {
        let followed = std::mem::take(&mut self.treaties);
        for treaty in followed.iter().filter(|treaty| treaty.ends <= round) {
            if let Some(partner) = treaty.partner(own.seat) {
                self.note(partner, round, Deed::KeptWord);
            }
        }
        self.treaties.extend(own.treaties.iter().copied().take(MOST_TREATIES));
    }

    fn note(&mut self, about: Seat, round: Round, deed: Deed) {
        if self.deeds.is_full() {
            // There are attacks and kept words all the time; breaches are what is worth remembering.
            let least = self.deeds.iter().position(|deed| !deed.deed.is_breach()).unwrap_or(0);
            self.deeds.remove(least);
        }
        self.deeds.push(Remembered { about, round, deed });
        self.fresh = (self.fresh + 1).min(self.deeds.len());
    }
}

/// Partners whose ceasefire is agreed and about to begin.
pub(crate) fn ceasefires_to_come(own: &Own) -> SeatSet {
    let truces = own.pending.iter().filter(|deal| deal.agreement == Agreement::Ceasefire);
    truces.map(|deal| if deal.to == own.seat { deal.id.from } else { deal.to }).collect()
}
