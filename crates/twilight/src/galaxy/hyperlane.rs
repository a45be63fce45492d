//! Hyperlanes: lines over tiles that are no systems and make distant systems adjacent (TI-49).

use serde::{Deserialize, Serialize};

use super::hex::{Hex, Side};

/// The lines on one hyperlane tile: for every side, the sides it is joined to, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Lanes([u8; 6]);

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

    /// The tile turned clockwise by sixths.
    #[must_use]
    pub fn turned(self, sixths: u8) -> Lanes {
        Lanes::new(self.pairs().map(|(a, b)| (a.clockwise(sixths), b.clockwise(sixths))))
    }

    /// Where the lines that begin at `side` end. Lines that only meet there are not joined.
    pub fn from(self, side: Side) -> impl Iterator<Item = Side> {
        Side::all().filter(move |end| self.0[side.index()] & 1 << end.index() != 0)
    }

    /// Every line, once.
    pub fn pairs(self) -> impl Iterator<Item = (Side, Side)> {
        Side::all().flat_map(move |one| {
            self.from(one).filter(move |&other| one <= other).map(move |other| (one, other))
        })
    }
}

/// A hyperlane tile on the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct HyperlaneTile {
    pub at: Hex,
    pub lanes: Lanes,
}

/// The places at the far end of the lines that leave `from` over `side`.
///
/// `tiles` is sorted by place. A place without a hyperlane tile ends a line, be it a system or not.
pub(super) fn ends(tiles: &[HyperlaneTile], from: Hex, side: Side) -> Vec<Hex> {
    let mut ends = Vec::new();
    let mut seen: Vec<(Hex, Side)> = Vec::new();
    let mut open = vec![(from.beyond(side), side.opposite())];
    while let Some((at, entry)) = open.pop() {
        if seen.contains(&(at, entry)) {
            continue;
        }
        seen.push((at, entry));
        match tiles.binary_search_by_key(&at, |tile| tile.at) {
            Ok(place) => {
                let exits = tiles[place].lanes.from(entry);
                open.extend(exits.map(|exit| (at.beyond(exit), exit.opposite())));
            }
            Err(_) => ends.push(at),
        }
    }
    ends
}
