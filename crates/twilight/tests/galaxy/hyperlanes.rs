//! Hyperlanes (TI-49), alone and in the usual layouts.

use twilight::ability::faction::Faction;
use twilight::galaxy::{Back, Galaxy, Hex, Lanes, Link, Side, SystemId, Tiles};

use super::{
    BLUE, EIGHT_PLAYERS, FIVE_PLAYERS, FOUR_PLAYERS, RED, SEVEN_PLAYERS, galaxy, links, parse,
    system,
};

/// A hyperlane tile between a system to its north and others around it.
fn lane(pairs: &[(u8, u8)]) -> Galaxy {
    let mut galaxy = Galaxy::new();
    let pairs = pairs.iter().map(|&(a, b)| (Side::new(a), Side::new(b)));
    galaxy.add_hyperlane(Hex::CENTRE, Lanes::new(pairs)).unwrap();
    for side in Side::all() {
        let at = Hex::CENTRE.beyond(side);
        galaxy.add(system(&format!("side {}", side.index()), at.q, at.r)).unwrap();
    }
    galaxy
}

#[test]
fn ti_49_a_hyperlane_makes_the_systems_at_its_ends_adjacent() {
    let mut galaxy = lane(&[(0, 3)]);
    assert!(galaxy.adjacent(SystemId(0), SystemId(3)));
    assert!(!galaxy.adjacent(SystemId(0), SystemId(2)));
    assert!(!galaxy.adjacent(SystemId(1), SystemId(4)));
    galaxy.place(RED, SystemId(0));
    galaxy.place(BLUE, SystemId(3));
    assert_eq!(links(&galaxy), Some(Link::Hyperlane));
}

#[test]
fn ti_49_lines_that_only_meet_at_an_edge_are_not_joined() {
    let galaxy = lane(&[(0, 2), (0, 4)]);
    assert!(galaxy.adjacent(SystemId(0), SystemId(2)));
    assert!(galaxy.adjacent(SystemId(0), SystemId(4)));
    assert!(!galaxy.adjacent(SystemId(2), SystemId(4)));
}

#[test]
fn ti_49_a_line_runs_over_several_tiles_and_ends_where_there_is_none() {
    let mut galaxy = Galaxy::new();
    let north = galaxy.add(system("north", 0, -1)).unwrap();
    let straight = Lanes::new([(Side::NORTH, Side::new(3))]);
    for r in 0..3 {
        galaxy.add_hyperlane(Hex { q: 0, r }, straight).unwrap();
        assert!(galaxy.chart().around(north).is_empty());
    }
    let south = galaxy.add(system("south", 0, 3)).unwrap();
    assert!(galaxy.adjacent(north, south) && galaxy.adjacent(south, north));
}

#[test]
fn ti_49_a_circle_of_hyperlanes_comes_to_an_end() {
    let mut galaxy = lane(&[(0, 3)]);
    let every = Side::all().flat_map(|a| Side::all().map(move |b| (a, b))).filter(|(a, b)| a != b);
    let spaghetti = Lanes::new(every);
    for at in [Hex { q: 0, r: -2 }, Hex { q: 1, r: -2 }, Hex { q: 2, r: -2 }, Hex { q: 2, r: -1 }] {
        galaxy.add_hyperlane(at, spaghetti).unwrap();
    }
    assert!(galaxy.adjacent(SystemId(0), SystemId(2)));
}

#[test]
fn ti_49_the_hyperlanes_of_four_players_join_what_they_are_meant_to() {
    let galaxy = galaxy(FOUR_PLAYERS);
    let ring = |place: usize| galaxy.at(Hex::spiral().nth(place).unwrap()).unwrap();
    let link = |one, other| galaxy.chart().link(None, ring(one), ring(other));
    assert_eq!(link(2, 6), Some(Link::Hyperlane), "around the north of Mecatol Rex");
    assert_eq!(link(3, 5), Some(Link::Hyperlane), "around the south of Mecatol Rex");
    assert_eq!(link(2, 3), Some(Link::Edge));
    assert_eq!(link(2, 5), None);
}

/// No line of a hyperlane tile leads to a place without a tile.
fn dangling(galaxy: &Galaxy) -> Vec<(Hex, Side)> {
    let tiles = galaxy.hyperlanes();
    let is_there = |at: Hex| galaxy.at(at).is_some() || tiles.iter().any(|tile| tile.at == at);
    let ends = tiles
        .iter()
        .flat_map(|tile| tile.lanes.pairs().flat_map(|(a, b)| [a, b]).map(|side| (tile.at, side)));
    ends.filter(|&(at, side)| !is_there(at.beyond(side))).collect()
}

#[test]
fn ti_49_no_line_of_the_usual_layouts_leads_nowhere() {
    let homes = ["Sol", "Hacan", "Yin", "Muaat", "Saar", "Winnu", "Nekro", "Naalu"];
    for text in [FOUR_PLAYERS, FIVE_PLAYERS, SEVEN_PLAYERS, EIGHT_PLAYERS] {
        let map = parse(text).unwrap();
        let factions = homes.map(|name| Faction::find(name).unwrap());
        let count = map.homes().len();
        let galaxy = map.fill_homes(&factions[..count], Tiles::standard()).unwrap();
        assert_eq!(dangling(&galaxy.galaxy(Tiles::standard())), [], "{text}");
    }
}

#[test]
fn ti_49_hyperlanes_are_symmetric_however_they_are_turned() {
    for tile in Tiles::standard().iter().filter(|tile| tile.back == Back::Hyperlane) {
        let lanes = tile.lanes();
        assert_eq!(lanes.pairs().count(), tile.lanes.len(), "{}", tile.id);
        for turn in 0..6 {
            for (a, b) in lanes.turned(turn).pairs() {
                assert!(lanes.turned(turn).leaving(b).any(|end| end == a), "{}", tile.id);
                assert_ne!(a, b, "{}", tile.id);
            }
        }
        assert_eq!(lanes.turned(2).turned(4), lanes);
    }
    let lanes = Tiles::standard().get("83A").unwrap().lanes().turned(1);
    assert!(lanes.pairs().eq([(Side::new(2), Side::new(5))]));
}
