//! Places at the table, and sets of them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A place at the table. Seats outlive people: a replacement takes over a seat, never a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seats of a table of `count`, in turn order.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..count as u8).map(Seat)
    }

    /// The seat's index in an array of seats.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

crate::index_set! {
    /// A set of up to sixteen seats, iterated in seat order.
    pub struct SeatSet(u16) of Seat, iterated by Seats
}

#[cfg(feature = "schema")]
crate::index_set_schema!(SeatSet of Seat);
