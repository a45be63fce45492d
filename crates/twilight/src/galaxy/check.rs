//! Checks on a galaxy that is deserialised.

use parley::Seat;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    Galaxy, GalaxyError, HyperlaneTile, MOST_SYSTEMS, MapReadings, Modifiers, System, SystemId,
};
use crate::room;

/// A galaxy as it was read, before any check.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "Galaxy")]
pub(super) struct Unchecked {
    #[schemars(length(max = MOST_SYSTEMS))]
    systems: Vec<System>,
    #[schemars(length(max = room::LINKS))]
    hyperlanes: Vec<HyperlaneTile>,
    #[schemars(length(max = room::LINKS))]
    stated: Vec<(SystemId, SystemId)>,
    modifiers: Modifiers,
    readings: MapReadings,
}

impl TryFrom<Unchecked> for Galaxy {
    type Error = GalaxyError;

    fn try_from(read: Unchecked) -> Result<Galaxy, GalaxyError> {
        let mut galaxy = Galaxy::new();
        for system in read.systems {
            galaxy.add(system)?;
        }
        for tile in read.hyperlanes {
            galaxy.add_hyperlane(tile.at, tile.lanes)?;
        }
        galaxy.stated = read.stated;
        galaxy.modifiers = read.modifiers;
        galaxy.readings = read.readings;
        galaxy.check()?;
        Ok(galaxy)
    }
}

impl Galaxy {
    /// Whether every system and seat that is named exists.
    fn check(&self) -> Result<(), GalaxyError> {
        let systems = self.systems.len();
        let strange = |(_, id): &(_, SystemId)| id.index() >= systems;
        if let Some((field, id)) = self.named_systems().into_iter().find(strange) {
            return Err(GalaxyError::NoSystem { field, id, systems });
        }
        match self.named_seats().into_iter().find(|(_, seat)| seat.0 >= 16) {
            Some((field, seat)) => Err(GalaxyError::NoSeat { field, seat }),
            None => Ok(()),
        }
    }

    fn named_systems(&self) -> Vec<(&'static str, SystemId)> {
        let modifiers = &self.modifiers;
        let stated = self.stated.iter().flat_map(|&(one, other)| [one, other]);
        let tethers = modifiers.tethers.iter().flat_map(|it| [it.between.0, it.between.1]);
        let memoria = modifiers.memoria.iter().flat_map(|it| it.mechs.iter().chain([it.flagship]));
        let mut named: Vec<_> = stated.map(|id| ("stated", id)).collect();
        named.extend(tethers.map(|id| ("tethers", id)));
        named.extend(memoria.map(|id| ("memoria", id)));
        named.extend(modifiers.hil_colish.map(|id| ("hil_colish", id)));
        named.extend(modifiers.conduit.map(|it| ("conduit", it.active)));
        named
    }

    fn named_seats(&self) -> Vec<(&'static str, Seat)> {
        let modifiers = &self.modifiers;
        let planets = self.systems.iter().flat_map(|system| &system.planets);
        let mut named: Vec<_> =
            planets.filter_map(|it| Some(("controller", it.controller?))).collect();
        named.extend(modifiers.tethers.iter().map(|it| ("tethers", it.owner)));
        named.extend(modifiers.memoria.map(|it| ("memoria", it.owner)));
        named.extend(modifiers.conduit.map(|it| ("conduit", it.owner)));
        named.extend(modifiers.gate_folding.map(|seat| ("gate_folding", seat)));
        named
    }
}
