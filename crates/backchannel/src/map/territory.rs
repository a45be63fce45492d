//! Places on the map, and sets of them.

use serde::{Deserialize, Serialize};

/// A territory, by its place in the map's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Territory(pub u8);

impl Territory {
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A bonus zone, by its place in the map's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Zone(pub u8);

impl Zone {
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of up to 64 territories, iterated in map order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct TerritorySet(u64);

impl TerritorySet {
    pub const EMPTY: TerritorySet = TerritorySet(0);

    /// The first `count` territories.
    pub const fn first(count: usize) -> TerritorySet {
        TerritorySet(if count >= 64 { u64::MAX } else { (1 << count) - 1 })
    }

    #[inline]
    pub const fn only(territory: Territory) -> TerritorySet {
        TerritorySet(1u64.wrapping_shl(territory.0 as u32))
    }

    #[inline]
    pub const fn contains(self, territory: Territory) -> bool {
        territory.0 < 64 && self.0 & TerritorySet::only(territory).0 != 0
    }

    #[inline]
    pub const fn contains_all(self, other: TerritorySet) -> bool {
        other.0 & !self.0 == 0
    }

    #[inline]
    #[must_use]
    pub const fn with(self, territory: Territory) -> TerritorySet {
        TerritorySet(self.0 | TerritorySet::only(territory).0)
    }

    #[inline]
    #[must_use]
    pub const fn without(self, territory: Territory) -> TerritorySet {
        TerritorySet(self.0 & !TerritorySet::only(territory).0)
    }

    #[inline]
    #[must_use]
    pub const fn and(self, other: TerritorySet) -> TerritorySet {
        TerritorySet(self.0 & other.0)
    }

    #[inline]
    #[must_use]
    pub const fn or(self, other: TerritorySet) -> TerritorySet {
        TerritorySet(self.0 | other.0)
    }

    #[inline]
    #[must_use]
    pub const fn minus(self, other: TerritorySet) -> TerritorySet {
        TerritorySet(self.0 & !other.0)
    }

    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The `n`th member in map order.
    #[inline]
    pub fn nth(self, n: usize) -> Option<Territory> {
        self.into_iter().nth(n)
    }
}

impl FromIterator<Territory> for TerritorySet {
    fn from_iter<I: IntoIterator<Item = Territory>>(territories: I) -> Self {
        territories.into_iter().fold(TerritorySet::EMPTY, TerritorySet::with)
    }
}

impl IntoIterator for TerritorySet {
    type Item = Territory;
    type IntoIter = Territories;

    #[inline]
    fn into_iter(self) -> Territories {
        Territories(self.0)
    }
}

/// The members of a [`TerritorySet`].
#[derive(Clone)]
pub struct Territories(u64);

impl Iterator for Territories {
    type Item = Territory;

    #[inline]
    fn next(&mut self) -> Option<Territory> {
        if self.0 == 0 {
            return None;
        }
        let territory = Territory(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(territory)
    }
}

/// A set travels as the list of its members.
impl Serialize for TerritorySet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for TerritorySet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let territories = Vec::<Territory>::deserialize(deserializer)?;
        match territories.iter().find(|territory| territory.0 >= 64) {
            Some(Territory(id)) => {
                Err(serde::de::Error::custom(format!("there is no territory {id}")))
            }
            None => Ok(territories.into_iter().collect()),
        }
    }
}
