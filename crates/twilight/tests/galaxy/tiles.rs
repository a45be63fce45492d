//! The standard tiles.

use std::collections::BTreeSet;

use twilight::ability::faction::Faction;
use twilight::galaxy::{Back, MapString, Tiles, TilesError, Wormhole};

use super::adjacent;

#[test]
fn the_standard_tiles_are_all_there() {
    let tiles = Tiles::standard();
    let count = |back| tiles.iter().filter(|tile| tile.back == back).count();
    assert_eq!(tiles.iter().len(), 128);
    assert_eq!(count(Back::Hyperlane), 18);
    assert_eq!(count(Back::Nexus), 1);
    assert_eq!(count(Back::Green), 17 + 1 + 7 + 6 + 1);
    for number in 1..=118 {
        let known = tiles.iter().any(|tile| tile.number() == number.to_string());
        assert!(known, "{number}");
    }
}

#[test]
fn every_planet_is_on_one_tile_except_mecatol_rex() {
    let mut names = BTreeSet::new();
    let planets = Tiles::standard().iter().flat_map(|tile| &tile.planets);
    let twice: Vec<&str> =
        planets.map(|planet| planet.name.as_str()).filter(|name| !names.insert(*name)).collect();
    assert_eq!(twice, ["Mecatol Rex"]);
    assert_eq!(names.len(), 26 + 33 + 10 + 29 + 10 + 26, "homes and others of each of the boxes");
}

#[test]
fn every_faction_but_keleres_has_the_home_its_sheet_names() {
    for faction in Faction::all() {
        let home = Tiles::standard().home(faction).map(|tile| tile.id.as_str());
        assert_eq!(home, faction.spec().home.as_deref(), "{faction}");
        assert_eq!(home.is_none(), faction.id() == "keleres");
    }
}

#[test]
fn the_wormholes_of_the_standard_tiles_are_where_they_belong() {
    let with = |kind: Wormhole| -> Vec<&str> {
        let tiles = Tiles::standard().iter().filter(|tile| tile.wormholes.contains(&kind));
        tiles.map(|tile| tile.id.as_str()).collect()
    };
    assert_eq!(with(Wormhole::Alpha), ["26", "39", "79", "102"]);
    assert_eq!(with(Wormhole::Beta), ["25", "40", "64", "113"]);
    assert_eq!(with(Wormhole::Delta), ["17", "51"]);
    assert_eq!(with(Wormhole::Epsilon), ["94", "118"]);
    assert_eq!(with(Wormhole::Gamma), Vec::<&str>::new(), "the nexus has its own by side");
}

#[test]
fn a_file_may_add_tiles() {
    let json = r#"[{"id": "D01", "back": "blue", "wormholes": ["alpha"],
        "planets": [{"name": "Silence", "resources": 2, "influence": 2}]}]"#;
    let tiles = Tiles::standard().with(json).unwrap();
    let galaxy = MapString::parse("d01 19", &tiles).unwrap().galaxy(&tiles);
    assert!(adjacent(&galaxy, "Silence", "Wellon"));
    assert_eq!(tiles.with(json), Err(TilesError::Duplicate("D01".to_owned())));
    let lane = r#"[{"id": "D02", "back": "hyperlane", "lanes": [[0, 6]]}]"#;
    assert!(matches!(tiles.with(lane), Err(TilesError::Lane { from: 0, to: 6, .. })));
    assert!(matches!(tiles.with("nonsense"), Err(TilesError::Json(_))));
}
