//! How many commodities a player may hold (TI-32).

use parley::Seat;

use crate::ability::traits::Trait;
use crate::desk::refusal::Refusal;
use crate::table::DeskTable;

/// The most that a player may hold; `None` while nothing limits it.
pub(crate) fn most(table: &DeskTable, seat: Seat) -> Option<u16> {
    let capped = !table.in_force.does(Trait::LiftsTheCap);
    capped.then(|| table.player(seat).commodity_value())
}

/// # Errors
/// If a player may not hold so many.
pub(crate) fn check(table: &DeskTable, seat: Seat, count: u16) -> Result<(), Refusal> {
    match most(table, seat) {
        Some(most) if count > most => Err(Refusal::OverCap { room: most }),
        Some(_) | None => Ok(()),
    }
}
