//! A rulebook, as a client shows it.

use schemars::JsonSchema;
use serde::Serialize;

/// A rulebook by section and clause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Rulebook {
    pub title: String,
    /// What stands before the first section, as HTML.
    pub intro: String,
    pub sections: Vec<Section>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Section {
    /// What links within the book call it.
    pub id: String,
    pub title: String,
    /// What stands before the first clause, as HTML.
    pub intro: String,
    pub clauses: Vec<ClauseText>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ClauseText {
    /// Such as `BC-504`.
    pub id: String,
    /// As HTML. Other clauses are links such as `#BC-504`.
    pub text: String,
}
