//! What the arena asks of bots, and what it does not let them do.

mod support;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arena::{ArenaPlayer, GameObserver, PlayBuffers, PlayError, WORDS_A_TURN, play};
use backchannel::{Command, Event, Game, Options, Rules, View};
use bots::{Bot, Random};
use parley::{Chance, Options as _, Seat, Seed};
use support::setup;

/// Counts what it is asked, and what is said and offered.
#[derive(Default)]
struct Counts {
    acts: AtomicU64,
    answers: AtomicU64,
    /// Things that reached a living seat.
    items: AtomicU64,
    most_words: AtomicU64,
}

/// A bot that counts, and otherwise does what it is configured to do.
struct Made<F> {
    counts: Arc<Counts>,
    act: F,
    answers: bool,
}

impl<F> Bot for Made<F>
where
    F: FnMut(&Options, &mut Chance) -> Command + Send,
{
    fn act(&mut self, _: &Rules, view: &View, options: &Options, chance: &mut Chance) -> Command {
        self.counts.acts.fetch_add(1, Ordering::Relaxed);
        assert!(view.own.as_ref().is_some_and(|own| Some(own.seat) == options.seat));
        (self.act)(options, chance)
    }

    fn answer(
        &mut self,
        _: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Option<Command> {
        self.counts.answers.fetch_add(1, Ordering::Relaxed);
        assert!(view.own.as_ref().is_some_and(|own| Some(own.seat) == options.seat));
        let word = self.answers.then(|| options.sample_word(chance)).flatten();
        word.or_else(|| options.sample_answer(chance))
    }
}

/// Counts the words of each turn.
struct Listener {
    counts: Arc<Counts>,
    words: [u64; 8],
}

impl GameObserver for Listener {
    fn opened(&mut self, _: &Game, _: &[Event]) -> io::Result<()> {
        Ok(())
    }

    fn acted(&mut self, game: &Game, by: Seat, _: &Command, events: &[Event]) -> io::Result<()> {
        for event in events {
            match event {
                Event::Signalled { to, .. } => {
                    let heard = if to.is_some() { 1 } else { game.rules().seats() as u64 - 1 };
                    self.counts.items.fetch_add(heard, Ordering::Relaxed);
                    self.words[by.index()] += 1;
                }
                Event::Reacted { .. } => self.words[by.index()] += 1,
                Event::Proposed { .. } => {
                    self.counts.items.fetch_add(1, Ordering::Relaxed);
                }
                Event::TurnStarted { .. } => self.words = [0; 8],
                _ => {}
            }
        }
        self.counts.most_words.fetch_max(self.words[by.index()], Ordering::Relaxed);
        Ok(())
    }
}

fn play_with<F>(answers: bool, act: impl Fn() -> F) -> (Result<u64, PlayError>, Arc<Counts>)
where
    F: FnMut(&Options, &mut Chance) -> Command + Send + 'static,
{
    let counts = Arc::new(Counts::default());
    let rules = Arc::new(Rules::new(setup(3)).unwrap());
    let mut game = Game::deal(rules, Seed::numbered(8, 0));
    let mut players: Vec<ArenaPlayer> = (0..3)
        .map(|seat| ArenaPlayer {
            bot: Box::new(Made { counts: Arc::clone(&counts), act: act(), answers }),
            chance: Seed::numbered(8, 1).stream(seat),
        })
        .collect();
    let mut watch = Listener { counts: Arc::clone(&counts), words: [0; 8] };
    let played = play(&mut game, &mut players, 100_000, &mut PlayBuffers::default(), &mut watch);
    assert!(played.is_err() || game.outcome().is_some());
    (played, counts)
}

#[test]
fn two_who_only_talk_still_come_to_an_end() {
    let talk = |options: &Options, chance: &mut Chance| {
        options.sample_word(chance).or_else(|| options.sample_move(chance)).unwrap()
    };
    let (played, counts) = play_with(true, || talk);
    assert!(played.is_ok(), "{played:?}");
    assert_eq!(counts.most_words.load(Ordering::Relaxed), u64::from(WORDS_A_TURN));
}

#[test]
fn a_seat_is_asked_to_answer_at_most_once_for_each_thing_that_reached_it() {
    let random = |options: &Options, chance: &mut Chance| options.sample_move(chance).unwrap();
    let (played, counts) = play_with(false, || random);
    let load = |count: &AtomicU64| count.load(Ordering::Relaxed);
    assert!(load(&counts.items) > 0);
    assert!(load(&counts.answers) <= load(&counts.items));
    // Every action comes from a bot: it acted, or it answered.
    let actions = played.unwrap();
    assert!(actions >= load(&counts.acts) && actions <= load(&counts.acts) + load(&counts.answers));
}

#[test]
fn a_move_against_the_rules_ends_the_game() {
    let (played, _) = play_with(false, || |_: &Options, _: &mut Chance| Command::Pass);
    assert!(matches!(
        played,
        Err(PlayError::Refused { seat: Seat(0), command: Command::Pass, .. })
    ));
}

#[test]
fn a_bot_that_talks_when_it_is_only_given_moves_ends_the_game() {
    let babble = || {
        let mut last = None;
        move |options: &Options, chance: &mut Chance| {
            last = options.sample_word(chance).or(last);
            last.unwrap_or(Command::Pass)
        }
    };
    let (played, _) = play_with(true, babble);
    assert!(matches!(played, Err(PlayError::Chatter { .. })), "{played:?}");
}

#[test]
fn the_chance_of_the_bots_is_not_that_of_the_game() {
    let rules = Arc::new(Rules::new(setup(2)).unwrap());
    let outcome = |bots: u64| {
        let mut game = Game::deal(Arc::clone(&rules), Seed::numbered(3, 0));
        let player = |seat| ArenaPlayer {
            bot: Box::new(Random),
            chance: Seed::numbered(3, bots).stream(seat),
        };
        let mut players = [player(0), player(1)];
        let counts = Arc::new(Counts::default());
        let mut watch = Listener { counts, words: [0; 8] };
        play(&mut game, &mut players, 100_000, &mut PlayBuffers::default(), &mut watch).unwrap()
    };
    assert_eq!(outcome(1), outcome(1));
    assert_ne!(outcome(1), outcome(2));
}
