//! Agreements in force (BC-305).

use parley::{Round, Seat};
use serde::{Deserialize, Serialize};

use crate::Agreement;

/// An agreement that lasts, between two seats, in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Treaty {
    pub agreement: Agreement,
    /// The two sides, the lower seat first.
    pub sides: (Seat, Seat),
    /// Whom a joint offensive is aimed at.
    pub against: Option<Seat>,
    /// It is over at the start of this round.
    pub ends: Round,
}

impl Treaty {
    /// The other side, if `seat` is one.
    #[inline]
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        match self.sides {
            (a, b) if a == seat => Some(b),
            (a, b) if b == seat => Some(a),
            _ => None,
        }
    }

    #[inline]
    pub fn concerns(&self, seat: Seat) -> bool {
        self.partner(seat).is_some()
    }

    /// Whether the two would be merged: the later end counts (BC-507).
    pub fn renews(&self, other: &Treaty) -> bool {
        (self.agreement, self.sides, self.against) == (other.agreement, other.sides, other.against)
    }
}

/// The two sides of a treaty, the lower seat first.
pub fn sides(a: Seat, b: Seat) -> (Seat, Seat) {
    (a.min(b), a.max(b))
}

/// How a side names one of its own treaties.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TreatyRef {
    pub with: Seat,
    pub agreement: Agreement,
    #[serde(default)]
    pub against: Option<Seat>,
}

impl TreatyRef {
    /// Whether `treaty` is the one that `by` refers to.
    pub fn names(&self, treaty: &Treaty, by: Seat) -> bool {
        treaty.agreement == self.agreement
            && treaty.partner(by) == Some(self.with)
            && treaty.against == self.against
    }
}
