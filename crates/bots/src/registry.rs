//! Bots by name.

use parley::similar;
use thiserror::Error;

use crate::{Bot, Envoy, Random, Soldier};

/// The names that [`by_name`] knows, from the weakest bot to the strongest.
pub const NAMES: [&str; 3] = ["random", "soldier", "envoy"];

/// No bot has that name. `Display` is a whole sentence.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no bot `{name}`; {} bots are {}.", hint(*similar), NAMES.join(", "))]
pub struct UnknownBot {
    pub name: String,
    /// The name that was probably meant.
    pub similar: Option<&'static str>,
}

fn hint(similar: Option<&str>) -> String {
    similar.map_or_else(|| "the".to_owned(), |name| format!("did you mean `{name}`? The"))
}

/// A fresh bot of that name, for one seat of one game.
///
/// # Errors
/// If there is none; the error lists those there are.
pub fn by_name(name: &str) -> Result<Box<dyn Bot>, UnknownBot> {
    match name {
        "random" => Ok(Box::new(Random)),
        "soldier" => Ok(Box::new(Soldier::default())),
        "envoy" => Ok(Box::new(Envoy::default())),
        _ => {
            Err(UnknownBot { name: name.to_owned(), similar: similar(&name.to_lowercase(), NAMES) })
        }
    }
}
