//! The order in which seats take their turns, as one of them sees it.

use parley::{Seat, SeatSet};

/// The seats of a set, beginning with the next to move after `me`. Where several are equally good, a bot takes the first
/// of these: if everybody took the lowest number, that seat would get most of the deals.
pub(crate) fn after(me: Seat, seats: SeatSet) -> impl Iterator<Item = Seat> {
    let later = seats.into_iter().filter(move |&seat| seat > me);
    later.chain(seats.into_iter().filter(move |&seat| seat <= me))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_to_move_comes_first_and_everybody_once() {
        let table: SeatSet = Seat::all(4).collect();
        let order: Vec<u8> = after(Seat(2), table).map(|seat| seat.0).collect();
        assert_eq!(order, [3, 0, 1, 2]);
        let others: Vec<u8> = after(Seat(3), table.without(Seat(3))).map(|seat| seat.0).collect();
        assert_eq!(others, [0, 1, 2]);
    }
}
