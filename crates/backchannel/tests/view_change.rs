//! A view that is brought up to date after each command is the same as one that is built anew.

use std::sync::Arc;

use backchannel::map::library;
use backchannel::{Event, Game, Rules, Setup, View, ViewChange};
use parley::{Audience, Chance, Game as _, Options as _, Seat, Seed};

struct Watched {
    view: View,
    change: ViewChange,
}

fn carry_out(game: &mut Game, events: &[Event], watched: &mut [Watched]) {
    for event in events {
        game.evolve(event);
        for it in &mut *watched {
            it.change = it.change.and(ViewChange::of(event));
        }
    }
}

/// One random command of whoever is awaited.
fn act(game: &Game, chance: &mut Chance) -> Vec<Event> {
    let awaited = game.awaiting();
    let seat = awaited.nth(chance.index(awaited.len())).unwrap();
    let options = game.options(seat);
    let word = chance.one_in(10).then(|| options.sample_word(chance)).flatten();
    let command = word.or_else(|| options.sample_move(chance)).unwrap();
    let mut events = Vec::new();
    game.decide(seat, &command, &mut events).unwrap();
    events
}

#[test]
fn an_updated_view_is_the_same_as_a_fresh_one() {
    let (mut small, mut large) = (0, 0);
    for (map, seats) in [("wherrymouth", 2), ("passes-of-sarn", 4), ("broken-empire", 8)] {
        let map = library::find(map).unwrap().file().clone();
        for (number, fog) in [(1, true), (2, true), (3, false)] {
            let mut setup = Setup::standard(map.clone(), seats);
            setup.settings.fog = fog;
            let rules = Arc::new(Rules::new(setup).unwrap());
            let mut game = Game::deal(rules, Seed::numbered(number, 0));
            let mut chance = Seed::numbered(number, 5).stream(0);
            let unseen = || Watched { view: View::default(), change: ViewChange::All };
            let mut watched: Vec<_> = (0..seats).map(|_| unseen()).collect();
            let mut events = Vec::new();
            game.opening(&mut events);
            carry_out(&mut game, &events, &mut watched);
            while !game.is_over() && small + large < 200_000 {
                for (seat, it) in Seat::all(seats).zip(&mut watched) {
                    // Some look rarely, so that several changes come together.
                    if seat.index() % 3 == 2 && !chance.one_in(5) {
                        continue;
                    }
                    *(if it.change == ViewChange::All { &mut large } else { &mut small }) += 1;
                    let change = std::mem::replace(&mut it.change, ViewChange::NONE);
                    game.update_view(seat, change, &mut it.view);
                    assert_eq!(it.view, game.view(Audience::Seat(seat)), "{seat} {change:?}");
                }
                let events = act(&game, &mut chance);
                carry_out(&mut game, &events, &mut watched);
            }
        }
    }
    assert!(small > 5_000 && large > 5_000, "{small} {large}");
}

#[test]
fn moves_are_the_options_without_words() {
    let map = library::find("passes-of-sarn").unwrap().file().clone();
    let rules = Arc::new(Rules::new(Setup::standard(map, 4)).unwrap());
    let mut game = Game::deal(rules, Seed::numbered(1, 0));
    let mut chance = Seed::numbered(1, 5).stream(0);
    let mut events = Vec::new();
    game.opening(&mut events);
    carry_out(&mut game, &events, &mut []);
    for _ in 0..500 {
        for seat in Seat::all(4) {
            let mut expected = game.options(seat);
            (expected.broadcast, expected.signal) = (false, parley::SeatSet::EMPTY);
            expected.react.clear();
            let mut moves = game.options(seat);
            game.moves_into(seat, &mut moves);
            assert_eq!(moves, expected);
        }
        if game.is_over() {
            break;
        }
        let events = act(&game, &mut chance);
        carry_out(&mut game, &events, &mut []);
    }
}
