//! Structured signals: the only way to talk (BC-701, BC-702, BC-705).

mod piece;
mod vocabulary;
mod word;

use std::sync::LazyLock;

use parley::signal::{Conjunction, DataError, DataProblem, Reaction, Template};
use parley::{Language, Seat};
use serde::{Deserialize, Serialize};

pub(crate) use piece::push_name;
pub use piece::{DisplayNames, Piece, plain};
pub use vocabulary::{Unspeakable, Vocabulary};
pub use word::{Concept, Word, WordKind};

use crate::agreement::Agreement;

/// A phrase with a word of this game.
pub type Phrase = parley::signal::PhraseOf<Word>;
/// A signal with words of this game.
pub type Signal = parley::signal::SignalOf<Word>;
/// The templates, conjunctions, reactions and nouns of this game.
pub type Catalogue = parley::signal::CatalogueOf<WordKind, SignalPromise>;
/// A template of this game's catalogue.
pub(crate) type Sentence = parley::signal::TemplateSpec<WordKind, SignalPromise>;
/// The wording of this game's catalogue in one language.
pub type Phrasebook = parley::signal::PhrasebookOf<WordKind>;

/// What a signal can commit its sender to, so that the record can check it (BC-1001).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SignalPromise {
    /// Not to attack a territory.
    SpareTerritory,
    /// Not to attack any territory of a zone.
    SpareZone,
    /// Not to attack a player.
    SparePlayer,
    /// To attack a player.
    HuntPlayer,
    /// To conquer a territory, or all of a zone.
    TakeTerritory,
    /// To hold a territory, or all of a zone, still or by then.
    HoldTerritory,
}

/// The catalogue and its wording in every language.
#[derive(Clone, Debug)]
pub struct Signals {
    catalogue: Catalogue,
    books: [Phrasebook; Language::ALL.len()],
}

impl Signals {
    /// The signals that the game comes with.
    pub fn standard() -> &'static Signals {
        static STANDARD: LazyLock<Signals> = LazyLock::new(|| {
            let catalogue = include_str!("../../data/signals/catalogue.json");
            let english = include_str!("../../data/signals/en.json");
            let german = include_str!("../../data/signals/de.json");
            Signals::from_json(catalogue, english, german).expect("built-in signals are tested")
        });
        &STANDARD
    }

    /// # Errors
    /// If a file is malformed, the catalogue contradicts itself, its agreement types are not the game's, or a
    /// phrasebook does not have exactly the entries of the catalogue.
    pub fn from_json(catalogue: &str, english: &str, german: &str) -> Result<Signals, DataError> {
        let catalogue = Catalogue::from_json(catalogue)?;
        check_agreements(&catalogue)?;
        let book = |language: &str, json| {
            Phrasebook::from_json(json, &catalogue).map_err(|error| DataError {
                field: format!("{language}: {}", error.field),
                ..error
            })
        };
        let books = [book("en", english)?, book("de", german)?];
        Ok(Signals { catalogue, books })
    }

    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    pub fn book(&self, language: Language) -> &Phrasebook {
        &self.books[language as usize]
    }

    /// What `sender` says as a sentence. An illegal signal has no pieces; names are only looked up for words that the signal
    /// has.
    pub fn render(
        &self,
        language: Language,
        sender: Seat,
        signal: &Signal,
        names: &impl DisplayNames,
    ) -> Vec<Piece> {
        let parts = || self.book(language).parts(signal, Some(Word::Player(sender)));
        match self.catalogue.check(signal) {
            Ok(()) => piece::pieces(&parts(), names),
            Err(_) => Vec::new(),
        }
    }

    /// A template as a composer lists it, with `…` for its word: "Leave … alone".
    pub fn outline(&self, language: Language, template: Template) -> Option<String> {
        let outline = self.book(language).outline(template, "…")?;
        Some(piece::capitalised(&outline))
    }

    /// A conjunction as a composer lists it.
    pub fn conjunction(&self, language: Language, conjunction: Conjunction) -> Option<&str> {
        self.book(language).conjunction(conjunction)
    }

    pub fn reaction(&self, language: Language, reaction: Reaction) -> Option<&str> {
        self.book(language).reaction(reaction)
    }

    /// What a signal commits its sender to, and about what. A conditional promise is none.
    pub fn promises(&self, signal: &Signal) -> impl Iterator<Item = (SignalPromise, Word)> {
        self.catalogue.promises(signal)
    }
}

fn check_agreements(catalogue: &Catalogue) -> Result<(), DataError> {
    let listed = catalogue.nouns(WordKind::Agreement).unwrap_or_default();
    if listed.iter().eq(Agreement::ALL.map(Agreement::id).iter()) {
        return Ok(());
    }
    let wanted = Agreement::ALL.map(Agreement::id).join(", ");
    Err(DataError { field: "nouns.Agreement".to_owned(), problem: DataProblem::Expected(wanted) })
}
