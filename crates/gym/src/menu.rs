//! The numbered menu: every move in a fixed order, and a few things to say.

use backchannel::phrases::quick;
use backchannel::signal::Signals;
use backchannel::{Command, Options, Rules, View};
use parley::Options as _;

/// What a number of a menu stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MenuItem {
    Wait,
    Command(Command),
}

/// The menu of one seat at one moment. Number 0 is to wait, then come the moves, then words.
///
/// If there are more moves than numbers, the numbers are spread evenly over them; the first and the last of them, which ends a
/// phase, are always there.
pub struct Menu<'o> {
    options: &'o Options,
    waits: bool,
    /// The numbers that are given to moves.
    moves: u64,
    words: Vec<Command>,
}

impl<'o> Menu<'o> {
    pub fn new(
        rules: &Rules,
        view: &View,
        options: &'o Options,
        waits: bool,
        words: bool,
        size: usize,
    ) -> Menu<'o> {
        let mut words = if words { sayings(rules, view, options) } else { Vec::new() };
        words.truncate(size / 4);
        let moves = options.moves().min((size - 1 - words.len()) as u64);
        Menu { options, waits, moves, words }
    }

    /// The numbers in use are below this; all of them but 0 are, and 0 is if the seat may wait.
    pub fn len(&self) -> u64 {
        1 + self.moves + self.words.len() as u64
    }

    pub fn is_empty(&self) -> bool {
        !self.waits && self.len() == 1
    }

    /// Whether the seat may wait.
    pub fn waits(&self) -> bool {
        self.waits
    }

    /// What a number stands for, if it is on the menu.
    pub fn item(&self, number: u64) -> Option<MenuItem> {
        let Some(place) = number.checked_sub(1) else {
            return self.waits.then_some(MenuItem::Wait);
        };
        if place < self.moves {
            return self.options.nth_move(self.spread(place)).map(MenuItem::Command);
        }
        self.words.get((place - self.moves) as usize).copied().map(MenuItem::Command)
    }

    fn spread(&self, place: u64) -> u64 {
        let all = self.options.moves();
        if all == self.moves { place } else { place * (all - 1) / (self.moves - 1) }
    }

    /// The numbers in use, with what they stand for.
    pub fn items(&self) -> impl Iterator<Item = (u64, MenuItem)> {
        (0..self.len()).filter_map(|number| Some((number, self.item(number)?)))
    }
}

/// Phrases that fit the moment, and reactions to what was heard.
fn sayings(rules: &Rules, view: &View, options: &Options) -> Vec<Command> {
    let phrases = quick(rules, view).into_iter();
    let phrases = phrases.map(|phrase| Command::Signal { to: phrase.to, signal: phrase.signal });
    let catalogue = Signals::standard().catalogue();
    let reactions = options.react.iter().flat_map(|&signal| {
        catalogue.reactions().map(move |(reaction, _)| Command::React { signal, reaction })
    });
    phrases.chain(reactions).filter(|command| options.contains(command)).collect()
}
