//! The reports that a host shows.

use schemars::JsonSchema;
use serde::Serialize;

/// A report in the host's folder.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ReportEntry {
    /// The name of its file, without `.json`.
    pub name: String,
    /// When the file was written, in milliseconds since 1970.
    pub written_at: i64,
    pub games: u64,
    /// The bots in it, the best first; empty if it cannot be read.
    #[schemars(length(max = 64))]
    pub bots: Vec<String>,
    /// Why it cannot be read, as a sentence.
    pub fault: Option<String>,
}
