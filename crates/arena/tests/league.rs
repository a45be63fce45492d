//! Leagues: balanced, repeatable, resumable, and their rows add up.

mod support;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;

use arena::league::{
    FileError, Fixtures, LeagueFile, LeagueHeader, LeaguePlan, LeagueReader, LeagueSchedule,
    LeagueTable, by_name, run,
};
use arena::standings::{Standings, csv, html, read};
use arena::{BreakKind, SeatRow};
use backchannel::Map;
use backchannel::map::library;

fn plan(bots: &[&str], games: u64) -> LeaguePlan {
    LeaguePlan {
        bots: bots.iter().map(ToString::to_string).collect(),
        games,
        maps: vec!["twelve".to_owned(), "wherrymouth".to_owned()],
        seats: vec![3, 4],
        seed: 5,
        ..LeaguePlan::default()
    }
}

fn tables(plan: &LeaguePlan) -> Vec<LeagueTable> {
    plan.tables(find).unwrap()
}

fn find(name: &str, _: usize) -> Result<Map, String> {
    match name {
        "twelve" => Ok(Map::parse(include_str!("data/twelve-fields.json")).unwrap()),
        _ => library::find(name).map_err(|error| error.to_string()),
    }
}

fn play(plan: &LeaguePlan, threads: usize) -> Vec<SeatRow> {
    let (tables, mut all) = (tables(plan), Vec::new());
    let fixtures = Fixtures::new(plan, &tables);
    let add = |rows: Vec<SeatRow>| {
        all.extend(rows.into_iter().map(|row| SeatRow { thinking: None, ..row }));
        Ok(())
    };
    run(&fixtures, &tables, &by_name, 0, threads, |rows| rows, add).unwrap();
    all
}

/// Plays what a file does not have yet, but at most so many games.
fn play_into(path: &Path, plan: &LeaguePlan, most: u64) -> Result<u64, FileError> {
    let tables = tables(plan);
    let fixtures = Fixtures::new(plan, &tables);
    let mut file = LeagueFile::open(path, &LeagueHeader::new(plan, &tables))?;
    let (first, mut left) = (file.games, most);
    let append = |lines: Vec<u8>| {
        left = left.checked_sub(1).ok_or(std::io::ErrorKind::Interrupted)?;
        file.append(&lines)
    };
    let done = run(&fixtures, &tables, &by_name, first, 2, |rows| LeagueFile::lines(&rows), append);
    assert_eq!(done.is_ok(), first + most >= fixtures.games());
    file.close().unwrap();
    Ok(first)
}

fn rows(path: &Path) -> Vec<SeatRow> {
    let mut reader = LeagueReader::open(path).unwrap();
    let mut all = Vec::new();
    while let Some(rows) = reader.next_game().unwrap() {
        all.extend(rows.into_iter().map(|row| SeatRow { thinking: None, ..row }));
    }
    all
}

#[test]
fn every_bot_has_every_seat_of_every_table_equally_often() {
    let pairs =
        LeaguePlan { schedule: LeagueSchedule::RoundRobin, ..plan(&["a", "b", "c", "d"], 1) };
    for plan in [
        plan(&["a", "b", "c"], 100),
        plan(&["a", "b", "c", "d", "e"], 1),
        plan(&["a", "a", "b"], 1),
        pairs,
    ] {
        let tables = tables(&plan);
        let fixtures = Fixtures::new(&plan, &tables);
        assert!(fixtures.games() >= plan.games);
        let mut sat: BTreeMap<(usize, usize, usize), u32> = BTreeMap::new();
        for game in 0..fixtures.games() {
            let fixture = fixtures.fixture(game);
            assert_eq!(fixture.bots.len(), tables[fixture.table].seats());
            for (seat, bot) in fixture.bots.iter().enumerate() {
                *sat.entry((fixture.table, *bot, seat)).or_default() += 1;
            }
        }
        let places =
            |bot: usize| plan.bots.iter().filter(|name| **name == fixtures.names()[bot]).count();
        let mut shares = sat.iter().map(|((_, bot, _), count)| *count as usize / places(*bot));
        let first = shares.next().unwrap();
        assert!(first > 0 && shares.all(|share| share == first), "{sat:?}");
    }
}

