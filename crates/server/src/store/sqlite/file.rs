//! The file itself: who may have it, and whether it is still the one that was opened.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::store::StoreError;

/// A database file and its write-ahead log, as they were when they were opened.
pub(super) struct DatabaseFile {
    path: PathBuf,
    opened: Vec<(PathBuf, Identity)>,
}

/// Tells a file from another one at the same path.
type Identity = (u64, u64);

impl DatabaseFile {
    /// To be called when the database is open, so that both files are there.
    pub fn opened(path: &Path) -> io::Result<DatabaseFile> {
        // The folder may change under a process that was started with a relative path.
        let path = fs::canonicalize(path)?;
        let opened = [path.clone(), beside(&path, "-wal")]
            .into_iter()
            .map(|path| identity(&path).map(|identity| (path, identity)));
        Ok(DatabaseFile { opened: opened.collect::<io::Result<_>>()?, path })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// # Errors
    /// If a file was deleted or replaced: what is written would be found by no other process.
    pub fn check(&self) -> Result<(), StoreError> {
        let same =
            |(path, then): &(PathBuf, Identity)| identity(path).is_ok_and(|now| now == *then);
        if self.opened.iter().all(same) { Ok(()) } else { Err(StoreError::Replaced) }
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(path).map(|file| (file.dev(), file.ino()))
}

/// Elsewhere a file that is open can be neither deleted nor replaced.
#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<Identity> {
    fs::metadata(path).map(|_| (0, 0))
}

/// A server's claim to a file; it ends with the process, however that ends.
pub(super) struct Claim {
    _lock: File,
}

impl Claim {
    /// # Errors
    /// [`StoreError::InUse`] if another server has the file.
    pub fn take(path: &Path) -> Result<Claim, StoreError> {
        // Beside the file: closing any handle to the file itself would release SQLite's own locks.
        let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let lock = File::create(beside(&whole, "-lock")).map_err(sqlx::Error::Io)?;
        match lock.try_lock() {
            Ok(()) => Ok(Claim { _lock: lock }),
            Err(TryLockError::WouldBlock) => {
                Err(StoreError::InUse(format!("`{}`", path.display())))
            }
            Err(TryLockError::Error(error)) => Err(sqlx::Error::Io(error).into()),
        }
    }
}

pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
