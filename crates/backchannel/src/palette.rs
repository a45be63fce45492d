//! How seats are told apart: a colour that is safe for colour-blind people, a pattern and a letter (BC-101).

use std::sync::LazyLock;

use parley::Seat;
use serde::{Deserialize, Serialize};

/// The most seats at a table (BC-101).
pub const MOST_SEATS: usize = 8;

/// How a seat looks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Livery {
    pub name: String,
    pub letter: char,
    /// `#rrggbb`, from the palette of Okabe and Ito.
    pub colour: String,
    pub pattern: Pattern,
}

/// The pattern of a seat's territories, for people who cannot tell the colours apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Pattern {
    Solid,
    Diagonal,
    Dots,
    Horizontal,
    Cross,
    Vertical,
    Checks,
    Rings,
}

static LIVERIES: LazyLock<Vec<Livery>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../data/seats.json"))
        .expect("the seats that come with the game are well formed")
});

/// The livery of `seat`.
///
/// # Panics
/// If no table has such a seat.
pub fn livery(seat: Seat) -> &'static Livery {
    &LIVERIES[seat.index()]
}

/// All liveries in seat order.
pub fn liveries() -> &'static [Livery] {
    &LIVERIES
}
