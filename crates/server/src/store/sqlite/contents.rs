//! Detects that somebody else has written to the database file.
//!
//! A server has the file for itself, and only its checkpoints write to it. Between two of them not even its modification
//! time may change. During a checkpoint the header must still have this server's stamp.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::file::beside;
use crate::store::StoreError;

/// How many bytes of both files are compared: the header of the database file; that of the log is smaller.
const HEAD: usize = 100;
/// The offset of the file change counter.
const CHANGES: usize = 24;
/// The offset of `user_version`, which SQLite leaves to applications: our stamp.
const STAMP: usize = 60;
/// The offset in the log's header of the counter of restarts, which begins at any number.
const BEGUN: usize = 16;
/// The log restarts at most once between two checks; the counter of a foreign log differs by more than this.
const FEW: u32 = 1000;

/// The file and its log as they were when last checked.
pub(super) struct Contents {
    /// Both stay open: SQLite loses its locks when any handle to the file is closed.
    file: File,
    log: File,
    seen: Mutex<Seen>,
}

struct Seen {
    file: Look,
    log: Look,
    /// The stamp of this server, and the one it found: while another program reads the database, the new one may stay
    /// in the log.
    stamps: [u32; 2],
    /// Whether a checkpoint is running.
    written: bool,
    /// Never reset.
    spoiled: bool,
}

#[derive(Clone, PartialEq)]
struct Look {
    bytes: u64,
    /// Seconds and nanoseconds.
    changed: (i64, i64),
    head: [u8; HEAD],
}

impl Contents {
    /// Must be called before anything is written; `stamp` is what was written into the header.
    pub fn opened(path: &Path, stamp: u32) -> io::Result<Contents> {
        let (file, log) = (File::open(path)?, File::open(beside(path, "-wal"))?);
        let (at_first, log_at_first) = (look(&file)?, look(&log)?);
        let stamps = [stamp, at_first.number(STAMP)];
        let (written, spoiled) = (false, false);
        let seen = Seen { file: at_first, log: log_at_first, stamps, written, spoiled };
        Ok(Contents { file, log, seen: Mutex::new(seen) })
    }

    /// # Errors
    /// [`StoreError::Replaced`] once somebody else has written, and ever after.
    pub fn check(&self) -> Result<(), StoreError> {
        self.look(|written| written)
    }

    /// A checkpoint begins.
    ///
    /// # Errors
    /// As [`check`](Contents::check). Then there must be no checkpoint: it would overwrite somebody else's data.
    pub fn begin(&self) -> Result<(), StoreError> {
        self.look(|_| true)
    }

    /// It has ended.
    ///
    /// # Errors
    /// As [`check`](Contents::check).
    pub fn end(&self) -> Result<(), StoreError> {
        self.look(|_| false)
    }

    /// Compares both files; `next` maps whether a checkpoint was running to whether one will be.
    fn look(&self, next: impl FnOnce(bool) -> bool) -> Result<(), StoreError> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let file = look(&self.file).map_err(sqlx::Error::Io)?;
        let log = look(&self.log).map_err(sqlx::Error::Io)?;
        let written = next(seen.written);
        seen.spoiled |= !(seen.allows(&file, written) && log.is_later_log_than(&seen.log));
        if seen.spoiled {
            return Err(StoreError::Replaced);
        }
        (seen.file, seen.log, seen.written) = (file, log, written);
        Ok(())
    }
}

impl Seen {
    fn allows(&self, file: &Look, written: bool) -> bool {
        match (self.written, written) {
            (false, _) => *file == self.file,
            (true, true) => self.has_stamp(file),
            // The first page is written first, so an older copy that was put there meanwhile has a smaller counter.
            (true, false) => {
                let changes = |look: &Look| look.number(CHANGES);
                self.has_stamp(file)
                    && changes(file).wrapping_sub(changes(&self.file)) < u32::MAX / 2
            }
        }
    }

    fn has_stamp(&self, file: &Look) -> bool {
        self.stamps.contains(&file.number(STAMP))
    }
}

impl Look {
    fn number(&self, at: usize) -> u32 {
        u32::from_be_bytes([self.head[at], self.head[at + 1], self.head[at + 2], self.head[at + 3]])
    }

    /// A log never shrinks, and when all of it has been copied it restarts in place.
    fn is_later_log_than(&self, then: &Look) -> bool {
        let anew = self.number(BEGUN).wrapping_sub(then.number(BEGUN));
        let same = self.number(0) == then.number(0) && anew < FEW;
        self.bytes >= then.bytes && (then.bytes == 0 || same)
    }
}

/// By a system call: a library that shifts the clock of a process (faketime) also shifts the times of files.
#[cfg(unix)]
fn look(file: &File) -> io::Result<Look> {
    use std::os::unix::fs::FileExt as _;
    let mut head = [0; HEAD];
    file.read_at(&mut head, 0)?;
    let about = rustix::fs::fstat(file)?;
    let changed = (about.st_mtime as i64, about.st_mtime_nsec as i64);
    Ok(Look { bytes: about.st_size as u64, changed, head })
}

/// On other systems this is not checked.
#[cfg(not(unix))]
fn look(_: &File) -> io::Result<Look> {
    Ok(Look { bytes: 0, changed: (0, 0), head: [0; HEAD] })
}
