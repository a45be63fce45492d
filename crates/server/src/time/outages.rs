//! Outages: intervals in which no server was running. They are charged to nobody.

use serde::{Deserialize, Serialize};

/// How many are kept individually: no running clock began before the first of them.
const MOST: usize = 64;

/// Outages in order, not overlapping. Times are milliseconds since 1970.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Outages {
    /// The total length of those that are no longer listed.
    #[serde(default)]
    forgotten: i64,
    #[serde(default)]
    spans: Vec<(i64, i64)>,
}

impl Outages {
    /// `at` in served time, which stands still during outages.
    pub fn served(&self, at: i64) -> i64 {
        let begun = self.spans.iter().take_while(|(from, _)| *from < at);
        let lost: i64 = begun.map(|(from, to)| at.min(*to) - from).sum();
        at - self.forgotten - lost
    }

    /// The first time at which the served time is `served`.
    pub fn when(&self, served: i64) -> i64 {
        let mut at = served.saturating_add(self.forgotten);
        for (from, to) in &self.spans {
            if at <= *from {
                break;
            }
            at = at.saturating_add(to - from);
        }
        at
    }

    /// Adds an outage, which comes after all others.
    pub fn add(&mut self, from: i64, to: i64) {
        let from = self.spans.last().map_or(from, |(_, last)| from.max(*last));
        if from < to {
            self.spans.push((from, to));
        }
        if self.spans.len() > MOST {
            let (from, to) = self.spans.remove(0);
            self.forgotten += to - from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> Outages {
        let mut outages = Outages::default();
        outages.add(100, 150);
        outages.add(200, 1_000);
        outages
    }

    #[test]
    fn served_time_stands_still_in_an_outage() {
        let outages = two();
        let served = [90, 100, 120, 150, 160, 200, 600, 1_000, 1_001].map(|at| outages.served(at));
        assert_eq!(served, [90, 100, 100, 100, 110, 150, 150, 150, 151]);
    }

    #[test]
    fn what_is_due_while_nobody_is_there_is_due_when_it_began() {
        let outages = two();
        let times = [90, 100, 101, 150, 151].map(|served| outages.when(served));
        assert_eq!(times, [90, 100, 151, 200, 1_001]);
    }

    #[test]
    fn what_is_forgotten_does_not_move_the_time_after_it() {
        let mut outages = Outages::default();
        for n in 0..MOST as i64 + 10 {
            outages.add(n * 100, n * 100 + 10);
        }
        assert_eq!(outages.spans.len(), MOST);
        let end = (MOST as i64 + 10) * 100;
        assert_eq!(outages.served(end), end - (MOST as i64 + 10) * 10);
        assert_eq!(outages.when(outages.served(end)), end);
    }
}
