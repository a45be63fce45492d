//! Writes a replay while the game is played.

use std::io::{self, Write};
use std::marker::PhantomData;

use serde::Serialize;

use super::Header;
use super::line::{ReplayLineRef, Seal};
use crate::{Commitment, Game, Seat, Seed, SeedSource, StateHash, Versions};

/// Writes a replay, line by line. What has been written is a readable file at any time.
pub struct ReplayWriter<G, W> {
    out: W,
    /// The versions of lines that do not have their own.
    header_versions: Versions,
    /// The versions of the following lines, if they differ.
    by: Option<Versions>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, W: Write> ReplayWriter<G, W> {
    /// Writes the header.
    ///
    /// # Errors
    /// If `out` cannot be written to; the same holds for all other methods.
    pub fn begin(out: W, header: &Header, commitment: Commitment) -> io::Result<Self> {
        let header_versions = header.versions();
        let mut writer = ReplayWriter { out, header_versions, by: None, game: PhantomData };
        writer.line(&header.line(commitment))?;
        Ok(writer)
    }

    /// The following lines were written by these versions.
    pub fn written_by(&mut self, versions: Versions) {
        self.by = Some(versions).filter(|versions| *versions != self.header_versions);
    }

    /// Writes the opening events.
    pub fn opening(&mut self, events: &[G::Event], hash: StateHash) -> io::Result<()> {
        self.line(&ReplayLineRef::<G::Command, _> {
            seat: None,
            command: None,
            events,
            hash,
            v: self.by,
        })
    }

    /// Writes an accepted command, its events, and the state hash after it.
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

    /// Reveals the seed of a game that is over and what it was made of, and returns the output.
    pub fn seal(mut self, seed: Seed, source: Option<&SeedSource>) -> io::Result<W> {
        self.line(&Seal { seed, source })?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// The output, for those who send it in pieces.
    pub fn out(&mut self) -> &mut W {
        &mut self.out
    }

    fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, line)?;
        self.out.write_all(b"\n")
    }
}
