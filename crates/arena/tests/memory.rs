//! The memory of a game in a simulator.

use std::sync::Arc;

use allocation_counter::measure;
use backchannel::map::library;
use backchannel::{Event, Game, Options, Rules, Setup, View};
use parley::{Audience, Chance, Game as _, Options as _, Seat, Seed};

/// Everything that is reused from action to action.
#[derive(Default)]
struct Buffers {
    options: Options,
    events: Vec<Event>,
    view: View,
}

fn deal(rules: &Arc<Rules>, number: u64, buffers: &mut Buffers) -> (Game, Chance) {
    let seed = Seed::numbered(number, 0);
    let mut game = Game::deal(Arc::clone(rules), seed);
    buffers.events.clear();
    game.opening(&mut buffers.events);
    buffers.events.iter().for_each(|event| game.evolve(event));
    (game, seed.stream(1 << 43))
}

/// One random action, with the view of every seat.
fn act(game: &mut Game, chance: &mut Chance, buffers: &mut Buffers) {
    let awaited = game.awaiting();
    let seat = awaited.nth(chance.index(awaited.len())).expect("somebody is awaited");
    game.options_into(seat, &mut buffers.options);
    let word = if chance.one_in(16) { buffers.options.sample_word(chance) } else { None };
    let command = word.or_else(|| buffers.options.sample_move(chance)).expect("a move there is");
    buffers.events.clear();
    game.decide(seat, &command, &mut buffers.events).expect("an option is legal");
    buffers.events.iter().for_each(|event| game.evolve(event));
    for seat in Seat::all(game.rules().seats()) {
        game.view_into(Audience::Seat(seat), &mut buffers.view);
    }
}

#[test]
fn an_action_in_a_game_needs_no_new_memory() {
    let map = library::find("broken-empire").expect("the library has it").file().clone();
    let rules = Arc::new(Rules::new(Setup::standard(map, 8)).expect("it can be played"));
    let mut buffers = Buffers::default();
    for number in 0..20 {
        let (mut game, mut chance) = deal(&rules, number, &mut buffers);
        for _ in 0..800 {
            act(&mut game, &mut chance, &mut buffers);
        }
    }
    let (mut game, mut chance) = deal(&rules, 100, &mut buffers);
    let needed = measure(|| (0..800).for_each(|_| act(&mut game, &mut chance, &mut buffers)));
    assert_eq!(needed.count_total, 0, "{} bytes in 800 actions", needed.bytes_total);
    assert!(!game.is_over(), "the end of a game opens everything and may take memory");
}

#[test]
fn a_game_fits_into_sixteen_kilobytes() {
    assert!(size_of::<Game>() <= 16 * 1024, "{} bytes", size_of::<Game>());
}
