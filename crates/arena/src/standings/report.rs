//! The report on a league.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::bot::{BotStanding, DealTotals};
use super::breaks::BreakSummary;
use crate::league::LeaguePlan;
use crate::wilson;

/// Everything that is reported, for programs and for the page.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeagueReport {
    /// Of each file that the report was made from. They are not read again from a written report.
    #[serde(skip_deserializing)]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub plans: Vec<LeaguePlan>,
    pub games: u64,
    /// The best first, by Bradley–Terry.
    pub bots: Vec<BotStanding>,
    /// `meetings[a][b]`: how often bot `a` finished ahead of bot `b`, in the order of `bots`.
    pub meetings: Vec<Vec<Meeting>>,
    /// The win share of every seat, whoever sat there, by table.
    pub tables: Vec<TableShares>,
    pub deals: BTreeMap<String, DealTotals>,
    /// Tactical cards played and templates said, by id.
    pub tactics: BTreeMap<String, u64>,
    pub said: BTreeMap<String, u64>,
    /// `betrayals[a][b]`: words that `a` has broken to `b`, in the order of [`BreakKind::ALL`](crate::BreakKind::ALL).
    pub betrayals: Vec<Vec<[u64; 3]>>,
    pub breaks: Vec<BreakSummary>,
    pub welfare: Welfare,
    /// Games by how they ended.
    pub endings: BTreeMap<String, u64>,
    pub mean_rounds: f64,
}

/// A share with its 95 % interval, and the share that would be fair.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShareInterval {
    pub rate: f64,
    pub low: f64,
    pub high: f64,
    pub fair: f64,
    pub trials: u64,
}

impl ShareInterval {
    /// `hits` in `trials`, where `fair` is the sum of the fair shares.
    pub fn new(hits: f64, trials: u64, fair: f64) -> ShareInterval {
        let (low, high) = wilson::interval(hits, trials as f64);
        let of = |sum: f64| if trials == 0 { 0.0 } else { sum / trials as f64 };
        ShareInterval { rate: of(hits), low, high, fair: of(fair), trials }
    }

    /// The share itself, if there was anything to share.
    pub fn known(&self) -> Option<f64> {
        (self.trials > 0).then_some(self.rate)
    }

    /// How many times its fair share this is, with its interval.
    pub fn ratio(&self) -> (f64, f64, f64) {
        let times = |share: f64| if self.fair == 0.0 { 0.0 } else { share / self.fair };
        (times(self.rate), times(self.low), times(self.high))
    }
}

/// A rating with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingInterval {
    pub rating: f64,
    pub low: f64,
    pub high: f64,
}

/// Two bots at one table: pairs of their seats, and in how many the first finished ahead; a tie is half.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Meeting {
    pub pairs: u64,
    pub ahead: f64,
}

/// Who wins from which seat of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableShares {
    pub map: String,
    pub seats: u8,
    pub games: u64,
    pub by_seat: Vec<ShareInterval>,
}

/// How the table as a whole fares.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Welfare {
    /// The geometric mean of the seats' mean shares of power, times the seats: 1 if all were equally strong all the time.
    pub nash: f64,
    /// The share of a game's rounds that a seat survives.
    pub lived: f64,
    /// The share of games that end in a shared victory.
    pub shared_victories: f64,
    /// Troops that a seat loses per round.
    pub troops_lost: f64,
}