#[test]
fn a_round_robin_seats_two_bots_at_a_table() {
    let plan = LeaguePlan { schedule: LeagueSchedule::RoundRobin, ..plan(&["a", "b", "c"], 60) };
    let fixtures = Fixtures::new(&plan, &tables(&plan));
    let mut met = BTreeMap::new();
    for game in 0..fixtures.games() {
        let mut bots = fixtures.fixture(game).bots;
        bots.sort_unstable();
        bots.dedup();
        *met.entry(bots).or_insert(0) += 1;
    }
    let games = fixtures.games() / 3;
    assert_eq!(
        met.into_iter().collect::<Vec<_>>(),
        [(vec![0, 1], games), (vec![0, 2], games), (vec![1, 2], games)]
    );
}

#[test]
fn games_of_a_set_are_never_the_same_game_twice() {
    let plan = plan(&["soldier", "soldier", "soldier", "soldier"], 16);
    let mut seen: Vec<(String, u16, u16, Vec<u32>)> = Vec::new();
    let rows = play(&plan, 2);
    for game in rows.chunk_by(|a, b| a.game == b.game) {
        let first = &game[0];
        let actions = game.iter().map(|row| row.actions).collect();
        seen.push((first.map.clone(), first.rounds, u16::from(first.seats), actions));
    }
    let all = seen.len();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), all);
}

