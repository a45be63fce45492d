//! Bots by name.

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
        _ => Err(UnknownBot { name: name.to_owned(), similar: similar(name) }),
    }
}

/// The name closest to what was typed, if it is close enough to be a slip.
fn similar(typed: &str) -> Option<&'static str> {
    let typed = typed.to_lowercase();
    let slips = 1 + typed.chars().count() / 4;
    NAMES
        .into_iter()
        .map(|name| (distance(&typed, name), name))
        .filter(|(distance, _)| *distance <= slips)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Levenshtein's: how many letters to add, drop or change.
fn distance(one: &str, two: &str) -> usize {
    let one: Vec<char> = one.chars().take(100).collect();
    let mut row: Vec<usize> = (0..=one.len()).collect();
    for (line, letter) in two.chars().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], line + 1);
        for (place, other) in one.iter().enumerate() {
            let change = corner + usize::from(letter != *other);
            corner = row[place + 1];
            row[place + 1] = change.min(corner + 1).min(row[place] + 1);
        }
    }
    row[one.len()]
}
