//! What an ability or a card forces somebody to hand over: no transaction (TI-26).

use parley::Seat;

use crate::ability::Ability;
use crate::desk::effect::{as_action, in_step, play, ready};
use crate::desk::event::Event;
use crate::desk::offers::other;
use crate::desk::refusal::Refusal;
use crate::desk::state::State;
use crate::round::step::Step;
use crate::table::Tie;
use crate::table::goods::{Bundle, Fragments};
use crate::transaction::bar::Bar;

pub(crate) const SALVAGE: &str = "Salvage";
pub(crate) const DIPLOMATIC_PRESSURE: &str = "Diplomatic Pressure";
pub(crate) const SEIZE_ARTIFACT: &str = "Seize Artifact";

pub(crate) fn sula(
    state: &State,
    by: Seat,
    from: Seat,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    won_against(state, by, from)?;
    ready(state, by, Ability::SulaMentarion)?;
    can_give_note(state, by, from)?;
    events.push(Event::Used { by, ability: Ability::SulaMentarion, on: Some(from) });
    events.push(Event::Demanded { by, from });
    Ok(())
}

pub(crate) fn voidwatch(state: &State, by: Seat, events: &mut Vec<Event>) -> Result<(), Refusal> {
    in_step(state, &[Step::MoveShips])?;
    let from = state.table.moment.active().ok_or(Refusal::NotYours)?;
    other(state, by, from)?;
    ready(state, by, Ability::Voidwatch)?;
    can_give_note(state, by, from)?;
    events.push(Event::Used { by, ability: Ability::Voidwatch, on: Some(from) });
    events.push(Event::Demanded { by, from });
    Ok(())
}

/// At the end of the status phase, from everybody who has a note to give.
pub(crate) fn oracle(state: &State, by: Seat, events: &mut Vec<Event>) -> Result<(), Refusal> {
    in_step(state, &[Step::ReturnStrategyCards])?;
    ready(state, by, Ability::TheOracle)?;
    let others = state.table.seats().filter(|from| *from != by && state.table.is_in(*from));
    let givers = others.filter(|from| can_give_note(state, by, *from).is_ok());
    events.push(Event::Used { by, ability: Ability::TheOracle, on: None });
    events.extend(givers.map(|from| Event::Demanded { by, from }));
    Ok(())
}

pub(crate) fn pressure(
    state: &State,
    by: Seat,
    from: Seat,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    in_step(state, &[Step::WhenRevealed])?;
    other(state, by, from)?;
    can_give_note(state, by, from)?;
    play(state, by, DIPLOMATIC_PRESSURE, events)?;
    events.push(Event::Demanded { by, from });
    Ok(())
}

pub(crate) fn salvage(
    state: &State,
    by: Seat,
    from: Seat,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    won_against(state, by, from)?;
    let count = state.table.player(from).commodities;
    if count == 0 {
        return Err(Refusal::NothingToGive);
    }
    play(state, by, SALVAGE, events)?;
    events.push(Event::Given { from, to: by, goods: Bundle::commodities(count) });
    Ok(())
}

pub(crate) fn seize(
    state: &State,
    by: Seat,
    from: Seat,
    fragment: Fragments,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    as_action(state, by)?;
    other(state, by, from)?;
    if state.table.tie(by, from) != Tie::Neighbours {
        return Err(Bar::NotNeighbours.into());
    }
    if fragment.total() != 1 || !state.table.player(from).fragments.covers(fragment) {
        return Err(Refusal::NothingToGive);
    }
    play(state, by, SEIZE_ARTIFACT, events)?;
    let goods = Bundle { fragments: fragment, ..Bundle::default() };
    events.push(Event::Given { from, to: by, goods });
    Ok(())
}

/// The one who demands lets it go, or leaves a hand that lies open alone.
pub(crate) fn waive(
    state: &State,
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

/// Demands that nobody can meet any more are gone.
pub(crate) fn moot(state: &State) -> Vec<Event> {
    let table = &state.table;
    let demands = state.demands.iter();
    let bare = demands.filter(|(_, from)| table.player(*from).notes_in_hand == 0);
    let takings = state.takings.iter();
    let empty = takings.filter(|(_, from)| table.player(*from).action_cards.is_empty());
    bare.chain(empty).map(|(by, from)| Event::Waived { by: *by, from: *from }).collect()
}

/// A space combat has just ended, and it was between these two: the active player is one of them.
fn won_against(state: &State, by: Seat, from: Seat) -> Result<(), Refusal> {
    in_step(state, &[Step::CombatEnd])?;
    other(state, by, from)?;
    let fought = |seat: Seat| state.table.moment.active() == Some(seat);
    if fought(by) || fought(from) { Ok(()) } else { Err(Refusal::NotInCombat) }
}

/// How many notes somebody holds is public, so this may be told (TI-62).
fn can_give_note(state: &State, by: Seat, from: Seat) -> Result<(), Refusal> {
    match state.table.player(from).notes_in_hand {
        0 => Err(Refusal::NothingToGive),
        _ if state.demands.contains(&(by, from)) => Err(Refusal::NoChange),
        _ => Ok(()),
    }
}