#[test]
fn the_rows_of_a_game_add_up() {
    let rows = play(&plan(&["random", "soldier", "envoy"], 120), 1);
    let mut broken = [0; 3];
    for game in rows.chunk_by(|a, b| a.game == b.game) {
        assert_eq!(game.len(), usize::from(game[0].seats));
        assert_eq!(game.iter().map(|row| u32::from(row.score)).sum::<u32>(), 10_000);
        assert!((game.iter().map(|row| row.won).sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(game.iter().all(|row| (row.won > 0.0) == (row.place == 1)));
        assert!(game.iter().all(|row| row.survived <= row.rounds && row.words <= row.actions));
        let sum = |of: fn(&arena::SeatDeals) -> u32| {
            game.iter().flat_map(|row| row.deals.values()).map(of).sum::<u32>()
        };
        assert_eq!(sum(|deals| deals.offered), sum(|deals| deals.received));
        assert_eq!(sum(|deals| deals.accepted), sum(|deals| deals.signed));
        assert_eq!(sum(|deals| deals.broken), sum(|deals| deals.betrayed));
        let by_card = game.iter().flat_map(|row| &row.breaks).filter(|b| b.kind == BreakKind::Card);
        // An agreement that was renewed has been made twice, and one card breaks both.
        assert!(by_card.count() as u32 <= sum(|deals| deals.broken));
        for row in game {
            let promises = row.promises.values().map(|promises| promises.broken).sum::<u32>();
            let noted = row.breaks.iter().filter(|broken| broken.kind == BreakKind::Promise);
            assert_eq!(noted.count() as u32, promises);
            for one in &row.breaks {
                broken[one.kind as usize] += 1;
                assert_ne!(one.victim, Some(row.seat));
                assert_eq!(one.victim.is_some(), one.victim_worth.is_some());
                assert!(one.round <= row.rounds && one.worth[0] > 0);
            }
        }
    }
    assert!(broken[1] > 0 && broken[2] > 0, "{broken:?}");
    assert!(
        rows.iter().any(|row| !row.tactics.is_empty())
            && rows.iter().any(|row| !row.said.is_empty())
    );
}

#[test]
fn the_number_of_threads_does_not_show_in_the_rows() {
    let plan = plan(&["random", "soldier", "envoy"], 40);
    assert_eq!(play(&plan, 1), play(&plan, 7));
}

#[test]
fn an_interrupted_league_continues_without_repeating_or_losing_games() {
    let directory = tempfile::tempdir().unwrap();
    let plan = plan(&["random", "soldier"], 24);
    let (whole, torn) = (directory.path().join("whole"), directory.path().join("torn"));
    assert_eq!(play_into(&whole, &plan, 24).unwrap(), 0);
    assert_eq!(play_into(&torn, &plan, 5).unwrap(), 0);
    let text = std::fs::read(&torn).unwrap();
    // Whatever was lost of the last lines, down to the plan itself.
    for (kept, games) in [(text.len(), 5), (text.len() - 7, 4), (40, 0), (0, 0)] {
        std::fs::write(&torn, &text[..kept]).unwrap();
        assert_eq!(play_into(&torn, &plan, 24).unwrap(), games);
        assert_eq!(rows(&torn), rows(&whole));
    }
    assert_eq!(play_into(&torn, &plan, 24).unwrap(), 24);
    assert_eq!(rows(&torn), rows(&whole));
}

#[test]
fn a_file_of_another_plan_or_of_something_else_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("league");
    let ours = plan(&["random"], 4);
    play_into(&path, &ours, 4).unwrap();
    let before = std::fs::read(&path).unwrap();
    for (field, other) in [
        ("seed", LeaguePlan { seed: 6, ..ours.clone() }),
        ("bots", plan(&["random", "soldier"], 4)),
        ("games", LeaguePlan { games: 400, ..ours.clone() }),
    ] {
        let refused = play_into(&path, &other, 4).unwrap_err().to_string();
        assert!(refused.contains(&format!("another plan ({field} differ)")), "{refused}");
    }
    assert_eq!(std::fs::read(&path).unwrap(), before);
    std::fs::write(&path, "not a league\n").unwrap();
    let refused = play_into(&path, &ours, 4).unwrap_err().to_string();
    assert!(refused.contains("the first line is not the plan of a league"), "{refused}");
    assert_eq!(std::fs::read(&path).unwrap(), b"not a league\n");
    let mut changed = before.clone();
    changed.extend(b"{\"game\":99}\n");
    std::fs::File::create(&path).unwrap().write_all(&changed).unwrap();
    assert!(play_into(&path, &ours, 4).unwrap_err().to_string().contains("cannot be read"));
}

#[test]
fn a_plan_in_toml_says_which_field_is_wrong() {
    let wrong = |text: &str| LeaguePlan::from_toml(text).unwrap_err().to_string();
    assert_eq!(LeaguePlan::from_toml("games = 7").unwrap().games, 7);
    assert!(
        wrong("games = 7\nbosts = []").starts_with("line 2: bosts: unknown field `bosts`"),
        "{}",
        wrong("games = 7\nbosts = []")
    );
    assert!(wrong("\nseats = [\"x\"]").starts_with("line 2: seats[0]: invalid type"));
    assert!(wrong("[settings]\nfog = 3").starts_with("line 2: settings.fog: invalid type"));
    assert!(wrong("games = ").starts_with("line 1: "));
    assert!(wrong(&"#".repeat(70_000)).contains("at most 65536"));
    let refused = |plan: LeaguePlan| plan.tables(find).unwrap_err().to_string();
    let one = || plan(&["soldier"], 1);
    assert_eq!(
        refused(LeaguePlan { games: 0, ..one() }),
        "games: 0 is out of range; use 1 to 10000000"
    );
    assert_eq!(
        refused(LeaguePlan { seats: vec![9], ..one() }),
        "seats: 9 is out of range; use 2 to 8"
    );
    assert_eq!(
        refused(LeaguePlan { bots: vec![], ..one() }),
        "bots: the list is empty; name at least one"
    );
    assert!(
        refused(LeaguePlan { bots: vec!["x".to_owned(); 65], ..one() })
            .starts_with("bots: there are 65")
    );
    assert!(
        refused(LeaguePlan { maps: vec!["atlantis".to_owned()], ..one() })
            .starts_with("maps: there is no map")
    );
    assert!(
        refused(LeaguePlan { seats: vec![8], ..one() })
            .starts_with("seats: twelve is made for 2 to 6 seats, not 8")
    );
    assert!(
        refused(LeaguePlan { schedule: LeagueSchedule::RoundRobin, ..one() })
            .starts_with("bots: a round-robin needs two")
    );
}

#[test]
fn an_unknown_bot_is_refused_before_the_first_game() {
    let plan = plan(&["soldier", "nobody"], 8);
    let tables = tables(&plan);
    let fixtures = Fixtures::new(&plan, &tables);
    let refused =
        run(&fixtures, &tables, &by_name, 0, 1, |rows| rows, |_| panic!("a game was played"));
    assert!(refused.unwrap_err().to_string().contains("there is no bot `nobody`"));
}

#[test]
fn a_report_knows_the_better_bot_and_escapes_what_it_is_given() {
    let plan = plan(&["random", "soldier"], 80);
    let mut standings = Standings::default();
    standings.begin(&LeagueHeader::new(&plan, &tables(&plan)));
    let rows = play(&plan, 2);
    rows.chunk_by(|a, b| a.game == b.game).for_each(|game| standings.add(game));
    let report = standings.report();
    let [soldier, random] = &report.bots[..] else { panic!("there are two bots") };
    assert_eq!((soldier.name.as_str(), random.name.as_str()), ("soldier", "random"));
    assert_eq!(report.games, 80);
    assert!(soldier.bradley_terry.low > random.bradley_terry.high);
    assert!((soldier.bradley_terry.rating + random.bradley_terry.rating - 3000.0).abs() < 1e-6);
    assert!(soldier.bradley_terry.high > soldier.bradley_terry.low);
    assert!(soldier.weng_lin.low > random.weng_lin.high);
    assert!(soldier.wins.low > soldier.wins.fair && random.wins.high < random.wins.fair);
    assert!(report.meetings[0][1].ahead > report.meetings[1][0].ahead);
    let all: f64 =
        report.tables.iter().flat_map(|t| t.by_seat.iter().map(|s| s.rate * s.trials as f64)).sum();
    assert!((all - 80.0).abs() < 1e-6);
    let page = html("<script>", &report);
    assert!(page.contains("&lt;script&gt;") && !page.contains("<script>"));
    for part in ["<svg", "soldier", "Who betrays whom", "prefers-color-scheme"] {
        assert!(page.contains(part), "{part}");
    }
    for outside in ["src=", "href=", "url(", "@import"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let table = csv(&report);
    assert_eq!(table.lines().count(), 3);
    let columns: Vec<usize> = table.lines().map(|line| line.split(',').count()).collect();
    assert!(columns.iter().all(|count| *count == columns[0]));
}

#[test]
fn a_report_that_was_written_can_be_read_again_and_one_that_does_not_fit_together_cannot() {
    let plan = plan(&["random", "turncoat"], 8);
    let mut standings = Standings::default();
    standings.begin(&LeagueHeader::new(&plan, &tables(&plan)));
    let rows = play(&plan, 2);
    rows.chunk_by(|a, b| a.game == b.game).for_each(|game| standings.add(game));
    let mut written = serde_json::to_value(standings.report()).unwrap();
    let refused = |report: &serde_json::Value| {
        read(&serde_json::to_vec(report).unwrap()).unwrap_err().to_string()
    };
    let again = read(&serde_json::to_vec(&written).unwrap()).unwrap();
    let again = serde_json::to_value(again).unwrap();
    for field in ["games", "deals", "tactics", "said", "betrayals", "endings"] {
        assert_eq!(again[field], written[field], "{field}");
    }
    assert_eq!(again["bots"][1]["deals"], written["bots"][1]["deals"]);

    let name = std::mem::replace(&mut written["bots"][0]["name"], "x".repeat(201).into());
    assert_eq!(refused(&written), "A name in it is longer than 200 characters.");
    written["bots"][0]["name"] = 7.into();
    assert!(refused(&written).contains("`bots[0].name`: invalid type"), "{}", refused(&written));
    written["bots"][0]["name"] = name;
    written["tables"][0]["seats"] = 5.into();
    assert_eq!(refused(&written), "`tables` has a table with other shares than it has seats.");
    written["tables"][0]["seats"] = 3.into();
    written["betrayals"][1] = serde_json::json!([]);
    assert_eq!(refused(&written), "`betrayals` does not have a row and a column for each bot.");
}
