//! A map file: plain data, valid or not.

use serde::{Deserialize, Serialize};

use super::head_start::HeadStarts;

#[cfg(feature = "schema")]
use super::{MOST_TERRITORIES, check::limit};

/// A point on the drawing, in the units of [`MapFile::size`].
pub type Point = [f32; 2];

/// A map as it is written in a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MapFile {
    /// A short name for command lines and addresses: `a-z`, `0-9` and `-`.
    #[cfg_attr(feature = "schema", schemars(length(max = limit::ID_CHARACTERS)))]
    pub id: String,
    #[cfg_attr(feature = "schema", schemars(length(max = limit::MOST_NAME)))]
    pub name: String,
    /// One or two sentences about the place and how it plays.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(length(max = limit::ABOUT)))]
    pub about: String,
    pub seats: SeatCounts,
    /// What makes up for moving later (BC-106), for each number of seats for which it was found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(length(max = super::head_start::MOST_ROWS)))]
    pub head_starts: Vec<HeadStarts>,
    /// Width and height of the drawing.
    pub size: Point,
    #[cfg_attr(feature = "schema", schemars(length(max = MOST_TERRITORIES)))]
    pub territories: Vec<TerritoryFile>,
    #[cfg_attr(feature = "schema", schemars(length(max = limit::LINKS)))]
    pub links: Vec<LinkFile>,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(length(max = limit::ZONES)))]
    pub zones: Vec<ZoneFile>,
}

/// How many seats a map is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SeatCounts {
    pub least: u8,
    pub most: u8,
}

/// A territory as it is written in a map file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TerritoryFile {
    /// Its id in links and zones: `a-z`, `0-9` and `-`.
    #[cfg_attr(feature = "schema", schemars(length(max = limit::ID_CHARACTERS)))]
    pub id: String,
    #[cfg_attr(feature = "schema", schemars(length(max = limit::MOST_NAME)))]
    pub name: String,
    /// Its outline, one closed polygon. Neighbours share the points of their border exactly.
    #[cfg_attr(feature = "schema", schemars(length(max = limit::MOST_POINTS)))]
    pub shape: Vec<Point>,
    /// The position of its name and its troops.
    pub anchor: Point,
    /// Troops that must stay when others march or attack from here; 1 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<u32>,
    /// The maximum number of troops here; no limit by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
}

/// A connection between two territories.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LinkFile {
    #[cfg_attr(feature = "schema", schemars(length(max = limit::ID_CHARACTERS)))]
    pub from: String,
    #[cfg_attr(feature = "schema", schemars(length(max = limit::ID_CHARACTERS)))]
    pub to: String,
    /// Only from `from` to `to`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_way: bool,
    #[serde(default, skip_serializing_if = "LinkKind::is_capture")]
    pub kind: LinkKind,
}

/// What a link can be used for (BC-102).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LinkKind {
    /// Troops can attack and march along it.
    #[default]
    Capture,
    /// Guns can fire along it, but nobody can cross.
    Bombard,
}

impl LinkKind {
    fn is_capture(&self) -> bool {
        *self == LinkKind::Capture
    }
}

/// A bonus zone: territories that are worth something together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ZoneFile {
    /// `a-z`, `0-9` and `-`.
    #[cfg_attr(feature = "schema", schemars(length(max = limit::ID_CHARACTERS)))]
    pub id: String,
    #[cfg_attr(feature = "schema", schemars(length(max = limit::MOST_NAME)))]
    pub name: String,
    #[cfg_attr(
        feature = "schema",
        schemars(length(max = MOST_TERRITORIES), inner(length(max = limit::ID_CHARACTERS)))
    )]
    pub territories: Vec<String>,
    /// Troops each turn for whoever holds all of it; may be negative.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub troops: i32,
    /// Cards each turn for whoever holds all of it; may be negative.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cards: i32,
}

fn is_zero(number: &i32) -> bool {
    *number == 0
}
