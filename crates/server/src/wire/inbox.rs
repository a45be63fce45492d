//! What is waiting for a person, over all their tables.

use parley::Seat;
use schemars::JsonSchema;
use serde::Serialize;

use super::daily::Day;
use super::game::RulesetName;
use super::table::{Standing, TableId};

/// What is waiting for the signed-in person.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Inbox {
    /// Your tables: those waiting for you first, then by the latest activity.
    pub tables: Vec<Waiting>,
}

/// Your part in a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Waiting {
    pub table: TableId,
    pub ruleset: RulesetName,
    pub standing: Standing,
    pub title: String,
    /// The id of its map, or the name of a custom one.
    pub map: Option<String>,
    /// What the other seats are called, in seat order; free ones are left out.
    pub others: Vec<String>,
    /// The day, if it is your try at a daily table.
    pub daily: Option<Day>,
    pub seat: Option<Seat>,
    /// 0 before the start, and if you may not see the table or see it with a delay.
    pub round: u16,
    /// Whether it is your turn or your between-turn window.
    pub your_turn: bool,
    /// The deadline, in milliseconds since 1970.
    pub deadline: Option<i64>,
    /// Proposals waiting for your response.
    pub proposals: u16,
    /// Promises by or to you that are due, or debts without a date that can be paid now.
    pub due: u16,
    /// Signals that you have not seen.
    pub signals: u16,
    /// The time of the latest activity that you may know of, in milliseconds since 1970.
    pub at: i64,
}
