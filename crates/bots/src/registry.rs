//! Bots by name.

use parley::similar;
use thiserror::Error;

use crate::cast::{CAST, Character};
use crate::{Beginner, Bot, Level, Strategist, Thinking};

/// The names that [`by_name`] knows.
pub const NAMES: [&str; CAST.len()] = {
    let mut names = [""; CAST.len()];
    let mut at = 0;
    while at < CAST.len() {
        names[at] = CAST[at].name;
        at += 1;
    }
    names
};

/// No bot has that name. `Display` is a whole sentence.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UnknownBot {
    #[error("there is no bot `{name}`; {} bots are {}.", hint(*similar), NAMES.join(", "))]
    Name {
        name: String,
        /// The name that was probably meant.
        similar: Option<&'static str>,
    },
    #[error("there is no level `{level}`; {} levels are easy, normal and hard.", hint(*similar))]
    Level {
        level: String,
        /// The level that was probably meant.
        similar: Option<&'static str>,
    },
    #[error("the program `{program}` cannot play: {why}.")]
    Program { program: String, why: String },
}

fn hint(similar: Option<&str>) -> String {
    similar.map_or_else(|| "the".to_owned(), |name| format!("did you mean `{name}`? The"))
}

/// A fresh bot of that name, for one seat of one game; `envoy:hard` is an envoy of another level.
///
/// A strategist may be told how long to think: `strategist:200` plays out two hundred games a decision, and
/// `strategist:150ms` as many as it can in 150 milliseconds. `beginner` is nobody of the cast: the easy bots are measured
/// by it.
///
/// # Errors
/// If there is none; the error lists those there are.
pub fn by_name(name: &str) -> Result<Box<dyn Bot>, UnknownBot> {
    if name == Beginner::NAME {
        return Ok(Box::new(Beginner));
    }
    let (name, setting) = match name.split_once(':') {
        None => (name, None),
        Some((name, setting)) => (name, Some(setting)),
    };
    let character = CAST.iter().find(|character| character.name == name);
    let character = character.ok_or_else(|| UnknownBot::Name {
        name: name.to_owned(),
        similar: similar(&name.to_lowercase(), NAMES),
    })?;
    match (setting, setting.and_then(Thinking::named)) {
        (None, _) => Ok(character.bot(Level::default())),
        (_, Some(thinking)) if character.searches() => Ok(Box::new(Strategist::new(thinking))),
        (Some(level), _) => Ok(character.bot(find_level(level)?)),
    }
}

/// The character and the level that a name of the list stands for.
pub fn find_character(name: &str) -> Option<(&'static Character, Level)> {
    CAST.iter().find_map(|one| {
        let names = [one.easy, one.name, one.hard];
        let at = names.iter().position(|it| *it == name)?;
        Some((one, Level::ALL[at]))
    })
}

fn find_level(level: &str) -> Result<Level, UnknownBot> {
    Level::named(level).ok_or_else(|| UnknownBot::Level {
        level: level.to_owned(),
        similar: Level::similar(level),
    })
}
