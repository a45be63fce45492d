//! Broken words, as they happen: who broke which word to whom, and when.
//!
//! It is computed from the log, as the record of honour is, and each word is known to some while the game lasts.

use parley::signal::SignalOf;
use parley::{Audience, Round, Seat};

use crate::Agreement;
use crate::Game;
use crate::event::Event;
use crate::honour;
use crate::map::Territory;
use crate::settings::Rules;
use crate::signal::{SignalPromise, Signals, Word};

/// How a word was broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordBreak {
    /// By the Betrayal card, which is announced to everybody.
    Betrayal,
    /// By an attack on a partner whose ceasefire was accepted and not yet in force.
    EarlyAttack,
    /// By an attack on somebody who had been promised peace.
    Promise,
}

/// A word that somebody gave and broke.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BrokenWord {
    pub by: Seat,
    /// Whom it was given to, and who was hurt.
    pub to: Seat,
    pub round: Round,
    pub how: WordBreak,
}

impl BrokenWord {
    /// Whether `audience` knows of it: a betrayal is public, everything else is between the two.
    pub fn is_known_to(&self, audience: Audience) -> bool {
        self.how == WordBreak::Betrayal || audience.is_privy(self.by) || audience.is_privy(self.to)
    }
}

/// All broken words of a game, the oldest first.
#[derive(Clone, Default, Debug)]
pub struct BrokenWords {
    round: Round,
    broken: Vec<BrokenWord>,
    truces: Vec<ComingTruce>,
    promises: Vec<PeacePledge>,
}

/// A ceasefire that was proposed and is not in force.
#[derive(Clone, Copy, Debug)]
struct ComingTruce {
    from: Seat,
    to: Seat,
    number: u16,
    accepted: bool,
}

/// A promise of peace, until the end of the round after.
#[derive(Clone, Copy, Debug)]
struct PeacePledge {
    by: Seat,
    to: Option<Seat>,
    promise: SignalPromise,
    about: Word,
    round: Round,
}

impl BrokenWords {
    /// Of a game that is about to begin or continue.
    pub fn begin(game: &Game) -> BrokenWords {
        BrokenWords { round: game.round(), ..BrokenWords::default() }
    }

    pub fn all(&self) -> &[BrokenWord] {
        &self.broken
    }

    /// Adds an event, before or after it is applied.
    pub fn observe(&mut self, rules: &Rules, event: &Event) {
        match *event {
            Event::RoundStarted { round } => {
                self.round = round;
                self.promises.retain(|pledge| pledge.round + 1 >= round);
            }
            Event::Proposed { from, to, number, card, .. } => {
                let terms = rules.cards.terms(card);
                if terms.is_some_and(|terms| terms.agreement == Agreement::Ceasefire) {
                    self.truces.push(ComingTruce { from, to, number, accepted: false });
                }
            }
            Event::Accepted { from, to, number, .. } => {
                let same =
                    |it: &&mut ComingTruce| (it.from, it.to, it.number) == (from, to, number);
                if let Some(truce) = self.truces.iter_mut().find(same) {
                    truce.accepted = true;
                }
            }
            Event::Declined { from, to, number }
            | Event::Lapsed { from, to, number }
            | Event::Voided { from, to, number }
            | Event::Undone { from, to, number }
            | Event::Activated { from, to, number, .. } => {
                self.truces.retain(|it| (it.from, it.to, it.number) != (from, to, number));
            }
            Event::Betrayed { by, treaty, .. } => {
                if let Some(to) = treaty.partner(by) {
                    self.note(by, to, WordBreak::Betrayal);
                }
            }
            Event::Signalled { from: by, to, signal, .. } => self.promise(by, to, &signal),
            Event::TrapSprung { attacker, owner, to, .. } => {
                self.attacked(rules, attacker, owner, to);
            }
            Event::Fought { battle } => {
                if let Some(defender) = battle.defender {
                    self.attacked(rules, battle.attacker, defender, battle.to);
                }
            }
            Event::Eliminated { seat, .. } => {
                self.truces.retain(|it| it.from != seat && it.to != seat);
                self.promises.retain(|pledge| pledge.by != seat && pledge.to != Some(seat));
            }
            Event::TurnStarted { .. }
            | Event::TreatyEnded { .. }
            | Event::Conquered { .. }
            | Event::GameOver { .. }
            | Event::Faded { .. }
            | Event::Fizzled { .. }
            | Event::TrapSet { .. }
            | Event::Fortified { .. }
            | Event::ReconOpened { .. }
            | Event::Sabotaged { .. }
            | Event::Mustered { .. }
            | Event::Reinforcements { .. }
            | Event::Reshuffled
            | Event::Drew { .. }
            | Event::DeployCounted { .. }
            | Event::Deployed { .. }
            | Event::Bounty { .. }
            | Event::Occupied { .. }
            | Event::AttackEnded { .. }
            | Event::Reinforced { .. }
            | Event::TurnEnded { .. }
            | Event::Played { .. }
            | Event::Gambled { .. }
            | Event::Passed { .. }
            | Event::Reacted { .. }
            | Event::Inherited { .. }
            | Event::HandDiscarded { .. } => {}
        }
    }

    fn promise(&mut self, by: Seat, to: Option<Seat>, signal: &SignalOf<Word>) {
        let round = self.round;
        let made = Signals::standard().promises(signal);
        let made = made.filter(|(promise, _)| honour::is_peace(*promise));
        self.promises.extend(made.map(|(promise, about)| PeacePledge {
            by,
            to,
            promise,
            about,
            round,
        }));
    }

    fn attacked(&mut self, rules: &Rules, by: Seat, defender: Seat, at: Territory) {
        let hits = |pledge: &PeacePledge| {
            pledge.by == by
                && pledge.to.is_none_or(|to| to == defender)
                && honour::breaks(rules, pledge.promise, pledge.about, Some(defender), at)
        };
        let sides = [(by, defender), (defender, by)];
        let early = |it: &ComingTruce| it.accepted && sides.contains(&(it.from, it.to));
        if self.truces.iter().any(early) {
            self.truces.retain(|it| !early(it));
            self.note(by, defender, WordBreak::EarlyAttack);
        } else if self.promises.iter().any(hits) {
            self.note(by, defender, WordBreak::Promise);
        }
        self.promises.retain(|pledge| !hits(pledge));
    }

    fn note(&mut self, by: Seat, to: Seat, how: WordBreak) {
        self.broken.push(BrokenWord { by, to, round: self.round, how });
    }
}
