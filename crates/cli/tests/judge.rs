//! `backchannel judge` as a person at a gaming table uses it.

use assert_cmd::Command;
use serde_json::{Value, json};

fn judge(arguments: &[&str], input: &Value) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("backchannel").expect("it is built");
    command.arg("judge").args(arguments).write_stdin(input.to_string()).assert()
}

/// Ann is in her Production step and takes four trade goods to build a dreadnought.
fn dreadnought(resources: i32) -> Value {
    json!({
        "about": "a dreadnought",
        "players": [{"name": "Ann", "resources": resources}, {"name": "Bob", "trade_goods": 4}],
        "moment": {"step": "production", "active": "Ann"},
        "deal": {"terms": [
            {"by": "Bob", "give": {"trade_goods": 4}},
            {"by": "Ann", "produce": "dreadnought"},
        ]},
    })
}

fn output(assert: &assert_cmd::assert::Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).expect("it is text")
}

fn complaint(assert: assert_cmd::assert::Assert) -> String {
    let assert = assert.failure().code(2);
    String::from_utf8(assert.get_output().stderr.clone()).expect("it is text")
}

#[test]
fn one_situation_is_told_term_by_term() {
    let text = output(&judge(&["-"], &dreadnought(4)).success());
    assert!(text.contains("Verdict: binding\n"), "{text}");
    let text = output(&judge(&["-"], &dreadnought(0)).success());
    assert!(text.contains("Verdict: non-binding"), "{text}");
    assert!(text.contains("2. Ann produces dreadnought") && text.contains("[TI-77]"), "{text}");
    assert!(text.contains("Ann has 0 resources to spend and needs 4"), "{text}");
}

#[test]
fn a_program_reads_one_object_or_a_list() {
    let text = output(&judge(&["-", "--json"], &dreadnought(0)).success());
    let one: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(one["class"], "non_binding");
    assert_eq!(one["terms"][1]["reason"]["clause"], "TI-77");
    let list = json!([dreadnought(4), dreadnought(0)]);
    let text = output(&judge(&["-", "--json"], &list).success());
    let many: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!((&many[0]["class"], &many[1]["class"]), (&json!("binding"), &json!("non_binding")));
}

#[test]
fn many_situations_are_a_table() {
    let text = output(&judge(&["-"], &json!([dreadnought(4), dreadnought(0)])).success());
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].contains("situation") && lines[0].contains("verdict"), "{text}");
    assert!(lines[1].starts_with("1  a dreadnought  binding      legal"), "{text}");
    assert!(lines[2].starts_with("2  a dreadnought  non-binding  legal     TI-77"), "{text}");
    let full = output(&judge(&["-", "--full"], &json!([dreadnought(4), dreadnought(0)])).success());
    assert_eq!(full.matches("Verdict:").count(), 2);
}

#[test]
fn a_slip_is_answered_with_the_field_and_a_suggestion() {
    let mut slip = dreadnought(4);
    slip["moment"]["step"] = json!("prodction");
    let text = complaint(judge(&["-"], &slip));
    assert_eq!(
        text,
        "error: moment.step: there is no step called \"prodction\"; did you mean \"production\"?; \
         `backchannel judge --names steps` lists the known ones\n"
    );
    let mut impossible = dreadnought(4);
    impossible["players"][1]["trade_goods"] = json!(-4);
    let text = complaint(judge(&["-"], &impossible));
    assert_eq!(text, "error: players[1].trade_goods: -4 is negative\n");
    assert_eq!(
        complaint(judge(&["-"], &json!([]))),
        "error: the file: there is no situation in it; give one, or a list of them\n"
    );
    let text = complaint(judge(&["-"], &json!({})));
    assert_eq!(text, "error: the situation: missing field `players`\n");
    let text = complaint(judge(&["-"], &json!("a deal")));
    assert!(text.starts_with("error: ") && text.lines().count() == 1, "{text}");
    let text = complaint(judge(&["no-such-file.json"], &json!(null)));
    assert!(text.contains("FILE: no-such-file.json cannot be read"), "{text}");
}

#[test]
fn the_schema_needs_no_file_and_names_every_part() {
    let text = output(&judge(&["--schema"], &json!(null)).success());
    let schema: Value = serde_json::from_str(&text).expect("it is JSON");
    for part in ["players", "moment", "deal"] {
        assert!(schema["properties"][part].is_object(), "{part}");
    }
}

#[test]
fn in_a_list_one_that_is_impossible_does_not_silence_the_others() {
    let mut impossible = dreadnought(4);
    impossible["players"][1]["trade_goods"] = json!(-4);
    let list = json!([dreadnought(4), impossible]);
    let table = output(&judge(&["-"], &list).failure().code(1));
    assert!(table.contains("1    a dreadnought  binding"), "{table}");
    assert!(table.contains("2 !  a dreadnought  error"), "{table}");
    let text = output(&judge(&["-", "--json"], &list).failure().code(1));
    let many: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(many[0]["class"], "binding");
    assert_eq!(many[1]["error"]["field"], "players[1].trade_goods");
}

#[test]
fn another_verdict_than_expected_fails() {
    let mut wrong = dreadnought(4);
    wrong["expect"] = json!({"class": "non_binding", "because": "it is wrong on purpose"});
    let assert = judge(&["-"], &wrong).failure().code(1);
    let complaint = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert_eq!(complaint, "error: 1 of 1 have another verdict than expected: a dreadnought\n");
}

#[test]
fn the_official_examples_come_out_as_the_rules_say() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../twilight/examples/official.json");
    let table = output(&judge(&[file], &json!(null)).success());
    assert_eq!(table.lines().filter(|line| line.contains("binding")).count(), 8, "{table}");
}
