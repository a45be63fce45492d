//! The tiles of the game: what is printed on them.

use std::fmt;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::hyperlane::Lanes;
use super::wormhole::Wormhole;
use crate::ability::faction::Faction;
use crate::room;

static STANDARD: LazyLock<Tiles> = LazyLock::new(|| {
    Tiles::parse(include_str!("../../data/tiles.json")).expect("the standard tiles are in order")
});

/// One tile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileSpec {
    /// Its number, with the side for a tile that has two, such as `26` or `83B`.
    pub id: String,
    pub back: Back,
    /// Its name, if it is not known by its planets.
    #[serde(default)]
    pub name: Option<String>,
    /// The faction whose home system it is or represents.
    #[serde(default)]
    pub home: Option<Faction>,
    /// A tile that comes with it, off the map (TI-48).
    #[serde(default)]
    pub brings: Option<String>,
    /// For a tile off the map: the tile that represents it on the map.
    #[serde(default)]
    pub apart: Option<String>,
    #[serde(default)]
    pub planets: Vec<PrintedPlanet>,
    #[serde(default)]
    pub wormholes: Vec<Wormhole>,
    #[serde(default)]
    pub anomalies: Vec<Anomaly>,
    /// The lines of an unrotated hyperlane tile: pairs of sides, 0 to 5, clockwise from the north.
    #[serde(default)]
    pub lanes: Vec<(u8, u8)>,
}

/// The colour of a tile's back, or what it is if it is not a system on the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Back {
    /// A home system.
    Green,
    Blue,
    Red,
    /// TI-49: not a system.
    Hyperlane,
    /// TI-47: the wormhole nexus, which is off the map.
    Nexus,
}

/// A planet as it is printed on its tile.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PrintedPlanet {
    #[schemars(length(max = room::TITLE))]
    pub name: String,
    pub resources: u8,
    pub influence: u8,
    #[serde(default)]
    #[schemars(length(max = room::IN_A_SYSTEM))]
    pub traits: Vec<PlanetTrait>,
    #[serde(default)]
    pub legendary: bool,
    /// A space station (TI-53).
    #[serde(default)]
    pub station: bool,
}

/// The traits of a planet, which decide what is found when it is explored.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum PlanetTrait {
    Cultural,
    Hazardous,
    Industrial,
}

/// The kinds of anomaly.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Anomaly {
    AsteroidField,
    GravityRift,
    Nebula,
    Supernova,
    EntropicScar,
}

/// What is wrong with a list of tiles.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TilesError {
    #[error("the tiles cannot be read: {0}")]
    Json(String),
    #[error("there are two tiles {0}; give one of them another id")]
    Duplicate(String),
    #[error("tile {tile} has a line from side {from} to side {to}; use two sides out of 0 to 5")]
    Lane { tile: String, from: u8, to: u8 },
    #[error("tile {tile} refers to tile {missing}, which does not exist")]
    Missing { tile: String, missing: String },
}

/// A set of tiles to build galaxies from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tiles(Vec<TileSpec>);

impl Tiles {
    /// The tiles of the base game, Prophecy of Kings and Thunder's Edge (without the Fracture).
    pub fn standard() -> &'static Tiles {
        &STANDARD
    }

    /// Only these tiles.
    pub(crate) fn of(tiles: impl Iterator<Item = TileSpec>) -> Tiles {
        Tiles(tiles.collect())
    }

    /// Only these tiles, from a JSON list of [`TileSpec`].
    ///
    /// # Errors
    /// If the JSON is not a list of tiles, two have the same id, or one refers to a missing tile.
    pub fn parse(json: &str) -> Result<Tiles, TilesError> {
        Tiles(Vec::new()).with(json)
    }

    /// These tiles and those of a JSON list of [`TileSpec`].
    ///
    /// # Errors
    /// As [`parse`](Tiles::parse).
    pub fn with(&self, json: &str) -> Result<Tiles, TilesError> {
        let more: Vec<TileSpec> =
            serde_json::from_str(json).map_err(|error| TilesError::Json(error.to_string()))?;
        let mut tiles = self.clone();
        for tile in more {
            if tiles.get(&tile.id).is_some() {
                return Err(TilesError::Duplicate(tile.id));
            }
            tiles.0.push(tile);
        }
        tiles.0.iter().try_for_each(|tile| tiles.check(tile))?;
        Ok(tiles)
    }

    fn check(&self, tile: &TileSpec) -> Result<(), TilesError> {
        if let Some(&(from, to)) = tile.lanes.iter().find(|(a, b)| a == b || *a > 5 || *b > 5) {
            return Err(TilesError::Lane { tile: tile.id.clone(), from, to });
        }
        match tile.brings.iter().chain(&tile.apart).find(|id| self.get(id).is_none()) {
            Some(missing) => {
                Err(TilesError::Missing { tile: tile.id.clone(), missing: missing.clone() })
            }
            None => Ok(()),
        }
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = &TileSpec> + Clone {
        self.0.iter()
    }

    /// Finds a tile by id; case and leading zeros are ignored.
    pub fn get(&self, id: &str) -> Option<&TileSpec> {
        let id = bare(id);
        self.0.iter().find(|tile| bare(&tile.id).eq_ignore_ascii_case(id))
    }

    /// The tile of that faction's home system on the map.
    pub fn home(&self, faction: Faction) -> Option<&TileSpec> {
        self.0.iter().find(|tile| tile.home == Some(faction))
    }
}

fn bare(id: &str) -> &str {
    id.trim_start_matches('0')
}

impl TileSpec {
    /// The lines of an unrotated hyperlane tile.
    pub fn lanes(&self) -> Lanes {
        Lanes::from(self.lanes.clone())
    }

    /// The number of the physical tile, which both sides share.
    pub fn number(&self) -> &str {
        self.id.trim_end_matches(|letter: char| letter.is_ascii_alphabetic())
    }

    /// Its display name: its name, its planets or its number.
    pub fn title(&self) -> String {
        match (&self.name, &self.planets[..]) {
            (Some(name), _) => name.clone(),
            (None, []) => format!("tile {}", self.id),
            (None, planets) => {
                planets.iter().map(|planet| planet.name.as_str()).collect::<Vec<_>>().join("/")
            }
        }
    }
}

impl fmt::Display for Anomaly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Anomaly::AsteroidField => "asteroid field",
            Anomaly::GravityRift => "gravity rift",
            Anomaly::Nebula => "nebula",
            Anomaly::Supernova => "supernova",
            Anomaly::EntropicScar => "entropic scar",
        })
    }
}
