//! Exports: everything as lines of JSON, to move it to another store or to archive it.
//!
//! The first line has the format. Then come people, their keys, and tables, each table followed by its steps. The
//! last line has the number of lines before it. Secrets are hashed here as everywhere.

mod export;
mod import;
pub(crate) mod line;

use std::io;

use super::StoreError;
pub(crate) use export::ORDER;
pub use export::export;
pub use import::{Imported, import};

/// Why an export or import failed.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the file could not be read or written: {0}")]
    File(#[from] io::Error),
    #[error("there is no table `{0}`")]
    NoTable(String),
    #[error("this is not an export: its first line should have the format")]
    NoExport,
    #[error(
        "the export has format {0}, which is unknown here; it was written by a newer version of this program"
    )]
    Version(u32),
    #[error("line {line}: {reason}")]
    Line { line: usize, reason: String },
    #[error(
        "the export ends too early; what was complete is imported, and the rest can be imported again"
    )]
    Cut,
}
