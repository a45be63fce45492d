//! How long games last.

use serde::Serialize;

/// The rounds that games took. A percentile is the length that so many games did not exceed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rounds {
    pub mean: f64,
    pub median: u64,
    pub p10: u64,
    pub p90: u64,
    pub p99: u64,
    pub least: u64,
    pub most: u64,
}

impl Rounds {
    /// From the number of games of each length.
    pub(crate) fn of(lengths: &[u64]) -> Rounds {
        let games: u64 = lengths.iter().sum();
        let total: u64 = lengths.iter().zip(0..).map(|(count, rounds)| count * rounds).sum();
        let percentile = |percent: u64| nth(lengths, (games * percent).div_ceil(100));
        Rounds {
            mean: total as f64 / games.max(1) as f64,
            median: percentile(50),
            p10: percentile(10),
            p90: percentile(90),
            p99: percentile(99),
            least: nth(lengths, 1),
            most: nth(lengths, games),
        }
    }
}

/// The length of the `n`th shortest game.
fn nth(lengths: &[u64], n: u64) -> u64 {
    let mut seen = 0;
    let found = lengths.iter().position(|count| {
        seen += count;
        seen >= n.max(1)
    });
    found.unwrap_or(0) as u64
}

#[cfg(test)]
mod tests {
    use super::Rounds;

    #[test]
    fn percentiles_are_lengths_of_real_games() {
        let rounds = Rounds::of(&[0, 0, 3, 0, 6, 1]);
        assert_eq!((rounds.least, rounds.median, rounds.most), (2, 4, 5));
        assert_eq!((rounds.p10, rounds.p90, rounds.p99), (2, 4, 5));
        assert!((rounds.mean - 3.5).abs() < 1e-12);
    }
}
