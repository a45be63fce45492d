//! Laws, events and the like that begin and end while the game is on.

use parley::Seat;
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::refusal::Refusal;
use crate::state::State;

/// Something that changes the rules for as long as it is in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// The event: nobody has to be a neighbour, commodities have no cap, technologies are shared.
    AgeOfCommerce,
    /// The event: no transactions in the agenda phase.
    HiddenAgenda,
    /// The custodians token is gone, so that rounds have an agenda phase (TI-85).
    AgendaPhase,
}

impl Condition {
    pub const ALL: [Condition; 3] =
        [Condition::AgeOfCommerce, Condition::HiddenAgenda, Condition::AgendaPhase];
}

/// Whether a condition is in force.
pub(crate) fn holds(state: &State, condition: Condition) -> bool {
    match condition {
        Condition::AgeOfCommerce => state.table.in_force.age_of_commerce,
        Condition::HiddenAgenda => state.table.in_force.hidden_agenda,
        Condition::AgendaPhase => state.agendas,
    }
}

pub(crate) fn declare(
    state: &State,
    by: Seat,
    condition: Condition,
    begins: bool,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if holds(state, condition) == begins {
        return Err(Refusal::InForceAlready { begins });
    }
    events.push(Event::Declared { by, condition, begins });
    Ok(())
}

pub(crate) fn set(state: &mut State, condition: Condition, begins: bool) {
    match condition {
        Condition::AgeOfCommerce => state.table.in_force.age_of_commerce = begins,
        Condition::HiddenAgenda => state.table.in_force.hidden_agenda = begins,
        Condition::AgendaPhase => state.agendas = begins,
    }
}
