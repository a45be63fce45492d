//! The vocabulary of the factored encoding: what is chosen, and what each number of a choice stands for.
//!
//! A command is a short series of choices, each among at most [`CHOICES`]. The numbers are part of the interface: models
//! are trained on them, so that a number is never reused for something else.

use backchannel::options::Span;

/// The numbers of every choice are below this.
pub const CHOICES: usize = 64;

/// The choices that are possible, as a set of numbers below [`CHOICES`].
pub type Mask = u64;

/// What a command does; always the first choice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Verb {
    Pass,
    Deploy,
    /// One roll of the dice.
    Attack,
    Blitz,
    StopLoss,
    Occupy,
    EndAttack,
    Reinforce,
    EndTurn,
    Propose,
    Play,
    Apply,
    Gamble,
    Accept,
    Decline,
    /// Leaves what has arrived for later.
    Wait,
    /// A signal to everybody.
    Broadcast,
    /// A signal to one seat.
    Signal,
    /// A reaction to the last private signal of a seat.
    React,
    /// A reaction to the last public signal of a seat.
    ReactPublicly,
}

impl Verb {
    pub const ALL: [Verb; 20] = [
        Verb::Pass,
        Verb::Deploy,
        Verb::Attack,
        Verb::Blitz,
        Verb::StopLoss,
        Verb::Occupy,
        Verb::EndAttack,
        Verb::Reinforce,
        Verb::EndTurn,
        Verb::Propose,
        Verb::Play,
        Verb::Apply,
        Verb::Gamble,
        Verb::Accept,
        Verb::Decline,
        Verb::Wait,
        Verb::Broadcast,
        Verb::Signal,
        Verb::React,
        Verb::ReactPublicly,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Verb::Pass => "pass",
            Verb::Deploy => "deploy",
            Verb::Attack => "attack",
            Verb::Blitz => "blitz",
            Verb::StopLoss => "stop_loss",
            Verb::Occupy => "occupy",
            Verb::EndAttack => "end_attack",
            Verb::Reinforce => "reinforce",
            Verb::EndTurn => "end_turn",
            Verb::Propose => "propose",
            Verb::Play => "play",
            Verb::Apply => "apply",
            Verb::Gamble => "gamble",
            Verb::Accept => "accept",
            Verb::Decline => "decline",
            Verb::Wait => "wait",
            Verb::Broadcast => "broadcast",
            Verb::Signal => "signal",
            Verb::React => "react",
            Verb::ReactPublicly => "react_publicly",
        }
    }

    #[inline]
    pub(crate) const fn bit(self) -> Mask {
        1 << self as u8
    }
}

/// What is chosen next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Stage {
    /// A [`Verb`].
    Verb,
    /// A territory: where troops go, come from, or what a card is aimed at.
    Place,
    /// A second territory: where they go to.
    SecondPlace,
    /// Another seat, counted from one's own: 1 is the next in turn order, and so on.
    Seat,
    /// The seat that a joint offensive is aimed at, counted in the same way.
    ThirdSeat,
    /// A kind of card.
    Card,
    /// A kind of card to put in or to burn, one at a time, in the order of the catalogue.
    Slot,
    /// A kind of agreement.
    Agreement,
    /// A number of troops: 0 is as many as possible, 1 half, 2 a quarter and 3 three quarters of that; from 4 on it is
    /// exactly three less than the number.
    Amount,
    /// A template of a signal.
    Template,
    /// What fills it: 0 is nothing, then a player, a territory, a zone, a concept, an agreement.
    WordKind,
    /// The word of that kind; players are counted from one's own seat, which is 0.
    Word,
    Reaction,
}

impl Stage {
    pub const ALL: [Stage; 13] = [
        Stage::Verb,
        Stage::Place,
        Stage::SecondPlace,
        Stage::Seat,
        Stage::ThirdSeat,
        Stage::Card,
        Stage::Slot,
        Stage::Agreement,
        Stage::Amount,
        Stage::Template,
        Stage::WordKind,
        Stage::Word,
        Stage::Reaction,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Stage::Verb => "verb",
            Stage::Place => "place",
            Stage::SecondPlace => "second_place",
            Stage::Seat => "seat",
            Stage::ThirdSeat => "third_seat",
            Stage::Card => "card",
            Stage::Slot => "slot",
            Stage::Agreement => "agreement",
            Stage::Amount => "amount",
            Stage::Template => "template",
            Stage::WordKind => "word_kind",
            Stage::Word => "word",
            Stage::Reaction => "reaction",
        }
    }
}

/// Numbers from here on are exact amounts.
const EXACT: u32 = 4;

/// The largest amount that can be chosen exactly.
const MOST_EXACT: u32 = CHOICES as u32 - EXACT;

/// The choices among the amounts of a span.
pub(crate) fn amounts(span: Span) -> Mask {
    if span.least >= span.most {
        return 1;
    }
    let shares = 0b1111;
    if span.least > MOST_EXACT {
        return shares;
    }
    let most = span.most.min(MOST_EXACT);
    let below = |amount: u32| (1u128 << (amount + EXACT - 1)) as u64;
    // Amounts start at 1, but a span may start at 0.
    let least = span.least.max(1);
    shares | (((1u128 << (most + EXACT)) - 1) as u64 & !(below(least) - 1))
}

/// The amount that a choice stands for.
pub(crate) fn amount(span: Span, choice: u8) -> u32 {
    let Span { least, most } = span;
    let share = |part: u32| (most.saturating_mul(part).div_ceil(4)).clamp(least, most);
    match choice {
        0 => most,
        1 => share(2),
        2 => share(1),
        3 => share(3),
        exact => u32::from(exact) + 1 - EXACT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_amount_that_can_be_chosen_is_in_its_span() {
        for least in 0..80 {
            for most in least..90 {
                let span = Span { least, most };
                let mask = amounts(span);
                assert_ne!(mask, 0);
                for choice in (0..CHOICES as u8).filter(|choice| mask >> choice & 1 == 1) {
                    let amount = amount(span, choice);
                    assert!((least..=most).contains(&amount), "{span:?} {choice} {amount}");
                }
            }
        }
    }

    #[test]
    fn every_small_amount_can_be_chosen_exactly() {
        let span = Span { least: 2, most: 40 };
        for wanted in 2..=40 {
            let found = (0..CHOICES as u8)
                .filter(|choice| amounts(span) >> choice & 1 == 1)
                .any(|choice| amount(span, choice) == wanted);
            assert!(found, "{wanted}");
        }
    }
}
