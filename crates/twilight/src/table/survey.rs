//! Neighbours according to the map, computed once after each movement (TI-09, TI-40).

use std::cell::LazyCell;

use parley::{Seat, SeatSet};

use crate::galaxy::{Border, Chart, Galaxy, MapReadings};
use crate::table::Neighbours;
use crate::table::pairs::Pairs;

/// Who neighbours whom on this map, and for which pairs that depends on a reading the table has not chosen.
pub(crate) fn survey(galaxy: &Galaxy, players: usize) -> Neighbours {
    let chart = galaxy.chart();
    let pairs = neighbours(&chart, players);
    let other = [
        MapReadings { stations_count: true, ..galaxy.readings },
        MapReadings { conduit_makes_neighbours: true, ..galaxy.readings },
        MapReadings { memoria_makes_neighbours: true, ..galaxy.readings },
    ];
    let disputed = other.into_iter().filter(|readings| *readings != galaxy.readings);
    let disputed = disputed
        .fold(Pairs::NONE, |all, readings| all.or(neighbours(&chart.reading(readings), players)));
    Neighbours {
        pairs,
        disputed: disputed.minus(pairs),
        sundered: Pairs::NONE,
        tethered: Pairs::NONE,
        near_mecatol: near_mecatol(galaxy, &chart, players),
    }
}

/// The same, with what one of two effects might prevent set apart: Sundered and Void Tether. A desk settles these when it
/// is set up; a situation leaves them open.
pub(crate) fn survey_openly(galaxy: &Galaxy, players: usize) -> Neighbours {
    let found = survey(galaxy, players);
    let strict = MapReadings { sundered_parts_neighbours: true, ..galaxy.readings };
    let sundered = found.pairs.minus(neighbours(&galaxy.chart().reading(strict), players));
    let mut severed = galaxy.clone();
    severed.modifiers.tethers.iter_mut().for_each(|tether| tether.owner = NOBODY);
    let tethered = found.pairs.minus(neighbours(&severed.chart(), players));
    Neighbours {
        pairs: found.pairs.minus(sundered).minus(tethered),
        sundered,
        tethered: tethered.minus(sundered),
        ..found
    }
}

/// A seat that no table has.
const NOBODY: Seat = Seat(15);

/// Why those pairs are neighbours, the simplest reason first. An effect that the rules leave open is named only if
/// there is nothing else. `modern` are the players with I.I.H.Q. Modernization.
pub(crate) fn paths(
    galaxy: &Galaxy,
    modern: SeatSet,
    pairs: &[(Seat, Seat)],
) -> Vec<Option<Border>> {
    let chart = galaxy.chart().modernizing(modern);
    let lenient = LazyCell::new(|| {
        chart.reading(MapReadings {
            stations_count: true,
            conduit_makes_neighbours: true,
            memoria_makes_neighbours: true,
            sundered_parts_neighbours: false,
        })
    });
    let path =
        |(one, other): &(Seat, Seat)| chart.why(*one, *other).or_else(|| lenient.why(*one, *other));
    pairs.iter().map(path).collect()
}

/// Who has units or planets in or next to the Mecatol Rex system.
fn near_mecatol(galaxy: &Galaxy, chart: &Chart<'_>, players: usize) -> SeatSet {
    let Some(rex) = galaxy.mecatol_rex() else { return SeatSet::EMPTY };
    let near = chart.around(rex).with(rex);
    Seat::all(players).filter(|seat| !chart.occupied(*seat).and(near).is_empty()).collect()
}

fn neighbours(chart: &Chart<'_>, players: usize) -> Pairs {
    let pairs = Seat::all(players).flat_map(|a| Seat::all(players).map(move |b| (a, b)));
    pairs.filter(|(a, b)| a < b && chart.neighbours(*a, *b)).collect()
}
