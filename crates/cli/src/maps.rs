//! Maps as named on the command line: one of the library, a file, or `random:SEED`.

use std::path::Path;

use backchannel::Map;
use backchannel::map::{MapFileError, library};
use parley::Seed;

use crate::failure::Failure;

/// The number of seats that a map is generated for by default.
const DRAWN_FOR: usize = 4;

/// The map for `name`, the value of `option`; for a table of `seats` where that matters.
pub(crate) fn find(option: &str, name: &str, seats: Option<usize>) -> Result<Map, Failure> {
    named(name, seats).map_err(|sentence| Failure::Input(format!("{option}: {sentence}")))
}

/// The same, with the bare sentence if there is none.
pub(crate) fn named(name: &str, seats: Option<usize>) -> Result<Map, String> {
    if let Some(seed) = name.strip_prefix("random:") {
        return drawn(seed, seats);
    }
    let path = Path::new(name);
    if path.is_file() || looks_like_a_path(name) {
        return from_file(path);
    }
    library::find(name).map_err(|unknown| unknown.to_string())
}

fn looks_like_a_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".json")
}

fn from_file(path: &Path) -> Result<Map, String> {
    let place = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("{place} cannot be read ({error}); check the path"))?;
    Map::parse(&text).map_err(|error| format!("{place}: {}", one_line(&error)))
}

/// What is wrong with a map, in one line.
pub(crate) fn one_line(error: &MapFileError) -> String {
    error.to_string().replace('\n', "; ")
}

fn drawn(seed: &str, seats: Option<usize>) -> Result<Map, String> {
    let number = seed
        .parse()
        .map_err(|_| format!("`random:{seed}` has no seed; use a number, as in random:7"))?;
    Ok(generate(seats.unwrap_or(DRAWN_FOR), number))
}

/// A generated, balanced map.
pub(crate) fn generate(seats: usize, seed: u64) -> Map {
    backchannel::map::generate::generate(seats as u8, Seed::numbered(seed, 0))
}

/// The library map that suits a table of `seats` best: the one in the middle of whose range it is.
pub(crate) fn for_seats(seats: usize) -> Result<Map, Failure> {
    let maps = library::names().filter_map(|id| library::find(id).ok());
    let best = maps.min_by_key(|map| {
        let range = map.file().seats;
        (usize::from(range.least) + usize::from(range.most)).abs_diff(2 * seats)
    });
    best.ok_or_else(|| Failure::input(&"--map: there is no map to choose from; name a file"))
}
