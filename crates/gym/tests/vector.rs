//! Many games at once: the same as one by one, and without new memory.

use std::sync::Arc;

use allocation_counter::measure;
use backchannel::Setup;
use backchannel::map::library;
use gym::{CHOICES, EnvPlan, Episode, RewardWeights, Vector, VectorBuffers, VectorError};

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
        let (plan, n) = (vector.plan(), vector.len());
        Memory {
            observations: vec![0; n * plan.layout.size],
            masks: vec![0; n * CHOICES],
            rewards: vec![0.0; n * plan.rules.seats()],
            seats: vec![0; n],
            terminated: vec![false; n],
            truncated: vec![false; n],
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

fn plan(map: &str, seats: usize) -> EnvPlan {
    let map = library::find(map).unwrap().file().clone();
    EnvPlan::new(Setup::standard(map, seats)).unwrap()
}

fn equals_one_by_one(plan: &EnvPlan, n: usize, threads: usize, steps: usize) -> usize {
    let mut vector = Vector::new(plan.clone(), n, threads, 40).unwrap();
    let mut memory = Memory::of(&vector);
    vector.reset(7, memory.buffers()).unwrap();
    let single = Arc::new(plan.clone());
    let mut games: Vec<Episode> =
        (0..n as u64).map(|i| Episode::new(Arc::clone(&single), 7 + i).unwrap()).collect();
    let (mut actions, mut ended) = (vec![0; n], 0);
    let (width, seats) = (plan.layout.size, plan.rules.seats());
    for _ in 0..steps {
        vector.sample(&mut actions).unwrap();
        vector.step(&actions, memory.buffers()).unwrap();
        for (number, game) in games.iter_mut().enumerate() {
            game.choose(actions[number] as u64).unwrap();
            assert_eq!(game.rewards(), &memory.rewards[number * seats..][..seats]);
            assert_eq!(game.is_over(), memory.terminated[number]);
            assert_eq!(game.is_truncated(), memory.truncated[number]);
            if game.to_act().is_none() {
                ended += 1;
                game.reset(game.seed() + n as u64).unwrap();
            }
            let mut seen = vec![0; width];
            game.observe(&mut seen);
            assert_eq!(seen, memory.observations[number * width..][..width]);
            let mask = &memory.masks[number * CHOICES..][..CHOICES];
            let bits = (0..CHOICES).map(|bit| (game.mask() >> bit & 1) as i8);
            assert!(bits.eq(mask.iter().copied()));
            assert_eq!(game.to_act().unwrap().0.0, memory.seats[number]);
        }
    }
    assert!(vector.seeds().eq(games.iter().map(Episode::seed)));
    ended
}

#[test]
fn games_at_once_are_the_same_as_one_by_one() {
    let mut rewarded = plan("wherrymouth", 2);
    rewarded.rewards = RewardWeights { win: 1.0, score: 0.5, territory: 2.0, word: 0.25 };
    assert!(equals_one_by_one(&rewarded, 5, 1, 2500) > 0);
    let mut against = plan("wherrymouth", 3).words(true);
    against.bots = vec![None, Some("envoy".to_owned()), None];
    against.most_steps = Some(100);
    assert!(equals_one_by_one(&against, 40, 3, 400) > 0);
    equals_one_by_one(&plan("broken-empire", 8).words(true), 3, 1, 1500);
}

#[test]
fn a_step_needs_no_new_memory() {
    let mut vector = Vector::new(plan("broken-empire", 8), 4, 1, 1).unwrap();
    let mut memory = Memory::of(&vector);
    let mut actions = vec![0; 4];
    let mut steps = |count: usize| {
        let mut ended = 0;
        for _ in 0..count {
            vector.sample(&mut actions).unwrap();
            vector.step(&actions, memory.buffers()).unwrap();
            ended += memory.terminated.iter().filter(|over| **over).count();
        }
        ended
    };
    steps(20_000);
    let mut quiet = 0;
    for _ in 0..40 {
        let mut ended = 0;
        let needed = measure(|| ended = steps(50));
        // Splitting the score at the end of a game may take memory.
        if ended == 0 {
            assert_eq!(needed.count_total, 0, "{} bytes in 50 steps", needed.bytes_total);
            quiet += 1;
        }
    }
    assert!(quiet > 20, "{quiet}");
}

#[test]
fn what_does_not_fit_changes_nothing() {
    assert_eq!(Vector::new(plan("wherrymouth", 2), 0, 1, 1).err(), Some(VectorError::Games(0)));
    let threads = Vector::new(plan("wherrymouth", 2), 1, 0, 1).err();
    assert!(threads.unwrap().to_string().starts_with("threads: 0"));
    let mut vector = Vector::new(plan("wherrymouth", 2), 3, 1, 1).unwrap();
    let mut memory = Memory::of(&vector);
    vector.reset(1, memory.buffers()).unwrap();
    let before = memory.observations.clone();
    let mut actions = vec![0; 3];
    vector.sample(&mut actions).unwrap();
    actions[2] = -1;
    let refused = vector.step(&actions, memory.buffers()).unwrap_err();
    assert_eq!(refused, VectorError::Choice { game: 2, choice: -1 });
    assert!(vector.step(&actions[..2], memory.buffers()).is_err());
    memory.masks.pop();
    let short = vector.reset(1, memory.buffers()).unwrap_err();
    assert!(short.to_string().starts_with("masks: "), "{short}");
    assert_eq!(memory.observations, before);
    assert_eq!(vector.commands(), 0);
}

#[test]
fn a_plan_says_what_is_wrong() {
    let mut wrong = plan("wherrymouth", 2);
    wrong.bots = vec![Some("envoy".to_owned()); 2];
    assert!(wrong.clone().checked().unwrap_err().to_string().contains("learner"));
    wrong.bots = vec![Some("envoi".to_owned()), None];
    assert!(wrong.clone().checked().unwrap_err().to_string().contains("envoy"));
    wrong.bots = vec![None];
    assert!(wrong.clone().checked().unwrap_err().to_string().starts_with("bots: 1 entries"));
    wrong.bots = vec![None; 2];
    wrong.menu = 3;
    assert!(wrong.checked().unwrap_err().to_string().starts_with("menu_size: 3"));
}
