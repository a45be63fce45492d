//! Random play: options, decisions and events, action by action.

mod common;

use std::hint::black_box;
use std::io;
use std::sync::Arc;

use arena::{GameObserver, PlayBuffers};
use backchannel::{Command, Event, Game, Rules, View};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parley::{Audience, Game as _, Seat};

use common::{Nobody, check, random_games, rules};

fn measure(
    criterion: &mut Criterion,
    name: &str,
    rules: &Arc<Rules>,
    watch: &mut impl GameObserver,
) {
    let mut desk = PlayBuffers::default();
    check(rules, watch);
    let actions = random_games(rules, &mut desk, watch);
    let mut group = criterion.benchmark_group("play");
    group.throughput(Throughput::Elements(actions)).sample_size(20);
    group.bench_function(name, |bencher| {
        bencher.iter(|| assert_eq!(random_games(rules, &mut desk, watch), actions));
    });
    group.finish();
}

/// Builds the view of every seat after every action.
#[derive(Default)]
struct Everybody {
    view: View,
}

impl GameObserver for Everybody {
    fn opened(&mut self, _: &Game, _: &[Event]) -> io::Result<()> {
        Ok(())
    }

    fn acted(&mut self, game: &Game, _: Seat, _: &Command, _: &[Event]) -> io::Result<()> {
        for seat in game.seats() {
            game.view_into(Audience::Seat(seat), &mut self.view);
            black_box(&self.view);
        }
        Ok(())
    }
}

fn random_play(criterion: &mut Criterion) {
    let table = rules("passes-of-sarn", 4);
    measure(criterion, "24 territories, 4 seats", &table, &mut Nobody);
    measure(criterion, "24 territories, 4 seats, 4 views", &table, &mut Everybody::default());
}

/// The cost of an action on the largest table should be at most twice that on the smallest.
fn growth(criterion: &mut Criterion) {
    measure(criterion, "smallest map, 3 seats", &rules("wherrymouth", 3), &mut Nobody);
    measure(criterion, "largest map, 8 seats", &rules("broken-empire", 8), &mut Nobody);
}

criterion_group!(benches, random_play, growth);
criterion_main!(benches);
