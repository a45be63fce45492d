//! Writing a game down as it is played.

use std::io::{self, Write};
use std::marker::PhantomData;

use serde::Serialize;

use super::Header;
use super::line::{ReplayLineRef, Seal};
use crate::{Commitment, Game, Seat, Seed, SeedSource, StateHash, Versions};

/// Writes a game down, line by line. What has been written is a readable file at any time.
pub struct ReplayWriter<G, W> {
    out: W,
    /// What writes lines down that do not say it themselves.
    header_versions: Versions,
    /// What wrote down the lines to come, if it was something else.
    by: Option<Versions>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, W: Write> ReplayWriter<G, W> {
    /// Writes the header.
    ///
    /// # Errors
    /// If `out` cannot be written to; so it is with all that follows.
    pub fn begin(out: W, header: &Header, commitment: Commitment) -> io::Result<Self> {
        let header_versions = header.versions();
        let mut writer = ReplayWriter { out, header_versions, by: None, game: PhantomData };
        writer.line(&header.line(commitment))?;
        Ok(writer)
    }

    /// The lines to come were written down by these versions.
    pub fn written_by(&mut self, versions: Versions) {
        self.by = Some(versions).filter(|versions| *versions != self.header_versions);
    }

    /// Writes what happened before anybody moved.
    pub fn opening(&mut self, events: &[G::Event], hash: StateHash) -> io::Result<()> {
        self.line(&ReplayLineRef::<G::Command, _> {
            seat: None,
            command: None,
            events,
            hash,
            v: self.by,
        })
    }

    /// Writes an accepted command, what it led to, and the hash of the state after it.
    pub fn step(
        &mut self,
        seat: Seat,
        command: &G::Command,
        events: &[G::Event],
        hash: StateHash,
    ) -> io::Result<()> {
        self.line(&ReplayLineRef {
            seat: Some(seat),
            command: Some(command),
            events,
            hash,
            v: self.by,
        })
    }

    /// Shows the seed of a game that is over and what it was made of, and hands back what was written to.
    pub fn seal(mut self, seed: Seed, source: Option<&SeedSource>) -> io::Result<W> {
        self.line(&Seal { seed, source })?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// What is written to, for those who send it on piece by piece.
    pub fn out(&mut self) -> &mut W {
        &mut self.out
    }

    fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, line)?;
        self.out.write_all(b"\n")
    }
}
