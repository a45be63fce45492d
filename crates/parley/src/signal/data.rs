//! What can be wrong with a catalogue or a phrasebook.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;
use thiserror::Error;

/// Why a data file is invalid, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{field}: {problem}")]
pub struct DataError {
    /// The path to the error, such as `templates.hold.opening`.
    pub field: String,
    pub problem: DataProblem,
}

/// What is wrong with an entry of a catalogue or a phrasebook.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DataProblem {
    #[error("{0}")]
    Syntax(String),
    #[error("there may be at most {most}")]
    TooMany { most: usize },
    #[error("`{0}` is there twice")]
    Duplicate(String),
    #[error("it is missing")]
    Missing,
    #[error("the catalogue knows no such thing")]
    Unknown,
    #[error("it must be {0}")]
    Expected(String),
    #[error("it has no slot that could be optional")]
    NothingOptional,
    #[error("a promise needs a word to be checked against")]
    EmptyPromise,
    #[error("it must have exactly one gap, and has {found}")]
    NeedsGap { found: usize },
    #[error("it must have no gap, and has {found}")]
    NeedsNoGap { found: usize },
    #[error("a brace is not closed or not opened")]
    LooseBrace,
    #[error("`{0}` is not one of this language's forms")]
    UnknownForm(String),
    #[error("it must have {wanted} forms, and has {found}")]
    FormCount { wanted: usize, found: usize },
}

impl DataError {
    pub(super) fn at(field: impl Into<String>, problem: DataProblem) -> DataError {
        DataError { field: field.into(), problem }
    }
}

pub(super) fn parse<T: DeserializeOwned>(json: &str) -> Result<T, DataError> {
    serde_json::from_str(json).map_err(|error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        DataError::at(place, DataProblem::Syntax(error.to_string()))
    })
}

/// A list whose members are numbered by a byte and identified by name.
pub(super) fn check_names<'a>(
    field: &str,
    names: impl Iterator<Item = &'a str>,
) -> Result<(), DataError> {
    const MOST: usize = 256;
    let mut seen = BTreeSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(DataError::at(field, DataProblem::Duplicate(name.to_owned())));
        }
    }
    match seen.len() {
        0..=MOST => Ok(()),
        _ => Err(DataError::at(field, DataProblem::TooMany { most: MOST })),
    }
}
