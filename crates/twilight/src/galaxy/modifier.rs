//! What changes adjacency besides the map (TI-50), and how a table reads what is open about it.

use parley::{Seat, SeatSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::system::{SystemId, SystemSet};
use crate::ability::faction::Faction;
use crate::ability::traits::Trait;
use crate::room;

/// The adjacency modifiers in force. Effects that only restrict movement are none (TI-50).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Modifiers {
    /// Quantum Entanglement: to these seats alpha and beta match. Cannot be switched off.
    pub entangled: SeatSet,
    /// Hil Colish: the system of Creuss' flagship has a delta wormhole.
    pub hil_colish: Option<SystemId>,
    /// Wormhole Reconstruction, the law: alpha and beta match for everybody.
    pub wormhole_reconstruction: bool,
    /// Lost Star Chart, during one tactical action: alpha and beta match for everybody.
    pub lost_star_chart: bool,
    /// Lazax Gate Folding: the seat of Winnu, during a tactical action of theirs. Mecatol Rex has
    /// alpha and beta for everybody unless that seat controls it.
    pub gate_folding: Option<Seat>,
    /// Spatial Conduit Cylinders, during one activation.
    pub conduit: Option<Conduit>,
    /// Void Tether: borders that are closed to everybody but the owner.
    #[schemars(length(max = room::TETHERS))]
    pub tethers: Vec<Tether>,
    /// Sundered: these seats use no wormhole but epsilon.
    pub sundered: SeatSet,
    /// Memoria II: the flagship alone is adjacent to the systems of its owner's mechs.
    pub memoria: Option<Memoria>,
    /// I.I.H.Q. Modernization: neighbour of all who are in or next to Mecatol Rex's system.
    pub modernized: SeatSet,
}

/// The active system, which touches every other system with units of `owner`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Conduit {
    pub owner: Seat,
    pub active: SystemId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Tether {
    pub owner: Seat,
    pub between: (SystemId, SystemId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Memoria {
    pub owner: Seat,
    pub flagship: SystemId,
    pub mechs: SystemSet,
}

/// How a table reads what the rules leave open about neighbours. By default nobody is made, or
/// kept from being, a neighbour by an effect of which that is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MapReadings {
    /// TI-53: a space station is a planet one controls.
    pub stations_count: bool,
    /// Spatial Conduit Cylinders make neighbours as well.
    pub conduit_makes_neighbours: bool,
    /// Memoria II makes neighbours as well.
    pub memoria_makes_neighbours: bool,
    /// Sundered keeps wormholes other than epsilon from making neighbours.
    pub sundered_parts_neighbours: bool,
}

impl Modifiers {
    /// What is in force from the first turn on, by the sheets of those at the table.
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

    /// What sheets bring along joins what is in force already.
    pub(crate) fn add(&mut self, sheets: &Modifiers) {
        self.entangled = self.entangled.or(sheets.entangled);
        self.sundered = self.sundered.or(sheets.sundered);
    }
}
