//! What changes adjacency apart from the map (TI-50), and how a table reads what the rules leave open about it.

use parley::{Seat, SeatSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::system::{SystemId, SystemSet};
use crate::ability::faction::Faction;
use crate::ability::traits::Trait;
use crate::room;

/// The adjacency modifiers in force. Effects that only restrict movement are not modifiers (TI-50).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Modifiers {
    /// Quantum Entanglement: alpha and beta match for these seats. Cannot be switched off.
    pub entangled: SeatSet,
    /// Hil Colish: the system of Creuss' flagship has a delta wormhole.
    pub hil_colish: Option<SystemId>,
    /// Wormhole Reconstruction, the law: alpha and beta match for everybody.
    pub wormhole_reconstruction: bool,
    /// Lost Star Chart, during one tactical action: alpha and beta match for everybody.
    pub lost_star_chart: bool,
    /// Lazax Gate Folding: the seat of Winnu, during its tactical action. Mecatol Rex has alpha and beta wormholes for
    /// everybody unless that seat controls it.
    pub gate_folding: Option<Seat>,
    /// Spatial Conduit Cylinders, during one activation.
    pub conduit: Option<Conduit>,
    /// Void Tether: borders that are closed to everybody but the owner.
    #[schemars(length(max = room::TETHERS))]
    pub tethers: Vec<Tether>,
    /// Sundered: these seats can use only epsilon wormholes.
    pub sundered: SeatSet,
    /// Memoria II: only the flagship is adjacent to the systems of its owner's mechs.
    pub memoria: Option<Memoria>,
    /// I.I.H.Q. Modernization: neighbour of everybody in or next to the Mecatol Rex system.
    pub modernized: SeatSet,
}

/// The active system, which is adjacent to every other system with units of `owner`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Conduit {
    pub owner: Seat,
    pub active: SystemId,
}

/// A Void Tether on the border of two systems.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Tether {
    pub owner: Seat,
    pub between: (SystemId, SystemId),
}

/// Nomad's flagship and the systems of its mechs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Memoria {
    pub owner: Seat,
    pub flagship: SystemId,
    pub mechs: SystemSet,
}

/// How a table reads what the rules leave open about neighbours. By default an effect neither makes nor prevents a
/// neighbour unless the rules say that it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MapReadings {
    /// TI-53: a space station counts as a planet that one controls.
    pub stations_count: bool,
    /// Spatial Conduit Cylinders make neighbours as well.
    pub conduit_makes_neighbours: bool,
    /// Memoria II makes neighbours as well.
    pub memoria_makes_neighbours: bool,
    /// Sundered keeps wormholes other than epsilon from making neighbours.
    pub sundered_parts_neighbours: bool,
}

impl Modifiers {
    /// What is in force from the first turn because of the factions in play.
    pub fn of(players: impl IntoIterator<Item = (Seat, Faction)>) -> Modifiers {
        let mut modifiers = Modifiers::default();
        for (seat, faction) in players {
            if faction.may(Trait::MatchesAlphaAndBeta) {
                modifiers.entangled = modifiers.entangled.with(seat);
            }
            if faction.may(Trait::UsesEpsilonOnly) {
                modifiers.sundered = modifiers.sundered.with(seat);
            }
        }
        modifiers
    }

    /// Adds what faction sheets bring to what is already in force.
    pub(crate) fn add(&mut self, sheets: &Modifiers) {
        self.entangled = self.entangled.or(sheets.entangled);
        self.sundered = self.sundered.or(sheets.sundered);
    }
}
