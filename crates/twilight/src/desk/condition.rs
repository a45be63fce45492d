//! Laws, events and the like that begin and end during the game.

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::ability::row::{self, Row};
use crate::desk::event::Event;
use crate::desk::refusal::Refusal;
use crate::desk::state::DeskState;
use crate::galaxy::Modifiers;

/// Something that changes the rules while it is in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// The event: transactions need no neighbours, commodities have no cap, technologies can be shared.
    AgeOfCommerce,
    /// The event: no transactions in the agenda phase.
    HiddenAgenda,
    /// The law, for the player who declares it: a trade good for each neighbour after replenishing.
    MinisterOfCommerce,
    /// The custodians token has been removed, so rounds have an agenda phase (TI-85).
    AgendaPhase,
    /// The law: alpha and beta wormholes match for everybody.
    WormholeReconstruction,
    /// The action card, for one tactical action: alpha and beta wormholes match for everybody.
    LostStarChart,
    /// Winnu's technology, for one tactical action of the player who declares it.
    LazaxGateFolding,
    /// Keleres' breakthrough, for the player who declares it: neighbour of everybody near Mecatol Rex.
    IihqModernization,
    /// The edict, on the player who declares it: no transactions until the round ends.
    Censure,
}

impl Condition {
    pub const ALL: [Condition; 9] = [
        Condition::AgeOfCommerce,
        Condition::HiddenAgenda,
        Condition::MinisterOfCommerce,
        Condition::AgendaPhase,
        Condition::WormholeReconstruction,
        Condition::LostStarChart,
        Condition::LazaxGateFolding,
        Condition::IihqModernization,
        Condition::Censure,
    ];

    /// Its name in the rows that declare it.
    const fn id(self) -> &'static str {
        match self {
            Condition::AgeOfCommerce => "age_of_commerce",
            Condition::HiddenAgenda => "hidden_agenda",
            Condition::MinisterOfCommerce => "minister_of_commerce",
            Condition::AgendaPhase => "agenda_phase",
            Condition::WormholeReconstruction => "wormhole_reconstruction",
            Condition::LostStarChart => "lost_star_chart",
            Condition::LazaxGateFolding => "lazax_gate_folding",
            Condition::IihqModernization => "iihq_modernization",
            Condition::Censure => "censure",
        }
    }

    /// The row that declares it; an edict has none.
    fn row(self) -> Option<&'static Row> {
        row::all().iter().find(|row| row.declares == Some(self.id()))
    }

    /// Its display name.
    pub fn name(self) -> &'static str {
        self.row().map_or("Censure", |row| row.name)
    }

    /// Whether it has any effect only with a map.
    const fn is_on_the_map(self) -> bool {
        match self {
            Condition::WormholeReconstruction
            | Condition::LostStarChart
            | Condition::LazaxGateFolding
            | Condition::IihqModernization => true,
            Condition::AgeOfCommerce
            | Condition::HiddenAgenda
            | Condition::MinisterOfCommerce
            | Condition::AgendaPhase
            | Condition::Censure => false,
        }
    }

    /// The ability that a player needs to declare it.
    fn needs(self) -> Option<Ability> {
        Ability::all().find(|ability| ability.row().declares == Some(self.id()))
    }
}

/// Whether a condition is in force; for `seat`, if it belongs to one player.
pub(crate) fn holds(state: &DeskState, seat: Seat, condition: Condition) -> bool {
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
        Condition::Censure => state.table.scene.censured.contains(seat),
    }
}

pub(crate) fn declare(
    state: &DeskState,
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

pub(crate) fn set(state: &mut DeskState, by: Seat, condition: Condition, begins: bool) {
    let in_force = &mut state.table.in_force;
    match condition {
        Condition::AgeOfCommerce => in_force.age_of_commerce = begins,
        Condition::HiddenAgenda => in_force.hidden_agenda = begins,
        Condition::MinisterOfCommerce => in_force.minister_of_commerce = begins.then_some(by),
        Condition::AgendaPhase => state.agendas = begins,
        Condition::WormholeReconstruction => {
            modify(state, |map| map.wormhole_reconstruction = begins);
        }
        Condition::LostStarChart => modify(state, |map| map.lost_star_chart = begins),
        Condition::LazaxGateFolding => modify(state, |map| map.gate_folding = begins.then_some(by)),
        Condition::IihqModernization => modify(state, |map| {
            let all = map.modernized;
            map.modernized = if begins { all.with(by) } else { all.without(by) };
        }),
        Condition::Censure => {
            let censured = &mut state.table.scene.censured;
            *censured = if begins { censured.with(by) } else { censured.without(by) };
        }
    }
}

fn modify(state: &mut DeskState, change: impl FnOnce(&mut Modifiers)) {
    let Some(galaxy) = &mut state.galaxy else { return };
    change(&mut galaxy.modifiers);
    state.survey();
}

/// Ends everything that lasts for one tactical action.
pub(crate) fn end_action(state: &mut DeskState) {
    let Some(galaxy) = &mut state.galaxy else { return };
    let map = &mut galaxy.modifiers;
    if map.lost_star_chart || map.gate_folding.is_some() || map.conduit.is_some() {
        (map.lost_star_chart, map.gate_folding, map.conduit) = (false, None, None);
        state.survey();
    }
}
