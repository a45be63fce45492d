//! Offers from one seat to another, and what became of them.

use serde::{Deserialize, Serialize};

use crate::Seat;

/// Names an offer for its two parties: the `number`th that `from` has made to the other.
///
/// Counted by pair, so that a number tells nobody how much others are dealing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfferRef {
    pub from: Seat,
    pub number: u16,
}

/// How an offer ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Resolution {
    Accepted,
    Declined,
    /// Nobody answered in time.
    Lapsed,
    /// A party can no longer keep it.
    Void,
}
