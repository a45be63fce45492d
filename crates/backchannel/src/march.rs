//! The reinforce move (BC-208).

use parley::Seat;

use crate::event::Event;
use crate::fog;
use crate::garrison;
use crate::map::{Territory, TerritorySet};
use crate::refusal::{Doing, Refusal};
use crate::settings::Rules;
use crate::state::State;
use crate::turn;

/// The territories that a seat's troops may march over: its own, and those of its safe-passage
/// partners that it can see. An unseen one would tell who holds it.
pub(crate) fn roads(rules: &Rules, state: &State, seat: Seat) -> TerritorySet {
    let own = state.seat(seat).lands;
    let partners = state.seat(seat).passage;
    if partners.is_empty() {
        return own;
    }
    let theirs = partners
        .into_iter()
        .fold(TerritorySet::EMPTY, |lands, partner| lands.or(state.seat(partner).lands));
    let seen =
        if rules.settings().fog { fog::sight(&rules.map, state, seat) } else { rules.map.all() };
    own.or(theirs.and(seen))
}

/// Own territories that troops can reach from `from` over `roads`.
pub(crate) fn reach(
    rules: &Rules,
    state: &State,
    seat: Seat,
    roads: TerritorySet,
    from: Territory,
) -> TerritorySet {
    let mut reached = TerritorySet::only(from);
    let mut edge = reached;
    while !edge.is_empty() {
        let next = edge
            .into_iter()
            .fold(TerritorySet::EMPTY, |next, place| next.or(rules.map.crossings(place)));
        edge = next.and(roads).minus(reached);
        reached = reached.or(edge);
    }
    reached.and(state.seat(seat).lands).without(from)
}

/// A reinforcement as it was ordered.
pub(crate) struct Reinforcement {
    pub from: Territory,
    pub to: Territory,
    pub troops: u32,
}

pub(crate) fn reinforce(
    rules: &Rules,
    state: &State,
    seat: Seat,
    Reinforcement { from, to, troops }: Reinforcement,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    garrison::own(rules, state, seat, from, Doing::Reinforce)?;
    garrison::own(rules, state, seat, to, Doing::Reinforce)?;
    if from == to {
        return Err(Refusal::SameTerritory);
    }
    let roads = roads(rules, state, seat);
    if !reach(rules, state, seat, roads, from).contains(to) {
        return Err(Refusal::NotJoined);
    }
    if troops == 0 {
        return Err(Refusal::NoTroops { doing: Doing::Reinforce });
    }
    let most = free_troops(rules, state, from).min(garrison::room_on(rules, state, to));
    if troops > most {
        return Err(Refusal::MarchTooMany { most });
    }
    events.push(Event::Reinforced { seat, from, to, troops });
    turn::end(rules, state, seat, events);
    Ok(())
}

/// Troops that may leave a territory.
#[inline]
pub(crate) fn free_troops(rules: &Rules, state: &State, from: Territory) -> u32 {
    state.land(from).troops.saturating_sub(rules.map.least(from))
}
