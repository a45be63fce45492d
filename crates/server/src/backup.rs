//! Copies a SQLite database, even while a server writes to it.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use sqlx::ConnectOptions as _;
use tempfile::NamedTempFile;

use crate::doctor::{Doctor, DoctorReport, to_read};
use crate::store::StoreError;
use crate::store::address::{self, StoreAddress};
use crate::store::transfer::TransferError;
use crate::table::GameHosts;

/// Why a backup could not be made.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error(
        "PostgreSQL has a tool of its own for this: `pg_dump --format=custom --file={} DATABASE`",
        .0.display()
    )]
    Postgres(PathBuf),
    #[error("`{}` exists and is not overwritten; choose another name", .0.display())]
    Exists(PathBuf),
    #[error("`{}` cannot be written: {error}", .path.display())]
    File { path: PathBuf, error: io::Error },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the copy could not be made: {0}")]
    Copy(#[source] sqlx::Error),
    #[error("the copy could not be checked: {0}")]
    Check(#[source] TransferError),
    #[error("the copy is damaged, and was deleted: {0}")]
    Unsound(String),
}

/// Copies the database as it is at one moment to a new file, and checks the copy. The file gets its name only when it
/// is complete and on disk.
///
/// # Errors
/// If it is not a SQLite file, if `to` exists, or if the copy cannot be made. Then no file is left behind.
pub async fn backup(
    hosts: &GameHosts,
    address: &str,
    to: &Path,
) -> Result<DoctorReport, BackupError> {
    let from = match address::place(address)? {
        StoreAddress::File(path) => path,
        StoreAddress::Server(_) => return Err(BackupError::Postgres(to.to_owned())),
        StoreAddress::Memory => {
            return Err(address::sentence(
                "an in-memory database cannot be read by another program",
            )
            .into());
        }
    };
    if to.exists() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let unwritten = |error| BackupError::File { path: to.to_owned(), error };
    let folder = to.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let copy = NamedTempFile::new_in(folder).map_err(unwritten)?;
    write(&from, copy.path()).await?;
    // SQLite does not sync such a copy to disk.
    copy.as_file().sync_all().map_err(unwritten)?;
    let report = check(hosts, copy.path()).await?;
    copy.persist_noclobber(to).map_err(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists => BackupError::Exists(to.to_owned()),
        _ => unwritten(error.error),
    })?;
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(unwritten)?;
    Ok(report)
}

async fn write(from: &Path, to: &Path) -> Result<(), BackupError> {
    let connected = to_read(from).connect().await;
    let mut on = connected.map_err(|error| address::unusable(from, &error))?;
    let to =
        to.to_str().ok_or_else(|| address::sentence("the path of the copy is not valid UTF-8"))?;
    let copied = sqlx::query("VACUUM INTO $1").bind(to).execute(&mut on).await;
    copied.map_err(BackupError::Copy).map(drop)
}

/// The copy has the faults of the database; only a fault of the copied file itself is an error of the backup.
async fn check(hosts: &GameHosts, copy: &Path) -> Result<DoctorReport, BackupError> {
    let doctor = Doctor::open(&format!("sqlite:{}", copy.display())).await?;
    let report = doctor.examine(hosts, None, &mut |_| {}).await.map_err(BackupError::Check)?;
    match report.faults.iter().find(|fault| fault.of == "file") {
        Some(fault) => Err(BackupError::Unsound(fault.what.clone())),
        None => Ok(report),
    }
}
