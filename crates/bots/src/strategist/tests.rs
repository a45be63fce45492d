//! Imagined worlds, against random positions.

use std::sync::Arc;

use backchannel::map::library;
use backchannel::{Event, Game, Rules, Setup, View};
use parley::contract::Subject as _;
use parley::{Audience, Chance, Game as _, Seat, Seed};

use super::beliefs::Beliefs;

fn rules(map: &str, seats: usize) -> Arc<Rules> {
    let map = library::find(map).expect("it is one of ours");
    Arc::new(Rules::new(Setup::standard(map.file().clone(), seats)).expect("it can be played"))
}

/// Plays at random and shows the game to `look` now and then.
fn wander(rules: &Arc<Rules>, number: u64, mut look: impl FnMut(&Game, &mut Chance)) {
    let mut game = Game::deal(Arc::clone(rules), Seed::numbered(number, 0));
    let mut chance = Seed::numbered(number, 1).stream(0);
    let mut events = Vec::new();
    game.opening(&mut events);
    events.iter().for_each(|event| game.evolve(event));
    for _ in 0..1500 {
        if game.is_over() {
            return;
        }
        let answering = chance.one_in(3);
        let seat = if answering { Seat(chance.index(rules.seats()) as u8) } else { game.turn() };
        let Some(command) = game.choice(seat, &mut chance) else { continue };
        act(&mut game, seat, &command);
        if chance.one_in(12) {
            look(&game, &mut chance);
        }
    }
}

fn act(game: &mut Game, seat: Seat, command: &backchannel::Command) {
    let mut events: Vec<Event> = Vec::new();
    game.decide(seat, command, &mut events).expect("it was listed");
    events.iter().for_each(|event| game.evolve(event));
}

fn view_of(game: &Game, seat: Seat) -> View {
    game.view(Audience::Seat(seat))
}

#[test]
fn an_imagined_game_looks_like_the_real_one_to_its_viewer() {
    let tables = [("passes-of-sarn", 4), ("wherrymouth", 3), ("broken-empire", 6)];
    let mut looked = 0;
    for (map, seats) in tables {
        let rules = rules(map, seats);
        for number in 0..20 {
            wander(&rules, number, |game, chance| {
                for seat in game.seats() {
                    let view = view_of(game, seat);
                    if view.outcome.is_some() || game.options(seat).seat.is_none() {
                        continue;
                    }
                    let guess = Beliefs::default().sample(&rules, &view, chance).expect("a seat");
                    let dreamt =
                        Game::imagined(Arc::clone(&rules), &view, &guess, Seed::numbered(9, 9));
                    let dreamt = dreamt.unwrap_or_else(|error| panic!("{error}: {view:#?}"));
                    assert_eq!(view_of(&dreamt, seat), view, "{seat} on {map}");
                    assert_eq!(dreamt.options(seat), game.options(seat));
                    dreamt.audit().expect("everything is in its place");
                    looked += 1;
                }
            });
        }
    }
    assert!(looked > 5_000, "only {looked} positions");
}

#[test]
fn twins_give_the_same_guesses() {
    let rules = rules("passes-of-sarn", 4);
    for number in 0..10 {
        wander(&rules, number, |game, chance| {
            let seat = game.turn();
            let twin = game.twin(seat, chance);
            let sample = |game: &Game| {
                let mut chance = Seed::numbered(number, 5).stream(0);
                format!(
                    "{:?}",
                    Beliefs::default().sample(&rules, &view_of(game, seat), &mut chance)
                )
            };
            assert_eq!(sample(game), sample(&twin));
        });
    }
}
