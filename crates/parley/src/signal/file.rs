//! Catalogues and phrasebooks as they are written in files: plain data, valid or not.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::VocabularyKind;

/// What a phrase is for: how a composer sorts its templates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mood {
    Request,
    Offer,
    Statement,
    Warning,
    Answer,
    Courtesy,
}

/// How a phrase is built, which decides what it may be chained with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Sentence"))]
#[serde(rename_all = "snake_case")]
pub enum SentenceKind {
    /// Says something: "Red is weak."
    Statement,
    /// Tells somebody to do something: "Hold the line."
    Order,
    /// Asks for a yes or a no: "Shall we talk?"
    Question,
    /// An answer that can be given a condition: "Yes."
    Reply,
    /// A set phrase: "Thank you."
    Remark,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "K: VocabularyKind, P: Deserialize<'de>"))]
pub(super) struct CatalogueFile<K, P> {
    pub(super) templates: Vec<TemplateSpec<K, P>>,
    pub(super) conjunctions: Vec<ConjunctionSpec>,
    pub(super) reactions: Vec<String>,
    /// The words that phrasebooks translate; all other words are named by the table.
    pub(super) nouns: BTreeMap<K, Vec<String>>,
}

/// A template as it is written in a catalogue.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, bound(deserialize = "K: VocabularyKind, P: Deserialize<'de>"))]
pub struct TemplateSpec<K, P> {
    /// The name in phrasebooks.
    pub id: String,
    pub mood: Mood,
    pub sentence: SentenceKind,
    /// The kinds of word that fit its slot; empty if it has no slot.
    #[serde(default)]
    pub slot: Vec<K>,
    /// Whether the slot may be left empty.
    #[serde(default)]
    pub optional: bool,
    /// Whether it may follow a conjunction.
    #[serde(default)]
    pub joins: bool,
    /// Whether its word may not be the sender: what it says about oneself makes no sense.
    #[serde(default)]
    pub others_only: bool,
    /// What its sender is held to, if anything.
    #[serde(default = "Option::<P>::default")]
    pub promise: Option<P>,
}

/// A conjunction as it is written in a catalogue.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ConjunctionSpec {
    /// The name in phrasebooks.
    pub id: String,
    /// The kinds of sentence it may follow.
    pub after: Vec<SentenceKind>,
    /// The kinds of sentence that may follow it.
    pub before: Vec<SentenceKind>,
    /// Which of the phrases around it still commit their sender to a promise.
    #[serde(default)]
    pub binds: Binds,
}

/// Which promises a conjunction leaves in force.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Binds {
    /// A conditional promise binds nobody: "if".
    #[default]
    Neither,
    /// In any case: "even if".
    First,
    /// Two things said at once: "and".
    Both,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "K: VocabularyKind"))]
pub(super) struct PhrasebookFile<K> {
    /// Whether subordinate clauses have their own word order, as they do in German.
    pub(super) own_clause_order: bool,
    /// The forms of a noun in this language, which gaps refer to by name.
    pub(super) forms: Vec<String>,
    /// What senders call themselves, in each of the forms.
    #[serde(default)]
    pub(super) sender: Vec<String>,
    pub(super) templates: BTreeMap<String, WordingFile<K>>,
    pub(super) conjunctions: BTreeMap<String, JointFile>,
    pub(super) reactions: BTreeMap<String, String>,
    pub(super) nouns: BTreeMap<K, BTreeMap<String, Vec<String>>>,
}

/// A template in one language. If a form is missing, the one before it is used.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "K: VocabularyKind"))]
pub(super) struct WordingFile<K> {
    /// As a sentence of its own.
    pub(super) opening: String,
    /// As a second main clause: after "and".
    #[serde(default)]
    pub(super) joined: Option<String>,
    /// As a clause that says why: after "because".
    #[serde(default)]
    pub(super) reason: Option<String>,
    /// As a clause that says when: after "if".
    #[serde(default)]
    pub(super) condition: Option<String>,
    /// The wording with its gap left empty.
    #[serde(default)]
    pub(super) bare: Option<Box<WordingFile<K>>>,
    /// The whole wording about the sender, where a pronoun in the gap is not enough: "I am weak".
    #[serde(default)]
    pub(super) sender: Option<Box<WordingFile<K>>>,
    /// The wording for a kind of word that is spoken of differently: one leaves a player alone and stays out of a zone.
    #[serde(default = "BTreeMap::new")]
    pub(super) kinds: BTreeMap<K, WordingFile<K>>,
}

/// The wording of a conjunction.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JointFile {
    /// What is written between the two phrases, spaces and comma included.
    pub(super) joint: String,
    /// The same after a reply or a remark, if it differs.
    #[serde(default)]
    pub(super) after_reply: Option<String>,
    pub(super) form: Form,
}

/// Which wording of the second phrase a conjunction takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Form {
    Joined,
    Reason,
    Condition,
}
