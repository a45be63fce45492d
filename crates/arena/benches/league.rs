//! The overhead of observing the games of a league, which should stay below 5 %.

mod common;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use arena::league::LeagueFile;
use arena::{ACTIONS_A_GAME, ArenaPlayer, GameLabel, LeagueWatch, PlayBuffers, play};
use backchannel::{Game, Rules};
use parley::{Seat, Seed};

use common::{Nobody, rules};

const LINE_UP: [&str; 4] = ["soldier", "envoy", "soldier", "envoy"];
const GAMES: u64 = 40;
const SAMPLES: usize = 60;

fn deal(rules: &Arc<Rules>, number: u64) -> (Game, Vec<ArenaPlayer>) {
    let player = |seat: Seat| ArenaPlayer {
        bot: bots::by_name(LINE_UP[seat.index()]).expect("it is one of ours"),
        chance: Seed::numbered(number, 1).stream(seat.0.into()),
    };
    let game = Game::deal(Arc::clone(rules), Seed::numbered(number, 0));
    (game, Seat::all(LINE_UP.len()).map(player).collect())
}

fn bare(rules: &Arc<Rules>, desk: &mut PlayBuffers) -> u64 {
    let play_one = |number| {
        let (mut game, mut players) = deal(rules, number);
        play(&mut game, &mut players, ACTIONS_A_GAME, desk, &mut Nobody)
            .expect("bots keep to the rules")
    };
    (0..GAMES).map(play_one).sum()
}

/// The same games with everything observed, and turned into the lines of a file.
fn observed(rules: &Arc<Rules>, desk: &mut PlayBuffers) -> u64 {
    let play_one = |number| {
        let (mut game, mut players) = deal(rules, number);
        let mut watch = LeagueWatch::new(&game);
        let actions = play(&mut game, &mut players, ACTIONS_A_GAME, desk, &mut watch)
            .expect("bots keep to the rules");
        let label = GameLabel { game: number, set: 0, map: "passes-of-sarn", bots: &LINE_UP };
        let rows = watch.rows(&label, &game);
        assert_eq!(rows.iter().map(|row| u64::from(row.actions)).sum::<u64>(), actions);
        black_box(LeagueFile::lines(&rows));
        actions
    };
    (0..GAMES).map(play_one).sum()
}

/// The time that this process has had on a core, which other processes do not change much; or else the time that has
/// passed.
fn clock(started: Instant) -> f64 {
    let on_core = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = on_core.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.unwrap_or_else(|| started.elapsed().as_nanos() as f64) / 1e9
}

/// What observing may cost, as a part of the games themselves.
const MOST_OVERHEAD: f64 = 0.05;

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Alternates between the two, so that other load on the machine affects both, and compares each with its neighbour.
fn main() {
    let (rules, mut desk) = (rules("passes-of-sarn", 4), PlayBuffers::default());
    let (started, actions) = (Instant::now(), bare(&rules, &mut desk));
    let (mut plain, mut watched) = (Vec::new(), Vec::new());
    for _ in 0..SAMPLES {
        let begun = clock(started);
        assert_eq!(bare(&rules, &mut desk), actions);
        let between = clock(started);
        assert_eq!(observed(&rules, &mut desk), actions);
        plain.push(between - begun);
        watched.push(clock(started) - between);
    }
    let pairs = plain.iter().zip(&watched);
    let overhead = median(pairs.map(|(plain, watched)| watched / plain - 1.0).collect());
    let (plain, watched) = (median(plain), median(watched));
    println!("bare games      {:.0} a second", GAMES as f64 / plain);
    println!("observed games  {:.0} a second", GAMES as f64 / watched);
    println!("overhead        {:.1} %", overhead * 100.0);
    assert!(overhead < MOST_OVERHEAD, "observing costs {:.1} %", overhead * 100.0);
}
