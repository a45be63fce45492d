//! How many verdicts a second: the pure function, and a whole situation from its JSON.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

use twilight::deal::verdict;
use twilight::situation::{Case, judge, parse};

const EXAMPLES: [&str; 5] = [
    include_str!("../examples/official.json"),
    include_str!("../examples/transactions.json"),
    include_str!("../examples/abilities.json"),
    include_str!("../examples/moments.json"),
    include_str!("../examples/open.json"),
];

fn verdicts(bench: &mut Criterion) {
    let situations: Vec<_> =
        EXAMPLES.iter().flat_map(|text| parse(text).expect("the examples are in order")).collect();
    let cases: Vec<Case> =
        situations.iter().map(|it| it.read().expect("the examples are possible")).collect();
    let expected: Vec<_> = situations.iter().filter_map(|it| it.expect.as_ref()).collect();
    for (case, expected) in cases.iter().zip(&expected) {
        let found = verdict::judge(&case.table, &case.deal).class;
        assert_eq!(Some(found), expected.class);
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
