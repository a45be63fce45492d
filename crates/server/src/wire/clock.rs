//! Time limits.

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The clock of a table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "pace", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClockSettings {
    /// No time limit.
    #[default]
    None,
    /// Everybody is present. A turn that exceeds its time uses up the bank.
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
    /// By correspondence: players move when they find the time.
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

/// The state of a running clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ClockFace {
    /// The seat whose time is running.
    pub seat: Seat,
    pub stage: Stage,
    /// When the caretaker takes over, including the bank, in milliseconds since 1970; `null` while paused.
    pub deadline: Option<i64>,
    /// What remains in that seat's bank when the time of the turn itself is up, in milliseconds.
    pub bank_ms: i64,
    /// The server's time when this was sent, in milliseconds since 1970; compare the deadline with it.
    pub now: i64,
}

/// What a seat's time is running for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    Turn,
    /// The between-turn window.
    Window,
}
