//! `backchannel arena`.

mod support;

use support::{MAP, run, text};

fn league(out: &str, games: &str) -> Vec<String> {
    let options = [
        "arena",
        "run",
        "--bots",
        "random,soldier",
        "--games",
        games,
        "--maps",
        MAP,
        "--seats",
        "3",
    ];
    options
        .iter()
        .chain(&["--seed", "4", "--threads", "2", "--out", out])
        .map(ToString::to_string)
        .collect()
}

fn run_league(out: &str, games: &str) -> support::Run {
    let arguments = league(out, games);
    run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn a_league_is_played_kept_continued_and_reported() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("league.ndjson");
    let told = run_league(text(&path), "20").ok();
    for words in ["20 games, 2 bots", "soldier", "95 % interval", "wins by seat", "early attack"] {
        assert!(told.contains(words), "{told}");
    }
    let whole = std::fs::read_to_string(&path).unwrap();
    assert_eq!(whole.lines().count(), 1 + 20 * 3);
    // Half a line is lost: only its game is played again.
    std::fs::write(&path, &whole[..whole.len() - 9]).unwrap();
    run_league(text(&path), "20").ok();
    let games = |text: &str| {
        text.lines()
            .skip(1)
            .map(|line| line.split(",\"set\"").next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(games(&std::fs::read_to_string(&path).unwrap()), games(&whole));
    let refused = run_league(text(&path), "22").fails(2);
    assert!(
        refused.starts_with("--out: ") && refused.contains("another plan (games differ)"),
        "{refused}"
    );

    let page = directory.path().join("league.html");
    let report = run(&["arena", "report", text(&path), "--html", text(&page), "--json"]).json();
    assert_eq!(
        (report["games"].as_u64(), report["bots"][0]["name"].as_str()),
        (Some(20), Some("soldier"))
    );
    assert_eq!(report["bots"][0]["seats_played"], 30);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg"));
    let table = run(&["arena", "report", text(&path), "--csv"]).ok();
    assert!(table.starts_with("bot,seats_played,") && table.lines().count() == 3, "{table}");
}

#[test]
fn a_plan_can_be_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("plan.toml");
    std::fs::write(&path, "bots = [\"random\"]\ngames = 3\nseats = [3]\nmaps = [\"random:7\"]\n")
        .unwrap();
    let report = run(&["arena", "run", text(&path), "--json"]).json();
    assert_eq!(report["games"], 3);
    std::fs::write(&path, "bots = [\"random\"]\ngame = 3\n").unwrap();
    let refused = run(&["arena", "run", text(&path)]).fails(2);
    assert!(refused.contains("plan.toml: line 2: game: unknown field `game`"), "{refused}");
    let both = run(&["arena", "run", text(&path), "--games", "5"]);
    assert_eq!(both.code, 2);
}

#[test]
fn bad_input_to_the_arena_is_refused_in_a_sentence() {
    let fails = |option: &[&str]| run(&[&["arena", "run"], option].concat()).fails(2);
    assert!(fails(&["--bots", "nobody"]).starts_with("--bots: there is no bot `nobody`"));
    assert!(
        fails(&["--maps", "atlantis"]).starts_with("--maps: there is no map called \"atlantis\"")
    );
    assert!(fails(&["--seats", "8"]).starts_with("--seats: passes-of-sarn is made for"));
    assert!(fails(&["--games", "0"]).contains("1 to 10000000"));
    assert!(fails(&["--schedule", "swiss"]).contains("round-robin"));
    let missing = run(&["arena", "report", "no/such.ndjson"]).fails(2);
    assert!(missing.starts_with("no/such.ndjson cannot be opened"), "{missing}");
    let unknown = run(&["arena", "challenge", "--bot", "nobody"]).fails(2);
    assert!(unknown.starts_with("--bot: there is no bot `nobody`"), "{unknown}");
}

#[test]
fn a_newcomer_is_rated_against_the_pool() {
    let result = run(&["arena", "challenge", "--bot", "soldier", "--games", "30", "--json"]).json();
    assert_eq!((result["pool"].as_str(), result["bot"].as_str()), (Some("ref-1"), Some("soldier")));
    let rating = |bound: &str| result["rating"][bound].as_f64().unwrap();
    assert!(rating("low") <= rating("rating") && rating("rating") <= rating("high"));
    assert!(result["rank"].as_u64().unwrap() >= 1);
}

#[test]
fn a_negotiator_is_fitted_and_fitted_again_the_same() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("policy.json");
    let options = [
        "--games",
        "6",
        "--generations",
        "2",
        "--candidates",
        "4",
        "--check-games",
        "6",
        "--seats",
        "3",
    ];
    let tune = |rest: &[&str]| {
        run(&[&["arena", "tune", "--maps", "wherrymouth"], &options[..], rest].concat())
    };
    let field = ["--field", "soldier,envoy", "--only", "treachery", "--out", text(&path)];
    assert!(tune(&field).ok().contains("treachery"));
    let first = std::fs::read_to_string(&path).unwrap();
    let again = tune(&[&field[..], &["--json", "--threads", "1"]].concat()).json();
    assert_eq!(serde_json::from_str::<serde_json::Value>(&first).unwrap(), again["policy"]);
    assert!(tune(&["--field", "nobody"]).fails(2).starts_with("--field: there is no bot `nobody`"));
    assert!(
        tune(&["--field", "soldier", "--only", "mercy"])
            .fails(2)
            .starts_with("--only: there is no threshold")
    );
}

/// A short test of the orderings, with wide margins; `cargo xtask arena` is the long one.
#[test]
fn experiments_come_out_as_expected() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().to_str().unwrap().to_owned())
        // Searching takes too long for a short test; the strategist has one of its own among the bots'.
        .filter(|path| path.ends_with(".toml") && !path.contains("strategist"))
        .collect();
    files.sort();
    let options = ["arena", "experiment", "--check", "--games", "60", "--margin", "0.4"];
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let told = run(&[&options[..], &files].concat());
    assert_eq!(told.code, 0, "{}{}", told.out, told.err);
}

#[test]
fn an_experiment_writes_its_result_and_its_chart() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("chance.toml");
    let file = |expected: &str| {
        format!(
            "title = \"Chance\"\nquestion = \"Does it matter?\"\nbot = \"soldier\"\ngames = 12\nmaps = [\"wherrymouth\"]\n\
             seats = [3]\n[[arms]]\nname = \"one\"\nbots = [\"soldier\", \"random\", \"random\"]\n\
             [[expect]]\narm = \"one\"\nat_least = {expected}\n"
        )
    };
    std::fs::write(&path, file("1.5")).unwrap();
    assert!(run(&["arena", "experiment", text(&path)]).ok().contains("Chance"));
    let result: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(path.with_extension("json")).unwrap())
            .unwrap();
    assert_eq!(result["arms"][0]["games"], 12);
    assert!(result["arms"][0]["value"]["low"].as_f64().unwrap() > 1.0);
    let chart = std::fs::read_to_string(path.with_extension("svg")).unwrap();
    assert!(chart.starts_with("<svg") && chart.contains("prefers-color-scheme"));
    std::fs::write(&path, file("3.5")).unwrap();
    let unmet = run(&["arena", "experiment", "--check", text(&path)]);
    assert!(unmet.code == 1 && unmet.out.contains("Not as expected: one:"), "{}", unmet.out);
    std::fs::write(&path, file("3.5").replace("bot = ", "bto = ")).unwrap();
    let refused = run(&["arena", "experiment", text(&path)]).fails(2);
    assert!(refused.contains("line 3: bto: unknown field `bto`"), "{refused}");
}
