//! Errors as Python exceptions: a sentence, with the field in front.

use std::fmt::Display;

use gym::EpisodeError;
use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};

create_exception!(backchannel, IllegalAction, PyValueError, "An action that is not possible now.");
create_exception!(
    backchannel,
    GameOver,
    PyRuntimeError,
    "The game is over; reset the environment."
);

pub(crate) fn value(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

pub(crate) fn episode(error: EpisodeError) -> PyErr {
    let text = error.to_string();
    match error {
        EpisodeError::Over => GameOver::new_err(text),
        EpisodeError::Choice(_)
        | EpisodeError::Number { .. }
        | EpisodeError::NothingToWaitFor
        | EpisodeError::Table(_) => IllegalAction::new_err(text),
        EpisodeError::Fork => PyRuntimeError::new_err(text),
    }
}
