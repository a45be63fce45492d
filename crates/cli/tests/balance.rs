//! `backchannel arena balance`.

mod support;

use std::fs;

use serde_json::Value;
use support::{MAP, run};

const QUICK: [&str; 6] = ["--games", "40", "--bots", "random", "--threads", "2"];

fn balance(args: &[&str]) -> support::Run {
    run(&[&["arena", "balance"], args, &QUICK].concat())
}

#[test]
fn what_makes_a_table_fair_is_found_and_written_into_its_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("fields.json");
    fs::copy(MAP, &path).unwrap();
    let file = path.to_str().unwrap();
    let told = balance(&[file, "--seats", "3", "--json", "--write"]);
    assert!(told.code < 2, "{}", told.err);
    let found: Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!((found.as_array().unwrap().len(), &found[0]["seats"]), (1, &3.into()));
    assert_eq!(found[0]["fair"], Value::Bool(told.code == 0));
    let shares = found[0]["after"][0]["seats"].as_array().unwrap();
    let total: f64 = shares.iter().map(|seat| seat["share"].as_f64().unwrap()).sum();
    assert!(shares.len() == 3 && (total - 1.0).abs() < 1e-9, "{shares:?}");
    let written: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(written["head_starts"][0], found[0]["head_starts"]);
    let original: Value = serde_json::from_str(&fs::read_to_string(MAP).unwrap()).unwrap();
    assert_eq!(written["territories"], original["territories"]);
    let told = balance(&[file, "--seats", "3", "--check"]);
    assert!(told.out.contains("random: ") && told.out.contains("limit 15 %"), "{}", told.out);
}

#[test]
fn what_cannot_be_balanced_is_refused() {
    let told = balance(&["wherrymouth", "--seats", "7"]).fails(2);
    assert!(told.contains("--seats: Wherrymouth is made for 2 to 4 seats, not 7"), "{told}");
    let told = balance(&["wherrymouth", "--write"]).fails(2);
    assert!(told.contains("--write: wherrymouth is not a file"), "{told}");
    let told = run(&["arena", "balance", MAP, "--bots", "nobody"]).fails(2);
    assert!(told.contains("--bots: "), "{told}");
}
