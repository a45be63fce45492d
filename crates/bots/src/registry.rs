//! Bots by name.

use parley::similar;
use thiserror::Error;

use crate::{Bot, Envoy, Random, Soldier, Strategist, Thinking};

/// The names that [`by_name`] knows, from the weakest bot to the strongest.
pub const NAMES: [&str; 4] = ["random", "soldier", "envoy", "strategist"];

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
/// A strategist may be told how long to think: `strategist:200` plays out two hundred games a decision, and
/// `strategist:150ms` as many as it can in 150 milliseconds.
///
/// # Errors
/// If there is none; the error lists those there are.
pub fn by_name(name: &str) -> Result<Box<dyn Bot>, UnknownBot> {
    match name {
        "random" => Ok(Box::new(Random)),
        "soldier" => Ok(Box::new(Soldier::default())),
        "envoy" => Ok(Box::new(Envoy::default())),
        _ => match thinking(name) {
            Some(thinking) => Ok(Box::new(Strategist::new(thinking))),
            None => {
                let similar = similar(&name.to_lowercase(), NAMES);
                Err(UnknownBot { name: name.to_owned(), similar })
            }
        },
    }
}

/// How long a strategist of that name thinks.
fn thinking(name: &str) -> Option<Thinking> {
    let Some(setting) = name.strip_prefix("strategist")?.strip_prefix(':') else {
        return (name == "strategist").then_some(Thinking::STANDARD);
    };
    let (number, make): (&str, fn(u32) -> Thinking) = match setting.strip_suffix("ms") {
        Some(number) => (number, Thinking::Millis),
        None => (setting, Thinking::Visits),
    };
    let number = number.parse().ok()?;
    (1..=Thinking::MOST).contains(&number).then(|| make(number))
}
