//! The five kinds of vocabulary (BC-702).

use parley::Seat;
use parley::signal::{SignalWord as _, VocabularyKind};
use serde::{Deserialize, Serialize};

use crate::agreement::Agreement;
use crate::map::{Territory, Zone};

/// An abstract noun such as "patience", as an index into the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Concept(pub u8);

/// What fills a slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Word {
    Player(Seat),
    Territory(Territory),
    Zone(Zone),
    Concept(Concept),
    Agreement(Agreement),
}

/// The kinds of vocabulary (BC-702).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WordKind {
    Player,
    Territory,
    Zone,
    Concept,
    Agreement,
}

impl WordKind {
    pub const ALL: [WordKind; 5] = [
        WordKind::Player,
        WordKind::Territory,
        WordKind::Zone,
        WordKind::Concept,
        WordKind::Agreement,
    ];
}

impl VocabularyKind for WordKind {
    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

impl parley::signal::SignalWord for Word {
    type Kind = WordKind;

    #[inline]
    fn kind(self) -> WordKind {
        match self {
            Word::Player(_) => WordKind::Player,
            Word::Territory(_) => WordKind::Territory,
            Word::Zone(_) => WordKind::Zone,
            Word::Concept(_) => WordKind::Concept,
            Word::Agreement(_) => WordKind::Agreement,
        }
    }

    #[inline]
    fn index(self) -> usize {
        match self {
            Word::Player(seat) => seat.index(),
            Word::Territory(territory) => territory.index(),
            Word::Zone(zone) => zone.index(),
            Word::Concept(Concept(place)) => usize::from(place),
            Word::Agreement(agreement) => agreement.index(),
        }
    }
}

impl Word {
    /// The word of a kind with this [`index`](parley::signal::SignalWord::index).
    #[inline]
    pub fn of(kind: WordKind, index: usize) -> Option<Word> {
        let place = u8::try_from(index).ok()?;
        Some(match kind {
            WordKind::Player => Word::Player(Seat(place)),
            WordKind::Territory => Word::Territory(Territory(place)),
            WordKind::Zone => Word::Zone(Zone(place)),
            WordKind::Concept => Word::Concept(Concept(place)),
            WordKind::Agreement => Word::Agreement(*Agreement::ALL.get(index)?),
        })
    }

    pub(super) fn below(self, count: u64) -> bool {
        (self.index() as u64) < count
    }
}
