//! Games that are recorded elsewhere: whether a table takes posts, and reports that a player brings.

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The longest short key.
pub const SHORT_KEY: usize = 16;
/// The largest report that is read.
pub const LARGEST_REPORT: usize = 1 << 20;
/// The longest name of a game that is fetched.
pub const GAME_NAME: usize = 60;

/// What kind of key is wanted.
#[derive(Clone, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ArmFeed {
    /// The public key of a program that cannot be given another, such as `buddy`; without one the server makes a
    /// key that nobody can guess.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = SHORT_KEY))]
    pub short_key: Option<String>,
}

/// Whether a table takes posts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct FeedStatus {
    pub armed: bool,
    /// The short key, or a key that was just made: it is shown once.
    pub key: Option<String>,
    /// The address to post to, after that of the server.
    pub path: Option<String>,
    /// Since when, in milliseconds since 1970.
    pub since: Option<i64>,
}

/// A report of a game elsewhere: its text, or the name of a game to fetch.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportReport {
    /// Where it comes from, such as `asyncti4`.
    #[schemars(length(max = 40))]
    pub source: String,
    /// The report itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LARGEST_REPORT))]
    pub text: Option<String>,
    /// The name of the game, if the server is to fetch it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = GAME_NAME))]
    pub game: Option<String>,
    /// Which of your seats records it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// What became of a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ImportedReport {
    /// Whether it said anything new.
    pub changed: bool,
}
