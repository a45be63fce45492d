//! What is reported of one bot.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::report::{RatingInterval, ShareInterval};
use crate::watch::SeatDeals;

/// One bot over all its seats and games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotStanding {
    pub name: String,
    /// Rows: seats times games.
    pub seats_played: u64,
    /// The share of these that won; a shared win counts as its fraction.
    pub wins: ShareInterval,
    pub bradley_terry: RatingInterval,
    pub weng_lin: RatingInterval,
    /// In percent.
    pub mean_score: f64,
    pub mean_place: f64,
    pub by_seat: Vec<SeatWins>,
    pub by_map: BTreeMap<String, ShareInterval>,
    pub deals: BTreeMap<String, DealTotals>,
    /// The share of its agreements that it kept, of those and the ones that it broke by card or by an early attack.
    pub word_kept: ShareInterval,
    /// Broken words, in the order of [`BreakKind::ALL`](crate::BreakKind::ALL).
    pub broken: [u64; 3],
    pub suffered: [u64; 3],
    pub talk: TalkTotals,
    pub thinking: ThinkingCost,
    /// Moves that a caretaker made, because the program did not.
    #[serde(default, skip_serializing_if = "is_none")]
    pub forfeits: u64,
}

fn is_none(count: &u64) -> bool {
    *count == 0
}

/// Wins from one seat of tables with so many.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatWins {
    pub seats: u8,
    pub seat: u8,
    pub wins: ShareInterval,
}

/// Deals of one kind, over many games; see [`SeatDeals`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DealTotals {
    pub offered: u64,
    pub accepted: u64,
    pub declined: u64,
    pub lapsed: u64,
    pub voided: u64,
    pub received: u64,
    pub signed: u64,
    pub kept: u64,
    pub broken: u64,
    pub betrayed: u64,
}

impl DealTotals {
    pub(super) fn count(&mut self, deals: &SeatDeals) {
        let SeatDeals {
            offered,
            accepted,
            declined,
            lapsed,
            voided,
            received,
            signed,
            kept,
            broken,
            betrayed,
        } = *deals;
        let sums = [
            (&mut self.offered, offered),
            (&mut self.accepted, accepted),
            (&mut self.declined, declined),
            (&mut self.lapsed, lapsed),
            (&mut self.voided, voided),
            (&mut self.received, received),
            (&mut self.signed, signed),
            (&mut self.kept, kept),
            (&mut self.broken, broken),
            (&mut self.betrayed, betrayed),
        ];
        sums.into_iter().for_each(|(sum, more)| *sum += u64::from(more));
    }

    pub(super) fn merge(&mut self, other: &DealTotals) {
        self.offered += other.offered;
        self.accepted += other.accepted;
        self.declined += other.declined;
        self.lapsed += other.lapsed;
        self.voided += other.voided;
        self.received += other.received;
        self.signed += other.signed;
        self.kept += other.kept;
        self.broken += other.broken;
        self.betrayed += other.betrayed;
    }
}

/// What a bot said, and what came of it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TalkTotals {
    pub words: u64,
    pub promises_kept: u64,
    pub promises_broken: u64,
    pub promises_void: u64,
    /// Statements about deals in force that were true, and that were false.
    pub claims_right: u64,
    pub claims_wrong: u64,
}

impl TalkTotals {
    /// The share of what could be checked that was true.
    pub fn truth(&self) -> ShareInterval {
        let right = self.promises_kept + self.claims_right;
        let all = right + self.promises_broken + self.claims_wrong;
        ShareInterval::new(right as f64, all, 0.0)
    }
}

/// What its decisions cost on the machine that it was run on.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThinkingCost {
    pub decisions: u64,
    /// The median over seats and games, so that a game which the machine interrupted does not count for more.
    pub microseconds_each: f64,
}
