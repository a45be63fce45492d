//! The lobby's interface to the tables in play.

use std::time::Duration;

use async_trait::async_trait;
use parley::Seat;
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

use super::record::TableRecord;
use crate::ruleset::Announcement;
use crate::wire::{PersonId, Problem, TableId};

/// The tables in play, as the lobby uses them.
#[async_trait]
pub trait LiveTables: Send + Sync + 'static {
    /// Begins play, once the record says that the table is being played. Idempotent.
    async fn begin(&self, record: &TableRecord) -> Result<(), Problem>;

    /// The owner has closed a table that does not end by itself; the record says so.
    async fn close(&self, _record: &TableRecord) -> Result<(), Problem> {
        Ok(())
    }

    /// The status of each of these tables, in their order; `None` for those that have not begun.
    async fn statuses(&self, tables: &[TableId]) -> Result<Vec<Option<TableStatus>>, Problem>;

    /// Whether every person at a table in play is out, and bots play on.
    async fn is_left_to_bots(&self, table: &TableId) -> Result<bool, Problem>;

    /// The status of a table in play as delayed spectators see it.
    async fn watched(&self, table: &TableId) -> Result<TableStatus, Problem>;

    /// What there is to announce of a table from `from` on, as far as spectators may know it now.
    async fn announced(
        &self,
        record: &TableRecord,
        from: NewsPosition,
    ) -> Result<Announced, Problem>;

    /// Broadcasts at which tables something has happened.
    fn table_changes(&self) -> broadcast::Receiver<TableId>;

    /// Broadcasts whose inbox has changed.
    fn inbox_changes(&self) -> broadcast::Receiver<PersonId>;
}

/// A place in what a table has to announce.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
pub struct NewsPosition {
    pub step: u32,
    /// Among the announcements of that step.
    pub item: u16,
}

impl NewsPosition {
    /// After everything.
    pub const LAST: NewsPosition = NewsPosition { step: u32::MAX, item: 0 };
}

/// What a table has to announce.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Announced {
    pub news: Vec<(NewsPosition, Announcement)>,
    /// The position after all that has happened.
    pub end: NewsPosition,
    /// When spectators learn more, if something has happened that they may not know yet.
    pub more_in: Option<Duration>,
}

/// What is known of a table in play without loading the game.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct TableStatus {
    pub round: u16,
    #[serde(default)]
    pub paused: bool,
    /// In seat order.
    pub seats: Vec<SeatStatus>,
}

impl TableStatus {
    pub fn seat(&self, seat: Seat) -> Option<&SeatStatus> {
        self.seats.get(seat.index())
    }
}

/// What is waiting for a seat, and who plays it.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct SeatStatus {
    /// It is this seat's turn or between-turn window.
    #[serde(default)]
    pub awaited: bool,
    #[serde(default)]
    pub deadline: Option<i64>,
    /// How often it became this seat's turn.
    #[serde(default)]
    pub turns: u32,
    /// Proposals that wait for an answer.
    #[serde(default)]
    pub proposals: u16,
    /// Proposals that have ever arrived.
    #[serde(default)]
    pub offers: u32,
    /// Promises that are due or can be paid now, by their numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub due: Vec<u64>,
    /// Promises that have ever fallen due.
    #[serde(default)]
    pub reminders: u32,
    /// Signals that have ever arrived.
    #[serde(default)]
    pub signals: u32,
    #[serde(default)]
    pub relieved: bool,
    #[serde(default)]
    pub timeouts: u8,
    #[serde(default)]
    pub asks_pause: bool,
    /// When any of this last changed. It depends only on what the seat may know.
    #[serde(default)]
    pub at: i64,
}

impl SeatStatus {
    /// Whether it is empty.
    pub fn is_idle(&self) -> bool {
        *self == SeatStatus { at: self.at, ..SeatStatus::default() }
    }
}
