//! Games written down: one line of JSON for the set-up, one for each command, one for the seed.
//!
//! ```text
//! {"format":1,"rules":"…","hash":1,"setup":{…},"commitment":"…"}   before the first move
//! {"events":[…],"hash":"…"}                                        what happened by itself
//! {"seat":0,"command":{…},"events":[…],"hash":"…"}                 one accepted command
//! {"seed":"…"}                                                     when the game is over
//! ```
//!
//! The header commits to the seed before play and the last line shows it, so that anybody can decide
//! every command again and see that no die was touched.
//!
//! `rules` and `hash` of the header are the versions of the rules and of the state hash. A line that was
//! written by others says so, as `"v":[rules,hash]`: a game may outlive a release.

mod line;
mod read;
mod verify;
mod write;

use crate::{Commitment, Game, Seat, Seed, StateHash, Table, Versions};

pub use read::{Fault, ReadError, read};
pub use verify::{Divergence, Mismatch, verify};
pub use write::Writer;

/// The version of the format that is written and read here.
pub const FORMAT: u32 = 1;

/// A game as its file tells it. Nothing in it has been checked against the rules: see [`verify`].
#[derive(Clone, PartialEq, Debug)]
pub struct Replay<G: Game> {
    pub setup: G::Setup,
    pub commitment: Commitment,
    pub opening: Outcome<G>,
    pub steps: Vec<Step<G>>,
    /// Shown when the game is over.
    pub seed: Option<Seed>,
}

/// A command that was accepted.
#[derive(Clone, PartialEq, Debug)]
pub struct Step<G: Game> {
    pub seat: Seat,
    pub command: G::Command,
    pub outcome: Outcome<G>,
}

/// What happened, and a fingerprint of the state that it led to.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome<G: Game> {
    pub events: Vec<G::Event>,
    pub hash: StateHash,
    /// What wrote it down.
    pub versions: Versions,
}

impl<G: Game> Replay<G> {
    /// How many state hashes are of a version that this program cannot compute, so that [`verify`] does not
    /// compare them.
    pub fn unknown_hashes(&self) -> usize {
        let outcomes = self.steps.iter().map(|step| &step.outcome).chain([&self.opening]);
        outcomes.filter(|outcome| outcome.versions.hash != G::HASH).count()
    }

    /// The line of the file on which a step stands.
    pub fn line_of(step: usize) -> usize {
        step + 3
    }

    /// Plays the stored events through without deciding anything again, as recovery does.
    ///
    /// # Errors
    /// If the set-up cannot be played.
    ///
    /// # Panics
    /// It may, if the events are not those of a game: a file from elsewhere goes through [`verify`].
    pub fn fold(&self, seed: Seed) -> Result<Table<G>, G::SetupError> {
        let mut table = Table::at(G::start(&self.setup, seed)?);
        table.follow(&self.opening.events);
        for step in &self.steps {
            table.follow(&step.outcome.events);
        }
        Ok(table)
    }
}
