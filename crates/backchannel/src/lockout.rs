//! Lockouts: after a deal or a refusal two seats cannot propose to each other for a while (section 6).

use parley::Seat;
use serde::Serialize;

use crate::state::{State, TurnPhase};

/// Own between-turn windows that are closed to a partner.
pub(crate) const TURNS: u16 = 2;

/// Why a seat may not propose to another for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LockoutCause {
    /// The two made a deal (BC-602).
    Deal,
    /// The other declined a proposal (BC-604).
    Decline,
}

impl LockoutCause {
    pub(crate) fn words(self) -> &'static str {
        match self {
            LockoutCause::Deal => "You have just made a deal with each other",
            LockoutCause::Decline => "It declined your last proposal",
        }
    }
}

/// A seat that may not be proposed to yet (BC-602, BC-604).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lockout {
    pub with: Seat,
    /// Own between-turn windows, an open one included, that are still closed to it.
    pub windows: u16,
    pub after: LockoutCause,
}

/// What keeps a seat from proposing to another; a ceasefire opens every window (BC-603).
pub(crate) fn lockout(state: &State, seat: Seat, with: Seat) -> Option<Lockout> {
    let in_window = state.turn == seat && state.phase == TurnPhase::Window;
    let seat = state.seat(seat);
    if seat.truces.contains(with) {
        return None;
    }
    let next = seat.windows + u16::from(!in_window);
    let windows = seat.open_from[with.index()].saturating_sub(next);
    let declined = seat.declined_by.contains(with);
    let after = if declined { LockoutCause::Decline } else { LockoutCause::Deal };
    (windows > 0).then_some(Lockout { with, windows, after })
}

pub(crate) fn lock_out(state: &mut State, seat: Seat, partner: Seat, cause: LockoutCause) {
    let seat = state.seat_mut(seat);
    seat.declined_by = match cause {
        LockoutCause::Deal => seat.declined_by.without(partner),
        LockoutCause::Decline => seat.declined_by.with(partner),
    };
    seat.open_from[partner.index()] = seat.windows + TURNS + 1;
}
