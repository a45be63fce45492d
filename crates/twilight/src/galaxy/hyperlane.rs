//! Hyperlanes: lines across tiles that are not systems. They make distant systems adjacent (TI-49).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::hex::{Hex, Side};

/// The lines on one hyperlane tile: for each side, a bit set of the sides it is connected to. Serialised as a list of
/// pairs of sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Vec<(u8, u8)>", into = "Vec<(u8, u8)>")]
#[schemars(extend("maxItems" = 36))]
pub struct Lanes([u8; 6]);

impl From<Vec<(u8, u8)>> for Lanes {
    fn from(pairs: Vec<(u8, u8)>) -> Lanes {
        Lanes::new(pairs.into_iter().map(|(a, b)| (Side::new(a), Side::new(b))))
    }
}

impl From<Lanes> for Vec<(u8, u8)> {
    fn from(lanes: Lanes) -> Vec<(u8, u8)> {
        lanes.pairs().map(|(a, b)| (a.index() as u8, b.index() as u8)).collect()
    }
}

impl Lanes {
    /// Lines between these pairs of sides.
    pub fn new(pairs: impl IntoIterator<Item = (Side, Side)>) -> Lanes {
        let mut lanes = Lanes::default();
        for (one, other) in pairs {
            lanes.0[one.index()] |= 1 << other.index();
            lanes.0[other.index()] |= 1 << one.index();
        }
        lanes
    }

    /// The tile rotated clockwise by this many sixths.
    #[must_use]
    pub fn turned(self, sixths: u8) -> Lanes {
        Lanes::new(self.pairs().map(|(a, b)| (a.clockwise(sixths), b.clockwise(sixths))))
    }

    /// The sides where the lines that start at `side` end. Lines that only meet at a side are not connected.
    pub fn leaving(self, side: Side) -> impl Iterator<Item = Side> {
        Side::all().filter(move |end| self.0[side.index()] & 1 << end.index() != 0)
    }

    /// Every line, once.
    pub fn pairs(self) -> impl Iterator<Item = (Side, Side)> {
        Side::all().flat_map(move |one| {
            self.leaving(one).filter(move |&other| one <= other).map(move |other| (one, other))
        })
    }
}

/// A hyperlane tile on the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HyperlaneTile {
    pub at: Hex,
    pub lanes: Lanes,
}

/// The positions at the far end of the lines that leave `from` at `side`.
///
/// A line ends at a position without a hyperlane tile, whether a system is there or not.
pub(super) fn ends(tiles: &[HyperlaneTile], from: Hex, side: Side) -> Vec<Hex> {
    let mut ends = Vec::new();
    let mut seen: Vec<(Hex, Side)> = Vec::new();
    let mut open = vec![(from.beyond(side), side.opposite())];
    while let Some((at, entry)) = open.pop() {
        if seen.contains(&(at, entry)) {
            continue;
        }
        seen.push((at, entry));
        match tiles.iter().find(|tile| tile.at == at) {
            Some(tile) => {
                let exits = tile.lanes.leaving(entry);
                open.extend(exits.map(|exit| (at.beyond(exit), exit.opposite())));
            }
            None => ends.push(at),
        }
    }
    ends
}
