//! Errors as Python exceptions: a sentence, with the field in front.

use std::fmt::Display;

use gym::EpisodeError;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::{PyErr, PyResult};

create_exception!(backchannel, IllegalAction, PyValueError, "An action that is not possible now.");
create_exception!(
    backchannel,
    GameOver,
    PyRuntimeError,
    "The game is over; reset the environment."
);

/// Reads JSON that the Python side has written; what does not fit is told with its field.
pub(crate) fn read<T: serde::de::DeserializeOwned>(whole: &str, text: &str) -> PyResult<T> {
    let mut reader = serde_json::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let field = match error.path().to_string() {
            path if path == "." => whole.to_owned(),
            path => path,
        };
        // The position in a text that nobody has written helps nobody.
        let told = error.inner().to_string();
        value(format!("{field}: {}", told.split(" at line").next().unwrap_or(&told)))
    })
}

pub(crate) fn value(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

pub(crate) fn episode(error: EpisodeError) -> PyErr {
    let text = error.to_string();
    match error {
        EpisodeError::Over => GameOver::new_err(text),
        EpisodeError::Choice(_)
        | EpisodeError::Number { .. }
        | EpisodeError::SeatChoice { .. }
        | EpisodeError::SeatNumber { .. }
        | EpisodeError::NothingToWaitFor
        | EpisodeError::Table(_) => IllegalAction::new_err(text),
        EpisodeError::Fork => PyRuntimeError::new_err(text),
    }
}
