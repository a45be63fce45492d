//! Broken words, as they happen: who broke which word to whom, and when.
//!
//! It is computed from the log, as the record of honour is, and each word is known to some while the game lasts.

use parley::signal::SignalOf;
use parley::{Audience, Round, Seat};

use crate::Game;
use crate::event::Event;
use crate::honour;
use crate::map::Territory;
use crate::settings::Rules;
use crate::signal::{SignalPromise, Signals, Word};
use crate::word_event::{ProposalId, WordEvent};

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

/// A promise of peace to one seat that was not broken while it counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeptWord {
    pub by: Seat,
    pub to: Seat,
    /// The round in which it had been kept.
    pub round: Round,
}

/// All broken words of a game, the oldest first.
#[derive(Clone, Default, Debug)]
pub struct BrokenWords {
    round: Round,
    broken: Vec<BrokenWord>,
    kept: Vec<KeptWord>,
    truces: Vec<ComingTruce>,
    promises: Vec<PeacePledge>,
}

/// A ceasefire that was proposed and is not in force.
#[derive(Clone, Copy, Debug)]
struct ComingTruce {
    id: ProposalId,
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

    /// Promises that were kept, the oldest first. Only the two of them know.
    pub fn kept(&self) -> &[KeptWord] {
        &self.kept
    }

    /// Adds an event, before or after it is applied.
    pub fn observe(&mut self, rules: &Rules, event: &Event) {
        let Some(event) = WordEvent::of(rules, event) else { return };
        match event {
            WordEvent::RoundStarted(round) => {
                self.round = round;
                let (over, open) = self.promises.iter().partition(|it| it.round + 1 < round);
                self.promises = open;
                self.keep(over);
            }
            WordEvent::CeasefireProposed(id) => {
                self.truces.push(ComingTruce { id, accepted: false });
            }
            WordEvent::Accepted(id) => {
                if let Some(truce) = self.truces.iter_mut().find(|truce| truce.id == id) {
                    truce.accepted = true;
                }
            }
            WordEvent::Closed { id, .. } | WordEvent::Activated { id, .. } => {
                self.truces.retain(|truce| truce.id != id);
            }
            WordEvent::Betrayed { by, treaty } => {
                if let Some(to) = treaty.partner(by) {
                    self.note(by, to, WordBreak::Betrayal);
                }
            }
            WordEvent::Signalled { by, to, signal } => self.promise(by, to, &signal),
            WordEvent::Attacked { by, defender, at } => {
                if let Some(defender) = defender {
                    self.attacked(rules, by, defender, at);
                }
            }
            WordEvent::Eliminated(seat) => {
                self.truces.retain(|truce| truce.id.from != seat && truce.id.to != seat);
                self.promises.retain(|pledge| pledge.by != seat && pledge.to != Some(seat));
            }
            WordEvent::TreatyEnded(_) | WordEvent::Conquered { .. } | WordEvent::GameOver => {}
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
        let early = |it: &ComingTruce| it.accepted && sides.contains(&(it.id.from, it.id.to));
        if self.truces.iter().any(early) {
            self.truces.retain(|it| !early(it));
            self.note(by, defender, WordBreak::EarlyAttack);
        } else if self.promises.iter().any(hits) {
            self.note(by, defender, WordBreak::Promise);
        }
        self.promises.retain(|pledge| !hits(pledge));
    }

    fn keep(&mut self, over: Vec<PeacePledge>) {
        for PeacePledge { by, to, .. } in over {
            let word = to.map(|to| KeptWord { by, to, round: self.round });
            self.kept.extend(word.filter(|word| self.kept.last() != Some(word)));
        }
    }

    fn note(&mut self, by: Seat, to: Seat, how: WordBreak) {
        self.broken.push(BrokenWord { by, to, round: self.round, how });
    }
}
