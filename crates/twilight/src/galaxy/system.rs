//! One system: what is in it and who is there.

use parley::{Seat, SeatSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::hex::Hex;
use super::tile::{Anomaly, PrintedPlanet, TileSpec};
use super::wormhole::{Wormhole, WormholeSet};
use crate::room;

/// The maximum number of systems in a galaxy.
pub const MOST_SYSTEMS: usize = 128;

/// A system, as an index into its galaxy.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct SystemId(pub u8);

impl SystemId {
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A planet, by its system and its index in it.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct PlanetId {
    pub system: SystemId,
    pub place: u8,
}

/// A system of the galaxy in its current state.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct System {
    #[schemars(length(max = room::TITLE))]
    pub name: String,
    /// The id of its tile, if it has one.
    #[serde(default)]
    #[schemars(length(max = room::TITLE))]
    pub tile: Option<String>,
    /// Its position; `None` for a system off the map, which touches nothing (TI-48).
    #[serde(default)]
    pub at: Option<Hex>,
    #[serde(default)]
    #[schemars(length(max = room::IN_A_SYSTEM))]
    pub planets: Vec<MapPlanet>,
    #[serde(default)]
    #[schemars(length(max = room::IN_A_SYSTEM))]
    pub anomalies: Vec<Anomaly>,
    /// The printed wormholes; the nexus has those of its side instead.
    #[serde(default)]
    #[schemars(length(max = room::IN_A_SYSTEM))]
    pub printed: Vec<Wormhole>,
    /// Wormholes from tokens and attachments.
    #[serde(default)]
    #[schemars(length(max = room::IN_A_SYSTEM))]
    pub tokens: Vec<Wormhole>,
    #[serde(default)]
    pub nexus: Option<NexusSide>,
    /// TI-52: a breach of the Crimson Rebellion.
    #[serde(default)]
    pub breach: Option<Breach>,
    /// TI-51: a way into the Fracture.
    #[serde(default)]
    pub ingress: bool,
    /// TI-51: a way out of the Fracture.
    #[serde(default)]
    pub egress: bool,
    /// TI-41: everybody who has a unit of any kind in it.
    #[serde(default)]
    pub units: SeatSet,
    /// TI-54: whether it has units that belong to nobody.
    #[serde(default)]
    pub neutral: bool,
}

/// A planet on the map and who controls it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MapPlanet {
    pub spec: PrintedPlanet,
    #[serde(default)]
    pub controller: Option<Seat>,
}

/// The face-up side of the wormhole nexus (TI-47).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum NexusSide {
    /// Gamma only.
    Inactive,
    /// Alpha, beta and gamma.
    Active,
}

/// Whether a breach is active (TI-52).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Breach {
    Inactive,
    Active,
}

impl System {
    /// The system on that tile, at that position or off the map, with nobody in it.
    pub fn of(tile: &TileSpec, at: Option<Hex>) -> System {
        System {
            name: tile.title(),
            tile: Some(tile.id.clone()),
            at,
            planets: tile.planets.iter().cloned().map(MapPlanet::from).collect(),
            anomalies: tile.anomalies.clone(),
            printed: tile.wormholes.clone(),
            ..System::default()
        }
    }

    /// Its wormholes by tile, nexus side and token, before any [modifier](super::Modifiers).
    pub fn wormholes(&self) -> WormholeSet {
        let side: &[Wormhole] = match self.nexus {
            None => &self.printed,
            Some(NexusSide::Inactive) => &[Wormhole::Gamma],
            Some(NexusSide::Active) => &[Wormhole::Alpha, Wormhole::Beta, Wormhole::Gamma],
        };
        side.iter().chain(&self.tokens).copied().collect()
    }

    /// TI-40: everybody who has a unit in it or controls one of its planets. The rules leave open whether a space
    /// station is such a planet (TI-53), so the caller decides.
    pub fn occupants(&self, stations_count: bool) -> SeatSet {
        self.planets
            .iter()
            .filter(|planet| stations_count || !planet.spec.station)
            .filter_map(|planet| planet.controller)
            .fold(self.units, SeatSet::with)
    }
}

impl From<PrintedPlanet> for MapPlanet {
    fn from(spec: PrintedPlanet) -> MapPlanet {
        MapPlanet { spec, controller: None }
    }
}

parley::index_set! {
    /// A set of systems, iterated in order.
    pub struct SystemSet(u128) of SystemId, iterated by SystemIds
}

parley::index_set_schema!(SystemSet of SystemId);
