//! Abilities that move commodities: agents, which are exhausted (TI-30 … TI-36), and the Minister of Commerce.

use parley::Seat;

use crate::ability::row::Kind;
use crate::desk::booking;
use crate::desk::command::Entry;
use crate::desk::effect::hook::{Asking, Hook, Landing};
use crate::desk::event::Event;
use crate::desk::refusal::Refusal;
use crate::desk::state::DeskState;
use crate::table::goods::Captive;
use crate::table::price;

pub(super) const HOOKS: &[Hook] = &[
    Hook::new("gain_commodities", gain_commodities),
    Hook::new("replenish", replenish),
    Hook::new("convert_for_captive", convert_for_captive),
];

pub(super) const LANDINGS: &[Landing] = &[
    Landing { id: "spend_commodities", run: spend_commodities },
    Landing { id: "ready_agents", run: ready_agents },
];

/// Commodities that Carth gives.
const CARTHS_LOAD: u16 = 2;

fn gain_commodities(asking: &Asking<'_>, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let room = booking::room(asking.state, asking.by);
    let count = room.min(CARTHS_LOAD);
    if count == 0 {
        return Err(Refusal::OverCap { room });
    }
    events.push(Event::Booked { seat: asking.by, entry: Entry::GainCommodities { count } });
    Ok(())
}

fn replenish(asking: &Asking<'_>, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let seat = asking.target();
    booking::can_replenish(asking.state, seat)?;
    events.push(Event::Booked { seat, entry: Entry::Replenish });
    Ok(())
}

/// Converting commodities into trade goods is not gaining trade goods (TI-36), whoever causes it.
fn convert_for_captive(asking: &Asking<'_>, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let (state, by, of, unit) = (asking.state, asking.by, asking.target(), asking.unit());
    if !state.table.replenished.contains(of) {
        return Err(Refusal::NotReplenished);
    }
    let robbed = state.table.player(of);
    let cost = price::of(&unit, 1).ok_or(Refusal::NoSuchUnit)?;
    let most = robbed.commodity_value();
    if cost > most {
        return Err(Refusal::TooDear { cost, most });
    }
    let captive = Captive { owner: of, unit: unit.trim().to_lowercase() };
    booking::can_capture(state, by, &captive)?;
    if robbed.commodities > 0 {
        let entry = Entry::Convert { count: robbed.commodities };
        events.push(Event::Booked { seat: of, entry });
    }
    events.push(Event::Booked { seat: by, entry: Entry::Capture { captive } });
    Ok(())
}

fn spend_commodities(state: &mut DeskState, _: Seat, on: Option<Seat>) {
    if let Some(of) = on {
        state.table.players[of.index()].spends_commodities = true;
    }
}

fn ready_agents(state: &mut DeskState, _: Seat, on: Option<Seat>) {
    if let Some(of) = on {
        state.table.players[of.index()].exhausted.retain(|it| it.kind() != Kind::Agent);
    }
}

/// Minister of Commerce: its owner gains a trade good for each neighbour after replenishing.
pub(crate) fn minister_pays(after: &DeskState, events: &[Event]) -> Vec<Event> {
    let Some(owner) = after.table.in_force.minister_of_commerce else { return Vec::new() };
    let replenished = |event: &&Event| matches!(event, Event::Booked { seat, entry: Entry::Replenish } if *seat == owner);
    let count = after.table.neighbours_of(owner).count() as u16;
    let times = events.iter().filter(replenished);
    times.filter(|_| count > 0).map(|_| Event::Gained { seat: owner, count }).collect()
}
