//! One game between bots, from its opening to its end.

use std::io;

use backchannel::{Command, Event, Game, Options, Refusal, View};
use bots::{Bot, Conduct};
use parley::{Audience, Chance, Game as _, Seat, SeatSet};
use thiserror::Error;

use crate::inbox::{PendingNews, is_word};

/// How many signals a seat may send in one turn. Every reply opens a channel again, so without a limit two bots could
/// talk forever.
pub const WORDS_A_TURN: u8 = 8;

/// The actions after which a game counts as endless; the longest real games have a tenth of it.
pub const ACTIONS_A_GAME: u64 = 1_000_000;

/// A bot and its own random stream, which is independent of the game's.
pub struct ArenaPlayer {
    pub bot: Box<dyn Bot>,
    pub chance: Chance,
}

/// Buffers that are reused from game to game, so that no action allocates memory.
#[derive(Default)]
pub struct PlayBuffers {
    view: View,
    options: Options,
    events: Vec<Event>,
}

impl PlayBuffers {
    /// Tells every bot that looks that the game is over, and how; what went wrong with it, by seat.
    pub(crate) fn end(&mut self, game: &Game, players: &mut [ArenaPlayer]) -> Vec<Option<Conduct>> {
        let end = |(seat, player): (Seat, &mut ArenaPlayer)| {
            if !player.bot.looks() {
                return None;
            }
            game.view_into(Audience::Seat(seat), &mut self.view);
            player.bot.end(game.rules(), &self.view)
        };
        Seat::all(players.len()).zip(players).map(end).collect()
    }
}

/// Observes a game as it is played. `game` is the state after the events.
pub trait GameObserver {
    fn opened(&mut self, game: &Game, events: &[Event]) -> io::Result<()>;

    fn acted(
        &mut self,
        game: &Game,
        by: Seat,
        command: &Command,
        events: &[Event],
    ) -> io::Result<()>;
}

/// Why a game could not be played to its end.
#[derive(Debug, Error)]
pub enum PlayError {
    #[error("it was not over after {actions} actions; set a round limit or use other bots")]
    Endless { actions: u64 },
    #[error("the bot on {seat} made a move that is not allowed ({command:?}): {refusal}")]
    Refused { seat: Seat, command: Command, refusal: Refusal },
    #[error("the bot on {seat} went on talking when it was only given moves")]
    Chatter { seat: Seat },
    #[error("it could not be saved: {0}")]
    Record(#[from] io::Error),
}

/// Plays `game`, which has only been dealt, to its end and returns the number of actions.
///
/// A seat that a proposal or a signal has reached is asked to answer, once for each; otherwise the seat
/// at turn is asked to act.
///
/// # Errors
/// If a bot breaks the rules, the game exceeds `most` actions, or `watch` fails.
///
/// # Panics
/// If there are fewer players than seats.
pub fn play(
    game: &mut Game,
    players: &mut [ArenaPlayer],
    most: u64,
    desk: &mut PlayBuffers,
    watch: &mut impl GameObserver,
) -> Result<u64, PlayError> {
    let inbox = PendingNews::new(game.rules().seats());
    let mut contest = Contest { game, players, desk, inbox };
    contest.open(watch)?;
    let mut actions = 0;
    while !contest.game.is_over() {
        if let Some((seat, command)) = contest.next()? {
            if actions == most {
                return Err(PlayError::Endless { actions });
            }
            contest.carry_out(seat, command, watch)?;
            actions += 1;
        }
    }
    Ok(actions)
}

struct Contest<'a> {
    game: &'a mut Game,
    players: &'a mut [ArenaPlayer],
    desk: &'a mut PlayBuffers,
    inbox: PendingNews,
}

impl Contest<'_> {
    fn open(&mut self, watch: &mut impl GameObserver) -> Result<(), PlayError> {
        self.desk.events.clear();
        self.game.opening(&mut self.desk.events);
        self.record();
        Ok(watch.opened(self.game, &self.desk.events)?)
    }

    /// The next command; `None` if a seat was asked and leaves it for later.
    fn next(&mut self) -> Result<Option<(Seat, Command)>, PlayError> {
        let Some(seat) = self.inbox.take() else {
            let seat = self.game.turn();
            return Ok(Some((seat, self.act(seat)?)));
        };
        let answer = self.answer(seat)?;
        if answer.is_none() {
            self.inbox.dismiss(seat);
        }
        Ok(answer.map(|command| (seat, command)))
    }

    fn act(&mut self, seat: Seat) -> Result<Command, PlayError> {
        let silent = self.lay_out(seat);
        let ArenaPlayer { bot, chance } = &mut self.players[seat.index()];
        let PlayBuffers { view, options, .. } = &*self.desk;
        let command = bot.act(self.game.rules(), view, options, chance);
        check_words(seat, command, silent)
    }

    fn answer(&mut self, seat: Seat) -> Result<Option<Command>, PlayError> {
        let silent = self.lay_out(seat);
        let PlayBuffers { view, options, .. } = &*self.desk;
        let is_out = options.seat.is_none();
        if is_out || (silent && options.answer.is_empty()) {
            return Ok(None);
        }
        let ArenaPlayer { bot, chance } = &mut self.players[seat.index()];
        let command = bot.answer(self.game.rules(), view, options, chance);
        command.map(|command| check_words(seat, command, silent)).transpose()
    }

    /// Builds the view and the options of a seat; `true` if it has sent enough signals in this turn.
    fn lay_out(&mut self, seat: Seat) -> bool {
        let PlayBuffers { view, options, .. } = &mut *self.desk;
        if self.players[seat.index()].bot.looks() {
            self.game.view_into(Audience::Seat(seat), view);
        }
        self.game.options_into(seat, options);
        let silent = self.inbox.words(seat) >= WORDS_A_TURN;
        if silent {
            (options.broadcast, options.signal) = (false, SeatSet::EMPTY);
            options.react.clear();
        }
        silent
    }

    fn carry_out(
        &mut self,
        seat: Seat,
        command: Command,
        watch: &mut impl GameObserver,
    ) -> Result<(), PlayError> {
        self.desk.events.clear();
        self.game
            .decide(seat, &command, &mut self.desk.events)
            .map_err(|refusal| PlayError::Refused { seat, command, refusal })?;
        if is_word(&command) {
            self.inbox.said(seat);
        }
        self.record();
        Ok(watch.acted(self.game, seat, &command, &self.desk.events)?)
    }

    fn record(&mut self) {
        for event in &self.desk.events {
            self.game.evolve(event);
            self.inbox.note(event);
        }
    }
}

fn check_words(seat: Seat, command: Command, silent: bool) -> Result<Command, PlayError> {
    if silent && is_word(&command) { Err(PlayError::Chatter { seat }) } else { Ok(command) }
}
