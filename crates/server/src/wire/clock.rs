//! Time limits.

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The clock of a table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "pace", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClockSettings {
    /// Nobody is hurried.
    #[default]
    None,
    /// Everybody is at the table. What a turn takes beyond its time comes out of the bank.
    Live {
        /// 10 to 3600.
        #[serde(default = "turn_seconds")]
        #[schemars(range(min = 10, max = 3600))]
        turn_seconds: u32,
        /// For the between-turn window, 5 to 3600.
        #[serde(default = "window_seconds")]
        #[schemars(range(min = 5, max = 3600))]
        window_seconds: u32,
        /// For the whole game, 0 to 36000.
        #[serde(default = "bank_seconds")]
        #[schemars(range(min = 0, max = 36000))]
        bank_seconds: u32,
    },
    /// By post: a move when one gets to it.
    Post {
        /// 1 to 336.
        #[serde(default = "turn_hours")]
        #[schemars(range(min = 1, max = 336))]
        turn_hours: u32,
        /// For the between-turn window, 1 to 336.
        #[serde(default = "window_hours")]
        #[schemars(range(min = 1, max = 336))]
        window_hours: u32,
    },
}

fn turn_seconds() -> u32 {
    120
}

fn window_seconds() -> u32 {
    45
}

fn bank_seconds() -> u32 {
    300
}

fn turn_hours() -> u32 {
    24
}

fn window_hours() -> u32 {
    12
}

/// What the clock shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ClockFace {
    /// Whose time runs.
    pub seat: Seat,
    pub stage: Stage,
    /// When a caretaker takes over, in milliseconds since 1970, the bank included; none while paused.
    pub deadline: Option<i64>,
    /// What is left of that seat's bank when the turn's own time is up, in milliseconds.
    pub bank_ms: i64,
    /// The server's time when it said so, to measure the deadline by.
    pub now: i64,
}

/// What somebody has time for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    Turn,
    /// The between-turn window.
    Window,
}
