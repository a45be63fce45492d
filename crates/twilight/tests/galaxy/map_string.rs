//! Galaxies from map strings, and what is wrong with a string.

use std::collections::BTreeSet;

use parley::Seat;
use twilight::ability::faction::Faction;
use twilight::galaxy::{Hex, NexusSide, Tiles};

use super::{FOUR_PLAYERS, adjacent, galaxy, parse};

fn refusal(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

#[test]
fn the_spiral_goes_clockwise_from_the_north_ring_by_ring() {
    let places: Vec<(i8, i8)> = Hex::spiral().take(10).map(Into::into).collect();
    let first = [(0, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
    assert_eq!(places[..7], first);
    assert_eq!(places[7..], [(0, -2), (1, -2), (2, -2)]);
    let spiral: Vec<Hex> = Hex::spiral().take(127).collect();
    assert_eq!(spiral.iter().collect::<BTreeSet<_>>().len(), 127);
    assert!(spiral.iter().is_sorted_by_key(|hex| hex.ring()));
    assert_eq!(spiral[126].ring(), 6);
}

#[test]
fn a_map_string_places_tiles_around_mecatol_rex() {
    let galaxy = galaxy("19 20 21 22 23 24 25");
    assert_eq!(galaxy.at(Hex::CENTRE), galaxy.mecatol_rex());
    let rex = galaxy.mecatol_rex().unwrap();
    assert_eq!(galaxy.chart().around(rex).len(), 6);
    assert!(adjacent(&galaxy, "Wellon", "Quann"));
    assert!(adjacent(&galaxy, "Wellon", "Vefut II"));
    assert!(adjacent(&galaxy, "Wellon", "Mehar Xull"));
    assert!(!adjacent(&galaxy, "Wellon", "Thibah"));
}

#[test]
fn the_centre_may_be_given() {
    for text in ["{112} 19", "112 19"] {
        let galaxy = galaxy(text);
        assert_eq!(galaxy.system(galaxy.mecatol_rex().unwrap()).tile.as_deref(), Some("112"));
        assert_eq!(galaxy.at(Hex { q: 0, r: -1 }), galaxy.find("Wellon").ok());
    }
    assert_eq!(galaxy("{18} 19"), galaxy("19"));
    let other = galaxy("{42} 18 19");
    assert_eq!(other.system(other.at(Hex::CENTRE).unwrap()).name, "tile 42");
    assert_eq!(galaxy("{-1} 19").at(Hex::CENTRE), None);
}

#[test]
fn homes_are_filled_in_by_faction() {
    let factions = ["Sol", "Creuss", "Hacan", "Yin"].map(|name| Faction::find(name).unwrap());
    let map = parse(FOUR_PLAYERS).unwrap();
    assert_eq!(map.homes().len(), 4);
    let map = map.fill_homes(&factions, Tiles::standard()).unwrap();
    let mut galaxy = map.galaxy(Tiles::standard());
    for (seat, faction) in Seat::all(4).zip(factions) {
        assert!(galaxy.settle(seat, faction), "{faction}");
        assert_eq!(galaxy.occupied(seat).len(), 1);
    }
    let creuss = galaxy.home(factions[1]).unwrap();
    assert_eq!(galaxy.system(creuss).name, "Creuss");
    assert_eq!(galaxy.system(creuss).at, None);
    assert!(galaxy.neighbours_of(Seat(1)).is_empty());
}

#[test]
fn homes_that_do_not_fit_are_refused() {
    let [sol, keleres] = ["Sol", "Keleres"].map(|name| Faction::find(name).unwrap());
    let fill = |text: &str, factions: &[Faction]| {
        parse(text).unwrap().fill_homes(factions, Tiles::standard()).unwrap_err().to_string()
    };
    assert_eq!(
        fill("19 0", &[sol, keleres]),
        "there are 2 home systems to fill in, but only 1 places with 0"
    );
    assert!(fill("19 0", &[keleres]).starts_with("Keleres has no home tile of its own; put"));
    assert!(fill("1 0", &[sol]).starts_with("position 2: tile 1 was already used at position 1"));
}

#[test]
fn draft_tools_print_map_strings_with_commas_brackets_and_line_breaks() {
    let plain = galaxy("{18} 19 20 83A2 -1 0 26");
    for text in [
        "{18},19,20,83A2,-1,0,26",
        "18, 19, 20, 83A2, -1, 0, 26",
        "[\"18\", \"19\", \"20\", \"83A2\", \"-1\", \"0\", \"26\"]",
        "19 20 83a120\n-1 0 26\n",
        "19;20;83A2;-1;0;26",
    ] {
        assert_eq!(galaxy(text), plain, "{text}");
    }
}

#[test]
fn what_is_wrong_with_a_map_string_is_named_with_its_place_and_a_fix() {
    for (text, expected) in [
        ("", "the map string is empty; give at least the first ring, six tile numbers"),
        ("19 999", "position 2: there is no tile \"999\"; check the number, write 0 for"),
        ("19/20", "position 1: \"19/20\" is not a tile number; separate numbers by single spaces"),
        ("19 20 -2", "position 3: \"-2\" is not a tile number"),
        ("19 20 hello", "position 3: there is no tile \"hello\""),
        ("83", "position 1: tile 83 has two sides; write 83A or 83B"),
        ("96", "position 1: tile 96 has two sides; write 96A or 96B"),
        ("83A7", "position 1: \"83A7\" rotates tile 83A by 7; write 0 to 5 sixths"),
        ("96A2", "position 1: only hyperlanes can be rotated; write 96A instead of \"96A2\""),
        ("19 20 19", "position 3: tile 19 was already used at position 1; every tile exists once"),
        ("96A 96B", "position 2: tile 96B was already used at position 1"),
        ("19 18", "position 2: tile 18 was already used at position 0"),
        ("19 112", "position 2: Mecatol Rex is already on the map at position 0"),
        ("51", "position 1: tile 51 is off the map; put tile 17 here, which adds it"),
        ("118", "position 1: tile 118 is off the map; put tile 94 here, which adds it"),
    ] {
        assert!(refusal(text).starts_with(expected), "{text:?}: {}", refusal(text));
    }
}

#[test]
fn hyperlanes_may_be_used_more_than_once_and_turned_in_two_notations() {
    assert_eq!(galaxy("83A2 83a120"), galaxy("83A2 83A2"));
    assert_eq!(galaxy("83A 84B5"), galaxy("83A0 84B300"));
}

#[test]
fn numbers_may_have_leading_zeros_and_small_letters() {
    assert_eq!(galaxy("019 083a 01"), galaxy("19 83A 1"));
}

#[test]
fn ti_47_the_nexus_lies_off_the_map_wherever_it_stands_in_the_string() {
    for (text, side) in
        [("82", NexusSide::Inactive), ("82A", NexusSide::Inactive), ("82b", NexusSide::Active)]
    {
        let galaxy = galaxy(text);
        let nexus = galaxy.find("Mallice").unwrap();
        assert_eq!(galaxy.system(nexus).at, None);
        assert_eq!(galaxy.system(nexus).nexus, Some(side));
        assert!(!galaxy.adjacent(nexus, galaxy.mecatol_rex().unwrap()));
    }
}

#[test]
fn a_mistyped_system_or_planet_gets_a_did_you_mean() {
    let galaxy = galaxy("19 27");
    let sentence = galaxy.find("Welon").unwrap_err().to_string();
    assert_eq!(sentence, r#"there is no system called "Welon"; did you mean "Wellon"?"#);
    let sentence = galaxy.find_planet("Star Point 2").unwrap_err().to_string();
    assert!(sentence.ends_with(r#"did you mean "Starpoint"?"#), "{sentence}");
}
