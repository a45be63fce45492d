//! Steps of a vector on one thread: whole commands, with observations and masks.

use backchannel::Setup;
use backchannel::map::library;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gym::{CHOICES, EnvPlan, Vector, VectorBuffers};

const GAMES: usize = 64;
const STEPS: usize = 1000;

struct Memory {
    observations: Vec<u8>,
    masks: Vec<i8>,
    rewards: Vec<f32>,
    seats: Vec<u8>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
}

impl Memory {
    fn of(vector: &Vector) -> Memory {
        let plan = vector.plan();
        Memory {
            observations: vec![0; GAMES * plan.layout.size],
            masks: vec![0; GAMES * CHOICES],
            rewards: vec![0.0; GAMES * plan.rules.seats()],
            seats: vec![0; GAMES],
            terminated: vec![false; GAMES],
            truncated: vec![false; GAMES],
        }
    }

    fn buffers(&mut self) -> VectorBuffers<'_> {
        VectorBuffers {
            observations: &mut self.observations,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            seats: &mut self.seats,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
        }
    }
}

fn steps(criterion: &mut Criterion) {
    for (map, seats) in [("wherrymouth", 2), ("passes-of-sarn", 4), ("broken-empire", 8)] {
        let setup = Setup::standard(library::find(map).unwrap().file().clone(), seats);
        let mut vector = Vector::new(EnvPlan::new(setup).unwrap(), GAMES, 1, 1).unwrap();
        let mut memory = Memory::of(&vector);
        let mut actions = vec![0; GAMES];
        vector.reset(1, memory.buffers()).unwrap();
        let mut run = |count: usize| {
            for _ in 0..count {
                vector.sample(&mut actions).unwrap();
                vector.step(&actions, memory.buffers()).unwrap();
            }
            vector.commands()
        };
        let before = run(STEPS);
        let commands = run(STEPS) - before;
        assert!(commands as usize > GAMES * STEPS / 6, "{commands}");
        let mut group = criterion.benchmark_group(format!("{map} {seats}"));
        group.throughput(Throughput::Elements(commands));
        group.bench_function("commands", |bench| bench.iter(|| run(STEPS)));
        group.finish();
    }
}

criterion_group!(benches, steps);
criterion_main!(benches);
