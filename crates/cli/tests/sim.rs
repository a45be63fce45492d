//! `backchannel sim`, and the command itself.

mod support;

use support::{MAP, run};

#[test]
fn help_lists_every_command() {
    let help = run(&["--help"]).ok();
    for task in ["serve", "sim", "replay", "map", "judge", "export", "import"] {
        assert!(help.contains(task), "{help}");
    }
    assert!(run(&["sim", "--help"]).ok().contains("--threads"));
}

#[test]
fn the_report_is_one_json_object() {
    let report = run(&[
        "sim",
        "--json",
        "--games",
        "6",
        "--seats",
        "3",
        "--map",
        MAP,
        "--bots",
        "random",
        "--seed",
        "42",
        "--threads",
        "2",
    ])
    .json();
    assert_eq!(report["games"], 6);
    assert_eq!(report["wins"]["random"], 6.0);
    assert!(report["actions"].as_u64().unwrap() > 500);
    for key in ["seconds", "games_per_s", "actions_per_s"] {
        assert!(report[key].as_f64().unwrap() > 0.0, "{key}");
    }
    assert!(report["rounds"]["median"].as_u64().unwrap() > 0);
    let deals = &report["deals"];
    for key in ["proposed", "accepted", "declined", "lapsed", "betrayed"] {
        assert!(deals[key].is_u64(), "{key}");
    }
    assert_eq!(deals["by_agreement"].as_object().unwrap().len(), 7);
    assert!(report["win_rates"]["random"]["low"].as_f64().unwrap() < 1.0);
}

#[test]
fn the_report_reads_as_tables() {
    let report = run(&["sim", "--games", "4", "--seats", "3", "--map", MAP]).ok();
    for words in ["4 games on Twelve fields, 3 seats", "games/s", "95 % interval", "betrayed"] {
        assert!(report.contains(words), "{report}");
    }
}

#[test]
fn every_table_has_a_map_by_default() {
    for seats in ["2", "3", "4", "5", "6", "7", "8"] {
        let report = run(&["sim", "--games", "1", "--seats", seats, "--json"]).json();
        assert_eq!(report["games"], 1, "{seats}");
    }
}

#[test]
fn a_map_can_be_drawn_for_the_occasion() {
    let actions = |map| {
        let report = run(&["sim", "--games", "1", "--seats", "3", "--map", map, "--json"]).json();
        report["actions"].as_u64().unwrap()
    };
    assert_eq!(actions("random:7"), actions("random:7"));
    assert_ne!(actions("random:7"), actions("random:8"));
}

#[test]
fn bad_input_is_refused_in_a_sentence_that_names_the_field_and_the_fix() {
    let fails = |option: &[&str]| run(&[&["sim"], option].concat()).fails(2);
    let bot = fails(&["--bots", "random,rnadom"]);
    assert!(bot.starts_with("--bots: there is no bot"), "{bot}");
    assert!(bot.contains("rnadom") && bot.contains("random"), "{bot}");
    assert_eq!(
        fails(&["--seats", "2", "--bots", "random,random,random"]),
        "--bots: 3 bots do not fit on 2 seats; name fewer or add seats"
    );
    for (option, bad, range) in [
        ("--games", "0", "1 to 1000000000"),
        ("--games", "many", "1 to 1000000000"),
        ("--games", "99999999999999999999", "1 to 1000000000"),
        ("--seats", "1", "2 to 8"),
        ("--seats", "9", "2 to 8"),
        ("--threads", "0", "1 to 256"),
        ("--threads", "-1", "1 to 256"),
        ("--seed", "x", "0 to 18446744073709551615"),
    ] {
        let sentence = fails(&[&format!("{option}={bad}")]);
        assert!(sentence.contains(option) && sentence.contains(range), "{sentence}");
    }
    let unknown = fails(&["--map", "atlantis"]);
    assert!(unknown.starts_with("--map: there is no map called \"atlantis\"; "), "{unknown}");
    let missing = fails(&["--map", "no/such.json"]);
    assert!(missing.starts_with("--map: no/such.json cannot be read"), "{missing}");
    assert_eq!(
        fails(&["--map", MAP, "--seats", "8"]),
        "--seats: Twelve fields is made for 2 to 6 seats, not 8; change --seats or --map"
    );
    assert_eq!(
        fails(&["--map", "random:x"]),
        "--map: `random:x` has no seed; use a number, as in random:7"
    );
    let unwritable = fails(&["--save", "/proc/nowhere"]);
    assert!(unwritable.starts_with("--save: /proc/nowhere cannot be written"), "{unwritable}");
    let typo = fails(&["--seat", "3"]);
    assert!(typo.contains("--seats"), "{typo}");
}

#[test]
fn a_study_is_played_without_agreements_or_signals() {
    let table = ["sim", "--json", "--games", "4", "--seats", "3", "--map", MAP, "--bots", "random"];
    let study = [&table[..], &["--agreements", "none", "--signals", "off"]].concat();
    let (usual, study) = (run(&table).json(), run(&study).json());
    assert!(usual["words"].as_u64() > Some(0) && usual["deals"]["proposed"].as_u64() > Some(0));
    assert_eq!((&study["words"], &study["deals"]["proposed"]), (&0.into(), &0.into()));
    let refused = run(&["sim", "--agreements", "free"]).fails(2);
    assert!(refused.contains("use one of none, binding, breakable"), "{refused}");
    assert!(run(&["sim", "--signals", "maybe"]).fails(2).contains("use on or off"));
}
