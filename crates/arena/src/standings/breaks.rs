//! What a broken word gained and cost.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::watch::{BreakKind, BreakRow, Deviation, ROUNDS_AFTER, WorthAfter};

/// A mean with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeanInterval {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

/// All breaks of one kind.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BreakSummary {
    pub kind: BreakKind,
    pub breaks: u64,
    /// How the breaker's share of power has changed since the break, after 0 to 5 rounds, in percentage points.
    pub breaker: Vec<MeanInterval>,
    pub victim: Vec<MeanInterval>,
    /// Who gained, of the breaks that have a victim.
    pub deviations: BTreeMap<Deviation, u64>,
}

/// Sums over the breaks of one kind.
#[derive(Clone, Default)]
pub(super) struct BreakSums {
    breaks: u64,
    breaker: ChangeSums,
    victim: ChangeSums,
    deviations: BTreeMap<Deviation, u64>,
}

impl BreakSums {
    pub(super) fn add(&mut self, row: &BreakRow) {
        self.breaks += 1;
        self.breaker.add(&row.worth);
        if let Some(victim) = &row.victim_worth {
            self.victim.add(victim);
            *self.deviations.entry(Deviation::of(&row.worth, victim)).or_default() += 1;
        }
    }

    pub(super) fn summary(&self, kind: BreakKind) -> BreakSummary {
        BreakSummary {
            kind,
            breaks: self.breaks,
            breaker: self.breaker.means(),
            victim: self.victim.means(),
            deviations: self.deviations.clone(),
        }
    }
}

/// Integers, so that the order in which breaks are added does not matter.
#[derive(Clone, Default)]
struct ChangeSums {
    count: i64,
    sums: [i64; ROUNDS_AFTER + 1],
    squares: [i64; ROUNDS_AFTER + 1],
}

impl ChangeSums {
    fn add(&mut self, worth: &WorthAfter) {
        self.count += 1;
        for ((sum, square), later) in self.sums.iter_mut().zip(&mut self.squares).zip(worth) {
            let change = i64::from(*later) - i64::from(worth[0]);
            *sum += change;
            *square += change * change;
        }
    }

    fn means(&self) -> Vec<MeanInterval> {
        let count = self.count.max(1) as f64;
        let sums = self.sums.iter().zip(&self.squares);
        sums.map(|(sum, square)| {
            // In percentage points; the sums are in hundredths.
            let mean = *sum as f64 / count / 100.0;
            let variance = (*square as f64 / count / 1e4 - mean * mean).max(0.0);
            let reach = 1.96 * (variance / count).sqrt();
            MeanInterval { mean, low: mean - reach, high: mean + reach }
        })
        .collect()
    }
}
