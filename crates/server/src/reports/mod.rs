//! The reports on games between bots that a host has put into a folder.
//!
//! Files are found by listing the folder: nothing that a client sends becomes part of a path.

mod folder;
mod routes;

use std::path::PathBuf;
use std::sync::Arc;

use self::folder::ReportFolder;
use crate::ruleset::{BotReport, Rulesets};
use crate::wire::Problem;
use crate::wire::report::ReportEntry;
use crate::work::Work;

pub use self::routes::routes;

/// The reports that this server shows.
#[derive(Clone)]
pub struct Reports {
    /// `None` if the host shows none.
    folder: Option<Arc<ReportFolder>>,
}

impl Reports {
    pub fn of(folder: Option<PathBuf>, rulesets: Rulesets) -> Reports {
        Reports { folder: folder.map(|path| Arc::new(ReportFolder::new(path, rulesets))) }
    }

    /// All reports, the latest first; one that cannot be read says why.
    ///
    /// # Errors
    /// `unavailable` if too many are being read.
    pub async fn list(&self) -> Result<Vec<ReportEntry>, Problem> {
        let Some(folder) = self.folder.clone() else { return Ok(Vec::new()) };
        Work::Reports.run(move || folder.list()).await
    }

    /// One report.
    ///
    /// # Errors
    /// `not_found` if there is none of that name, `invalid` if it cannot be read.
    pub async fn find(&self, name: String) -> Result<BotReport, Problem> {
        let folder = self.folder.clone().ok_or_else(|| Problem::not_found("report"))?;
        Work::Reports.run(move || folder.find(&name)).await?
    }
}
