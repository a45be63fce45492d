//! Sets of unordered pairs of players.

use parley::Seat;
use serde::{Deserialize, Serialize};

/// The maximum number of players at a table.
pub const MOST_PLAYERS: usize = 8;

/// A set of pairs among at most eight seats. Pairs are unordered.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Pairs(u64);

impl Pairs {
    pub const NONE: Pairs = Pairs(0);

    fn bit(a: Seat, b: Seat) -> u64 {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        if high.index() >= MOST_PLAYERS {
            0
        } else {
            1 << (low.index() * MOST_PLAYERS + high.index())
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub fn contains(self, a: Seat, b: Seat) -> bool {
        self.0 & Pairs::bit(a, b) != 0
    }

    #[must_use]
    pub fn with(self, a: Seat, b: Seat) -> Pairs {
        Pairs(self.0 | Pairs::bit(a, b))
    }

    #[must_use]
    pub fn without(self, a: Seat, b: Seat) -> Pairs {
        Pairs(self.0 & !Pairs::bit(a, b))
    }

    #[must_use]
    pub fn or(self, other: Pairs) -> Pairs {
        Pairs(self.0 | other.0)
    }

    #[must_use]
    pub fn minus(self, other: Pairs) -> Pairs {
        Pairs(self.0 & !other.0)
    }

    /// Every pair of different players among the first `count` seats.
    pub fn all(count: usize) -> Pairs {
        let pairs = Seat::all(count).flat_map(|a| Seat::all(count).map(move |b| (a, b)));
        pairs.filter(|(a, b)| a < b).collect()
    }
}

impl FromIterator<(Seat, Seat)> for Pairs {
    fn from_iter<I: IntoIterator<Item = (Seat, Seat)>>(pairs: I) -> Pairs {
        pairs.into_iter().fold(Pairs::NONE, |all, (a, b)| all.with(a, b))
    }
}
