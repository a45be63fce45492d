//! The playouts of a strategist, against plain games between the bots that it imagines.

mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use arena::{ACTIONS_A_GAME, ArenaPlayer, PlayBuffers, play};
use backchannel::{Game, Rules, View};
use bots::{Bot, Policy, Strategist, Thinking, by_policy, play_out};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parley::{Audience, Game as _, Seat, Seed};

use common::{GAMES, Nobody, rules};

/// A playout takes at most so many times as long as a plain game, for each command.
const MOST_OVERHEAD: f64 = 2.0;

/// The longest that a strategist with the standard setting may think about a decision.
const MOST_THOUGHT: Duration = Duration::from_millis(300);

/// Games between the bots that it imagines: envoys that say only what matters.
fn plain_games(rules: &Arc<Rules>) -> u64 {
    let mut desk = PlayBuffers::default();
    let game = |number| {
        let mut game = Game::deal(Arc::clone(rules), Seed::numbered(number, 0));
        let player = |seat: Seat| ArenaPlayer {
            bot: by_policy(Policy { talk: 0.0, ..Policy::HONEST }),
            chance: Seed::numbered(number, 1).stream(seat.0.into()),
        };
        let mut players: Vec<ArenaPlayer> = Seat::all(rules.seats()).map(player).collect();
        let actions = play(&mut game, &mut players, ACTIONS_A_GAME, &mut desk, &mut Nobody);
        actions.expect("envoys keep to the rules")
    };
    (0..GAMES).map(game).sum()
}

/// The views of the first seat of as many games, which have only been opened.
fn openings(rules: &Arc<Rules>) -> Vec<View> {
    (0..GAMES).map(|number| opened(rules, number).view(Audience::Seat(Seat(0)))).collect()
}

fn opened(rules: &Arc<Rules>, number: u64) -> Game {
    let mut game = Game::deal(Arc::clone(rules), Seed::numbered(number, 0));
    let mut events = Vec::new();
    game.opening(&mut events);
    events.iter().for_each(|event| game.evolve(event));
    game
}

fn playouts(rules: &Arc<Rules>, views: &[View]) -> u64 {
    let mut chance = Seed::numbered(0, 2).stream(0);
    let playout = |view| {
        let (game, commands) =
            play_out(rules, view, &mut chance).expect("it is the view of a seat");
        assert!(game.is_over());
        u64::from(commands)
    };
    views.iter().map(playout).sum()
}

/// The seconds that each of `run`'s commands takes, at its best of a few times.
fn seconds(run: impl Fn() -> u64) -> f64 {
    let time = |_| {
        let started = Instant::now();
        let commands = run();
        started.elapsed().as_secs_f64() / commands as f64
    };
    (0..7).map(time).fold(f64::MAX, f64::min)
}

fn compare(criterion: &mut Criterion) {
    let rules = rules("passes-of-sarn", 4);
    let views = openings(&rules);
    let (plain, imagined) = (plain_games(&rules), playouts(&rules, &views));
    let overhead = seconds(|| playouts(&rules, &views)) / seconds(|| plain_games(&rules));
    assert!(overhead < MOST_OVERHEAD, "a playout takes {overhead:.2} times as long as a game");

    let mut group = criterion.benchmark_group("playouts");
    group.sample_size(20).throughput(Throughput::Elements(plain));
    group.bench_function("plain games between envoys", |bencher| {
        bencher.iter(|| assert_eq!(plain_games(&rules), plain));
    });
    group.throughput(Throughput::Elements(imagined));
    group.bench_function("games that a strategist imagines", |bencher| {
        bencher.iter(|| assert_eq!(playouts(&rules, &views), imagined));
    });
    group.finish();
}

/// The plan for a first turn, which is the decision with the most ideas.
fn decide(criterion: &mut Criterion) {
    let rules = rules("passes-of-sarn", 4);
    let game = opened(&rules, 0);
    let (view, options) = (game.view(Audience::Seat(Seat(0))), game.options(Seat(0)));
    let think = || {
        let mut bot = Strategist::new(Thinking::STANDARD);
        bot.act(&rules, &view, &options, &mut Seed::numbered(0, 3).stream(0))
    };
    let command = think();
    let started = Instant::now();
    assert_eq!(think(), command);
    assert!(started.elapsed() < MOST_THOUGHT, "it thought for {:?}", started.elapsed());
    let mut group = criterion.benchmark_group("strategist");
    group.sample_size(20);
    group.bench_function("a decision", |bencher| {
        bencher.iter(|| assert_eq!(think(), command));
    });
    group.finish();
}

criterion_group!(benches, compare, decide);
criterion_main!(benches);
