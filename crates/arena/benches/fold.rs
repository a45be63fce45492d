//! Stored games: folding events, and loading files.

mod common;

use std::sync::Arc;

use backchannel::Game;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parley::replay::{read, verify};
use parley::{Game as _, Table};

use common::{Nobody, check, recorded, rules, written};

fn stored(criterion: &mut Criterion) {
    let rules = rules("passes-of-sarn", 4);
    check(&rules, &mut Nobody);
    let (text, hash) = written(&rules, 0);
    let (replay, _) = recorded(&rules, 0);
    let seed = replay.seed.expect("it is over");
    let folded = replay.fold(seed).expect("it can be played");
    assert_eq!(folded.game().digest(), hash);
    let events = folded.journal().entries().len() as u64;

    let mut group = criterion.benchmark_group("fold");
    group.throughput(Throughput::Elements(events));
    let steps = || replay.steps.iter().map(|step| &step.outcome.events);
    let dealt = || Game::deal(Arc::clone(&rules), seed);
    group.bench_function("events to a game", |bencher| {
        bencher.iter(|| {
            let mut game = dealt();
            let events = replay.opening.events.iter().chain(steps().flatten());
            events.for_each(|event| game.evolve(event));
            assert!(game.is_over());
        });
    });
    group.bench_function("events to a table with its journal", |bencher| {
        bencher.iter(|| {
            let mut table = Table::at(dealt());
            table.follow(&replay.opening.events);
            steps().for_each(|events| table.follow(events));
            assert!(table.game().is_over());
        });
    });
    group.bench_function("a file to a table", |bencher| {
        bencher.iter(|| {
            let replay = read::<Game>(&text[..]).expect("it was written here");
            assert!(replay.fold(seed).expect("it can be played").game().is_over());
        });
    });
    group.bench_function("a file verified", |bencher| {
        bencher.iter(|| {
            let replay = read::<Game>(&text[..]).expect("it was written here");
            assert!(verify(&replay).is_ok());
        });
    });
    group.finish();
}

criterion_group!(benches, stored);
criterion_main!(benches);
