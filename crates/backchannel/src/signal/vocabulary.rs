//! Every legal signal of one table.

use parley::Seat;
use parley::signal::{Lexicon, Ranking, SignalError, SignalWord as _};
use serde::Serialize;
use thiserror::Error;

use super::{Catalogue, Phrase, Sentence, Signal, Word, WordKind};

/// Why a seat cannot send something. `Display` is a whole sentence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Unspeakable {
    #[error(transparent)]
    Fault(#[from] SignalError),
    #[error("That cannot be said about yourself.")]
    NamesSender,
}

/// The legal signals of a table, numbered. Every sender has equally many: all can name everyone else, and themselves
/// in the templates that are not about others only.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    counts: [u64; WordKind::ALL.len()],
    ranking: Ranking<WordKind>,
}

impl Vocabulary {
    /// For a table of so many seats with a map of so many territories and zones.
    pub fn new(
        catalogue: &Catalogue,
        seats: usize,
        territories: usize,
        zones: usize,
    ) -> Vocabulary {
        let counts = WordKind::ALL.map(|kind| match kind {
            WordKind::Player => seats.min(256) as u64,
            WordKind::Territory => territories.min(256) as u64,
            WordKind::Zone => zones.min(256) as u64,
            WordKind::Concept | WordKind::Agreement => {
                catalogue.nouns(kind).map_or(0, <[String]>::len) as u64
            }
        });
        let usable = |spec: &Sentence, kind| match kind {
            WordKind::Player if spec.others_only => counts[kind as usize].saturating_sub(1),
            _ => counts[kind as usize],
        };
        Vocabulary { ranking: Ranking::new(catalogue, usable), counts }
    }

    /// How many phrases each seat can choose from.
    pub fn phrases_count(&self) -> u64 {
        self.ranking.phrases()
    }

    /// How many signals each seat can choose from, single and chained.
    pub fn signals_count(&self) -> u64 {
        self.ranking.signals()
    }

    /// The `n`th phrase that `sender` can say.
    pub fn nth_phrase(&self, sender: Seat, n: u64) -> Option<Phrase> {
        self.ranking.nth_phrase(n, &self.speaker(sender)?)
    }

    /// The `n`th signal that `sender` can send; single phrases come first.
    pub fn nth_signal(&self, sender: Seat, n: u64) -> Option<Signal> {
        self.ranking.nth_signal(n, &self.speaker(sender)?)
    }

    /// The number of a signal for [`nth_signal`](Vocabulary::nth_signal); `None` if `sender` cannot send it.
    pub fn rank(&self, sender: Seat, signal: &Signal) -> Option<u64> {
        self.ranking.rank(signal, &self.speaker(sender)?)
    }

    pub fn contains(&self, sender: Seat, signal: &Signal) -> bool {
        self.rank(sender, signal).is_some()
    }

    /// # Errors
    /// Why `sender` cannot send this at this table.
    pub fn check(
        &self,
        catalogue: &Catalogue,
        sender: Seat,
        signal: &Signal,
    ) -> Result<(), Unspeakable> {
        catalogue.check(signal)?;
        for phrase in signal.phrases() {
            let Some(word) = phrase.filler else { continue };
            let others_only = catalogue.template(phrase.template).is_some_and(|it| it.others_only);
            if others_only && word == Word::Player(sender) {
                return Err(Unspeakable::NamesSender);
            }
            if !word.below(self.counts[word.kind() as usize]) {
                return Err(Unspeakable::Fault(SignalError::UnknownWord));
            }
        }
        Ok(())
    }

    /// The words of a kind at this table.
    pub fn words(&self, kind: WordKind) -> impl Iterator<Item = Word> + use<> {
        (0..self.counts[kind as usize] as usize).filter_map(move |n| Word::of(kind, n))
    }

    fn speaker(&self, sender: Seat) -> Option<Speaker> {
        let seats = self.counts[WordKind::Player as usize];
        Word::Player(sender).below(seats).then_some(Speaker { seat: sender, seats })
    }
}

/// The words as one seat numbers them: its own name is the last of the players, where a template that is about others
/// only does not count it.
struct Speaker {
    seat: Seat,
    seats: u64,
}

impl Lexicon<Word> for Speaker {
    #[inline]
    fn nth(&self, kind: WordKind, n: u64) -> Option<Word> {
        if kind == WordKind::Player && n + 1 == self.seats {
            return Some(Word::Player(self.seat));
        }
        let skipped = kind == WordKind::Player && n >= u64::from(self.seat.0);
        Word::of(kind, usize::try_from(n).ok()? + usize::from(skipped))
    }

    #[inline]
    fn rank(&self, word: Word) -> Option<u64> {
        let place = word.index() as u64;
        match word {
            Word::Player(seat) if seat == self.seat => Some(self.seats - 1),
            Word::Player(_) if place >= self.seats => None,
            Word::Player(seat) => Some(place - u64::from(seat > self.seat)),
            _ => Some(place),
        }
    }
}
