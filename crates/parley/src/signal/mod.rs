//! Structured signals: sentences built from templates, words and conjunctions, with no free text.
//!
//! A game says which kinds of [`SignalWord`] it has and lists its sentences in a [`CatalogueOf`]. A
//! [`PhrasebookOf`] per language turns a signal into text, and a [`Ranking`] numbers all signals
//! that can be sent.

mod catalogue;
mod data;
mod file;
mod pattern;
mod phrasebook;
mod ranking;
mod wording;

use std::fmt::Debug;
use std::hash::Hash;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use catalogue::{CatalogueOf, SignalError};
pub use data::{DataError, DataProblem};
pub use file::{Binds, ConjunctionSpec, Mood, SentenceKind, TemplateSpec};
pub use phrasebook::{Part, PhrasebookOf};
pub use ranking::{Lexicon, Ranking};

/// A sentence with at most one slot, as an index into the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Template(pub u8);

/// What joins two phrases, as an index into the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Conjunction(pub u8);

/// A reaction without a sentence, as an index into the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Reaction(pub u8);

/// A kind of vocabulary.
pub trait VocabularyKind:
    Copy + Ord + Hash + Debug + Serialize + DeserializeOwned + 'static
{
    /// The kind's own number, below 16.
    fn index(self) -> usize;
}

/// Something that fills the slot of a template.
pub trait SignalWord: Copy + Eq + Debug {
    type Kind: VocabularyKind;

    fn kind(self) -> Self::Kind;

    /// Its number among the words of its kind.
    fn index(self) -> usize;
}

/// A template with its slot filled or left empty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Phrase"))]
pub struct PhraseOf<W> {
    pub template: Template,
    #[serde(default = "Option::<W>::default")]
    pub filler: Option<W>,
}

/// One phrase, or two joined by a conjunction. It need not be valid: [`CatalogueOf::check`] says whether it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Signal"))]
pub struct SignalOf<W> {
    pub first: PhraseOf<W>,
    #[serde(default = "Option::<Chained<W>>::default")]
    pub then: Option<Chained<W>>,
}

/// The second half of a signal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chained<W> {
    pub by: Conjunction,
    pub phrase: PhraseOf<W>,
}

impl<W> PhraseOf<W> {
    pub const fn bare(template: Template) -> PhraseOf<W> {
        PhraseOf { template, filler: None }
    }

    pub const fn filled(template: Template, filler: W) -> PhraseOf<W> {
        PhraseOf { template, filler: Some(filler) }
    }
}

impl<W: Copy> SignalOf<W> {
    pub const fn single(first: PhraseOf<W>) -> SignalOf<W> {
        SignalOf { first, then: None }
    }

    pub const fn chained(first: PhraseOf<W>, by: Conjunction, phrase: PhraseOf<W>) -> SignalOf<W> {
        SignalOf { first, then: Some(Chained { by, phrase }) }
    }

    /// Its one or two phrases, in the order they are said.
    pub fn phrases(&self) -> impl Iterator<Item = PhraseOf<W>> + use<W> {
        std::iter::once(self.first).chain(self.then.map(|chained| chained.phrase))
    }
}
