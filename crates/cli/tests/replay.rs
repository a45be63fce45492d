//! `backchannel replay`.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use support::{run, saved, text};

#[test]
fn a_saved_game_is_true_and_says_so() {
    let (_directory, game) = saved();
    let verdict = run(&["replay", text(&game), "--verify"]).ok();
    assert!(verdict.contains("is consistent"), "{verdict}");
    let verdict = run(&["replay", text(&game), "--verify", "--json"]).json();
    assert_eq!(verdict["verified"], true);
    assert_eq!(verdict["proves"], json!({ "setup": true, "seed": false, "end": true }));
}

/// A file that the first release wrote: its simulator, a table of its server, a desk of its server.
fn released(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/released").join(name)
}

#[test]
fn files_of_the_first_release_are_true_and_what_they_cannot_prove_is_said() {
    for name in ["sim.ndjson", "table.ndjson", "desk.ndjson"] {
        let file = released(name);
        let verdict = run(&["replay", text(&file), "--verify"]).ok();
        assert!(verdict.contains("is consistent"), "{verdict}");
        assert!(verdict.contains("Set-up: not proven."), "{verdict}");
        assert!(verdict.contains("chosen by whoever ran the game"), "{verdict}");
        let verdict = run(&["replay", text(&file), "--verify", "--json"]).json();
        let end = name != "desk.ndjson";
        assert_eq!(verdict["proves"], json!({ "setup": false, "seed": false, "end": end }));
    }
    assert!(run(&["replay", text(&released("table.ndjson"))]).ok().contains("Round 1"));
    let desk = run(&["replay", text(&released("desk.ndjson"))]).fails(2);
    assert!(desk.ends_with("which can only be verified; add --verify"), "{desk}");
}

/// The file of a game at a table: one of four seats added to the seed.
fn drawn() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/table.ndjson")
}

#[test]
fn a_seed_that_nobody_chose_is_proved() {
    let verdict = run(&["replay", text(&drawn()), "--verify"]).ok();
    assert!(verdict.contains("Set-up: it is the one that this commitment stands for"), "{verdict}");
    assert!(verdict.contains("random bytes from 1 of 3 seats"), "{verdict}");
    let verdict = run(&["replay", text(&drawn()), "--verify", "--json"]).json();
    assert_eq!(verdict["proves"], json!({ "setup": true, "seed": true, "end": true }));
}

#[test]
fn a_file_is_held_against_the_commitment_that_was_shown() {
    let file = drawn();
    let check = |given: &str| run(&["replay", text(&file), "--verify", "--commitment", given]);
    let header: Value =
        serde_json::from_str(fs::read_to_string(&file).unwrap().lines().next().unwrap()).unwrap();
    let own = header["commitment"].as_str().unwrap();
    let verdict = check(own).ok();
    assert!(verdict.contains("is verified: from its seed"), "{verdict}");
    assert!(verdict.contains(&format!("Commitment: {own}; as you gave it.")), "{verdict}");
    let given = run(&["replay", text(&file), "--verify", "--json", "--commitment", own]).json();
    assert_eq!(given["commitment_given"], true);
    let other = "0".repeat(64);
    let refused = check(&other).fails(1);
    assert!(
        refused.ends_with(&format!("`commitment` is {own}, not {other} as given")),
        "{refused}"
    );
    let none = check("12").fails(2);
    assert!(none.contains("a commitment is 64 hexadecimal digits, and `12` is not"), "{none}");
}

#[test]
fn without_a_commitment_nothing_is_said_to_hold_for_certain() {
    let verdict = run(&["replay", text(&drawn()), "--verify"]).ok();
    let (first, rest) = verdict.split_once('\n').unwrap();
    assert!(first.contains("is consistent:"), "{verdict}");
    let condition =
        "what follows holds only if this is the one that was shown when the game began.";
    let (before, _) = rest.split_once(condition).unwrap();
    assert!(!before.contains("Set-up") && !before.contains("Seed"), "{verdict}");
    let verdict = run(&["replay", text(&drawn()), "--verify", "--json"]).json();
    assert_eq!(verdict["commitment_given"], false);
}

