//! Saving games as replay files.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use backchannel::{Command, Event, Game};
use parley::replay::{Header, ReplayWriter};
use parley::{Game as _, Seat, Seed, SeedSource};

use crate::play::GameObserver;

/// Writes a replay while a game is played.
pub struct Recorder<W: Write> {
    writer: ReplayWriter<Game, W>,
    seed: Seed,
}

impl Recorder<BufWriter<File>> {
    /// Begins the file of a game that is dealt from `seed`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn create(path: &Path, header: &Header, seed: Seed) -> io::Result<Self> {
        Recorder::begin(BufWriter::new(File::create(path)?), header, seed)
    }
}

impl<W: Write> Recorder<W> {
    /// Begins the replay of a game that is dealt from `seed`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(out: W, header: &Header, seed: Seed) -> io::Result<Self> {
        let writer = ReplayWriter::begin(out, header, header.commitment(&seed))?;
        Ok(Recorder { writer, seed })
    }

    /// Ends the replay of a game that is over. `source` is what the seed was made of, unless somebody chose it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn seal(self, source: Option<&SeedSource>) -> io::Result<W> {
        self.writer.seal(self.seed, source)
    }
}

impl<W: Write> GameObserver for Recorder<W> {
    fn opened(&mut self, game: &Game, events: &[Event]) -> io::Result<()> {
        self.writer.opening(events, game.digest())
    }

    fn acted(
        &mut self,
        game: &Game,
        by: Seat,
        command: &Command,
        events: &[Event],
    ) -> io::Result<()> {
        self.writer.step(by, command, events, game.digest())
    }
}

/// The file name of game `number`, counted from 0.
pub fn file_name(number: u64) -> String {
    format!("game-{:06}.ndjson", number + 1)
}
