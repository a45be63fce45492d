//! How many verdicts a second: the pure function, and a whole situation from its JSON.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

use twilight::deal::verdict;
use twilight::situation::{Case, Situation, judge, parse};

const EXAMPLES: [&str; 11] = [
    include_str!("../examples/official.json"),
    include_str!("../examples/transactions.json"),
    include_str!("../examples/abilities.json"),
    include_str!("../examples/leaders.json"),
    include_str!("../examples/moments.json"),
    include_str!("../examples/steps.json"),
    include_str!("../examples/every_step.json"),
    include_str!("../examples/windows.json"),
    include_str!("../examples/open.json"),
    include_str!("../examples/questions.json"),
    include_str!("../examples/answers.json"),
];

/// The worked examples about one deal between two players, and each as the verdict gets it.
fn deals() -> Vec<(Situation, Case)> {
    let situations =
        EXAMPLES.iter().flat_map(|text| parse(text).expect("the examples are in order"));
    let read = situations.filter(|it| it.undecided.is_empty()).map(|situation| {
        let case = situation.read().expect("the examples are possible");
        (situation, case)
    });
    read.filter(|(_, case)| case.legs.len() == 1).collect()
}

fn verdicts(bench: &mut Criterion) {
    let (situations, cases): (Vec<Situation>, Vec<Case>) = deals().into_iter().unzip();
    for (situation, case) in situations.iter().zip(&cases) {
        let found = verdict::judge(&case.table, &case.deal).class;
        let expected = situation.expect.as_ref().and_then(|it| it.class);
        assert!(expected.is_none_or(|it| it == found), "{:?}", situation.about);
    }
    let mut group = bench.benchmark_group("verdict");
    group.throughput(Throughput::Elements(cases.len() as u64));
    group.bench_function("pure", |bench| {
        bench.iter(|| {
            for case in &cases {
                black_box(verdict::judge(black_box(&case.table), black_box(&case.deal)));
            }
        });
    });
    group.bench_function("from a situation", |bench| {
        bench.iter(|| {
            for situation in &situations {
                black_box(judge(black_box(situation)).expect("possible"));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, verdicts);
criterion_main!(benches);
