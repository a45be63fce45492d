//! The map: territories, links and bonus zones (BC-102).

pub mod file;
mod territory;

pub use file::MapFile;
pub use territory::{Territories, Territory, TerritorySet, Zone};

/// The most territories a map may have.
pub const MOST_TERRITORIES: usize = 64;

/// A map that has passed its checks, with its links as sets.
#[derive(Clone, PartialEq, Debug)]
pub struct Map {
    file: MapFile,
    near: Vec<TerritorySet>,
    targets: Vec<TerritorySet>,
    crossings: Vec<TerritorySet>,
    zones: Vec<ZoneRules>,
}

/// What the rules need to know of a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZoneRules {
    pub territories: TerritorySet,
    pub troops: i32,
    pub cards: i32,
}

impl Map {
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
        self.near[territory.index()]
    }

    /// Territories that may be attacked from here.
    #[inline]
    pub fn targets(&self, from: Territory) -> TerritorySet {
        self.targets[from.index()]
    }

    /// Territories that troops may enter from here; the other targets can only be bombarded.
    #[inline]
    pub fn crossings(&self, from: Territory) -> TerritorySet {
        self.crossings[from.index()]
    }

    /// Troops that must stay.
    #[inline]
    pub fn least(&self, territory: Territory) -> u32 {
        self.file.territories[territory.index()].least.unwrap_or(1)
    }

    /// Troops that fit.
    #[inline]
    pub fn most(&self, territory: Territory) -> u32 {
        self.file.territories[territory.index()].most.unwrap_or(u32::MAX)
    }

    #[inline]
    pub fn zones(&self) -> &[ZoneRules] {
        &self.zones
    }
}
