//! Fair tables: how often each seat wins among equal bots, and the head starts that make up for moving later (BC-106).

mod response;
mod shares;

use backchannel::Setup;
use backchannel::map::{HeadStarts, MapFile};
use serde::Serialize;

use crate::plan::ArenaPlan;
use crate::simulate::{SimError, simulate};
use response::Responses;
pub use shares::{SeatShare, SeatShares, fair_limit};

/// Trials have this fraction of the games of a check.
const TRIAL_PART: u64 = 5;
/// Trials between two checks; the choice is stable after two or three.
const MOST_TRIALS: usize = 6;
const MOST_CHECKS: u64 = 6;
/// The search ends when no seat uses more than this part of its limit, which leaves room for noise in the next check.
/// Extra cards are tried where troops alone are not expected to get there.
const COMFORTABLE: f64 = 0.8;

/// A table to be examined, between bots of one kind at a time.
#[derive(Clone, Debug)]
pub struct BalancePlan {
    pub map: MapFile,
    pub seats: usize,
    pub bots: Vec<String>,
    /// Games of a check, for each kind of bot.
    pub games: u64,
    pub seed: u64,
    pub threads: usize,
}

/// The head starts that were found for a table.
#[derive(Clone, Debug, Serialize)]
pub struct Balance {
    pub head_starts: HeadStarts,
    /// Without head starts, of fewer games.
    pub before: Vec<SeatShares>,
    /// With them, in games that were not used to find them.
    pub after: Vec<SeatShares>,
    /// Games that were played in all.
    pub games: u64,
}

impl Balance {
    /// Whether every seat's share is within the limit for every kind of bot.
    pub fn is_fair(&self) -> bool {
        strain(&self.after) <= 1.0
    }
}

/// The largest deviation from fair as a part of its limit.
fn strain(shares: &[SeatShares]) -> f64 {
    shares.iter().map(|of| of.worst / of.limit).fold(0.0, f64::max)
}

/// How often each seat wins with the head starts that the map has, by kind of bot.
///
/// # Errors
/// If the plan cannot be carried out or a game fails.
pub fn fairness(plan: &BalancePlan) -> Result<Vec<SeatShares>, SimError> {
    measure(plan, &Setup::standard(plan.map.clone(), plan.seats), plan.games, plan.seed)
}

/// Finds head starts with which every seat wins equally often; `tell` is called after every trial and check.
///
/// What trials show of each seat's advantage, and of the worth of a troop and of a card, decides which is tried next. Every
/// trial has seeds of its own, so that luck evens out over them. When the choice is stable, it is checked with more games.
///
/// # Errors
/// If the plan cannot be carried out or a game fails.
pub fn balance(
    plan: &BalancePlan,
    tell: impl FnMut(&HeadStarts, &[SeatShares]),
) -> Result<Balance, SimError> {
    let mut search = Search { plan, tell, responses: Responses::new(plan), games: 0, rows: 0 };
    let none = HeadStarts::none(plan.seats);
    let before = search.trial(&none)?;
    let known = plan.map.head_starts.iter().find(|row| row.seats() == plan.seats);
    if let Some(row) = known.filter(|row| **row != none) {
        search.trial(row)?;
    }
    let (mut best, mut checked, mut cards) = (None, Vec::new(), false);
    for check in 1..=MOST_CHECKS {
        let mut chosen = search.settle(cards)?;
        if !cards && search.responses.strain(&chosen) > COMFORTABLE {
            cards = true;
            chosen = search.settle(cards)?;
        }
        let fair = best.as_ref().is_some_and(|(reached, _, _)| *reached <= 1.0);
        if fair && checked.contains(&chosen) {
            break;
        }
        let after = search.try_out(&chosen, plan.games)?;
        let reached = strain(&after);
        checked.push(chosen.clone());
        if best.as_ref().is_none_or(|(least, _, _)| reached < *least) {
            best = Some((reached, chosen, after));
        }
        if reached <= COMFORTABLE {
            break;
        }
        cards |= check > 2;
    }
    let games = search.games;
    let (_, head_starts, after) = best.expect("there is at least one check");
    Ok(Balance { head_starts, before, after, games })
}

struct Search<'a, T> {
    plan: &'a BalancePlan,
    tell: T,
    responses: Responses,
    games: u64,
    /// Trials and checks so far: each has seeds of its own.
    rows: u64,
}

impl<T: FnMut(&HeadStarts, &[SeatShares])> Search<'_, T> {
    /// The best choice by what is known, tried out until it is the best after its own trial as well.
    fn settle(&mut self, cards: bool) -> Result<HeadStarts, SimError> {
        let mut chosen = self.responses.choose(cards);
        for _ in 0..MOST_TRIALS {
            if self.responses.knows(&chosen) {
                break;
            }
            self.trial(&chosen)?;
            chosen = self.responses.choose(cards);
        }
        Ok(chosen)
    }

    fn trial(&mut self, row: &HeadStarts) -> Result<Vec<SeatShares>, SimError> {
        self.try_out(row, self.plan.games.div_ceil(TRIAL_PART))
    }

    fn try_out(&mut self, row: &HeadStarts, games: u64) -> Result<Vec<SeatShares>, SimError> {
        let seed = self.plan.seed.wrapping_add(self.rows);
        self.rows += 1;
        let mut setup = Setup::standard(self.plan.map.clone(), self.plan.seats);
        setup.settings.head_starts = Some(vec![row.clone()]);
        let shares = measure(self.plan, &setup, games, seed)?;
        self.games += games * shares.len() as u64;
        self.responses.add(row, &shares);
        (self.tell)(row, &shares);
        Ok(shares)
    }
}

fn measure(
    plan: &BalancePlan,
    setup: &Setup,
    games: u64,
    seed: u64,
) -> Result<Vec<SeatShares>, SimError> {
    let of = |bot: &String| {
        let equal = ArenaPlan::new(setup.clone(), [bot.clone()]);
        let equal = equal.games(games).seed(seed).threads(plan.threads);
        let report = simulate(&equal, |_| ())?;
        Ok(SeatShares::new(bot, report.games, &report.results.wins_by_seat))
    };
    plan.bots.iter().map(of).collect()
}
