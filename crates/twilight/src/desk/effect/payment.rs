//! What is paid for by an ability's own price, without a transaction (table H1).

use parley::Seat;

use crate::ability::Ability;
use crate::ability::known;
use crate::desk::deeds::give;
use crate::desk::effect::{as_action, in_step, ready};
use crate::desk::event::Event;
use crate::desk::offers::other;
use crate::desk::refusal::Refusal;
use crate::desk::state::State;
use crate::round::step::Step;
use crate::table::Tie;
use crate::table::goods::Bundle;
use crate::table::hand::{Note, Place};
use crate::transaction::bar::Bar;

/// Trade goods that Quantum Datahub Node costs.
pub(crate) const DATAHUB: u16 = 3;
/// Trade goods that research by Visionaria Select costs, beside the note.
pub(crate) const RESEARCH: u16 = 3;
/// Influence for which Malevolency goes on; a trade good will do.
pub(crate) const MALEVOLENCY: u16 = 1;

/// A secondary ability for a note to the active player.
pub(crate) fn mindsieve(
    state: &State,
    by: Seat,
    note: Note,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    in_step(state, &[Step::Secondary])?;
    let moment = state.table.moment;
    let active = moment.active().filter(|_| moment.asked() == Some(by));
    let to = active.ok_or(Refusal::NotNow { now: moment.step() })?;
    ready(state, by, Ability::Mindsieve)?;
    events.push(Event::Used { by, ability: Ability::Mindsieve, on: Some(to) });
    give(state, by, to, &Bundle::note(note), events)
}

pub(crate) fn visionaria(state: &State, by: Seat, events: &mut Vec<Event>) -> Result<(), Refusal> {
    as_action(state, by)?;
    ready(state, by, Ability::VisionariaSelect)?;
    events.push(Event::Used { by, ability: Ability::VisionariaSelect, on: None });
    Ok(())
}

/// The trade goods are spent, the note is given. What was researched is entered apart.
pub(crate) fn research(
    state: &State,
    by: Seat,
    note: Note,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let to = state.research.filter(|to| *to != by).ok_or(Refusal::NoResearch)?;
    if state.researched.contains(by) {
        return Err(Refusal::UsedAlready { ability: Ability::VisionariaSelect });
    }
    let has = state.table.player(by).purse();
    if has < RESEARCH {
        return Err(Refusal::TooFew { has, needs: RESEARCH });
    }
    events.push(Event::Researched { by, to });
    events.push(Event::Spent { seat: by, resources: 0, influence: 0, goods: RESEARCH });
    give(state, by, to, &Bundle::note(note), events)
}

/// Who has which strategy card afterwards the two enter with their initiative.
pub(crate) fn datahub(
    state: &State,
    by: Seat,
    with: Seat,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    in_step(state, &[Step::EndOfStrategy])?;
    other(state, by, with)?;
    ready(state, by, Ability::QuantumDatahubNode)?;
    events.push(Event::Used { by, ability: Ability::QuantumDatahubNode, on: Some(with) });
    give(state, by, with, &Bundle::trade_goods(DATAHUB), events)
}

/// At the end of a tactical action, to a neighbour, for one influence.
pub(crate) fn malevolency(
    state: &State,
    by: Seat,
    to: Seat,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    in_step(state, &[Step::EndOfAction])?;
    if state.table.moment.active() != Some(by) {
        return Err(Refusal::NotNow { now: Step::EndOfAction });
    }
    other(state, by, to)?;
    let (note, from) = held(state, by).ok_or(Refusal::NotHeld)?;
    if state.table.tie(by, to) != Tie::Neighbours {
        return Err(Bar::NotNeighbours.into());
    }
    let player = state.table.player(by);
    let ready = player.influence >= MALEVOLENCY;
    let (influence, goods) = if ready { (MALEVOLENCY, 0) } else { (0, MALEVOLENCY) };
    if goods > player.purse() {
        return Err(Refusal::TooFew { has: player.purse(), needs: MALEVOLENCY });
    }
    events.push(Event::Spent { seat: by, resources: 0, influence, goods });
    let place = if note.issuer == to { Place::Hand(to) } else { Place::Play(to) };
    events.push(Event::NoteMoved { note, from, to: place });
    Ok(())
}

/// Malevolency in front of a player, or in the hand of the one who issued it.
fn held(state: &State, by: Seat) -> Option<(Note, Place)> {
    let mut notes = state.table.notes.iter();
    notes.find(|(note, place)| {
        let own = note.issuer == by && *place == Place::Hand(by);
        note.kind == known::malevolency() && (own || *place == Place::Play(by))
    })
}
