//! The map: territories, links and bonus zones (BC-102).

pub mod check;
pub mod file;
pub mod generate;
pub mod head_start;
mod label;
pub mod library;
mod outline;
pub mod render;
mod territory;

use std::collections::BTreeMap;
use std::sync::Arc;

use thiserror::Error;

pub use check::{MapProblem, MapReport};
pub use file::MapFile;
use file::{LinkKind, TerritoryFile, ZoneFile};
pub use head_start::HeadStarts;
pub use territory::{Territories, Territory, TerritorySet, Zone};

/// The most territories a map may have.
pub const MOST_TERRITORIES: usize = 64;

/// A map that has passed its checks, with its links as sets.
#[derive(Clone, PartialEq, Debug)]
pub struct Map {
    /// Shared by all games on it, like the rest: drawings are large.
    file: Arc<MapFile>,
    grounds: Arc<[Ground]>,
    zones: Arc<[ZoneRules]>,
}

/// What the rules need to know of a territory, side by side because they use it all the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ground {
    near: TerritorySet,
    targets: TerritorySet,
    crossings: TerritorySet,
    least: u32,
    most: u32,
}

impl Ground {
    fn new(file: &TerritoryFile) -> Ground {
        Ground {
            near: TerritorySet::EMPTY,
            targets: TerritorySet::EMPTY,
            crossings: TerritorySet::EMPTY,
            least: file.least.unwrap_or(1),
            most: file.most.unwrap_or(u32::MAX),
        }
    }
}

/// What the rules need to know of a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZoneRules {
    pub territories: TerritorySet,
    pub troops: i32,
    pub cards: i32,
}

/// Why a text is not a map.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum MapFileError {
    /// The text is not JSON, or not a map.
    #[error("line {line}, column {column}, at `{field}`: {reason}")]
    Json { line: usize, column: usize, field: String, reason: String },
    #[error("{}", sentences(.0))]
    Refused(Vec<MapProblem>),
}

fn sentences(problems: &[MapProblem]) -> String {
    problems.iter().map(MapProblem::to_string).collect::<Vec<_>>().join("\n")
}

impl Map {
    /// All errors and warnings of a map.
    pub fn check(file: &MapFile) -> MapReport {
        MapReport::of(file)
    }

    /// # Errors
    /// Every error of [`Map::check`]; warnings do not refuse a map.
    pub fn new(file: MapFile) -> Result<Map, Vec<MapProblem>> {
        let errors = Map::check(&file).errors;
        if errors.is_empty() { Ok(Map::linked(file)) } else { Err(errors) }
    }

    /// A map from the text of its file.
    ///
    /// # Errors
    /// Names the line and the field if the text is not the JSON of a map, and otherwise
    /// every error of [`Map::check`].
    pub fn parse(json: &str) -> Result<Map, MapFileError> {
        let mut reader = serde_json::Deserializer::from_str(json);
        let file = serde_path_to_error::deserialize(&mut reader)
            .map_err(|error| not_json(error.path().to_string(), error.inner()))?;
        reader.end().map_err(|error| not_json(".".to_owned(), &error))?;
        Map::new(file).map_err(MapFileError::Refused)
    }

    /// Every id in `file` has been checked.
    fn linked(file: MapFile) -> Map {
        let mut grounds: Vec<Ground> = file.territories.iter().map(Ground::new).collect();
        let ids = file.territories.iter().zip(0..);
        let ids: BTreeMap<&str, Territory> =
            ids.map(|(entry, number)| (&*entry.id, Territory(number))).collect();
        for link in &file.links {
            let (from, to) = (ids[&*link.from], ids[&*link.to]);
            let arcs = [(from, to), (to, from)];
            for (from, to) in arcs {
                let ground = &mut grounds[from.index()];
                ground.near = ground.near.with(to);
            }
            for (from, to) in arcs.into_iter().take(if link.one_way { 1 } else { 2 }) {
                let ground = &mut grounds[from.index()];
                ground.targets = ground.targets.with(to);
                if link.kind == LinkKind::Capture {
                    ground.crossings = ground.crossings.with(to);
                }
            }
        }
        let zones = file.zones.iter().map(|zone| ZoneRules::new(zone, &ids)).collect();
        Map { grounds: grounds.into(), zones, file: Arc::new(file) }
    }

    pub fn file(&self) -> &MapFile {
        &self.file
    }

    /// The number of territories.
    #[allow(clippy::len_without_is_empty, reason = "a checked map is never empty")]
    pub fn len(&self) -> usize {
        self.file.territories.len()
    }

    pub fn all(&self) -> TerritorySet {
        TerritorySet::first(self.len())
    }

    /// The name of a territory of this map.
    pub fn name(&self, territory: Territory) -> &str {
        &self.file.territories[territory.index()].name
    }

    pub fn zone_name(&self, zone: Zone) -> &str {
        &self.file.zones[zone.index()].name
    }

    /// Territories linked to this one in any way, whichever the direction.
    #[inline]
    pub fn near(&self, territory: Territory) -> TerritorySet {
        self.grounds[territory.index()].near
    }

    /// Territories that may be attacked from here.
    #[inline]
    pub fn targets(&self, from: Territory) -> TerritorySet {
        self.grounds[from.index()].targets
    }

    /// Territories that troops may enter from here; the other targets can only be bombarded.
    #[inline]
    pub fn crossings(&self, from: Territory) -> TerritorySet {
        self.grounds[from.index()].crossings
    }

    /// Troops that must stay.
    #[inline]
    pub fn least(&self, territory: Territory) -> u32 {
        self.grounds[territory.index()].least
    }

    /// Troops that fit.
    #[inline]
    pub fn most(&self, territory: Territory) -> u32 {
        self.grounds[territory.index()].most
    }

    #[inline]
    pub fn zones(&self) -> &[ZoneRules] {
        &self.zones
    }
}

impl ZoneRules {
    fn new(zone: &ZoneFile, ids: &BTreeMap<&str, Territory>) -> ZoneRules {
        ZoneRules {
            territories: zone.territories.iter().map(|id| ids[&**id]).collect(),
            troops: zone.troops,
            cards: zone.cards,
        }
    }
}

fn not_json(field: String, error: &serde_json::Error) -> MapFileError {
    let (line, column) = (error.line(), error.column());
    let place = format!(" at line {line} column {column}");
    let reason = error.to_string().replace(&place, "");
    MapFileError::Json { line, column, field, reason }
}
