//! Payments with a note, and notes that are passed on, without a transaction (TI-26).

use parley::{Seat, SeatSet};

use crate::desk::deeds::give;
use crate::desk::effect::carry::held;
use crate::desk::effect::hook::{Asking, Hook, Landing};
use crate::desk::event::Event;
use crate::desk::refusal::Refusal;
use crate::desk::state::DeskState;
use crate::table::goods::Bundle;
use crate::table::hand::Place;

pub(super) const HOOKS: &[Hook] = &[
    Hook::new("give_note", give_note),
    Hook::new("research", pay_researcher).after(may_research),
    Hook::new("pass_on_note", pass_on_note),
];

pub(super) const LANDINGS: &[Landing] = &[Landing { id: "open_research", run: open_research }];

fn give_note(asking: &Asking<'_>, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let goods = Bundle::note(asking.note());
    give(asking.state, asking.by, asking.target(), &goods, events)
}

fn open_research(state: &mut DeskState, by: Seat, _: Option<Seat>) {
    (state.research, state.researched) = (Some(by), SeatSet::EMPTY);
}

/// The player whose ability lets this player pay for research now.
fn researcher(asking: &Asking<'_>) -> Result<Seat, Refusal> {
    asking.state.research.filter(|to| *to != asking.by).ok_or(Refusal::NoResearch)
}

fn may_research(asking: &Asking<'_>, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let (by, to) = (asking.by, researcher(asking)?);
    match asking.which.ability {
        Some(ability) if asking.state.researched.contains(by) => {
            Err(Refusal::UsedAlready { ability })
        }
        _ => {
            events.push(Event::Researched { by, to });
            Ok(())
        }
    }
}

/// Spends the trade goods and gives the note. The technology is recorded separately.
fn pay_researcher(asking: &Asking<'_>, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let goods = Bundle::note(asking.note());
    give(asking.state, asking.by, researcher(asking)?, &goods, events)
}

/// Moves the note to another player's play area, or returns it.
fn pass_on_note(asking: &Asking<'_>, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let to = asking.target();
    let (note, from) = held(asking.state, asking.by, asking.which).ok_or(Refusal::NotHeld)?;
    let place = if note.issuer == to { Place::Hand(to) } else { Place::Play(to) };
    events.push(Event::NoteMoved { note, from, to: place });
    Ok(())
}
