//! Bots by the names that command lines and tables give them.

use thiserror::Error;

use crate::{Bot, Random};

/// Every name that [`by_name`] knows.
pub const NAMES: [&str; 1] = ["random"];

/// There is no bot of that name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no bot called {name:?}; choose from {}", NAMES.join(", "))]
pub struct UnknownBot {
    pub name: String,
}

/// A new bot of that kind.
///
/// # Errors
/// If there is none; the error lists those there are.
pub fn by_name(name: &str) -> Result<Box<dyn Bot>, UnknownBot> {
    match name {
        "random" => Ok(Box::new(Random)),
        _ => Err(UnknownBot { name: name.to_owned() }),
    }
}
