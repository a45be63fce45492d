//! Every error, as `application/problem+json`.

use schemars::JsonSchema;
use serde::Serialize;

/// What went wrong, for a person and for a program (RFC 9457).
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Problem {
    /// A word for programs, such as `refused`, `not_found`, `too_many`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What kind of problem it is, in a few words.
    pub title: &'static str,
    /// What is wrong here and how to mend it, as a sentence.
    pub detail: String,
    /// The clause of the rules that a refused command would have broken, such as `BC-504`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<Box<str>>,
    /// The field that is wrong, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<Box<str>>,
    /// The refusal as data, if the rules refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Box<serde_json::Value>>,
    /// Seconds after which it is worth another try.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u32>,
}
