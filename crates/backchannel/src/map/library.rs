//! The maps that come with the game.

use std::sync::LazyLock;

use parley::similar;
use thiserror::Error;

use super::{HeadStarts, Map};

const MAPS: [(&str, &str); 4] = [
    ("wherrymouth", include_str!("../../data/maps/wherrymouth.json")),
    ("passes-of-sarn", include_str!("../../data/maps/passes-of-sarn.json")),
    ("trade-wind-sea", include_str!("../../data/maps/trade-wind-sea.json")),
    ("broken-empire", include_str!("../../data/maps/broken-empire.json")),
];

/// Read once, so that everybody who plays on a map shares it.
static LIBRARY: LazyLock<Vec<Map>> = LazyLock::new(|| {
    let read = |(_, json): &(&str, &str)| Map::parse(json);
    let maps: Result<Vec<Map>, _> = MAPS.iter().map(read).collect();
    maps.expect("the library's maps pass their checks")
});

/// There is no map of that id in the library.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no map called {id:?}; {}", cure(*similar))]
pub struct UnknownMap {
    pub id: String,
    pub similar: Option<&'static str>,
}

fn cure(similar: Option<&str>) -> String {
    match similar {
        Some(id) => format!("did you mean {id:?}?"),
        None => format!("choose one of {}", names().collect::<Vec<_>>().join(", ")),
    }
}

/// The id of every map, from the smallest table to the largest.
pub fn names() -> impl Iterator<Item = &'static str> {
    MAPS.iter().map(|(id, _)| *id)
}

/// What makes up for moving later (BC-106) on the library map with the most similar number of territories per seat.
pub(crate) fn similar_head_starts(territories: usize, seats: usize) -> Option<HeadStarts> {
    let rows = LIBRARY.iter().flat_map(|map| {
        let rows = map.file().head_starts.iter().filter(|row| row.seats() == seats);
        rows.map(|row| (map.len().abs_diff(territories), row))
    });
    rows.min_by_key(|(apart, _)| *apart).map(|(_, row)| row.clone())
}

/// The map of that id.
///
/// # Errors
/// Names the most similar map, or all of them.
pub fn find(id: &str) -> Result<Map, UnknownMap> {
    match LIBRARY.iter().find(|map| map.file().id == id) {
        Some(map) => Ok(map.clone()),
        None => Err(UnknownMap { id: id.to_owned(), similar: similar(id, names()) }),
    }
}
