//! Tables and requests of the largest possible size.

use backchannel::map;
use parley::Seed;
use serde_json::{Value, json};
use twilight::ability::faction::Faction;
use twilight::desk::setup::{Setup, Sitting};
use twilight::galaxy::{Galaxy, Hex, MOST_SYSTEMS, MapPlanet, PrintedPlanet, System};

/// The longest text of that many letters, each of four bytes.
pub fn letters(count: usize, number: usize) -> String {
    let number = number.to_string();
    "𐐀".repeat(count - number.len()) + &number
}

fn galaxy() -> Galaxy {
    let mut galaxy = Galaxy::new();
    for (number, at) in Hex::spiral().take(MOST_SYSTEMS).enumerate() {
        let planet = |place: usize| {
            MapPlanet::from(PrintedPlanet {
                name: letters(60, number * 8 + place),
                resources: 1,
                influence: 1,
                traits: Vec::new(),
                legendary: false,
                station: false,
            })
        };
        let planets = (0..8).map(planet).collect();
        let system =
            System { name: letters(60, number), at: Some(at), planets, ..System::default() };
        galaxy.add(system).unwrap();
    }
    galaxy
}

/// Eight players on the largest map there can be, everybody with everything.
pub fn desk_for_eight() -> Value {
    let sitting = |(seat, faction): (usize, Faction)| Sitting {
        action_cards: (0..7).map(|card| letters(60, card)).collect(),
        relics: (0..30).map(|relic| letters(60, seat * 30 + relic)).collect(),
        ..Sitting::new(letters(40, seat), faction)
    };
    let players = Faction::all().take(8).enumerate().map(sitting).collect();
    let setup = Setup { galaxy: Some(Box::new(galaxy())), desk: true, ..Setup::standard(players) };
    json!({ "title": letters(60, 1), "game": { "ruleset": "twilight", "setup": setup } })
}

/// Eight seats on a map that somebody made.
pub fn game_for_eight() -> Value {
    let map = map::generate::generate(8, Seed::numbered(1, 1));
    let game = json!({ "ruleset": "backchannel", "map": map.file(), "seats": 8 });
    json!({ "title": letters(60, 1), "game": game, "bot_pace_ms": 0 })
}

/// What a game elsewhere reports of [`desk_for_eight`], with about as many values as are read.
pub fn report() -> String {
    let players: Vec<_> = Faction::all()
        .take(8)
        .map(
            |faction| json!({ "faction": faction.id(), "tg": 40, "commodities": 3, "totalVps": 9 }),
        )
        .collect();
    let units: Vec<_> =
        (0..40).map(|_| json!({ "entityId": "cv", "entityType": "unit" })).collect();
    let places = (0..128).map(|place| format!("{}{:02}", place / 30 + 1, place % 30 + 1));
    let tiles: Vec<_> = places.clone().map(|at| format!("{at}:26")).collect();
    let space = json!({ "sol": units.clone(), "hacan": units.clone(), "letnev": units });
    let systems: serde_json::Map<_, _> =
        places.map(|at| (at, json!({ "space": space.clone() }))).collect();
    json!({ "playerData": players, "tilePositions": tiles, "tileUnitData": systems }).to_string()
}

/// For the judge: eight players and the longest deal.
pub fn situation() -> Value {
    let name = |seat: usize| format!("Player {seat}");
    let players: Vec<_> =
        (0..8).map(|seat| json!({ "name": name(seat), "trade_goods": 40 })).collect();
    let term = |number: usize| json!({ "by": name(number % 2), "give": { "trade_goods": 1 } });
    json!({
        "players": players,
        "moment": { "step": "start_of_turn", "active": name(0) },
        "neighbours": [[name(0), name(1)]],
        "deal": { "terms": (0..12).map(term).collect::<Vec<_>>() },
    })
}

/// A map string of every tile that there is one of.
pub fn map_string() -> String {
    let creuss = 51;
    let tiles = (19..=79).filter(|tile| *tile != creuss);
    tiles.map(|tile: u8| tile.to_string()).collect::<Vec<_>>().join(" ")
}
