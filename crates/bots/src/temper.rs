//! How somebody talks.

use serde::{Deserialize, Serialize};

/// How somebody talks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Temper {
    Courteous,
    Sly,
    Bitter,
    Stern,
    Busy,
}
