//! Neighbours as the map makes them: worked out once, whenever somebody has moved (TI-09, TI-40).

use parley::{Seat, SeatSet};

use crate::galaxy::{Galaxy, Readings};
use crate::pairs::Pairs;
use crate::table::Neighbours;

/// Who neighbours whom on this map, and for whom that hangs on a reading the table has not chosen.
pub(crate) fn survey(galaxy: &Galaxy, players: usize) -> Neighbours {
    let pairs = neighbours(galaxy, players);
    let other = [
        Readings { stations_count: true, ..galaxy.readings },
        Readings { conduit_makes_neighbours: true, ..galaxy.readings },
        Readings { memoria_makes_neighbours: true, ..galaxy.readings },
    ];
    let disputed = other.into_iter().filter(|readings| *readings != galaxy.readings);
    let disputed = disputed.fold(Pairs::NONE, |all, readings| {
        let mut read = galaxy.clone();
        read.readings = readings;
        all.or(neighbours(&read, players))
    });
    Neighbours { pairs, disputed: disputed.minus(pairs), near_mecatol: SeatSet::EMPTY }
}

fn neighbours(galaxy: &Galaxy, players: usize) -> Pairs {
    let chart = galaxy.chart();
    let pairs = Seat::all(players).flat_map(|a| Seat::all(players).map(move |b| (a, b)));
    pairs.filter(|(a, b)| a < b && chart.neighbours(*a, *b)).collect()
}
