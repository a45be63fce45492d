//! Places on the map: axial coordinates of flat-topped hexes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The position of a tile. Serialised as `[q, r]`; the centre is `[0, 0]`, and north of it is `[0, -1]`.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Debug,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(from = "(i8, i8)", into = "(i8, i8)")]
pub struct Hex {
    pub q: i8,
    pub r: i8,
}

impl From<(i8, i8)> for Hex {
    fn from((q, r): (i8, i8)) -> Hex {
        Hex { q, r }
    }
}

impl From<Hex> for (i8, i8) {
    fn from(hex: Hex) -> (i8, i8) {
        (hex.q, hex.r)
    }
}

/// One of the six sides of a tile, clockwise from the north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Side(u8);

impl Side {
    pub const NORTH: Side = Side(0);

    /// All six, clockwise from the north.
    pub fn all() -> impl Iterator<Item = Side> + Clone {
        (0..6).map(Side)
    }

    /// The `n`th side clockwise from the north.
    pub const fn new(n: u8) -> Side {
        Side(n % 6)
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The side of the neighbouring tile that touches this side.
    #[must_use]
    pub const fn opposite(self) -> Side {
        self.clockwise(3)
    }

    #[must_use]
    pub const fn clockwise(self, turns: u8) -> Side {
        Side((self.0 + turns % 6) % 6)
    }
}

impl Hex {
    pub const CENTRE: Hex = Hex { q: 0, r: 0 };

    /// The position that touches this one at `side`.
    #[must_use]
    pub const fn beyond(self, side: Side) -> Hex {
        let (q, r) = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)][side.index()];
        Hex { q: self.q.wrapping_add(q), r: self.r.wrapping_add(r) }
    }

    /// The centre and then each ring, clockwise from the north, which is the order of a map string. Ends where the
    /// coordinates overflow.
    pub fn spiral() -> impl Iterator<Item = Hex> {
        std::iter::once(Hex::CENTRE).chain((1..=i8::MAX).flat_map(ring))
    }

    /// The number of rings between it and the centre.
    pub const fn ring(self) -> u8 {
        let (q, r) = (self.q.unsigned_abs(), self.r.unsigned_abs());
        let s = (self.q as i16 + self.r as i16).unsigned_abs() as u8;
        if q >= r && q >= s {
            q
        } else if r >= s {
            r
        } else {
            s
        }
    }
}

fn ring(radius: i8) -> impl Iterator<Item = Hex> {
    let walk = [2, 3, 4, 5, 0, 1].into_iter().flat_map(move |side| {
        std::iter::repeat_n(Side::new(side), usize::from(radius.unsigned_abs()))
    });
    let north = Hex { q: 0, r: -radius };
    walk.scan(north, |at, side| Some(std::mem::replace(at, at.beyond(side))))
}
