//! What an ability or a card forces somebody to hand over; this is not a transaction (TI-26).

use parley::Seat;

use crate::desk::effect::hook::{Asking, Hook};
use crate::desk::event::Event;
use crate::desk::refusal::Refusal;
use crate::desk::state::DeskState;
use crate::table::goods::Bundle;

pub(super) const HOOKS: &[Hook] = &[
    Hook::new("demand_note", demand_note),
    Hook::new("demand_after_combat", demand_note).after(fought),
    Hook::new("demand_from_all", demand_from_all),
    Hook::new("salvage", salvage).after(fought),
    Hook::new("seize_fragment", seize_fragment),
];

/// A note that the giver chooses.
fn demand_note(asking: &Asking<'_>, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let (by, from) = (asking.by, asking.target());
    can_give_note(asking.state, by, from)?;
    events.push(Event::Demanded { by, from });
    Ok(())
}

/// From every player who has a note to give.
fn demand_from_all(asking: &Asking<'_>, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let (state, by) = (asking.state, asking.by);
    let others = state.table.seats().filter(|from| *from != by && state.table.is_in(*from));
    let givers = others.filter(|from| can_give_note(state, by, *from).is_ok());
    events.extend(givers.map(|from| Event::Demanded { by, from }));
    Ok(())
}

fn salvage(asking: &Asking<'_>, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let from = asking.target();
    let count = asking.state.table.player(from).commodities;
    if asking.state.table.is_unknown(from) {
        return Err(Refusal::NotRecorded);
    }
    if count == 0 {
        return Err(Refusal::NothingToGive);
    }
    events.push(Event::Given { from, to: asking.by, goods: Bundle::commodities(count) });
    Ok(())
}

fn seize_fragment(asking: &Asking<'_>, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let (from, fragment) = (asking.target(), asking.fragment());
    let held = asking.state.table.player(from).fragments;
    let unknown = asking.state.table.is_unknown(from);
    if fragment.total() != 1 || !(unknown || held.covers(fragment)) {
        return Err(Refusal::NothingToGive);
    }
    let goods = Bundle { fragments: fragment, ..Bundle::default() };
    events.push(Event::Given { from, to: asking.by, goods });
    Ok(())
}

/// The player withdraws a demand, or takes nothing from a revealed hand.
pub(crate) fn waive(
    state: &DeskState,
    by: Seat,
    from: Seat,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if !state.demands.contains(&(by, from)) && !state.takings.contains(&(by, from)) {
        return Err(Refusal::NoDemand);
    }
    events.push(Event::Waived { by, from });
    Ok(())
}

/// Removes demands that nobody can meet any more.
pub(crate) fn moot(state: &DeskState) -> Vec<Event> {
    let table = &state.table;
    let demands = state.demands.iter();
    let bare = demands.filter(|(_, from)| !table.may_have_notes(*from));
    let takings = state.takings.iter();
    let empty = takings.filter(|(_, from)| table.player(*from).action_cards.is_empty());
    bare.chain(empty).map(|(by, from)| Event::Waived { by: *by, from: *from }).collect()
}

/// Checks that the space combat that just ended was between these two: one of them is the active player.
fn fought(asking: &Asking<'_>, _: &mut Vec<Event>) -> Result<(), Refusal> {
    let active = asking.state.table.moment.active();
    let fought = [asking.by, asking.target()].into_iter().any(|seat| active == Some(seat));
    if fought { Ok(()) } else { Err(Refusal::NotInCombat) }
}

/// The number of notes in a hand is public, so the refusal reveals nothing (TI-62).
fn can_give_note(state: &DeskState, by: Seat, from: Seat) -> Result<(), Refusal> {
    match state.table.may_have_notes(from) {
        false => Err(Refusal::NothingToGive),
        true if state.demands.contains(&(by, from)) => Err(Refusal::NoChange),
        true => Ok(()),
    }
}
