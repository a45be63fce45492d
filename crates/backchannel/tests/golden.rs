//! Recorded playthroughs as text: a change of the rules shows as a diff.
//!
//! `GOLDEN=write cargo test -p backchannel --test golden` writes them anew.

use std::fmt::Write as _;
use std::path::PathBuf;

use backchannel::map::library;
use backchannel::signal::plain;
use backchannel::{Game, Setup, narrate};
use parley::{Audience, Chance, Game as _, Language, Options as _, Seat, Seed, Table};

/// Plays to the end of round `rounds` at random, and writes down what happens.
fn playthrough(map: &str, seats: usize, rounds: u16, fog: bool) -> String {
    let map = library::find(map).expect("the library has it").file().clone();
    let mut setup = Setup::standard(map, seats);
    setup.settings.fog = fog;
    setup.settings.round_limit = Some(rounds);
    // Head starts are found anew whenever bots change.
    setup.settings.head_starts = Some(Vec::new());
    let seed = Seed::numbered(seats as u64, 1);
    let mut table = Table::<Game>::open(&setup, seed).expect("it can be played");
    let mut chance = seed.stream(1 << 42);
    let mut text = format!("{} for {seats}, fog {fog}\n", setup.map.name);
    write_lines(&mut text, &table, 0);
    while !table.game().is_over() {
        let (seat, command) = choose(table.game(), &mut chance);
        let from = table.journal().entries().len();
        table.act(seat, &command).expect("an option is legal");
        let asked = serde_json::to_string(&command).expect("commands are plain data");
        writeln!(text, "\n{} > {asked}", setup.names[seat.index()]).expect("text takes text");
        write_lines(&mut text, &table, from);
    }
    writeln!(text, "\nstate {}", table.game().digest()).expect("text takes text");
    text
}

fn choose(game: &Game, chance: &mut Chance) -> (Seat, backchannel::Command) {
    let awaited = game.awaiting();
    let seat = awaited.nth(chance.index(awaited.len())).expect("somebody is awaited");
    let options = game.options(seat);
    let word = if chance.one_in(12) { options.sample_word(chance) } else { None };
    let command = word.or_else(|| options.sample_move(chance));
    (seat, command.expect("who is awaited can do something"))
}

/// What happened since entry `from`: seen from above, and how the first seat read it if otherwise.
fn write_lines(text: &mut String, table: &Table<Game>, from: usize) {
    let rules = table.game().rules();
    for entry in &table.journal().entries()[from..] {
        let read = |audience| {
            let notice = Game::notice(&entry.event, entry.witness, audience)?;
            Some(plain(&narrate::line(&notice, rules, Language::English)))
        };
        let Some(truth) = read(Audience::Replay) else { continue };
        let seen = match read(Audience::Seat(Seat(0))) {
            Some(line) if line == truth => String::new(),
            Some(line) => format!("\n    {} reads: {line}", rules.name(Seat(0))),
            None => format!("\n    {} does not know.", rules.name(Seat(0))),
        };
        writeln!(text, "  {truth}{seen}").expect("text takes text");
    }
}

#[track_caller]
fn assert_golden(name: &str, text: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.txt"));
    if std::env::var("GOLDEN").is_ok_and(|what| what == "write") {
        std::fs::write(&path, text).expect("the file can be written");
        return;
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    for (number, (is, was)) in text.lines().zip(golden.lines()).enumerate() {
        assert_eq!(is, was, "{name}.txt differs in line {}", number + 1);
    }
    assert_eq!(text.len(), golden.len(), "{name}.txt is longer or shorter than it was");
}

#[test]
fn a_duel_at_wherrymouth() {
    assert_golden("wherrymouth-2", &playthrough("wherrymouth", 2, 5, true));
}

#[test]
fn four_in_the_passes_of_sarn() {
    assert_golden("passes-of-sarn-4", &playthrough("passes-of-sarn", 4, 4, true));
}

#[test]
fn five_on_the_trade_wind_sea_in_clear_weather() {
    assert_golden("trade-wind-sea-5", &playthrough("trade-wind-sea", 5, 3, false));
}

#[test]
fn eight_for_the_broken_empire() {
    assert_golden("broken-empire-8", &playthrough("broken-empire", 8, 3, true));
}
