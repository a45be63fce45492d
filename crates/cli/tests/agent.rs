//! `backchannel agent`, and programs in `sim` and `arena`.

mod support;

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use support::{MAP, run};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/agents");
const ACTOR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../agents/tests/programs/actor.py");
const STUB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/chat_stub.py");

fn example(name: &str) -> String {
    format!("{EXAMPLES}/{name}")
}

/// The reference bots are short, pass the check, and play better than chance.
#[test]
fn the_reference_bots_can_play() {
    for (program, name) in [("python3", "greedy.py"), ("node", "careful.mjs")] {
        let file = example(name);
        assert!(std::fs::read_to_string(&file).unwrap().lines().count() < 100, "{name}");
        let told = run(&["agent", "check", "--time", "30s/300s", "--", program, &file]).ok();
        assert!(told.ends_with("It can play.\n"), "{told}");
        let table = ["--games", "150", "--seats", "2", "--map", MAP, "--bots", "random", "--json"];
        let arguments = [&["agent", "--time", "30s/600s"], &table[..], &["--", program, &file]];
        let report = run(&arguments.concat()).json();
        let rates = report["win_rates"].as_object().unwrap();
        let (agent, rate) = rates.iter().find(|(bot, _)| bot.starts_with("agent@")).unwrap();
        // The whole 95 % interval, because a few games prove nothing.
        assert!(rate["low"].as_f64().unwrap() > 0.5, "{name}: {rate}");
        assert_eq!(report["programs"][agent]["first"], serde_json::Value::Null, "{report}");
    }
}

#[test]
fn the_check_says_in_plain_words_what_is_wrong() {
    let cases = [
        ("crash", "It ended during the game (exit status: 3), and said: this cannot go on"),
        ("nonsense", "A line has to be one JSON object. It wrote: er …"),
        ("stays", "It does not end when its input ends, and had to be killed."),
        ("old", "It speaks protocol 7, and this is protocol 1."),
        ("deaf", "A move is due, so it cannot be skipped."),
        ("story", "RuntimeError: the plot is lost"),
        ("stillborn", "It ended before it answered `hello` with `ready` (exit status: 1)"),
    ];
    for (kind, why) in cases {
        // A program that does not try again is waited for.
        let time = if kind == "deaf" { "1s/300s" } else { "30s/300s" };
        let told = run(&["agent", "check", "--time", time, "--", "python3", ACTOR, kind]);
        assert_eq!(told.code, 1, "{}", told.out);
        assert!(told.out.contains(why), "{kind}: {}", told.out);
    }
    let told =
        run(&["agent", "check", "--time", "30s/300s", "--", "python3", ACTOR, "chatty"]).ok();
    assert!(told.contains("careful") && told.contains("thinking …"), "{told}");
    let error = run(&["agent", "check", "no-such-program"]).fails(2);
    assert!(error.contains("there is no such program"), "{error}");
}

#[test]
fn a_program_that_fails_loses_its_moves_and_not_the_game() {
    let bot = format!("agent@30s:python3 {ACTOR} crash");
    let bots = format!("random,{bot}");
    let table = ["--games", "2", "--seats", "2", "--map", MAP, "--bots", &bots];
    let told = run(&[&["sim"], &table[..]].concat()).ok();
    assert!(told.contains("moves to the caretaker (0 late, 0 nonsense, "), "{told}");
    assert!(told.contains("in 2 of 2 games"), "{told}");
    assert!(told.contains("this cannot go on"), "{told}");

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("league.ndjson");
    let league = ["arena", "run", "--games", "2", "--maps", MAP, "--seats", "2", "--bots", &bots];
    run(&[&league[..], &["--out", file.to_str().unwrap()]].concat()).ok();
    let rows = std::fs::read_to_string(&file).unwrap();
    assert!(rows.contains("\"forfeits\":{"), "{rows}");
    let report = run(&["arena", "report", file.to_str().unwrap(), "--json"]).json();
    let forfeits = report["bots"].as_array().unwrap().iter().filter(|it| it["forfeits"].is_u64());
    assert_eq!(forfeits.count(), 1, "{report}");
}

