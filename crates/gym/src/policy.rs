//! A learner's policy as a bot, so that it can be rated like any other.

use std::sync::Arc;

use backchannel::{Command, Options, Rules, View};
use bots::Bot;
use parley::{Chance, SeatSet};

use crate::choice::{CHOICES, Mask};
use crate::composer::{Composed, Composer};
use crate::layout::Layout;
use crate::observe::observe;

/// Chooses from what a seat sees.
pub trait ChoicePolicy: Send {
    /// One of the choices that `mask` allows. Any other number stands for the first of them.
    fn choose(&mut self, observation: &[u8], mask: &[i8; CHOICES]) -> u64;
}

/// A bot that plays by a policy, which has learned without words.
pub struct PolicyBot<P> {
    policy: P,
    table: Option<(Arc<Layout>, Vec<u8>)>,
    options: Options,
}

impl<P: ChoicePolicy> PolicyBot<P> {
    pub fn new(policy: P) -> PolicyBot<P> {
        PolicyBot { policy, table: None, options: Options::default() }
    }

    /// `None` to wait.
    fn compose(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        asked: bool,
    ) -> Option<Command> {
        let seat = options.seat?;
        self.options.clone_from(options);
        (self.options.broadcast, self.options.signal) = (false, SeatSet::EMPTY);
        self.options.react.clear();
        let options = &self.options;
        let (layout, out) = self.table.get_or_insert_with(|| {
            let layout = Layout::new(rules, false);
            let out = vec![0; layout.size];
            (Arc::new(layout), out)
        });
        let mut composer = Composer::begin(rules, options, seat, asked);
        loop {
            let mask = composer.mask(rules, options);
            observe(layout, rules, view, asked, Some(&composer), out);
            let choice = self.policy.choose(out, &spread(mask));
            let allowed = choice < CHOICES as u64 && mask >> choice & 1 == 1;
            let choice = if allowed { choice } else { mask.trailing_zeros().into() };
            match composer.choose(rules, options, choice) {
                Ok(Composed::More) => {}
                Ok(Composed::Command(command)) => return Some(command),
                Ok(Composed::Wait) | Err(_) => return None,
            }
        }
    }
}

impl<P: ChoicePolicy> Bot for PolicyBot<P> {
    fn act(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Command {
        let command = self.compose(rules, view, options, false);
        command
            .or_else(|| parley::Options::sample_move(options, chance))
            .expect("a seat at its turn can do something")
    }

    fn answer(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        _: &mut Chance,
    ) -> Option<Command> {
        if options.answer.is_empty() { None } else { self.compose(rules, view, options, true) }
    }
}

/// A mask as one byte for each choice.
#[inline]
pub(crate) fn spread(mask: Mask) -> [i8; CHOICES] {
    const EVERY: u64 = 0x0101_0101_0101_0101;
    // Bit `i` of a byte, kept in byte `i`.
    const DIAGONAL: u64 = 0x8040_2010_0804_0201;
    let mut bytes = [0; CHOICES];
    for (eight, byte) in bytes.chunks_exact_mut(8).zip(mask.to_le_bytes()) {
        let bits = (u64::from(byte) * EVERY) & DIAGONAL;
        // Any bit of a byte carries into its highest one.
        let ones = (bits + 0x7f * EVERY) >> 7 & EVERY;
        eight.copy_from_slice(&ones.to_le_bytes().map(|one| one as i8));
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_has_a_byte_for_each_choice() {
        for mask in [0, 1, u64::MAX, 1 << 63, 0x8000_0001_0f0f_00f0, 0x0123_4567_89ab_cdef] {
            let expected = std::array::from_fn(|choice| (mask >> choice & 1) as i8);
            assert_eq!(spread(mask), expected, "{mask:x}");
        }
    }
}
