//! What is to be simulated.

use std::path::PathBuf;

use backchannel::{Setup, SetupError};
use bots::UnknownBot;
use thiserror::Error;

use crate::play::ACTIONS_A_GAME;

pub const MOST_GAMES: u64 = 1_000_000_000;
pub const MOST_THREADS: usize = 256;

/// A number of games on one table. The same plan gives the same results on any number of threads.
#[derive(Clone, Debug)]
pub struct ArenaPlan {
    pub setup: Setup,
    /// The line-up; if there are fewer bots than seats, it repeats.
    pub bots: Vec<String>,
    pub games: u64,
    pub seed: u64,
    pub threads: usize,
    /// A directory for one replay file per game.
    pub save: Option<PathBuf>,
    /// The actions after which a game counts as endless.
    pub most_actions: u64,
}

impl ArenaPlan {
    /// One game with seed 0 on one thread.
    pub fn new<B: Into<String>>(setup: Setup, bots: impl IntoIterator<Item = B>) -> ArenaPlan {
        ArenaPlan {
            setup,
            bots: bots.into_iter().map(Into::into).collect(),
            games: 1,
            seed: 0,
            threads: 1,
            save: None,
            most_actions: ACTIONS_A_GAME,
        }
    }

    #[must_use]
    pub fn games(self, games: u64) -> ArenaPlan {
        ArenaPlan { games, ..self }
    }

    #[must_use]
    pub fn seed(self, seed: u64) -> ArenaPlan {
        ArenaPlan { seed, ..self }
    }

    #[must_use]
    pub fn threads(self, threads: usize) -> ArenaPlan {
        ArenaPlan { threads, ..self }
    }

    #[must_use]
    pub fn save(self, directory: impl Into<PathBuf>) -> ArenaPlan {
        ArenaPlan { save: Some(directory.into()), ..self }
    }

    pub(crate) fn check(&self) -> Result<(), PlanError> {
        let seats = self.setup.names.len();
        if self.games == 0 || self.games > MOST_GAMES {
            return Err(PlanError::Games(self.games));
        }
        if self.threads == 0 || self.threads > MOST_THREADS {
            return Err(PlanError::Threads(self.threads));
        }
        if self.bots.is_empty() {
            return Err(PlanError::NoBots);
        }
        if self.bots.len() > seats {
            return Err(PlanError::TooManyBots { bots: self.bots.len(), seats });
        }
        self.bots.iter().try_for_each(|name| agents::by_name(name).map(|_| ()))?;
        Ok(())
    }
}

/// Why a plan is invalid: the field and the fix.
#[derive(Debug, Error)]
pub enum PlanError {
    #[error("games: {0} is out of range; use 1 to {MOST_GAMES}")]
    Games(u64),
    #[error("threads: {0} is out of range; use 1 to {MOST_THREADS}")]
    Threads(usize),
    #[error("bots: nobody is to play; name at least one of {}", bots::NAMES.join(", "))]
    NoBots,
    #[error("bots: {bots} bots do not fit on {seats} seats; name fewer or add seats")]
    TooManyBots { bots: usize, seats: usize },
    #[error("bots: {0}")]
    UnknownBot(#[from] UnknownBot),
    #[error("{0}")]
    Setup(#[from] SetupError),
}
