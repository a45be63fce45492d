//! `backchannel judge`.

mod support;

use std::fs;

use assert_cmd::Command;
use serde_json::{Value, json};
use support::{run, text};

const OFFICIAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../twilight/examples/official.json");

fn dreadnought(resources: u16) -> Value {
    json!({
        "about": "A dreadnought for four trade goods",
        "players": [{"name": "Ann", "resources": resources}, {"name": "Bob", "trade_goods": 4}],
        "moment": {"step": "production", "active": "Ann"},
        "deal": {"terms": [
            {"by": "Bob", "give": {"trade_goods": 4}},
            {"by": "Ann", "produce": "dreadnought"},
        ]},
    })
}

fn in_file(situation: &Value) -> (tempfile::TempDir, std::path::PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("situation.json");
    fs::write(&file, situation.to_string()).unwrap();
    (directory, file)
}

#[test]
fn one_situation_is_answered_in_words() {
    let (_directory, file) = in_file(&dreadnought(0));
    let answer = run(&["judge", text(&file)]).ok();
    assert!(answer.contains("Verdict: non-binding (strict reading: non-binding"), "{answer}");
    assert!(answer.contains("only what the deal pays would make it possible. [TI-77]"), "{answer}");
    assert!(answer.contains("Would bind as a deal of its own: 1."), "{answer}");
}

#[test]
fn one_situation_is_answered_in_json() {
    let (_directory, file) = in_file(&dreadnought(4));
    let answer = run(&["judge", text(&file), "--json"]).json();
    assert_eq!(answer["verdict"]["class"], "binding");
    assert_eq!(answer["verdict"]["legal"], true);
}

#[test]
fn a_list_gives_a_table() {
    let table = run(&["judge", OFFICIAL]).ok();
    assert_eq!(table.lines().filter(|line| line.ends_with("yes")).count(), 8, "{table}");
}

#[test]
fn a_situation_may_come_in_by_the_input() {
    let output = Command::cargo_bin("backchannel")
        .unwrap()
        .args(["judge", "-"])
        .write_stdin(dreadnought(4).to_string())
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("Verdict: binding"));
}

#[test]
fn a_slip_is_answered_in_one_sentence_with_its_field() {
    let mut slip = dreadnought(4);
    slip["players"][0]["faction"] = "Hakan".into();
    let (_directory, file) = in_file(&slip);
    let sentence = run(&["judge", text(&file)]).fails(2);
    assert!(sentence.contains("players[0].faction"), "{sentence}");
    assert!(sentence.contains("did you mean \"Hacan\"?"), "{sentence}");
}

#[test]
fn another_verdict_than_expected_fails() {
    let mut wrong = dreadnought(4);
    wrong["expect"] = json!({"class": "non_binding", "because": "it is wrong on purpose"});
    let (_directory, file) = in_file(&wrong);
    let run = run(&["judge", text(&file)]);
    assert_eq!((run.code, run.err.as_str()), (1, "error: 1 of 1 came out wrong\n"));
}

#[test]
fn the_schema_is_a_json_schema() {
    let schema = run(&["judge", "--schema"]).json();
    assert!(schema["$schema"].as_str().unwrap().contains("json-schema.org"));
    assert!(schema["properties"]["deal"].is_object());
}