#[test]
fn a_program_that_cannot_play_is_refused_before_the_first_game() {
    let error = run(&["sim", "--bots", "agent:no-such-program"]).fails(2);
    assert_eq!(
        error,
        "--bots: the program `no-such-program` cannot play: there is no such program; check its path."
    );
    let error = run(&["agent", "--server", "ftp://x", "--token", "t", "--", "sh"]).fails(2);
    assert!(error.starts_with("--server: ftp://x is not an address"), "{error}");
    let error = run(&["mcp"]).fails(2);
    assert!(error.starts_with("--server: name a server"), "{error}");
}

/// Stopped with the test, however it ends.
struct Stub(Child);

impl Drop for Stub {
    fn drop(&mut self) {
        // It may have gone by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn stub(kind: &str) -> (Stub, String) {
    let mut command = Command::new("python3");
    let mut stub = Stub(command.args([STUB, kind]).stdout(Stdio::piped()).spawn().unwrap());
    let mut url = String::new();
    BufReader::new(stub.0.stdout.as_mut().unwrap()).read_line(&mut url).unwrap();
    (stub, url.trim().to_owned())
}

fn model_game(kind: &str, transcript: &str, save: &str) -> serde_json::Value {
    let (_stub, url) = stub(kind);
    let model = example("language_model.py");
    let table = ["--seats", "2", "--map", MAP, "--bots", "soldier", "--json", "--save", save];
    let arguments =
        [&["agent", "--time", "60s/600s"], &table[..], &["--", "python3", &model, transcript]];
    let output = assert_cmd::Command::cargo_bin("backchannel")
        .unwrap()
        .args(arguments.concat())
        .envs([("CHAT_URL", &*url), ("CHAT_KEY", "secret"), ("CHAT_MODEL", "stub")])
        .envs([("CHAT_PRICE_IN", "2"), ("CHAT_PRICE_OUT", "10")])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_language_model_plays_and_its_transcript_counts_the_cost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.ndjson");
    let report = model_game("first", path.to_str().unwrap(), folder.path().to_str().unwrap());
    assert_eq!(report["games"], 1);
    let conduct = report["programs"].as_object().unwrap().values().next().unwrap();
    assert_eq!(conduct["first"], serde_json::Value::Null, "{report}");
    assert!(folder.path().join("game-000001.ndjson").exists());
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (end, asked) = lines.split_last().unwrap();
    assert!(asked[0]["prompt"].as_str().unwrap().contains("Menu:"), "{}", asked[0]);
    assert_eq!(end["tokens"], serde_json::json!([100 * asked.len(), 10 * asked.len()]));
    let cost = asked.len() as f64 * (100.0 * 2.0 + 10.0 * 10.0) / 1e6;
    assert!((end["cost"].as_f64().unwrap() - cost).abs() < 1e-9, "{end}");
}

/// The lines of a transcript, and the sum at its end.
fn transcript(kind: &str) -> (Vec<serde_json::Value>, serde_json::Value) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.ndjson");
    let report = model_game(kind, path.to_str().unwrap(), folder.path().to_str().unwrap());
    let conduct = report["programs"].as_object().unwrap().values().next().unwrap();
    assert_eq!(conduct["first"], serde_json::Value::Null, "{kind}: {report}");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.iter().all(|line| line["game"] == lines[0]["game"]), "{kind}");
    let end = lines.pop().unwrap();
    (lines, end)
}

/// What cannot be used was paid for all the same, and the game goes on with what is harmless.
#[test]
fn a_language_model_that_says_nothing_useful_is_counted_and_plays_on() {
    for kind in ["nonsense", "null", "empty"] {
        let (lines, end) = transcript(kind);
        assert!(lines.iter().all(|line| line["trouble"].is_string()), "{kind}");
        assert_eq!(end["tokens"], serde_json::json!([100 * lines.len(), 10 * lines.len()]));
        assert_eq!(end["fallbacks"], lines.len() / 2, "{kind}: two tries for each question");
    }
}

#[test]
fn an_endpoint_that_is_down_at_times_or_knows_no_format_is_asked_again() {
    for kind in ["plain", "shaky"] {
        let (lines, end) = transcript(kind);
        assert!(lines.len() > 5, "{kind}");
        assert!(lines.iter().all(|line| line["trouble"].is_null()), "{kind}: {:?}", lines[0]);
        assert_eq!(end["fallbacks"], 0, "{kind}");
    }
}
