//! How often each seat wins.

use serde::Serialize;

use crate::wilson;

/// How far from fair a seat's share of wins may be among bots of a kind, as a part of the fair share.
pub fn fair_limit(bot: &str) -> f64 {
    if bot == "envoy" { 0.10 } else { 0.15 }
}

/// The wins of each seat among bots of one kind.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatShares {
    pub bot: String,
    pub games: u64,
    pub seats: Vec<SeatShare>,
    /// How far the seat that is furthest from its fair share is from it, as a part of that share.
    pub worst: f64,
    /// How far it may be.
    pub limit: f64,
}

/// A seat's share of all wins, with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SeatShare {
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

impl SeatShares {
    pub(super) fn new(bot: &str, games: u64, wins: &[f64]) -> SeatShares {
        let (played, seats) = (games as f64, wins.len() as f64);
        let share = |&wins: &f64| {
            let (low, high) = wilson::interval(wins, played);
            SeatShare { share: wins / played, low, high }
        };
        let deviation = |wins: &f64| (wins / played * seats - 1.0).abs();
        SeatShares {
            bot: bot.to_owned(),
            games,
            seats: wins.iter().map(share).collect(),
            worst: wins.iter().map(deviation).fold(0.0, f64::max),
            limit: fair_limit(bot),
        }
    }

    /// Whether every seat's share is within the limit.
    pub fn is_fair(&self) -> bool {
        self.worst <= self.limit
    }
}