#[test]
fn a_changed_set_up_is_refused_and_the_change_is_named() {
    let (_directory, game) = saved();
    let old = fs::read_to_string(&game).unwrap();
    let (first, rest) = old.split_once('\n').unwrap();
    let header: Value = serde_json::from_str(first).unwrap();
    let forge = |at: &str, value: Value| {
        let mut header = header.clone();
        *header.pointer_mut(at).unwrap() = value;
        fs::write(&game, format!("{header}\n{rest}")).unwrap();
        run(&["replay", text(&game), "--verify"]).fails(1)
    };
    for (at, value, field) in [
        ("/setup/names/1", json!("Crimson"), "setup.names"),
        ("/setup/cards/0/copies", json!(40), "setup.cards"),
        ("/setup/settings/fog", json!(false), "setup.settings.fog"),
        ("/setup/settings/round_limit", json!(2), "setup.settings.round_limit"),
        ("/setup/settings/numbers/hand_limit", json!(3), "setup.settings.numbers"),
        ("/setup/map/name", json!("Thirteen fields"), "setup.map.name"),
    ] {
        let told = forge(at, value);
        let sentence = format!("line 1: `{field}` was changed after the game began");
        assert!(told.contains(&sentence), "{told}");
    }
}

#[test]
fn the_log_has_rounds_turns_and_sentences() {
    let (_directory, game) = saved();
    let log = run(&["replay", text(&game)]).ok();
    assert!(log.starts_with("Twelve fields: Vermilion, Azure, Jade\n"), "{log}");
    assert!(log.contains("\n\nRound 1") && log.contains("Round 2"), "{log}");
    assert!(!log.contains("???") && !log.contains('\x1b'));
}

#[test]
fn a_seat_reads_only_what_it_saw() {
    let (_directory, game) = saved();
    let log = |eyes| run(&["replay", text(&game), "--as", eyes]).ok();
    let (all, azure, jade) = (log("all"), log("1"), log("jade"));
    assert!(azure.contains("???") && jade.contains("???"));
    assert_eq!(log("Azure"), azure);
    assert!(all.contains("Vermilion draws") && !azure.contains("Vermilion draws"));
    assert!(azure.contains("Azure draws") && !jade.contains("Azure draws"));
    let drawn = |log: &str| log.lines().filter(|line| line.contains(" draws ")).count();
    assert_eq!(drawn(&all), drawn(&log("0")) + drawn(&azure) + drawn(&jade));
}

