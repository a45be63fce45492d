//! One system: what lies in it and who is there.

use parley::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

use super::hex::Hex;
use super::tile::{Anomaly, PlanetSpec, TileSpec};
use super::wormhole::{Wormhole, WormholeSet};

/// The most systems a galaxy can have.
pub const MOST_SYSTEMS: usize = 128;

/// A system, by its place in its galaxy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SystemId(pub u8);

impl SystemId {
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A planet, by its system and its place in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct PlanetId {
    pub system: SystemId,
    pub place: u8,
}

/// A system of the galaxy, as it is now.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct System {
    pub name: String,
    /// The id of its tile, if it has one.
    #[serde(default)]
    pub tile: Option<String>,
    /// Where it lies; nowhere for a system off the map, which nothing touches (TI-48).
    #[serde(default)]
    pub at: Option<Hex>,
    #[serde(default)]
    pub planets: Vec<Planet>,
    #[serde(default)]
    pub anomalies: Vec<Anomaly>,
    /// The wormholes printed on it; the nexus has those of its side instead.
    #[serde(default)]
    pub printed: Vec<Wormhole>,
    /// Wormholes that tokens and attachments add.
    #[serde(default)]
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
    /// TI-41: whoever has a unit of any kind in it.
    #[serde(default)]
    pub units: SeatSet,
    /// TI-54: units that are nobody's.
    #[serde(default)]
    pub neutral: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Planet {
    pub spec: PlanetSpec,
    #[serde(default)]
    pub controller: Option<Seat>,
}

/// The side of the wormhole nexus that is up (TI-47).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NexusSide {
    /// Gamma only.
    Inactive,
    /// Alpha, beta and gamma.
    Active,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Breach {
    Inactive,
    Active,
}

impl System {
    /// The system on that tile, at that place or off the map, with nobody there.
    pub fn of(tile: &TileSpec, at: Option<Hex>) -> System {
        System {
            name: tile.title(),
            tile: Some(tile.id.clone()),
            at,
            planets: tile.planets.iter().cloned().map(Planet::from).collect(),
            anomalies: tile.anomalies.clone(),
            printed: tile.wormholes.clone(),
            ..System::default()
        }
    }

    /// The wormholes in it by tile, side and token, before any [modifier](super::Modifiers).
    pub fn wormholes(&self) -> WormholeSet {
        let side: &[Wormhole] = match self.nexus {
            None => &self.printed,
            Some(NexusSide::Inactive) => &[Wormhole::Gamma],
            Some(NexusSide::Active) => &[Wormhole::Alpha, Wormhole::Beta, Wormhole::Gamma],
        };
        side.iter().chain(&self.tokens).copied().collect()
    }

    /// TI-40: those who have a unit in it or control a planet of it. Whether a space station is
    /// such a planet is open (TI-53), so the caller says.
    pub fn occupants(&self, stations_count: bool) -> SeatSet {
        self.planets
            .iter()
            .filter(|planet| stations_count || !planet.spec.station)
            .filter_map(|planet| planet.controller)
            .fold(self.units, SeatSet::with)
    }
}

impl From<PlanetSpec> for Planet {
    fn from(spec: PlanetSpec) -> Planet {
        Planet { spec, controller: None }
    }
}

/// A set of systems, iterated in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct SystemSet(u128);

impl SystemSet {
    pub const EMPTY: SystemSet = SystemSet(0);

    #[inline]
    pub const fn only(system: SystemId) -> SystemSet {
        SystemSet(1u128.wrapping_shl(system.0 as u32))
    }

    #[inline]
    pub const fn contains(self, system: SystemId) -> bool {
        self.0 & SystemSet::only(system).0 != 0
    }

    #[inline]
    #[must_use]
    pub const fn with(self, system: SystemId) -> SystemSet {
        self.or(SystemSet::only(system))
    }

    #[inline]
    #[must_use]
    pub const fn or(self, other: SystemSet) -> SystemSet {
        SystemSet(self.0 | other.0)
    }

    #[inline]
    #[must_use]
    pub const fn and(self, other: SystemSet) -> SystemSet {
        SystemSet(self.0 & other.0)
    }

    #[inline]
    #[must_use]
    pub const fn minus(self, other: SystemSet) -> SystemSet {
        SystemSet(self.0 & !other.0)
    }

    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub fn iter(self) -> impl Iterator<Item = SystemId> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = (rest != 0).then(|| SystemId(rest.trailing_zeros() as u8))?;
            rest &= rest - 1;
            Some(next)
        })
    }
}

impl FromIterator<SystemId> for SystemSet {
    fn from_iter<I: IntoIterator<Item = SystemId>>(systems: I) -> Self {
        systems.into_iter().fold(SystemSet::EMPTY, SystemSet::with)
    }
}

/// A set travels as the list of its members.
impl Serialize for SystemSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SystemSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let systems = Vec::<SystemId>::deserialize(deserializer)?;
        match systems.iter().find(|system| system.index() >= MOST_SYSTEMS) {
            Some(system) => {
                Err(serde::de::Error::custom(format!("there is no system {}", system.0)))
            }
            None => Ok(systems.into_iter().collect()),
        }
    }
}
