//! Neighbours and adjacency: TI-40 … TI-54.

mod hyperlanes;
mod map_string;
mod modifiers;
mod neighbours;
mod tiles;
mod whole;

use parley::Seat;
use twilight::galaxy::{
    Border, Galaxy, Hex, Link, MapError, MapString, PrintedPlanet, System, SystemId, Tiles,
    Wormhole,
};

pub const RED: Seat = Seat(0);
pub const BLUE: Seat = Seat(1);
pub const GREEN: Seat = Seat(2);

pub fn system(name: &str, q: i8, r: i8) -> System {
    System { name: name.to_owned(), at: Some(Hex { q, r }), ..System::default() }
}

/// Systems in a row to the south, each two places from the next, so that no two touch.
pub fn apart<const N: usize>(wormholes: [&[Wormhole]; N]) -> (Galaxy, [SystemId; N]) {
    let mut galaxy = Galaxy::new();
    let mut place = -2;
    let ids = wormholes.map(|printed| {
        place += 2;
        let printed = printed.to_vec();
        galaxy.add(System { printed, ..system(&format!("S{place}"), 0, place) }).unwrap()
    });
    (galaxy, ids)
}

/// Red in the first system, blue in the second.
pub fn facing<const N: usize>(wormholes: [&[Wormhole]; N]) -> (Galaxy, [SystemId; N]) {
    let (mut galaxy, ids) = apart(wormholes);
    galaxy.place(RED, ids[0]);
    galaxy.place(BLUE, ids[1]);
    (galaxy, ids)
}

/// Two systems that touch, red in one and blue in the other.
pub fn touching() -> (Galaxy, SystemId, SystemId) {
    let mut galaxy = Galaxy::new();
    let here = galaxy.add(system("Here", 0, 0)).unwrap();
    let there = galaxy.add(system("There", 0, 1)).unwrap();
    galaxy.place(RED, here);
    galaxy.place(BLUE, there);
    (galaxy, here, there)
}

pub fn planet(name: &str, station: bool) -> PrintedPlanet {
    let name = name.to_owned();
    PrintedPlanet { name, resources: 1, influence: 1, traits: vec![], legendary: false, station }
}

pub fn links(galaxy: &Galaxy) -> Option<Link> {
    assert_eq!(galaxy.neighbours(RED, BLUE), galaxy.neighbours(BLUE, RED), "TI-42");
    let border = galaxy.why(RED, BLUE);
    assert_eq!(border.is_some(), galaxy.neighbours(RED, BLUE));
    assert_eq!(border.map(Border::mirrored), galaxy.why(BLUE, RED));
    border.map(|border| border.link)
}

pub const FOUR_PLAYERS: &str = "85A3 21 22 85A0 23 24 \
    25 87A3 26 27 28 87A2 29 87A0 30 31 32 87A5 \
    85A3 84A0 33 0 34 35 0 36 84A2 85A0 84A0 37 0 38 39 0 40 84A2";
pub const FIVE_PLAYERS: &str = "19 20 21 85A 22 23 \
    24 25 26 27 28 87A2 29 87A 30 31 32 33 \
    0 34 35 0 36 37 0 38 83A 85A 83A4 39 0 40 41 0 42 43";
pub const SEVEN_PLAYERS: &str = "83B 19 20 84B 89B 21 \
    22 23 24 25 26 27 28 29 30 31 32 33 \
    34 85B 35 0 36 37 0 38 86B 39 40 41 42 43 88B2 44 45 46 \
    0 47 -1 -1 -1 -1 -1 -1 -1 -1 -1 48 0 49 50 0 -1 -1 0 59 -1 0 60 61";
pub const EIGHT_PLAYERS: &str = "87A1 89B3 19 88A2 90B0 20 \
    21 22 23 24 25 26 27 28 29 30 31 32 \
    33 34 35 36 37 83B2 38 39 40 41 42 43 44 45 85B2 46 47 48 \
    1 49 50 2 -1 -1 3 59 -1 4 60 61 5 62 63 6 -1 -1 7 64 -1 8 65 66";

pub fn parse(text: &str) -> Result<MapString, MapError> {
    MapString::parse(text, Tiles::standard())
}

pub fn galaxy(text: &str) -> Galaxy {
    Galaxy::from_map_string(text).unwrap()
}

pub fn adjacent(galaxy: &Galaxy, one: &str, other: &str) -> bool {
    galaxy.adjacent(galaxy.find(one).unwrap(), galaxy.find(other).unwrap())
}
