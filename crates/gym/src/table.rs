//! A game with bots on some seats, which waits for learners on the others.

use std::sync::Arc;

use arena::{ACTIONS_A_GAME, ArenaPlayer, PendingNews, WORDS_A_TURN, is_word};
use backchannel::settings::MOST_SEATS;
use backchannel::{Command, Event, Game, Options, Refusal, Rules, View, ViewChange};
use parley::{Audience, Game as _, Journal, Seat, SeatSet, Seed};
use thiserror::Error;

use crate::plan::EnvPlan;
use crate::reward::RewardCount;

/// Why a seat is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// It is its turn or its between-turn window.
    Turn,
    /// Something has arrived that it may answer.
    Answer,
}

/// Why a game cannot go on. The game is as it was before.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum TableError {
    #[error("the bot on {seat} made a move that is not allowed ({command:?}): {refusal}")]
    Bot { seat: Seat, command: Command, refusal: Refusal },
    #[error("{0}")]
    Refused(Refusal),
    #[error("no more than {WORDS_A_TURN} signals are sent in one turn; make a move")]
    TooManyWords,
}

/// Room for the events of nearly every command.
const EVENTS_A_COMMAND: usize = 256;

/// Options with room for nearly everything that can be listed, so that listing them takes no memory later.
pub(crate) fn roomy_options(rules: &Rules) -> Options {
    let (lands, cards) = (rules.map.len(), rules.cards.specs().len());
    let mut options = Options::default();
    options.deploy.reserve(lands);
    options.attack.reserve(lands);
    options.reinforce.reserve(2 * lands);
    options.propose.reserve(cards);
    options.play.reserve(cards);
    options.apply.reserve(cards);
    options.treaties.reserve(8 * MOST_SEATS);
    options.answer.reserve(MOST_SEATS);
    options.react.reserve(2 * MOST_SEATS);
    options
}

/// A game with its bots.
pub(crate) struct EnvTable {
    pub plan: Arc<EnvPlan>,
    pub game: Game,
    pub seed: u64,
    pub rewards: RewardCount,
    pub living: SeatSet,
    /// What of a view has changed since it was last [taken](EnvTable::take_change).
    change: ViewChange,
    /// All commands so far, if they are kept.
    pub commands: Vec<(Seat, Command)>,
    pub journal: Option<Journal<Game>>,
    inbox: PendingNews,
    players: Vec<Option<ArenaPlayer>>,
    actions: u64,
    events: Vec<Event>,
    view: View,
    options: Options,
}

impl EnvTable {
    pub(crate) fn new(plan: Arc<EnvPlan>, seed: u64) -> EnvTable {
        let game = Game::deal(Arc::clone(&plan.rules), Seed::numbered(seed, 0));
        let mut table = EnvTable {
            rewards: RewardCount::begin(plan.rewards, &game),
            living: game.seats(),
            change: ViewChange::All,
            seed,
            commands: Vec::new(),
            journal: None,
            inbox: PendingNews::new(plan.rules.seats()),
            players: Vec::new(),
            actions: 0,
            events: Vec::with_capacity(EVENTS_A_COMMAND),
            view: View::default(),
            options: roomy_options(&plan.rules),
            game,
            plan,
        };
        table.open();
        table
    }

    /// Begins another game in the same memory.
    pub(crate) fn reset(&mut self, seed: u64) {
        self.seed = seed;
        self.game = Game::deal(Arc::clone(&self.plan.rules), Seed::numbered(seed, 0));
        self.rewards = RewardCount::begin(self.plan.rewards, &self.game);
        self.living = self.game.seats();
        self.commands.clear();
        self.inbox = PendingNews::new(self.plan.rules.seats());
        self.actions = 0;
        self.open();
    }

    /// The same game once more, if there is neither a bot nor a log in it.
    pub(crate) fn copy(&self) -> Option<EnvTable> {
        if self.plan.keeps_history() {
            return None;
        }
        Some(EnvTable {
            plan: Arc::clone(&self.plan),
            game: self.game.clone(),
            seed: self.seed,
            rewards: self.rewards.clone(),
            living: self.living,
            change: ViewChange::All,
            commands: Vec::new(),
            journal: None,
            inbox: self.inbox.clone(),
            players: self.players.iter().map(|_| None).collect(),
            actions: self.actions,
            events: Vec::with_capacity(EVENTS_A_COMMAND),
            view: View::default(),
            options: roomy_options(&self.plan.rules),
        })
    }

