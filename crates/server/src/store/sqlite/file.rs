//! The database file: who may use it, and whether it is still the one that was opened.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::store::StoreError;

/// A database file and its write-ahead log, as they were when they were opened.
pub(super) struct DatabaseFile {
    path: PathBuf,
    opened: Vec<(PathBuf, Identity)>,
}

/// Distinguishes a file from another one at the same path.
type Identity = (u64, u64);

impl DatabaseFile {
    /// Must be called when the database is open, so that both files exist.
    pub fn opened(path: &Path) -> io::Result<DatabaseFile> {
        // The working directory of a process that was started with a relative path may change.
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
    /// If a file was deleted or replaced: no other process would find what is written.
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

/// On other systems an open file can be neither deleted nor replaced.
#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<Identity> {
    fs::metadata(path).map(|_| (0, 0))
}

/// Creates the file if it does not exist. Its log gets the same permissions.
pub(super) fn make(path: &Path) {
    if path.exists() {
        return;
    }
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // It contains secrets: seeds of games, and hashes of passwords.
        options.mode(0o600);
    }
    // If it cannot be created, SQLite says why.
    let _ = options.open(path);
}

/// A server's lock on a file; it is released when the process ends, however that happens.
pub(super) struct FileClaim {
    _beside: File,
    _itself: Option<File>,
}

impl FileClaim {
    /// Must be taken before SQLite opens the file, which is created if it does not exist.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if another server has the file open.
    pub fn take(path: &Path) -> Result<FileClaim, StoreError> {
        let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let lock = File::create(beside(&whole, "-lock")).map_err(sqlx::Error::Io)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(in_use(path)),
            Err(TryLockError::Error(error)) => return Err(sqlx::Error::Io(error).into()),
        }
        make(path);
        Ok(FileClaim { _beside: lock, _itself: lock_itself(path)? })
    }
}

fn in_use(path: &Path) -> StoreError {
    StoreError::InUse(format!("`{}`", path.display()))
}

/// A lock on the file itself, which covers its other names (hard links, mounts) as well; SQLite would keep a separate
/// log for each name. `None` where there is no such lock.
///
/// Closing any handle to the file releases SQLite's own locks, so this handle stays open as long as the store. On
/// Linux the two kinds of locks (`flock` and `fcntl`) are independent. On other systems, and on network file systems,
/// this one would block SQLite.
#[cfg(target_os = "linux")]
fn lock_itself(path: &Path) -> Result<Option<File>, StoreError> {
    // NFS, three kinds of SMB, and 9P.
    const ELSEWHERE: [u32; 5] = [0x6969, 0x517b, 0xff53_4d42, 0xfe53_4d42, 0x0102_1997];
    let Ok(file) = File::open(path) else { return Ok(None) };
    let here = rustix::fs::fstatfs(&file).is_ok_and(|on| !ELSEWHERE.contains(&(on.f_type as u32)));
    match here.then(|| file.try_lock()) {
        Some(Ok(())) => Ok(Some(file)),
        Some(Err(TryLockError::WouldBlock)) => Err(in_use(path)),
        Some(Err(TryLockError::Error(_))) | None => Ok(None),
    }
}

#[cfg(not(target_os = "linux"))]
fn lock_itself(_: &Path) -> Result<Option<File>, StoreError> {
    Ok(None)
}

pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
