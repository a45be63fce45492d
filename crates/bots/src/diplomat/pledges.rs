//! What a bot has committed itself to in words.

use backchannel::TerritorySet;
use backchannel::settings::MOST_SEATS;
use parley::{Round, Seat, SeatSet};

/// Own words that are still in force, each until the end of a round.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Pledges {
    spared: [Round; MOST_SEATS],
    lands: TerritorySet,
    lands_until: Round,
    hunted: [Round; MOST_SEATS],
    wanted: TerritorySet,
    wanted_until: Round,
    /// Land that others were warned to leave alone.
    guarded: TerritorySet,
    guarded_until: Round,
}

impl Pledges {
    pub(crate) fn spare(&mut self, seat: Seat, until: Round) {
        let spared = &mut self.spared[seat.index()];
        *spared = until.max(*spared);
    }

    pub(crate) fn spare_lands(&mut self, lands: TerritorySet, round: Round, until: Round) {
        self.lands = self.lands(round).or(lands);
        self.lands_until = until.max(self.lands_until);
    }

    pub(crate) fn hunt(&mut self, seat: Seat, until: Round) {
        self.hunted[seat.index()] = until;
    }

    pub(crate) fn want(&mut self, lands: TerritorySet, round: Round) {
        (self.wanted, self.wanted_until) = (lands, round + 1);
    }

    pub(crate) fn guard(&mut self, lands: TerritorySet, until: Round) {
        (self.guarded, self.guarded_until) = (lands, until);
    }

    /// Seats that were promised not to be attacked in `round`.
    pub(crate) fn spared(&self, round: Round) -> SeatSet {
        in_force(&self.spared, round)
    }

    /// Seats of which somebody was told that they would be attacked.
    pub(crate) fn hunted(&self, round: Round) -> SeatSet {
        in_force(&self.hunted, round)
    }

    pub(crate) fn lands(&self, round: Round) -> TerritorySet {
        if self.lands_until >= round { self.lands } else { TerritorySet::EMPTY }
    }

    pub(crate) fn wanted(&self, round: Round) -> TerritorySet {
        if self.wanted_until >= round { self.wanted } else { TerritorySet::EMPTY }
    }

    pub(crate) fn guarded(&self, round: Round) -> TerritorySet {
        if self.guarded_until >= round { self.guarded } else { TerritorySet::EMPTY }
    }
}

fn in_force(until: &[Round; MOST_SEATS], round: Round) -> SeatSet {
    Seat::all(MOST_SEATS).filter(|seat| until[seat.index()] >= round).collect()
}
