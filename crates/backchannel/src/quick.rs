//! The set-up of a quick game: room for diplomacy before anybody is out.

use crate::map::library;
use crate::settings::{Numbers, Settings, Setup};

/// Its map, if nobody chooses another one.
pub const QUICK_MAP: &str = "trade-wind-sea";

/// Its seats, if nobody chooses otherwise.
pub const QUICK_SEATS: u8 = 4;

/// More troops at the start and fewer for large realms: nobody is out before round 6 in more than 95 % of games among equals. Whoever
/// is out has only bots to watch, and sees them all.
pub fn settings() -> Settings {
    let numbers = Numbers { starting_troops: 6, territories_per_troop: 4, ..Numbers::default() };
    Settings { numbers, lift_fog: true, ..Settings::default() }
}

/// The map for so many seats: the usual one, or the first of the library that is made for them.
pub fn map_for(seats: u8) -> &'static str {
    let fits = |id: &&str| {
        let made_for = library::find(id).map(|map| map.file().seats);
        made_for.is_ok_and(|made_for| (made_for.least..=made_for.most).contains(&seats))
    };
    std::iter::once(QUICK_MAP).chain(library::names()).find(fits).unwrap_or(QUICK_MAP)
}

/// The set-up with its usual map and seats.
///
/// # Panics
/// Never: the map is in the library.
pub fn setup() -> Setup {
    let map = library::find(QUICK_MAP).expect("it is in the library").file().clone();
    Setup { settings: settings(), ..Setup::standard(map, QUICK_SEATS.into()) }
}
