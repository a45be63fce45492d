//! Saving games as replay files.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

use backchannel::{Command, Event, Game};
use parley::replay::{Header, ReplayWriter};
use parley::{Game as _, Seat, Seed};

use crate::play::GameObserver;

/// Writes a replay while a game is played.
pub struct Recorder {
    writer: ReplayWriter<Game, BufWriter<File>>,
    seed: Seed,
}

impl Recorder {
    /// Begins the file of a game that is dealt from `seed`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn create(path: &Path, header: &Header, seed: Seed) -> io::Result<Recorder> {
        let out = BufWriter::new(File::create(path)?);
        let writer = ReplayWriter::begin(out, header, header.commitment(&seed))?;
        Ok(Recorder { writer, seed })
    }

    /// Ends the file of a game that is over.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn seal(self) -> io::Result<()> {
        self.writer.seal(self.seed, None).map(|_| ())
    }
}

impl GameObserver for Recorder {
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