#[test]
fn the_log_can_be_filtered_and_is_json_on_request() {
    let (_directory, game) = saved();
    let notices = |more: &[&str]| -> Vec<Value> {
        let lines = run(&[&["replay", text(&game), "--json"], more].concat()).ok();
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let all = notices(&[]);
    let mut parts = 0;
    for filter in ["combat", "public", "signals", "deals"] {
        let part = notices(&["--filter", filter]);
        assert!(part.iter().all(|told| told["category"] == filter));
        assert!(part.iter().all(|told| told["text"].as_str().is_some_and(|text| !text.is_empty())));
        parts += part.len();
    }
    assert_eq!(parts, all.len());
    assert_eq!(all.last().unwrap()["notice"]["type"], "game_over");
    assert!(all.last().unwrap()["round"].as_u64().unwrap() > 1);
}

#[test]
fn signals_can_be_read_in_german() {
    let (_directory, game) = saved();
    let signals = |lang| run(&["replay", text(&game), "--filter", "signals", "--lang", lang]).ok();
    assert_ne!(signals("en"), signals("de"));
}

/// One changed line, and what `--verify` says of it.
fn tampered(line: usize, change: impl Fn(&str) -> String) -> support::Run {
    let (_directory, game) = saved();
    let old = fs::read_to_string(&game).unwrap();
    let lines = old.lines().zip(1..);
    let new: String = lines
        .map(|(old, number)| if number == line { change(old) } else { old.to_owned() } + "\n")
        .collect();
    assert_ne!(old, new);
    fs::write(&game, new).unwrap();
    run(&["replay", text(&game), "--verify"])
}

#[test]
fn a_tampered_game_is_refused_with_its_line() {
    let forged = tampered(3, |line| line.replace("\"troops\":", "\"troops\":1")).fails(1);
    assert!(forged.contains("line 3: `"), "{forged}");
    let hash = tampered(7, |line| {
        let (rest, hash) = line.rsplit_once("\"hash\":\"").unwrap();
        let turned: String = hash[..16].chars().rev().collect();
        format!("{rest}\"hash\":\"{turned}\"}}")
    })
    .fails(1);
    assert!(hash.contains("line 7: `hash` is "), "{hash}");
    let seat = tampered(3, |line| line.replace("{\"seat\":0,", "{\"seat\":7,")).fails(1);
    assert!(seat.contains("line 3: `seat` is 7, and the table has seats 0 to 2"), "{seat}");
}

#[test]
fn a_malformed_game_is_refused_with_its_line_and_field() {
    let broken = tampered(4, |line| line[..20].to_owned()).fails(2);
    assert!(broken.contains("line 4: "), "{broken}");
    let other = tampered(1, |line| line.replace("backchannel/1", "chess/1")).fails(2);
    assert!(other.contains("line 1: `rules` is \"chess/1\""), "{other}");
    let newer = tampered(1, |line| line.replace("\"format\":2", "\"format\":9")).fails(2);
    assert!(newer.contains("line 1: `format` is 9"), "{newer}");
}

#[test]
fn a_game_of_the_first_release_is_true() {
    // It did not say which version its hashes are.
    let verdict = run(&["replay", text(&released("sim.ndjson")), "--verify"]).ok();
    assert!(verdict.contains("and every state hash in it"), "{verdict}");
}

#[test]
fn hashes_of_another_version_are_not_compared_and_the_rest_is() {
    let other = |line: &str| line.replacen('{', "{\"v\":[1,9],", 1);
    let verdict = tampered(3, other).ok();
    assert!(
        verdict.contains("state hashes are of another version and were not compared"),
        "{verdict}"
    );
    let forged = tampered(3, |line| {
        let other = line.replace("\"troops\":", "\"troops\":1");
        other.replacen('{', "{\"v\":[1,9],", 1)
    });
    assert!(forged.fails(1).contains("line 3: `"));
}

#[test]
fn a_line_that_other_rules_decided_is_neither_true_nor_forged() {
    let sound = tampered(3, |line| line.replacen('{', "{\"v\":[9,1],", 1)).ok();
    assert!(sound.contains("is consistent"), "{sound}");
    let other = tampered(3, |line| {
        let other = line.replace("\"troops\":", "\"troops\":1");
        other.replacen('{', "{\"v\":[9,1],", 1)
    })
    .fails(2);
    assert!(other.contains("line 3: it was decided by version 9 of the rules"), "{other}");
}

#[test]
fn bad_arguments_are_refused_in_a_sentence() {
    let (_directory, game) = saved();
    assert_eq!(
        run(&["replay", text(&game), "--as", "Crimson"]).fails(2),
        "--as: there is no seat \"Crimson\"; use all, 0 (Vermilion), 1 (Azure), 2 (Jade)"
    );
    let missing = run(&["replay", "no-such-file"]).fails(2);
    assert!(missing.starts_with("FILE: no-such-file cannot be read"), "{missing}");
    assert!(run(&["replay", text(&game), "--filter", "gossip"]).fails(2).contains("--filter"));
    assert!(run(&["replay", text(&game), "--lang", "tlh"]).fails(2).contains("--lang"));
}

#[test]
fn it_stops_quietly_when_nobody_reads_on() {
    let (_directory, game) = saved();
    let binary = assert_cmd::cargo::cargo_bin("backchannel");
    let mut child = std::process::Command::new(binary)
        .args(["replay", text(&game), "--json"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}
