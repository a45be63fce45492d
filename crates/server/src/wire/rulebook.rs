//! A rulebook, in the form that clients show.

use schemars::JsonSchema;
use serde::Serialize;

/// A game of this server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct RulesetEntry {
    pub name: String,
    /// The title of its rulebook.
    pub title: String,
    /// The letters that its clauses begin with, such as `BC`.
    pub letters: String,
    /// Where a situation of this game is judged, below `/api/v1`; `null` if nowhere.
    pub judge: Option<String>,
}

/// A rulebook by section and clause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Rulebook {
    pub title: String,
    /// The text before the first section, as HTML.
    pub intro: String,
    pub sections: Vec<Section>,
}

/// A section of a rulebook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Section {
    /// The anchor for links within the book.
    pub id: String,
    pub title: String,
    /// The text before the first clause, as HTML.
    pub intro: String,
    pub clauses: Vec<ClauseText>,
}

/// A clause of a rulebook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ClauseText {
    /// For example `BC-504`.
    pub id: String,
    /// The text as HTML. Other clauses are links such as `#BC-504`.
    pub text: String,
}
