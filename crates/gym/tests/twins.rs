//! Nothing leaks: what a learner gets is the same in two games that differ only in what its seat may not know.

use std::sync::Arc;

use backchannel::map::library;
use backchannel::{Event, Game, Options, Rules, Setup};
use gym::{Composed, Composer, Layout, observe};
use parley::contract::Subject as _;
use parley::{Audience, Chance, Game as _, Seat, Seed};

fn rules(map: &str, seats: usize) -> Arc<Rules> {
    let map = library::find(map).unwrap().file().clone();
    Arc::new(Rules::new(Setup::standard(map, seats)).unwrap())
}

fn opened(rules: &Arc<Rules>, seed: u64) -> Game {
    let mut game = Game::deal(Arc::clone(rules), Seed::numbered(seed, 0));
    let mut events: Vec<Event> = Vec::new();
    game.opening(&mut events);
    events.iter().for_each(|event| game.evolve(event));
    game
}

/// One random command of whoever is awaited.
fn act(game: &mut Game, chance: &mut Chance) {
    let awaited = game.awaiting();
    let seat = awaited.nth(chance.index(awaited.len())).unwrap();
    let options = game.options(seat);
    let word = chance.one_in(8).then(|| parley::Options::sample_word(&options, chance)).flatten();
    let command = word.or_else(|| parley::Options::sample_move(&options, chance)).unwrap();
    let mut events = Vec::new();
    game.decide(seat, &command, &mut events).unwrap();
    events.iter().for_each(|event| game.evolve(event));
}

/// Every observation and mask on the way to one command.
fn course(
    layout: &Layout,
    game: &Game,
    seat: Seat,
    mut chance: Chance,
) -> (Vec<(Vec<u8>, u64)>, Option<Composed>) {
    let (rules, view) = (game.rules(), game.view(Audience::Seat(seat)));
    let options: Options = game.options(seat);
    let mut composer = Composer::begin(rules, &options, seat, true);
    let mut seen = Vec::new();
    loop {
        let mask = composer.mask(rules, &options);
        let mut out = vec![0; layout.size];
        observe(layout, rules, &view, true, Some(&composer), &mut out);
        seen.push((out, mask));
        let mut rest = mask;
        if rest == 0 {
            return (seen, None);
        }
        for _ in 0..chance.below(mask.count_ones().into()) {
            rest &= rest - 1;
        }
        match composer.choose(rules, &options, rest.trailing_zeros().into()).unwrap() {
            Composed::More => {}
            done => return (seen, Some(done)),
        }
    }
}

#[test]
fn twins_look_the_same_to_a_learner() {
    let mut compared = 0;
    for (map, seats) in [("wherrymouth", 3), ("passes-of-sarn", 4), ("broken-empire", 8)] {
        let rules = rules(map, seats);
        let layout = Layout::new(&rules, true);
        for number in 0..6 {
            let mut game = opened(&rules, number);
            let mut chance = Seed::numbered(number, 9).stream(0);
            for step in 0..400 {
                if game.is_over() {
                    break;
                }
                if step % 8 == 0 {
                    for seat in Seat::all(seats) {
                        let twin = game.twin(seat, &mut chance);
                        let dice = Seed::numbered(step, u64::from(seat.0)).stream(0);
                        let here = course(&layout, &game, seat, dice.clone());
                        assert_eq!(here, course(&layout, &twin, seat, dice), "{seat} in {map}");
                        compared += 1;
                    }
                }
                act(&mut game, &mut chance);
            }
        }
    }
    assert!(compared > 2000, "{compared}");
}

#[test]
fn an_observation_tells_seats_apart() {
    let rules = rules("passes-of-sarn", 4);
    let layout = Layout::new(&rules, false);
    let game = opened(&rules, 1);
    let look = |seat| {
        let mut out = vec![0; layout.size];
        observe(&layout, &rules, &game.view(Audience::Seat(seat)), false, None, &mut out);
        out
    };
    assert_ne!(look(Seat(0)), look(Seat(1)));
    assert_eq!(layout.scales().len(), layout.size);
}
