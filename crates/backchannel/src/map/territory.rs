//! Places on the map, and sets of them.

use serde::{Deserialize, Serialize};

/// A territory, as an index into the map's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Territory(pub u8);

impl Territory {
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A bonus zone, as an index into the map's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Zone(pub u8);

impl Zone {
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

parley::index_set! {
    /// A set of up to 64 territories, iterated in map order.
    pub struct TerritorySet(u64) of Territory, iterated by Territories
}

#[cfg(feature = "schema")]
parley::index_set_schema!(TerritorySet of Territory);
