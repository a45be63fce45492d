//! Agents that move commodities: exhausted when they are used, ready again with the other cards (table H1).

use parley::Seat;

use crate::ability::Ability;
use crate::desk::booking;
use crate::desk::command::Entry;
use crate::desk::effect::ready;
use crate::desk::event::Event;
use crate::desk::offers::other;
use crate::desk::refusal::Refusal;
use crate::desk::state::State;
use crate::round::step::Phase;
use crate::table::goods::Captive;
use crate::table::price;

/// Commodities that Carth brings.
const CARTHS_LOAD: u16 = 2;

pub(crate) fn carth_gains(state: &State, by: Seat, events: &mut Vec<Event>) -> Result<(), Refusal> {
    in_action_phase(state)?;
    ready(state, by, Ability::Carth)?;
    let room = booking::room(state, by);
    let count = room.min(CARTHS_LOAD);
    if count == 0 {
        return Err(Refusal::OverCap { room });
    }
    events.push(Event::Used { by, ability: Ability::Carth, on: None });
    events.push(Event::Booked { seat: by, entry: Entry::GainCommodities { count } });
    Ok(())
}

pub(crate) fn carth_replenishes(
    state: &State,
    by: Seat,
    of: Seat,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    in_action_phase(state)?;
    other(state, by, of)?;
    ready(state, by, Ability::Carth)?;
    booking::can_replenish(state, of)?;
    events.push(Event::Used { by, ability: Ability::Carth, on: Some(of) });
    events.push(Event::Booked { seat: of, entry: Entry::Replenish });
    Ok(())
}

/// Turning commodities into trade goods is not gaining trade goods (TI-36), whoever sets it off.
pub(crate) fn stillness(
    state: &State,
    by: Seat,
    of: Seat,
    unit: &str,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    other(state, by, of)?;
    ready(state, by, Ability::TheStillnessOfStars)?;
    if !state.table.replenished.contains(of) {
        return Err(Refusal::NotReplenished);
    }
    let robbed = state.table.player(of);
    let cost = price::of(unit, 1).ok_or(Refusal::NoSuchUnit)?;
    let most = robbed.commodity_value();
    if cost > most {
        return Err(Refusal::TooDear { cost, most });
    }
    let captive = Captive { owner: of, unit: unit.trim().to_lowercase() };
    booking::can_capture(state, by, &captive)?;
    events.push(Event::Used { by, ability: Ability::TheStillnessOfStars, on: Some(of) });
    if robbed.commodities > 0 {
        let entry = Entry::Convert { count: robbed.commodities };
        events.push(Event::Booked { seat: of, entry });
    }
    events.push(Event::Booked { seat: by, entry: Entry::Capture { captive } });
    Ok(())
}

pub(crate) fn xander(
    state: &State,
    by: Seat,
    of: Seat,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if of != by {
        other(state, by, of)?;
    }
    ready(state, by, Ability::XanderAlexinVictori)?;
    events.push(Event::Used { by, ability: Ability::XanderAlexinVictori, on: Some(of) });
    Ok(())
}

fn in_action_phase(state: &State) -> Result<(), Refusal> {
    match state.table.moment.phase() {
        Phase::Action => Ok(()),
        _ => Err(Refusal::NotNow { now: state.table.moment.step() }),
    }
}

/// Minister of Commerce: its owner gains a trade good for each neighbour after replenishing.
pub(crate) fn minister_pays(after: &State, events: &[Event]) -> Vec<Event> {
    let Some(owner) = after.table.in_force.minister_of_commerce else { return Vec::new() };
    let replenished = |event: &&Event| matches!(event, Event::Booked { seat, entry: Entry::Replenish } if *seat == owner);
    let count = after.table.neighbours_of(owner).count() as u16;
    let times = events.iter().filter(replenished);
    times.filter(|_| count > 0).map(|_| Event::Gained { seat: owner, count }).collect()
}
