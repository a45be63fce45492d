//! Who a view or a log is made for.

use serde::{Deserialize, Serialize};

use crate::Seat;

/// Who a view or a log is made for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// A player, who knows what that seat may know.
    Seat(Seat),
    /// A spectator, who knows what is public.
    Spectator,
    /// A reader of a finished game, from whom nothing is hidden.
    Replay,
}

impl Audience {
    /// Whether this audience sits at `seat` or sees everything.
    #[inline]
    pub fn is_privy(self, seat: Seat) -> bool {
        self == Audience::Seat(seat) || self == Audience::Replay
    }

    /// The seat, if it is one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Audience::Seat(seat) => Some(seat),
            Audience::Spectator | Audience::Replay => None,
        }
    }
}
