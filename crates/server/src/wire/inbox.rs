//! What is waiting for a person, over all their tables.

use parley::Seat;
use schemars::JsonSchema;
use serde::Serialize;

use super::game::RulesetName;
use super::table::{Standing, TableId};

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Inbox {
    /// One's tables: those that wait come first, then the latest.
    pub tables: Vec<Waiting>,
}

/// One's own part in a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Waiting {
    pub table: TableId,
    pub ruleset: RulesetName,
    pub standing: Standing,
    pub title: String,
    pub seat: Option<Seat>,
    /// 0 before the start, and where you may not see the table or see it later.
    pub round: u16,
    /// It is your turn, or your between-turn window.
    pub your_turn: bool,
    /// When it ends, in milliseconds since 1970.
    pub deadline: Option<i64>,
    /// Proposals that wait for your answer.
    pub proposals: u16,
    /// Signals that came since you last looked.
    pub signals: u16,
    /// When anything last happened that you know of, in milliseconds since 1970.
    pub at: i64,
}
