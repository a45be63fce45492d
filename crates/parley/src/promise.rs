//! Promises that the engine does not enforce, but records.

use serde::{Deserialize, Serialize};

/// What became of a promise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Faith {
    /// Its time has not come.
    Pending,
    Kept,
    Broken,
    /// It could no longer be kept or broken.
    Void,
}
