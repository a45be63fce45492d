//! Positions to think about.

use std::sync::Arc;

use backchannel::map::library;
use backchannel::{Command, Game, Rules, Setup};
use bots::{Bot, Reasons, Strategist, Thinking};
use parley::contract::Subject as _;
use parley::{Audience, Chance, Game as _, Seat, Seed};

pub(crate) fn setup(map: &str, seats: usize) -> Setup {
    let map = library::find(map).expect("it is one of ours");
    Setup::standard(map.file().clone(), seats)
}

pub(crate) fn rules(map: &str, seats: usize) -> Arc<Rules> {
    Arc::new(Rules::new(setup(map, seats)).expect("it can be played"))
}

/// Plays at random, and shows the game to `look` now and then.
pub(crate) fn wander(
    rules: &Arc<Rules>,
    number: u64,
    one_in: u32,
    mut look: impl FnMut(&Game, &mut Chance),
) {
    let mut game = Game::deal(Arc::clone(rules), Seed::numbered(number, 0));
    let mut chance = Seed::numbered(number, 1).stream(0);
    let mut events = Vec::new();
    game.opening(&mut events);
    events.iter().for_each(|event| game.evolve(event));
    for _ in 0..800 {
        let any = Seat(chance.index(rules.seats()) as u8);
        let seat = if chance.one_in(3) { any } else { game.turn() };
        if let Some(command) = game.choice(seat, &mut chance) {
            carry_out(&mut game, seat, &command);
        }
        if game.is_over() {
            return;
        }
        if chance.one_in(one_in) {
            look(&game, &mut chance);
        }
    }
}

pub(crate) fn carry_out(game: &mut Game, seat: Seat, command: &Command) {
    let mut events = Vec::new();
    let decided = game.decide(seat, command, &mut events);
    assert_eq!(decided, Ok(()), "{seat} was refused {command:?}");
    events.iter().for_each(|event| game.evolve(event));
}

/// What a strategist that has just sat down does, and why.
pub(crate) fn decision(game: &Game, seat: Seat, visits: u32) -> (Option<Command>, Option<Reasons>) {
    let mut bot = Strategist::new(Thinking::Visits(visits));
    let command = ask(&mut bot, game, seat);
    (command, bot.reasons())
}

/// What `bot` does now, or answers if it is not its turn.
pub(crate) fn ask(bot: &mut Strategist, game: &Game, seat: Seat) -> Option<Command> {
    let (view, options) = (game.view(Audience::Seat(seat)), game.options(seat));
    options.seat?;
    let mut chance = Seed::numbered(3, 3).stream(seat.0.into());
    if game.turn() == seat {
        Some(bot.act(game.rules(), &view, &options, &mut chance))
    } else {
        bot.answer(game.rules(), &view, &options, &mut chance)
    }
}
