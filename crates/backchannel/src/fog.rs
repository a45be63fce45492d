//! What each seat can see (BC-803).

use parley::Seat;

use crate::map::{Map, TerritorySet};
use crate::settings::MOST_SEATS;
use crate::state::{Glimpse, Recon, State};

/// Own territories and their neighbours.
pub(crate) fn eyes(map: &Map, lands: TerritorySet) -> TerritorySet {
    lands.into_iter().fold(lands, |seen, territory| seen.or(map.near(territory)))
}

/// What `seat` sees under fog: with its own eyes, and with those of its intel partners.
///
/// A partner's other partners do not count: that would tell of an agreement between third seats.
pub(crate) fn sight(map: &Map, state: &State, seat: Seat) -> TerritorySet {
    let own = own_sight(map, state, seat);
    let partners = state.seat(seat).intel;
    partners.into_iter().fold(own, |seen, partner| seen.or(own_sight(map, state, partner)))
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

/// Keeps a last glimpse of whatever was in sight `before` and no longer is.
pub(crate) fn remember(map: &Map, state: &mut State, before: &[TerritorySet; MOST_SEATS]) {
    let after = sights(map, state);
    for seat in Seat::all(MOST_SEATS) {
        for territory in before[seat.index()].minus(after[seat.index()]) {
            let land = *state.land(territory);
            let glimpse = Glimpse { troops: land.troops, round: state.round, owner: land.owner };
            state.seat_mut(seat).memory[territory.index()] = glimpse;
        }
    }
}
