//! Saved games (replays) of any ruleset.

use std::io::BufRead;

use parley::replay::{self, Mismatch, ReadError, Replay};
use parley::{Audience, Commitment, Language, Seat, SeedSource, Table};
use serde_json::Value;

use super::Ruleset;

/// A game as its file describes it.
pub trait SavedGame {
    /// The commitment to its seed and set-up, from before the first move.
    fn commitment(&self) -> Commitment;

    /// Decides every command again.
    ///
    /// # Errors
    /// If the file is wrong, or cannot be verified here.
    fn verify(self: Box<Self>) -> Result<Box<dyn ProvedGame>, VerifyError>;
}

/// Why a game is not verified.
pub enum VerifyError {
    /// It cannot be decided again here, for example because its rules are of another version.
    Unknown(String),
    Refuted(String),
}

/// A verified game: every command was decided again.
pub trait ProvedGame {
    fn facts(&self) -> Facts;

    /// Its title.
    fn heading(&self) -> String;

    fn names(&self) -> Vec<String>;

    /// The log, as an audience read it.
    fn log(&self, audience: Audience, language: Language) -> Box<dyn Iterator<Item = Spoken> + '_>;
}

/// What the verification of a game proves.
pub struct Facts {
    pub commands: usize,
    pub events: usize,
    pub commitment: Commitment,
    /// Whether the commitment covers the set-up.
    pub setup: bool,
    /// What the seed was made of, unless somebody chose it.
    pub source: Option<SeedSource>,
    /// Whether missing lines at the end would have been noticed.
    pub end: bool,
    /// State hashes of another version, which could not be compared.
    pub unknown_hashes: usize,
}

/// A line of a log, for a terminal.
pub struct Spoken {
    pub heading: Option<Heading>,
    /// One of the [categories](Ruleset::CATEGORIES) of the game.
    pub category: &'static str,
    pub spans: Vec<TextSpan>,
    pub notice: Value,
}

/// A heading for the lines that follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heading {
    Round(u16),
    Turn(Seat),
}

/// A piece of a line, and what it names.
pub struct TextSpan {
    pub text: String,
    pub tint: Tint,
}

/// What a piece of a line names, which decides its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tint {
    Plain,
    Player(Seat),
    Place,
    Zone,
}

pub(super) fn read<G: Ruleset>(file: &mut dyn BufRead) -> Result<Box<dyn SavedGame>, ReadError> {
    Ok(Box::new(Read(replay::read::<G>(file)?)))
}

struct Read<G: Ruleset>(Replay<G>);

impl<G: Ruleset> SavedGame for Read<G> {
    fn commitment(&self) -> Commitment {
        self.0.commitment
    }

    fn verify(self: Box<Self>) -> Result<Box<dyn ProvedGame>, VerifyError> {
        match replay::verify(&self.0) {
            Ok(table) => Ok(Box::new(Proved { replay: self.0, table })),
            Err(divergence) => {
                let sentence = divergence.to_string();
                Err(match divergence.mismatch {
                    Mismatch::NoSeed | Mismatch::Setup(_) | Mismatch::OtherRules { .. } => {
                        VerifyError::Unknown(sentence)
                    }
                    _ => VerifyError::Refuted(sentence),
                })
            }
        }
    }
}

struct Proved<G: Ruleset> {
    replay: Replay<G>,
    table: Table<G>,
}

impl<G: Ruleset> ProvedGame for Proved<G> {
    fn facts(&self) -> Facts {
        Facts {
            commands: self.replay.steps.len(),
            events: self.table.journal().entries().len(),
            commitment: self.replay.commitment,
            setup: self.replay.seal.is_some(),
            source: self.replay.source.clone(),
            end: G::ENDS,
            unknown_hashes: self.replay.unknown_hashes(),
        }
    }

    fn heading(&self) -> String {
        G::heading(&self.replay.setup)
    }

    fn names(&self) -> Vec<String> {
        G::names(&self.replay.setup)
    }

    fn log(&self, audience: Audience, language: Language) -> Box<dyn Iterator<Item = Spoken> + '_> {
        let game = self.table.game();
        let notices = self.table.journal().log(audience);
        Box::new(notices.into_iter().filter_map(move |notice| game.spoken(&notice, language)))
    }
}
