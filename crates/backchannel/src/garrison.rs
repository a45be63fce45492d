//! Territories of a seat: whether it holds one, and how many troops still fit (BC-102).

use parley::Seat;

use crate::map::{Territory, TerritorySet};
use crate::refusal::{Doing, Refusal};
use crate::settings::Rules;
use crate::state::State;

/// # Errors
/// Unless `seat` holds `territory`, which must exist.
pub(crate) fn own(
    rules: &Rules,
    state: &State,
    seat: Seat,
    territory: Territory,
    doing: Doing,
) -> Result<(), Refusal> {
    if territory.index() >= rules.map.len() {
        return Err(Refusal::NoSuchTerritory);
    }
    if !state.seat(seat).lands.contains(territory) {
        return Err(Refusal::NotYours { doing });
    }
    Ok(())
}

/// The troops that still fit on `lands`.
pub(crate) fn room(rules: &Rules, state: &State, lands: TerritorySet) -> u32 {
    if !rules.caps {
        return u32::MAX;
    }
    lands.into_iter().map(|territory| room_on(rules, state, territory)).fold(0, u32::saturating_add)
}

/// The troops that still fit on one territory (BC-102).
#[inline]
pub(crate) fn room_on(rules: &Rules, state: &State, territory: Territory) -> u32 {
    rules.map.most(territory).saturating_sub(state.land(territory).troops)
}
