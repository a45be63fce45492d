//! Whether somebody else has written into the file, which is the same one then and has other contents.
//!
//! A server has the file for itself, and only its checkpoints write into it. Between two of them not even its time
//! may change. While one is at work it still has this server's mark at its beginning.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::file::beside;
use crate::store::StoreError;

/// What both files begin with: the file with a header of this size, the log with a smaller one.
const HEAD: usize = 100;
/// Where the header of the file counts the changes of its first page.
const CHANGES: usize = 24;
/// Where it has `user_version`, which is ours to use.
const MARK: usize = 60;
/// Where the header of the log counts, from any number on, how often the log was begun anew.
const BEGUN: usize = 16;
/// It is begun anew once between two looks, and a log from elsewhere counts from elsewhere.
const FEW: u32 = 1000;

/// The file and its log, as they were when they were last looked at.
pub(super) struct Contents {
    /// Both stay open: SQLite loses its locks when any handle to the file is closed.
    file: File,
    log: File,
    seen: Mutex<Seen>,
}

struct Seen {
    file: Look,
    log: Look,
    /// The mark of this server, and the one that was there when it began: another program that looks at the
    /// database for long may keep the new one in the log.
    marks: [u32; 2],
    /// Whether a checkpoint is at work.
    written: bool,
    /// Once is for good.
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
    /// To be called when nobody writes yet; `mark` is what the file has been marked with.
    pub fn opened(path: &Path, mark: u32) -> io::Result<Contents> {
        let (file, log) = (File::open(path)?, File::open(beside(path, "-wal"))?);
        let (at_first, log_at_first) = (look(&file)?, look(&log)?);
        let marks = [mark, at_first.number(MARK)];
        let (written, spoiled) = (false, false);
        let seen = Seen { file: at_first, log: log_at_first, marks, written, spoiled };
        Ok(Contents { file, log, seen: Mutex::new(seen) })
    }

    /// # Errors
    /// [`StoreError::Replaced`] from the moment on at which somebody else has written.
    pub fn check(&self) -> Result<(), StoreError> {
        self.look(|written| written)
    }

    /// A checkpoint begins.
    ///
    /// # Errors
    /// As [`check`](Contents::check). Then there must be none: it would be written into what is not ours.
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

    /// Looks at both files; `next` says whether they are going to be written, from whether they were.
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
            (true, true) => self.has_mark(file),
            // Its first page is written first, so that an older copy, put there meanwhile, shows.
            (true, false) => {
                let changes = |look: &Look| look.number(CHANGES);
                self.has_mark(file)
                    && changes(file).wrapping_sub(changes(&self.file)) < u32::MAX / 2
            }
        }
    }

    fn has_mark(&self, file: &Look) -> bool {
        self.marks.contains(&file.number(MARK))
    }
}

impl Look {
    fn number(&self, at: usize) -> u32 {
        u32::from_be_bytes([self.head[at], self.head[at + 1], self.head[at + 2], self.head[at + 3]])
    }

    /// A log never gets shorter, and when all of it is in the file it is begun anew in its place.
    fn is_later_log_than(&self, then: &Look) -> bool {
        let anew = self.number(BEGUN).wrapping_sub(then.number(BEGUN));
        let same = self.number(0) == then.number(0) && anew < FEW;
        self.bytes >= then.bytes && (then.bytes == 0 || same)
    }
}

/// By the system itself: a library that shifts the clock of a process shifts the times of files, too.
#[cfg(unix)]
fn look(file: &File) -> io::Result<Look> {
    use std::os::unix::fs::FileExt as _;
    let mut head = [0; HEAD];
    file.read_at(&mut head, 0)?;
    let about = rustix::fs::fstat(file)?;
    let changed = (about.st_mtime as i64, about.st_mtime_nsec as i64);
    Ok(Look { bytes: about.st_size as u64, changed, head })
}

/// Elsewhere nobody looks.
#[cfg(not(unix))]
fn look(_: &File) -> io::Result<Look> {
    Ok(Look { bytes: 0, changed: (0, 0), head: [0; HEAD] })
}
