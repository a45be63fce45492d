//! `backchannel map`.

mod support;

use std::fs;

use serde_json::Value;
use support::{MAP, run, text};

#[test]
fn the_list_names_every_map() {
    let list = run(&["map", "list", "--json"]).json();
    assert!(list.as_array().unwrap().len() >= 4);
    let table = run(&["map", "list"]).ok();
    for map in list.as_array().unwrap() {
        assert!(table.contains(map["id"].as_str().unwrap()));
    }
}

#[test]
fn a_map_is_made_checked_and_drawn() {
    let directory = tempfile::tempdir().unwrap();
    let (map, drawing) = (directory.path().join("new.json"), directory.path().join("new.svg"));
    run(&["map", "new", "--seats", "3", "--seed", "9", "--games", "0", "-o", text(&map)]).ok();
    assert!(run(&["map", "check", text(&map)]).ok().contains("can be played on: 0 errors"));
    run(&["map", "render", text(&map), "-o", text(&drawing)]).ok();
    assert!(fs::read_to_string(&drawing).unwrap().starts_with("<svg"));
    let again = run(&["map", "new", "--seats", "3", "--seed", "9", "--games", "20"]);
    let told = "3 seats, 20 games, envoy: ";
    assert!(again.err.contains(told), "it says how fair it is: {}", again.err);
    let again = again.out;
    assert_eq!(again, fs::read_to_string(&map).unwrap());
    assert!(run(&["map", "render", MAP]).ok().contains("<title>Twelve fields</title>"));
}

#[test]
fn a_flawed_map_is_refused_with_every_flaw() {
    let mut map: Value = serde_json::from_str(&fs::read_to_string(MAP).unwrap()).unwrap();
    map["links"][0]["to"] = "z9".into();
    map["territories"][1]["name"] = "B".into();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("flawed.json");
    fs::write(&file, map.to_string()).unwrap();
    let told = run(&["map", "check", text(&file)]);
    assert_eq!(told.code, 1);
    assert!(told.out.contains("error: `links[0].to`"), "{}", told.out);
    assert!(told.out.contains("error: `territories[1].name`"), "{}", told.out);
    let told = run(&["map", "check", text(&file), "--json"]);
    let found: Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!((told.code, &found["ok"]), (1, &Value::Bool(false)));
    assert_eq!(found["errors"].as_array().unwrap().len(), 2);
    let refused = run(&["sim", "--games", "1", "--map", text(&file)]).fails(2);
    assert!(refused.contains("links[0].to"), "{refused}");
}

#[test]
fn what_is_no_map_is_refused_with_its_place() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("not.json");
    fs::write(&file, "{\"id\": 7}").unwrap();
    let sentence = run(&["map", "check", text(&file)]).fails(2);
    assert!(sentence.contains("line 1, column 8, at `id`"), "{sentence}");
    assert!(run(&["map", "render", "atlantis"]).fails(2).starts_with("MAP: there is no map"));
    assert!(run(&["map", "new", "--seats", "1"]).fails(2).contains("2 to 8"));
    let unwritable = run(&["map", "new", "--games", "0", "-o", "/proc/nowhere"]).fails(2);
    assert!(unwritable.starts_with("--output: /proc/nowhere cannot be written"), "{unwritable}");
}
