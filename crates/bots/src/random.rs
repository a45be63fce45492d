//! A player without a plan: each legal move as likely as any other.

use backchannel::{Command, Options, Rules, View};
use parley::{Chance, Options as _};

use crate::Bot;

/// How often it says something instead of moving: once in so many times.
///
/// There are millions of signals to a few dozen moves, and each reply re-opens a channel, so an even
/// choice over both would only ever talk.
const TALKS_ONE_IN: u32 = 16;

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
