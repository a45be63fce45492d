//! Plays an imagined game on, by the real rules, until it has gone far enough.

use backchannel::settings::MOST_SEATS;
use backchannel::{Command, Event, Game, Options, View};
use parley::{Audience, Chance, Game as _, Seat, SeatSet};

use crate::Bot;

/// Signals that a seat may send in one turn of an imagined game.
const WORDS_A_TURN: u8 = 4;

/// A playout ends after this many commands.
const MOST_COMMANDS: u32 = 20_000;

/// Buffers of playouts, reused from one to the next.
#[derive(Default)]
pub(crate) struct Rollout {
    view: View,
    options: Options,
    events: Vec<Event>,
    news: [u8; MOST_SEATS],
    words: [u8; MOST_SEATS],
}

impl Rollout {
    /// Plays until `done`, which is asked before every command of the seat at turn, or to the end; returns how many
    /// commands it took.
    pub(crate) fn play<B: Bot>(
        &mut self,
        game: &mut Game,
        players: &mut [B],
        chance: &mut Chance,
        mut done: impl FnMut(&Game, &View) -> bool,
    ) -> u32 {
        let mut commands = 0;
        while commands < MOST_COMMANDS && !game.is_over() {
            if let Some(seat) = self.next_with_news() {
                self.lay_out(game, seat);
                if self.options.seat.is_none() {
                    continue;
                }
                let bot = &mut players[seat.index()];
                match bot.answer(game.rules(), &self.view, &self.options, chance) {
                    Some(command) => {
                        self.carry_out(game, seat, &command);
                        commands += 1;
                    }
                    None => self.news[seat.index()] = 0,
                }
                continue;
            }
            if done(game, &self.view) {
                break;
            }
            let seat = game.turn();
            self.lay_out(game, seat);
            let bot = &mut players[seat.index()];
            let command = bot.act(game.rules(), &self.view, &self.options, chance);
            self.carry_out(game, seat, &command);
            commands += 1;
        }
        commands
    }

    /// Forgets the messages that were pending in another game.
    pub(crate) fn reset(&mut self) {
        (self.news, self.words) = ([0; MOST_SEATS], [0; MOST_SEATS]);
        self.view.scoreboard.clear();
    }

    fn next_with_news(&mut self) -> Option<Seat> {
        let at = self.news.iter().position(|&news| news > 0)?;
        self.news[at] -= 1;
        Some(Seat(at as u8))
    }

    /// Leaves out public talk and reactions, which have no effect here.
    fn lay_out(&mut self, game: &Game, seat: Seat) {
        game.view_into(Audience::Seat(seat), &mut self.view);
        game.options_into(seat, &mut self.options);
        self.options.broadcast = false;
        self.options.react.clear();
        if self.words[seat.index()] >= WORDS_A_TURN {
            self.options.signal = SeatSet::EMPTY;
        }
    }

    pub(crate) fn carry_out(&mut self, game: &mut Game, seat: Seat, command: &Command) {
        self.events.clear();
        if game.decide(seat, command, &mut self.events).is_err() {
            debug_assert!(false, "{seat} may not {command:?}");
            return;
        }
        if matches!(command, Command::Signal { .. }) {
            self.words[seat.index()] += 1;
        }
        for event in &self.events {
            game.evolve(event);
            match *event {
                Event::Proposed { to, .. } | Event::Signalled { to: Some(to), .. } => {
                    self.news[to.index()] += 1;
                }
                Event::TurnStarted { .. } => self.words = [0; MOST_SEATS],
                _ => {}
            }
        }
    }
}
