//! What each seat can see (BC-803).

use arrayvec::ArrayVec;
use parley::{Audience, Round, Seat};
use serde::Serialize;

use crate::event::Event;
use crate::map::{MOST_TERRITORIES, Map, Territory, TerritorySet};
use crate::settings::{MOST_SEATS, Rules};
use crate::state::{Recon, State};

/// Own territories and their neighbours.
pub(crate) fn eyes(map: &Map, lands: TerritorySet) -> TerritorySet {
    lands.into_iter().fold(lands, |seen, territory| seen.or(map.near(territory)))
}

/// What `seat` sees under fog: by itself, and through its intel partners.
///
/// A partner's other partners do not count: that would reveal an agreement between other seats.
pub(crate) fn sight(map: &Map, state: &State, seat: Seat) -> TerritorySet {
    let own = own_sight(map, state, seat);
    let partners = state.seat(seat).intel;
    partners.into_iter().fold(own, |seen, partner| seen.or(own_sight(map, state, partner)))
}

/// Whether `seat` sees the whole map: there is no fog, or it has lifted for those who are out (BC-808).
pub(crate) fn is_clear(rules: &Rules, state: &State, seat: Seat) -> bool {
    let settings = rules.settings();
    !settings.fog
        || (!state.living.contains(seat) && (settings.lift_fog || only_bots_remain(rules, state)))
}

fn only_bots_remain(rules: &Rules, state: &State) -> bool {
    !rules.people().is_empty() && rules.people().and(state.living).is_empty()
}

/// The same for any audience: spectators see the whole map where the table has opened it to them (BC-809).
pub(crate) fn is_clear_to(rules: &Rules, state: &State, audience: Audience) -> bool {
    match audience {
        Audience::Replay => true,
        Audience::Spectator => !rules.settings().fog || rules.settings().open_map,
        Audience::Seat(seat) if seat.index() < rules.seats() => is_clear(rules, state, seat),
        Audience::Seat(_) => !rules.settings().fog,
    }
}

#[inline]
fn own_sight(map: &Map, state: &State, seat: Seat) -> TerritorySet {
    let seat = state.seat(seat);
    match seat.recon {
        None => seat.eyes,
        Some(Recon::Around(centre)) => seat.eyes.or(map.near(centre)).with(centre),
        Some(Recon::Holdings(other)) => seat.eyes.or(state.seat(other).lands),
    }
}

/// What every seat sees under fog.
pub(crate) fn sights(map: &Map, state: &State) -> [TerritorySet; MOST_SEATS] {
    let mut sights = [TerritorySet::EMPTY; MOST_SEATS];
    for seat in state.living {
        sights[seat.index()] = sight(map, state, seat);
    }
    sights
}

/// Whether an event can remove a territory from somebody's sight.
#[inline]
pub(crate) fn dims(event: &Event) -> bool {
    matches!(
        event,
        Event::Conquered { .. }
            | Event::Faded { .. }
            | Event::Betrayed { .. }
            | Event::TreatyEnded { .. }
            | Event::Eliminated { .. }
    )
}

/// What each seat last saw of territories that are out of its sight.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Memory([Glimpses; MOST_SEATS]);

type Glimpses = [Glimpse; MOST_TERRITORIES];

/// What a seat last saw of a territory.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub(crate) struct Glimpse {
    pub troops: u32,
    pub round: Round,
    pub owner: Option<Seat>,
}

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory([[Glimpse::default(); MOST_TERRITORIES]; MOST_SEATS])
    }

    /// An empty memory for a map of that size.
    pub(crate) fn of(&self, seats: usize, territories: usize) -> ArrayVec<&[Glimpse], MOST_SEATS> {
        self.0[..seats].iter().map(|glimpses| &glimpses[..territories]).collect()
    }

    /// The last glimpse that `seat` had of a territory, if it ever lost sight of it.
    #[inline]
    pub(crate) fn recall(&self, seat: Seat, territory: Territory) -> Option<Glimpse> {
        let glimpse = self.0[seat.index()][territory.index()];
        (glimpse.round != Round::NEVER).then_some(glimpse)
    }

    pub(crate) fn set(&mut self, seat: Seat, territory: Territory, glimpse: Glimpse) {
        self.0[seat.index()][territory.index()] = glimpse;
    }

    /// Stores a last glimpse of whatever was in sight `before` and no longer is.
    pub(crate) fn keep(&mut self, map: &Map, state: &State, before: &[TerritorySet; MOST_SEATS]) {
        let after = sights(map, state);
        for seat in Seat::all(MOST_SEATS) {
            for territory in before[seat.index()].minus(after[seat.index()]) {
                let land = state.land(territory);
                let (troops, owner) = (land.troops, land.owner);
                self.set(seat, territory, Glimpse { troops, round: state.round, owner });
            }
        }
    }
}
