//! Maps as named on the command line: one of the library, a file, or `random:SEED`.

use std::path::Path;

use backchannel::Map;
use backchannel::map::{MapFileError, library};
use parley::Seed;

use crate::failure::{Failure, read_text};

/// The number of seats that a map is generated for by default.
const DRAWN_FOR: usize = 4;

/// The map for `name`, the value of `option`; for a table of `seats` where that matters.
pub(crate) fn find(option: &str, name: &str, seats: Option<usize>) -> Result<Map, Failure> {
    if let Some(seed) = name.strip_prefix("random:") {
        return drawn(option, seed, seats);
    }
    let path = Path::new(name);
    if path.is_file() || looks_like_a_path(name) {
        return from_file(option, path);
    }
    library::find(name).map_err(|unknown| Failure::Input(format!("{option}: {unknown}")))
}

fn looks_like_a_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".json")
}

fn from_file(option: &str, path: &Path) -> Result<Map, Failure> {
    let text = read_text(option, path)?;
    Map::parse(&text).map_err(|error| {
        let (place, sentences) = (path.display(), one_line(&error));
        Failure::Input(format!("{option}: {place}: {sentences}"))
    })
}

/// What is wrong with a map, in one line.
pub(crate) fn one_line(error: &MapFileError) -> String {
    error.to_string().replace('\n', "; ")
}

fn drawn(option: &str, seed: &str, seats: Option<usize>) -> Result<Map, Failure> {
    let number = seed.parse().map_err(|_| {
        Failure::Input(format!(
            "{option}: `random:{seed}` has no seed; use a number, as in random:7"
        ))
    })?;
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
