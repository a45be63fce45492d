//! Maps, as designers draw them, and map strings, as people send them to each other.

use backchannel::Map;
use backchannel::map::{library, render};
use serde_json::Value;
use twilight::galaxy::{Galaxy, MapString, Tiles};

use crate::played::desks;
use crate::target;

#[test]
fn maps() {
    let value = |name| {
        let map = library::find(name).expect("it is in the library");
        serde_json::to_value(map.file()).expect("a map is plain data")
    };
    let good: Vec<Value> = library::names().map(value).collect();
    target!("maps", |input: &[u8]| {
        let text = fuzz::document(input, &good);
        let Ok(text) = str::from_utf8(&text) else { return };
        match Map::parse(text) {
            Ok(map) => assert!(render::render(&map).starts_with("<svg")),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    });
}

const STRINGS: [&str; 3] = [
    "26 25 39 40 19 20",
    "{112} 83A2 84B0 0 0 0 0 51 -1 17 82A 28 34 88A120",
    "18 7 65 40 72 73 44 37 1 46 62 2 69 19 3 71 75 10 61 47 5 59 24 6 42 66 8 67 43 11 29 32",
];

#[test]
fn map_strings() {
    let tiles = Tiles::standard();
    let factions: Vec<_> = desks()[0].players.iter().map(|player| player.faction).collect();
    let good: Vec<Value> =
        STRINGS.iter().map(|string| string.split(' ').collect::<Vec<_>>().into()).collect();
    target!("map_strings", |input: &[u8]| {
        // Words on lines of their own are words all the same.
        let text = String::from_utf8_lossy(&fuzz::lines(input, &good)).replace('"', "");
        match MapString::parse(&text, tiles) {
            Ok(map) => {
                let filled = map.clone().fill_homes(&factions, tiles);
                let map = filled.unwrap_or(map);
                map.galaxy(tiles).chart().table();
                Galaxy::from_map_string(&text).expect("it was read before");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    });
}
