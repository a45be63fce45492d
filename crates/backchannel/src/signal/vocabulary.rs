//! Every legal signal of one table.

use parley::Seat;
use parley::signal::{Lexicon, Ranking, SignalError, SignalWord as _};
use serde::Serialize;
use thiserror::Error;

use super::{Catalogue, Phrase, Signal, Word, WordKind};

/// Why a seat cannot send something. `Display` is a whole sentence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Unspeakable {
    #[error(transparent)]
    Fault(#[from] SignalError),
    #[error("You cannot name yourself.")]
    NamesSender,
}

/// The legal signals of a table, numbered. Every sender has equally many: nobody can name
/// themselves, and everybody can name everyone else.
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
        let usable = |kind| match kind {
            WordKind::Player => counts[kind as usize].saturating_sub(1),
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
        for word in signal.phrases().filter_map(|phrase| phrase.filler) {
            if word == Word::Player(sender) {
                return Err(Unspeakable::NamesSender);
            }
            if !word.below(self.counts[word.kind() as usize]) {
                return Err(Unspeakable::Fault(SignalError::UnknownWord));
            }
        }
        Ok(())
    }

    /// The words of a kind that `sender` may use.
    pub fn words(&self, sender: Seat, kind: WordKind) -> impl Iterator<Item = Word> {
        let all = (0..self.counts[kind as usize] as usize).filter_map(move |n| Word::of(kind, n));
        all.filter(move |word| Speaker(sender).rank(*word).is_some())
    }

    fn speaker(&self, sender: Seat) -> Option<Speaker> {
        Word::Player(sender)
            .below(self.counts[WordKind::Player as usize])
            .then_some(Speaker(sender))
    }
}

/// The words that one seat may use: all but its own name.
struct Speaker(Seat);

impl Lexicon<Word> for Speaker {
    #[inline]
    fn nth(&self, kind: WordKind, n: u64) -> Option<Word> {
        let skipped = kind == WordKind::Player && n >= u64::from(self.0.0);
        Word::of(kind, usize::try_from(n).ok()? + usize::from(skipped))
    }

    #[inline]
    fn rank(&self, word: Word) -> Option<u64> {
        let place = word.index() as u64;
        match word {
            Word::Player(seat) if seat == self.0 => None,
            Word::Player(seat) => Some(place - u64::from(seat > self.0)),
            _ => Some(place),
        }
    }
}
