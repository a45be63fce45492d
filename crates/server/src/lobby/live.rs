//! What the lobby asks of the tables in play.

use async_trait::async_trait;
use parley::Seat;
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

use super::record::TableRecord;
use crate::wire::{PersonId, Problem, TableId};

#[async_trait]
pub trait LiveTables: Send + Sync + 'static {
    /// Begins play: the record says that the table is being played. To be asked twice does no harm.
    async fn begin(&self, record: &TableRecord) -> Result<(), Problem>;

    /// The owner has ended a table that does not end by itself; the record says so.
    async fn close(&self, _record: &TableRecord) -> Result<(), Problem> {
        Ok(())
    }

    /// Where each of these tables stands, in their order; nothing for those that are not begun.
    async fn statuses(&self, tables: &[TableId]) -> Result<Vec<Option<TableStatus>>, Problem>;

    /// Where a table that is being played stands, as those see it who look on some time later.
    async fn watched(&self, table: &TableId) -> Result<TableStatus, Problem>;

    /// Whose inbox has changed.
    fn inbox_changes(&self) -> broadcast::Receiver<PersonId>;
}

/// What is known of a table in play without looking at the game.
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

/// What waits for a seat, and how it is played.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct SeatStatus {
    /// It is this seat's turn or between-turn window.
    #[serde(default)]
    pub awaited: bool,
    #[serde(default)]
    pub deadline: Option<i64>,
    /// How often it came to be awaited.
    #[serde(default)]
    pub turns: u32,
    /// Proposals that wait for an answer.
    #[serde(default)]
    pub proposals: u16,
    /// Proposals that ever came.
    #[serde(default)]
    pub offers: u32,
    /// Signals that ever came.
    #[serde(default)]
    pub signals: u32,
    #[serde(default)]
    pub relieved: bool,
    #[serde(default)]
    pub timeouts: u8,
    #[serde(default)]
    pub asks_pause: bool,
    /// When any of this last changed. It tells nothing of what the seat may not know.
    #[serde(default)]
    pub at: i64,
}

impl SeatStatus {
    /// Whether there is nothing to say of it.
    pub fn is_idle(&self) -> bool {
        *self == SeatStatus { at: self.at, ..SeatStatus::default() }
    }
}
