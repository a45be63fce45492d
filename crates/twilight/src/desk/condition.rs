//! Laws, events and the like that begin and end while the game is on.

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::desk::event::Event;
use crate::desk::refusal::Refusal;
use crate::desk::state::State;
use crate::galaxy::Modifiers;

/// Something that changes the rules for as long as it is in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// The event: nobody has to be a neighbour, commodities have no cap, technologies are shared.
    AgeOfCommerce,
    /// The event: no transactions in the agenda phase.
    HiddenAgenda,
    /// The law, of the one who declares it: a trade good for each neighbour after replenishing.
    MinisterOfCommerce,
    /// The custodians token is gone, so that rounds have an agenda phase (TI-85).
    AgendaPhase,
    /// The law: alpha and beta wormholes match for everybody.
    WormholeReconstruction,
    /// The action card, for one tactical action: alpha and beta wormholes match for everybody.
    LostStarChart,
    /// Winnu's technology, for one tactical action of the one who declares it.
    LazaxGateFolding,
    /// Keleres' breakthrough, of the one who declares it: neighbour of all who are near Mecatol Rex.
    IihqModernization,
}

impl Condition {
    pub const ALL: [Condition; 8] = [
        Condition::AgeOfCommerce,
        Condition::HiddenAgenda,
        Condition::MinisterOfCommerce,
        Condition::AgendaPhase,
        Condition::WormholeReconstruction,
        Condition::LostStarChart,
        Condition::LazaxGateFolding,
        Condition::IihqModernization,
    ];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Condition::AgeOfCommerce => "Age of Commerce",
            Condition::HiddenAgenda => "Hidden Agenda",
            Condition::MinisterOfCommerce => "Minister of Commerce",
            Condition::AgendaPhase => "The agenda phase",
            Condition::WormholeReconstruction => "Wormhole Reconstruction",
            Condition::LostStarChart => "Lost Star Chart",
            Condition::LazaxGateFolding => "Lazax Gate Folding",
            Condition::IihqModernization => "I.I.H.Q. Modernization",
        }
    }

    /// Whether it means anything only where there is a map.
    const fn is_on_the_map(self) -> bool {
        matches!(
            self,
            Condition::WormholeReconstruction
                | Condition::LostStarChart
                | Condition::LazaxGateFolding
                | Condition::IihqModernization
        )
    }

    /// The ability without which a player cannot declare it.
    fn needs(self) -> Option<Ability> {
        match self {
            Condition::LazaxGateFolding => Some(Ability::LazaxGateFolding),
            Condition::IihqModernization => Some(Ability::IihqModernization),
            _ => None,
        }
    }
}

/// Whether a condition is in force, for `seat` where it is one player's.
pub(crate) fn holds(state: &State, seat: Seat, condition: Condition) -> bool {
    let on_map = |is: &dyn Fn(&Modifiers) -> bool| {
        state.galaxy.as_deref().is_some_and(|galaxy| is(&galaxy.modifiers))
    };
    match condition {
        Condition::AgeOfCommerce => state.table.in_force.age_of_commerce,
        Condition::HiddenAgenda => state.table.in_force.hidden_agenda,
        Condition::MinisterOfCommerce => state.table.in_force.minister_of_commerce == Some(seat),
        Condition::AgendaPhase => state.agendas,
        Condition::WormholeReconstruction => on_map(&|map| map.wormhole_reconstruction),
        Condition::LostStarChart => on_map(&|map| map.lost_star_chart),
        Condition::LazaxGateFolding => on_map(&|map| map.gate_folding == Some(seat)),
        Condition::IihqModernization => on_map(&|map| map.modernized.contains(seat)),
    }
}

pub(crate) fn declare(
    state: &State,
    by: Seat,
    condition: Condition,
    begins: bool,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if condition.is_on_the_map() && state.galaxy.is_none() {
        return Err(Refusal::NoMap);
    }
    let player = state.table.player(by);
    let able = |ability| player.faction.has(ability) || player.gained.contains(&ability);
    if !condition.needs().is_none_or(able) {
        return Err(Refusal::NotYourAbility);
    }
    if holds(state, by, condition) == begins {
        return Err(Refusal::InForceAlready { begins });
    }
    events.push(Event::Declared { by, condition, begins });
    Ok(())
}

pub(crate) fn set(state: &mut State, by: Seat, condition: Condition, begins: bool) {
    match condition {
        Condition::AgeOfCommerce => state.table.in_force.age_of_commerce = begins,
        Condition::HiddenAgenda => state.table.in_force.hidden_agenda = begins,
        Condition::MinisterOfCommerce => {
            state.table.in_force.minister_of_commerce = begins.then_some(by);
        }
        Condition::AgendaPhase => state.agendas = begins,
        _ => {
            let Some(galaxy) = &mut state.galaxy else { return };
            modify(&mut galaxy.modifiers, by, condition, begins);
            state.survey();
        }
    }
}

fn modify(map: &mut Modifiers, by: Seat, condition: Condition, begins: bool) {
    match condition {
        Condition::WormholeReconstruction => map.wormhole_reconstruction = begins,
        Condition::LostStarChart => map.lost_star_chart = begins,
        Condition::LazaxGateFolding => map.gate_folding = begins.then_some(by),
        Condition::IihqModernization if begins => map.modernized = map.modernized.with(by),
        Condition::IihqModernization => map.modernized = map.modernized.without(by),
        _ => {}
    }
}

/// What lasts for one tactical action is over.
pub(crate) fn end_action(state: &mut State) {
    let Some(galaxy) = &mut state.galaxy else { return };
    let map = &mut galaxy.modifiers;
    if map.lost_star_chart || map.gate_folding.is_some() || map.conduit.is_some() {
        (map.lost_star_chart, map.gate_folding, map.conduit) = (false, None, None);
        state.survey();
    }
}