    fn open(&mut self) {
        // Two seeds per game: the bots' random numbers must not reveal the game's.
        let chance = Seed::numbered(self.seed, 1);
        self.players.clear();
        let players = self.plan.bots.iter().zip(0..).map(|(name, seat)| {
            let bot = bots::by_name(name.as_ref()?).ok()?;
            Some(ArenaPlayer { bot, chance: chance.stream(seat) })
        });
        self.players.extend(players);
        self.journal = self.plan.keeps_log.then(Journal::new);
        self.events.clear();
        self.game.opening(&mut self.events);
        self.record();
    }

    pub(crate) fn is_bot(&self, seat: Seat) -> bool {
        self.players.get(seat.index()).is_some_and(Option::is_some)
    }

    /// The next learner who is to act; `None` when the game is over. Bots act until then.
    pub(crate) fn next(&mut self) -> Result<Option<(Seat, Asked)>, TableError> {
        while !self.game.is_over() && self.actions < ACTIONS_A_GAME {
            let (seat, asked) = match self.inbox.take() {
                Some(seat) => (seat, Asked::Answer),
                None => (self.game.turn(), Asked::Turn),
            };
            if !self.living.contains(seat) {
                self.inbox.dismiss(seat);
            } else if !self.is_bot(seat) {
                return Ok(Some((seat, asked)));
            } else {
                self.ask_bot(seat, asked)?;
            }
        }
        Ok(None)
    }

    /// Whether a game that goes on has more actions than any real one.
    pub(crate) fn is_endless(&self) -> bool {
        self.actions >= ACTIONS_A_GAME
    }

    fn ask_bot(&mut self, seat: Seat, asked: Asked) -> Result<(), TableError> {
        let mut options = std::mem::take(&mut self.options);
        let silent = self.list(seat, true, &mut options);
        let skipped = asked == Asked::Answer && silent && options.answer.is_empty();
        let mut command = None;
        if let Some(ArenaPlayer { bot, chance }) =
            self.players[seat.index()].as_mut().filter(|_| !skipped)
        {
            if bot.looks() {
                self.game.view_into(Audience::Seat(seat), &mut self.view);
            }
            let rules = self.game.rules();
            command = match asked {
                Asked::Turn => Some(bot.act(rules, &self.view, &options, chance)),
                Asked::Answer => bot.answer(rules, &self.view, &options, chance),
            };
        }
        self.options = options;
        match command {
            None => self.inbox.dismiss(seat),
            Some(command) => self.act(seat, &command).map_err(|error| match error {
                TableError::Refused(refusal) => TableError::Bot { seat, command, refusal },
                other => other,
            })?,
        }
        Ok(())
    }

    /// Fills in what a seat may do; `true` if it may send no signal now.
    pub(crate) fn list(&self, seat: Seat, words: bool, options: &mut Options) -> bool {
        let silent = !words || self.inbox.words(seat) >= WORDS_A_TURN;
        if silent {
            self.game.moves_into(seat, options);
        } else {
            self.game.options_into(seat, options);
        }
        silent
    }

    /// A learner leaves what has arrived for later.
    pub(crate) fn dismiss(&mut self, seat: Seat) {
        self.inbox.dismiss(seat);
    }

    /// Carries out a command.
    pub(crate) fn act(&mut self, seat: Seat, command: &Command) -> Result<(), TableError> {
        if is_word(command) && self.inbox.words(seat) >= WORDS_A_TURN {
            return Err(TableError::TooManyWords);
        }
        self.events.clear();
        self.game.decide(seat, command, &mut self.events).map_err(TableError::Refused)?;
        if is_word(command) {
            self.inbox.said(seat);
        }
        if self.plan.keeps_log {
            self.commands.push((seat, *command));
        }
        self.actions += 1;
        self.record();
        Ok(())
    }

    pub(crate) fn take_change(&mut self) -> ViewChange {
        std::mem::replace(&mut self.change, ViewChange::NONE)
    }

    fn record(&mut self) {
        for event in &self.events {
            self.change = self.change.and(ViewChange::of(event));
            self.rewards.note(&self.game, event);
            if let Event::Eliminated { seat, .. } = *event {
                self.living = self.living.without(seat);
            }
            if let Some(journal) = &mut self.journal {
                journal.record(&self.game, event);
            }
            self.game.evolve(event);
            self.inbox.note(event);
        }
    }
}
