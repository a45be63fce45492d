//! Bradley–Terry strengths from pairs, by minorisation–maximisation, with bootstrap intervals.

use std::collections::BTreeMap;

use parley::{Chance, Seed};

use super::report::RatingInterval;

/// Points for a tenfold ratio of strengths, as Elo has it.
const SCALE: f64 = 400.0;
/// The mean of all ratings.
const MIDDLE: f64 = 1500.0;
/// The number of groups of games that are resampled together, and of resamples.
const GROUPS: usize = 500;
const RESAMPLES: usize = 400;
/// The most steps of the iteration, and the change at which it ends.
const STEPS: usize = 1000;
const PRECISION: f64 = 1e-9;
/// The wins of a bot without any, because zero has no logarithm.
const LEAST_WINS: f64 = 1e-3;
/// The seed of the bootstrap: the same rows give the same intervals.
const SEED: u64 = 0x6274;

/// Pairs of a winner and a loser, in groups of games that belong together.
#[derive(Clone, Default)]
pub struct BradleyTerry {
    groups: Vec<BTreeMap<(usize, usize), f64>>,
}

impl BradleyTerry {
    /// `winner` was better than `loser` in a game of this set, with a weight.
    pub fn add(&mut self, set: u64, winner: usize, loser: usize, weight: f64) {
        let group = (set % GROUPS as u64) as usize;
        if self.groups.len() <= group {
            self.groups.resize(group + 1, BTreeMap::new());
        }
        *self.groups[group].entry((winner, loser)).or_default() += weight;
    }

    /// The rating of each of `bots` with its 95 % interval. Sets are resampled, not games, because the games of a set share a
    /// deal.
    pub fn ratings(&self, bots: usize) -> Vec<RatingInterval> {
        let groups: Vec<Vec<f64>> = self.groups.iter().map(|group| table(bots, group)).collect();
        let ratings = rate(bots, &sum(bots, groups.iter()), &vec![0.5; bots * bots]);
        let mut chance = Seed::numbered(SEED, 0).stream(0);
        let mut drawn: Vec<Vec<f64>> = vec![Vec::with_capacity(RESAMPLES); bots];
        for _ in 0..if groups.is_empty() { 0 } else { RESAMPLES } {
            let again = (0..groups.len()).map(|_| &groups[chance.index(groups.len())]);
            let wins = sum(bots, again);
            let rated = rate(bots, &wins, &drawn_prior(bots, &mut chance));
            drawn.iter_mut().zip(rated).for_each(|(drawn, rating)| drawn.push(rating));
        }
        ratings.into_iter().zip(drawn).map(|(rating, drawn)| interval(rating, drawn)).collect()
    }
}

fn table(bots: usize, group: &BTreeMap<(usize, usize), f64>) -> Vec<f64> {
    let mut table = vec![0.0; bots * bots];
    for ((winner, loser), weight) in group.iter().filter(|((a, b), _)| *a < bots && *b < bots) {
        table[winner * bots + loser] = *weight;
    }
    table
}

fn sum<'a>(bots: usize, groups: impl Iterator<Item = &'a Vec<f64>>) -> Vec<f64> {
    let mut sums = vec![0.0; bots * bots];
    for group in groups {
        sums.iter_mut().zip(group).for_each(|(sum, wins)| *sum += wins);
    }
    sums
}

fn interval(rating: f64, mut drawn: Vec<f64>) -> RatingInterval {
    drawn.sort_by(f64::total_cmp);
    let at = |part: f64| {
        let place = (part * drawn.len() as f64) as usize;
        drawn.get(place.min(drawn.len().saturating_sub(1))).copied().unwrap_or(rating)
    };
    RatingInterval { rating, low: at(0.025).min(rating), high: at(0.975).max(rating) }
}

/// The results of the extra game of every pair of bots. They are drawn at random in a resample: otherwise the interval of a
/// bot that always wins would have no width.
fn drawn_prior(bots: usize, chance: &mut Chance) -> Vec<f64> {
    let mut prior = vec![0.5; bots * bots];
    for a in 0..bots {
        for b in a + 1..bots {
            let share = chance.below(1001) as f64 / 1000.0;
            (prior[a * bots + b], prior[b * bots + a]) = (share, 1.0 - share);
        }
    }
    prior
}

/// Hunter's iteration. Two bots that met also have one extra game, with the result in `prior`, so that a bot that never wins
/// has a rating too.
fn rate(bots: usize, wins: &[f64], prior: &[f64]) -> Vec<f64> {
    let games = |a: usize, b: usize| wins[a * bots + b] + wins[b * bots + a];
    let with_prior = |a: usize, b: usize| {
        let games = games(a, b);
        if games > 0.0 && a != b { games + 1.0 } else { 0.0 }
    };
    let won: Vec<f64> = (0..bots)
        .map(|a| {
            let wins = |b: usize| wins[a * bots + b] + prior[a * bots + b];
            (0..bots).filter(|&b| with_prior(a, b) > 0.0).map(wins).sum()
        })
        .collect();
    let mut strengths = vec![1.0; bots];
    for _ in 0..STEPS {
        let step: Vec<f64> = (0..bots)
            .map(|a| {
                let shares = (0..bots)
                    .map(|b| with_prior(a, b) / (strengths[a] + strengths[b]))
                    .sum::<f64>();
                if shares > 0.0 { won[a].max(LEAST_WINS) / shares } else { 1.0 }
            })
            .collect();
        let step = centred(&step);
        let moved =
            step.iter().zip(&strengths).map(|(new, old): (&f64, &f64)| (new / old).ln().abs());
        let largest = moved.fold(0.0, f64::max);
        strengths = step;
        if largest < PRECISION {
            break;
        }
    }
    strengths.iter().map(|strength| MIDDLE + SCALE * strength.log10()).collect()
}

/// With a geometric mean of 1.
fn centred(strengths: &[f64]) -> Vec<f64> {
    let mean = strengths.iter().map(|strength| strength.ln()).sum::<f64>();
    let mean = (mean / strengths.len().max(1) as f64).exp();
    strengths.iter().map(|strength| strength / mean).collect()
}
