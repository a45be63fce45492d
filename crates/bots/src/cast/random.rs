//! A bot without a plan: a uniform choice among the legal moves.

use backchannel::{Command, Options, Rules, View};
use parley::{Chance, Options as _};

use super::{Character, Nature};
use crate::Bot;

pub(super) const CHARACTER: Character = Character {
    name: "random",
    easy: "random:easy",
    hard: "random:hard",
    title: "Wanderer",
    person: "Pell",
    about: "Does anything that is allowed. Good for a first look.",
    deals: false,
    nature: Nature::Random,
};

/// It sends a signal instead of moving once in so many times.
///
/// There are millions of signals to a few dozen moves, and each reply re-opens a channel, so a uniform choice over
/// both would nearly always be a signal.
const TALKS_ONE_IN: u32 = 16;

/// Chooses uniformly among the legal moves.
#[derive(Clone, Copy, Default, Debug)]
pub struct Random;

impl Bot for Random {
    fn act(&mut self, _: &Rules, _: &View, options: &Options, chance: &mut Chance) -> Command {
        let word = chance.one_in(TALKS_ONE_IN).then(|| options.sample_word(chance)).flatten();
        word.or_else(|| options.sample_move(chance)).expect("a seat at its turn can do something")
    }

    fn answer(
        &mut self,
        _: &Rules,
        _: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Option<Command> {
        options.sample_answer(chance)
    }

    fn looks(&self) -> bool {
        false
    }
}
