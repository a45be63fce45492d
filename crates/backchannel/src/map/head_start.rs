//! Head starts: what makes up for moving later (BC-106).

use parley::Seat;
use serde::{Deserialize, Serialize};

use crate::palette::MOST_SEATS;

/// The most troops and cards that a seat may get beyond what all are dealt.
pub const MOST_TROOPS: u8 = 100;
pub const MOST_CARDS: u8 = 5;

/// One for each number of seats.
#[cfg(feature = "schema")]
pub(crate) const MOST_ROWS: usize = MOST_SEATS - 1;

/// What each seat gets beyond what all are dealt, in turn order: as many numbers as the table has seats.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HeadStarts {
    #[cfg_attr(
        feature = "schema",
        schemars(length(min = 2, max = MOST_SEATS), inner(range(max = MOST_TROOPS)))
    )]
    pub troops: Vec<u8>,
    /// None unless said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(
        feature = "schema",
        schemars(length(max = MOST_SEATS), inner(range(max = MOST_CARDS)))
    )]
    pub cards: Vec<u8>,
}

/// What one seat gets.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct HeadStart {
    pub troops: u8,
    pub cards: u8,
}

impl HeadStarts {
    /// Nothing for anybody.
    pub fn none(seats: usize) -> HeadStarts {
        HeadStarts { troops: vec![0; seats], cards: Vec::new() }
    }

    /// The number of seats that it is for.
    pub fn seats(&self) -> usize {
        self.troops.len()
    }

    pub fn of(&self, seat: Seat) -> HeadStart {
        let at = |row: &[u8]| row.get(seat.index()).copied().unwrap_or(0);
        HeadStart { troops: at(&self.troops), cards: at(&self.cards) }
    }

    /// Whether it says for each seat of a table what it gets, and nobody gets too much.
    fn fits(&self) -> bool {
        (2..=MOST_SEATS).contains(&self.troops.len())
            && (self.cards.is_empty() || self.cards.len() == self.troops.len())
            && self.troops.iter().all(|&troops| troops <= MOST_TROOPS)
            && self.cards.iter().all(|&cards| cards <= MOST_CARDS)
    }
}

/// The first row that fits no table, or is for as many seats as an earlier one.
pub(crate) fn first_misfit(rows: &[HeadStarts]) -> Option<usize> {
    let again = |at: usize| rows[..at].iter().any(|row| row.seats() == rows[at].seats());
    (0..rows.len()).find(|&at| !rows[at].fits() || again(at))
}
