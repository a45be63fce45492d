//! Replays: one line of JSON for the set-up, one for each command, one for the seed.
//!
//! ```text
//! {"format":2,"rules":"…","hash":1,"setup":{…},"hashes":{…},"commitment":"…"}   before the first move
//! {"events":[…],"hash":"…"}                                            what happened by itself
//! {"seat":0,"command":{…},"events":[…],"hash":"…"}                     one accepted command
//! {"seed":"…","secret":"…","entropy":["…",null]}                       when the game is over
//! ```
//!
//! The header commits to the set-up and the seed before play and the last line reveals the seed, so that anybody can
//! decide every command again and see that no die was tampered with. If nobody chose the seed, the header has a
//! `secret_commitment`, and the last line reveals what the seed is made of: see [`fairness`](crate::fairness).
//!
//! The first format has no `hashes`, and its commitment covers the seed alone.
//!
//! `rules` and `hash` of the header are the versions of the rules and of the state hash. A line that was written by
//! others has `"v":[rules,hash]`: a game may span releases.

mod header;
mod line;
mod read;
mod verify;
mod write;

use serde_json::Value;

use crate::{Commitment, Game, Seat, Seed, SeedSource, StateHash, Table, Versions};

pub use header::{Header, Tampering};
pub use read::{LONGEST_LINE, ReadError, ReplayFault, read, rules};
pub use verify::{Divergence, Mismatch, verify};
pub use write::ReplayWriter;

/// The format version that is written here; earlier ones can be read as well.
pub const FORMAT: u32 = 2;

/// The format whose commitment does not cover the set-up.
const FIRST_FORMAT: u32 = 1;

/// A parsed replay. Nothing in it has been checked against the rules: see [`verify`].
#[derive(Clone, PartialEq, Debug)]
pub struct Replay<G: Game> {
    pub setup: G::Setup,
    pub commitment: Commitment,
    /// The commitment to the set-up; `None` in the first format.
    pub seal: Option<HeaderSeal>,
    pub opening: StepOutcome<G>,
    pub steps: Vec<ReplayStep<G>>,
    /// Revealed when the game is over.
    pub seed: Option<Seed>,
    /// What the seed was made of, unless somebody chose it; revealed with it.
    pub source: Option<SeedSource>,
}

/// The hashes that a header commits to.
#[derive(Clone, PartialEq, Debug)]
pub struct HeaderSeal {
    /// As listed in the header.
    committed: Value,
    /// As computed from its fields.
    found: Value,
    /// The server's commitment from before anybody sat down; `None` if the seed was chosen.
    pub secret_commitment: Option<Commitment>,
    /// Whether the seed shuffled the seats before play.
    pub shuffled: bool,
}

/// A command that was accepted.
#[derive(Clone, PartialEq, Debug)]
pub struct ReplayStep<G: Game> {
    pub seat: Seat,
    pub command: G::Command,
    pub outcome: StepOutcome<G>,
}

/// What happened, and the state hash after it.
#[derive(Clone, PartialEq, Debug)]
pub struct StepOutcome<G: Game> {
    pub events: Vec<G::Event>,
    pub hash: StateHash,
    /// The versions that wrote it.
    pub versions: Versions,
}

impl<G: Game> Replay<G> {
    /// How many state hashes are of a version that this program cannot compute, so that [`verify`] does not compare
    /// them.
    pub fn unknown_hashes(&self) -> usize {
        let outcomes = self.steps.iter().map(|step| &step.outcome).chain([&self.opening]);
        outcomes.filter(|outcome| outcome.versions.hash != G::HASH).count()
    }

    /// The line number of a step in the file.
    pub fn line_of(step: usize) -> usize {
        step + 3
    }

    /// Applies the stored events without deciding anything again, as recovery does.
    ///
    /// # Errors
    /// If the set-up is invalid.
    ///
    /// # Panics
    /// Possibly, if the events are not those of a game: verify an untrusted file first.
    pub fn fold(&self, seed: Seed) -> Result<Table<G>, G::SetupError> {
        let mut table = Table::at(G::start(&self.setup, seed)?);
        table.follow(&self.opening.events);
        for step in &self.steps {
            table.follow(&step.outcome.events);
        }
        Ok(table)
    }
}
