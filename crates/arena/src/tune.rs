//! Fits named thresholds: the cross-entropy method with common random numbers.

use parley::{Chance, Seed};
use serde::Serialize;
use thiserror::Error;

pub const MOST_DIALS: usize = 64;
pub const MOST_GENERATIONS: u64 = 1000;
pub const MOST_CANDIDATES: usize = 1000;

/// The part of a generation that the next one is drawn around.
const ELITE: usize = 4;
/// How wide the first generation spreads, and the least that a later one does, in parts of a range.
const SPREAD: f64 = 0.25;
const LEAST_SPREAD: f64 = 0.03;
/// How much of the last generation's centre and spread is kept.
const INERTIA: f64 = 0.3;

/// A threshold by its name, the values that it can have, and where to begin.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Dial {
    pub name: String,
    pub least: f32,
    pub most: f32,
    pub start: f32,
}

/// How long to look for better values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct TunePlan {
    pub generations: u64,
    /// Candidates per generation.
    pub candidates: usize,
    pub seed: u64,
}

/// Why nothing was fitted.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TuneError {
    #[error("dials: {0} is out of range; use 1 to {MOST_DIALS}")]
    Dials(usize),
    #[error("generations: {0} is out of range; use 1 to {MOST_GENERATIONS}")]
    Generations(u64),
    #[error("candidates: {0} is out of range; use {ELITE} to {MOST_CANDIDATES}")]
    Candidates(usize),
    #[error("{0}: its range is empty, or it begins outside")]
    Range(String),
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tuned {
    /// In the order of the dials.
    pub values: Vec<f32>,
    pub generations: Vec<TunedGeneration>,
}

/// One generation: its best score, its mean, and what the next one was drawn around.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TunedGeneration {
    pub best: f64,
    pub mean: f64,
    pub values: Vec<f32>,
}

/// Looks for values that make `score` large. It is called with the number of the generation and the values of a
/// candidate; if candidates of one generation are scored on the same games, luck favours none of them.
///
/// The same plan gives the same values if `score` does.
///
/// # Errors
/// If a dial or the plan is out of range, or `score` fails.
pub fn tune<E: From<TuneError>>(
    dials: &[Dial],
    plan: &TunePlan,
    mut score: impl FnMut(u64, &[f32]) -> Result<f64, E>,
) -> Result<Tuned, E> {
    check(dials, plan)?;
    let mut centre: Vec<f64> = dials.iter().map(Dial::place).collect();
    let mut spread = vec![SPREAD; dials.len()];
    let mut generations = Vec::new();
    for generation in 0..plan.generations {
        let mut chance = Seed::numbered(plan.seed, generation).stream(u64::MAX);
        // The centre itself is a candidate, so that luck alone moves it less.
        let others = (1..plan.candidates).map(|_| draw(&centre, &spread, &mut chance));
        let candidates: Vec<Vec<f64>> = [centre.clone()].into_iter().chain(others).collect();
        let mut scored = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            scored.push((score(generation, &values(dials, &candidate))?, candidate));
        }
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        let elite: Vec<&Vec<f64>> = scored
            .iter()
            .take((plan.candidates / ELITE).max(1))
            .map(|(_, candidate)| candidate)
            .collect();
        for at in 0..dials.len() {
            let mean = mean(elite.iter().map(|candidate| candidate[at]));
            let variance = self::mean(elite.iter().map(|candidate| (candidate[at] - mean).powi(2)));
            centre[at] = INERTIA * centre[at] + (1.0 - INERTIA) * mean;
            let kept = INERTIA * spread[at] + (1.0 - INERTIA) * variance.sqrt();
            spread[at] = kept.max(LEAST_SPREAD);
        }
        generations.push(TunedGeneration {
            best: scored[0].0,
            mean: mean(scored.iter().map(|(score, _)| *score)),
            values: values(dials, &centre),
        });
    }
    Ok(Tuned { values: values(dials, &centre), generations })
}

fn check(dials: &[Dial], plan: &TunePlan) -> Result<(), TuneError> {
    if dials.is_empty() || dials.len() > MOST_DIALS {
        return Err(TuneError::Dials(dials.len()));
    }
    if !(1..=MOST_GENERATIONS).contains(&plan.generations) {
        return Err(TuneError::Generations(plan.generations));
    }
    if !(ELITE..=MOST_CANDIDATES).contains(&plan.candidates) {
        return Err(TuneError::Candidates(plan.candidates));
    }
    let wrong =
        |dial: &&Dial| !(dial.least < dial.most && (dial.least..=dial.most).contains(&dial.start));
    match dials.iter().find(wrong) {
        Some(dial) => Err(TuneError::Range(dial.name.clone())),
        None => Ok(()),
    }
}

impl Dial {
    /// Where it begins, as a part of its range.
    fn place(&self) -> f64 {
        f64::from((self.start - self.least) / (self.most - self.least))
    }
}

fn values(dials: &[Dial], places: &[f64]) -> Vec<f32> {
    let value = |(dial, place): (&Dial, &f64)| {
        let exact = f64::from(dial.least) + place * f64::from(dial.most - dial.least);
        // Three digits are more than games can tell apart, and easier to read.
        (((exact * 1000.0).round() / 1000.0) as f32).clamp(dial.least, dial.most)
    };
    dials.iter().zip(places).map(value).collect()
}

fn draw(centre: &[f64], spread: &[f64], chance: &mut Chance) -> Vec<f64> {
    let one = |(centre, spread): (&f64, &f64)| (centre + spread * normal(chance)).clamp(0.0, 1.0);
    centre.iter().zip(spread).map(one).collect()
}

/// Nearly normal: twelve uniform numbers have a variance of 1.
fn normal(chance: &mut Chance) -> f64 {
    let uniform = |chance: &mut Chance| chance.below(1 << 32) as f64 / (1u64 << 32) as f64;
    (0..12).map(|_| uniform(chance)).sum::<f64>() - 6.0
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}
