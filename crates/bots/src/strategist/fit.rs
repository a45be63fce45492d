//! Fits the weights of `worth` to the outcomes of games between envoys:
//!
//! ```text
//! cargo test --release -p bots --lib fit -- --ignored --nocapture
//! ```

use std::sync::Arc;

use backchannel::map::library;
use backchannel::refusal::PhaseName;
use backchannel::{Game, Rules, Setup, View};
use parley::{Audience, Game as _, Seat, Seed};

use super::rollout::Rollout;
use super::search::talker;
use super::worth::{FEATURES, Features, Surveyor};
use crate::diplomat::Diplomat;

/// One position: the features of each seat that is left, and its share of the victory in the end.
struct FitPosition {
    seats: Vec<(Seat, Features)>,
    shares: [f32; 8],
}

fn games(map: &str, seats: usize, count: u64, positions: &mut Vec<FitPosition>) {
    let map = library::find(map).expect("it is one of ours");
    let setup = Setup::standard(map.file().clone(), seats);
    let rules = Arc::new(Rules::new(setup).expect("it can be played"));
    let (mut rollout, mut view, mut surveyor) =
        (Rollout::default(), View::default(), Surveyor::default());
    for number in 0..count {
        let mut game = Game::deal(Arc::clone(&rules), Seed::numbered(number, 77));
        let mut events = Vec::new();
        game.opening(&mut events);
        events.iter().for_each(|event| game.evolve(event));
        let mut bots: Vec<Diplomat> = (0..seats).map(|_| talker()).collect();
        let mut chance = Seed::numbered(number, 78).stream(0);
        let first = positions.len();
        let mut last = None;
        rollout.reset();
        rollout.play(&mut game, &mut bots, &mut chance, |game, _| {
            let now = (game.round(), game.turn());
            if game.phase() == Some(PhaseName::Deploy) && last != Some(now) {
                last = Some(now);
                game.view_into(Audience::Replay, &mut view);
                let living = surveyor.survey(&rules, &view);
                let read = |seat| (seat, surveyor.features(&rules, &view, seat, living));
                let seats = living.into_iter().map(read).collect();
                positions.push(FitPosition { seats, shares: [0.0; 8] });
            }
            false
        });
        let outcome = game.outcome().expect("games end");
        for position in &mut positions[first..] {
            for seat in outcome.winners {
                position.shares[seat.index()] = 1.0 / outcome.winners.len() as f32;
            }
        }
    }
}

/// The mean log loss of `weights`, and its gradient.
fn loss(positions: &[&FitPosition], weights: &Features) -> (f32, Features) {
    let (mut loss, mut gradient) = (0.0f64, [0.0f64; FEATURES]);
    for position in positions {
        let scores: Vec<f32> = position
            .seats
            .iter()
            .map(|(_, features)| {
                features.iter().zip(weights).map(|(x, w)| x * w).sum::<f32>().exp()
            })
            .collect();
        let total: f32 = scores.iter().sum();
        for ((seat, features), score) in position.seats.iter().zip(&scores) {
            let (share, p) = (position.shares[seat.index()], score / total);
            loss -= f64::from(share * p.max(1e-9).ln());
            for (slope, x) in gradient.iter_mut().zip(features) {
                *slope += f64::from((p - share) * x);
            }
        }
    }
    let n = positions.len() as f64;
    ((loss / n) as f32, gradient.map(|slope| (slope / n) as f32))
}

/// Adam on the whole batch.
fn fit(positions: &[&FitPosition]) -> Features {
    let mut weights = [0.0f32; FEATURES];
    let (mut mean, mut square) = ([0.0f32; FEATURES], [0.0f32; FEATURES]);
    for step in 1..=600 {
        let (_, gradient) = loss(positions, &weights);
        for k in 0..FEATURES {
            mean[k] = 0.9 * mean[k] + 0.1 * gradient[k];
            square[k] = 0.999 * square[k] + 0.001 * gradient[k] * gradient[k];
            let m = mean[k] / (1.0 - 0.9f32.powi(step));
            let v = square[k] / (1.0 - 0.999f32.powi(step));
            weights[k] -= 0.03 * m / (v.sqrt() + 1e-8);
        }
    }
    weights
}

#[test]
#[ignore = "fits weights and prints them; it checks nothing"]
fn fit_the_worth_of_positions() {
    let mut positions = Vec::new();
    games("passes-of-sarn", 4, 2500, &mut positions);
    games("wherrymouth", 3, 600, &mut positions);
    games("trade-wind-sea", 4, 1200, &mut positions);
    games("broken-empire", 6, 500, &mut positions);
    println!("{} positions", positions.len());
    for left in 2..=4 {
        let fits = |position: &&FitPosition| position.seats.len().clamp(2, 4) == left;
        let all: Vec<&FitPosition> = positions.iter().filter(fits).collect();
        let (test, train): (Vec<_>, Vec<_>) =
            all.into_iter().enumerate().partition(|(at, _)| at / 400 % 5 == 0);
        let train: Vec<&FitPosition> = train.into_iter().map(|(_, position)| position).collect();
        let test: Vec<&FitPosition> = test.into_iter().map(|(_, position)| position).collect();
        let weights = fit(&train);
        let blind = loss(&test, &[0.0; FEATURES]).0;
        let power: Features = std::array::from_fn(|k| if k < 2 { 1.0 } else { 0.0 });
        println!(
            "{left} left: {} positions, log loss {:.4} ({blind:.4} blind, {:.4} by troops and land)",
            train.len() + test.len(),
            loss(&test, &weights).0,
            loss(&test, &power).0
        );
        println!("    {weights:.3?},");
    }
}
