//! Fits the thresholds of a negotiator against a field of other bots.

use std::collections::BTreeMap;

use bots::{Bot, Policy, UnknownBot};
use serde::Serialize;
use thiserror::Error;

use crate::Pool;
use crate::league::{BotMaker, Fixtures, LeaguePlan, LeagueTable, RunError, run};
use crate::standings::{BotStanding, ShareInterval, Standings};
use crate::tune::{Dial, TuneError, TunePlan, TunedGeneration, tune};
use crate::watch::SeatRow;

/// What the bot that is fitted is called in its games.
pub const CANDIDATE: &str = "candidate";

/// A fit: a field, the league that candidates play in it, and how long to look.
pub struct FitPlan<'a> {
    /// The candidate has one place in the line-up, the field the others; `seed` and `games` are those of a generation.
    pub league: &'a LeaguePlan,
    pub tables: &'a [LeagueTable],
    /// Which thresholds are fitted; none is all.
    pub only: &'a [String],
    pub start: Policy,
    pub tune: TunePlan,
    /// Games of the comparison at the end.
    pub check_games: u64,
    pub threads: usize,
}

/// Why nothing was fitted.
#[derive(Debug, Error)]
pub enum FitError {
    #[error(transparent)]
    Tune(#[from] TuneError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("only: there is no threshold {name:?}; they are {}", names().join(", "))]
    Threshold { name: String },
    #[error(
        "maps: {map} is kept out of fitting by {pool}, so that a fit can be judged by it; use other maps"
    )]
    HeldOut { map: String, pool: String },
    #[error("field: {CANDIDATE} is the name of the bot that is fitted; name others")]
    Candidate,
}

fn names() -> Vec<&'static str> {
    Policy::THRESHOLDS.iter().map(|threshold| threshold.name).collect()
}

/// What was fitted, and everything that is needed to do it again.
#[derive(Clone, Debug, Serialize)]
pub struct Fit {
    pub league: LeaguePlan,
    pub tune: TunePlan,
    pub fitted: Vec<String>,
    pub start: Policy,
    pub policy: Policy,
    /// The share of wins before and after, on games that the fit has not seen.
    pub before: ShareInterval,
    pub after: ShareInterval,
    /// The share of agreements that were kept after it.
    pub word_kept: ShareInterval,
    pub generations: Vec<TunedGeneration>,
}

impl FitPlan<'_> {
    /// Fits; `progress` is called after every game.
    ///
    /// # Errors
    /// If the plan is wrong or a bot of the field is unknown.
    pub fn fit(&self, progress: impl Fn(u64) + Sync) -> Result<Fit, FitError> {
        self.check_maps()?;
        let dials = self.dials()?;
        let with = |values: &[f32]| {
            let changes = dials.iter().zip(values);
            changes.fold(self.start, |policy, (dial, value)| {
                policy.with(&dial.name, *value).unwrap_or(policy)
            })
        };
        let tuned = tune(&dials, &self.tune, |generation, values| -> Result<f64, FitError> {
            // The first seeds are for the comparison.
            let seed = self.league.seed.wrapping_add(1 + generation);
            Ok(self.play(with(values), seed, self.league.games, &progress)?.mean_score)
        })?;
        let policy = with(&tuned.values);
        let check = |policy| self.play(policy, self.league.seed, self.check_games, &progress);
        let (before, after) = (check(self.start)?, check(policy)?);
        Ok(Fit {
            league: self.league.clone(),
            tune: self.tune,
            fitted: dials.into_iter().map(|dial| dial.name).collect(),
            start: self.start,
            policy,
            before: before.wins,
            after: after.wins,
            word_kept: after.word_kept,
            generations: tuned.generations,
        })
    }

    /// A pool's bots are judged on maps that nobody was fitted on.
    fn check_maps(&self) -> Result<(), FitError> {
        let pool = Pool::reference();
        let held_out = |table: &&LeagueTable| {
            let file = table.rules.map.file();
            pool.held_out().any(|held| held.map == table.map || held.setup.map == *file)
        };
        match self.tables.iter().find(held_out) {
            None => Ok(()),
            Some(table) => {
                Err(FitError::HeldOut { map: table.map.clone(), pool: pool.name.clone() })
            }
        }
    }

    /// Games in all, for a progress bar.
    pub fn games(&self) -> u64 {
        let candidates = self.tune.generations * self.tune.candidates as u64;
        let games =
            |games| Fixtures::new(&LeaguePlan { games, ..self.line_up(0) }, self.tables).games();
        candidates * games(self.league.games) + 2 * games(self.check_games)
    }

    fn dials(&self) -> Result<Vec<Dial>, FitError> {
        if let Some(name) = self.only.iter().find(|name| self.start.get(name).is_none()) {
            return Err(FitError::Threshold { name: name.clone() });
        }
        if self.league.bots.iter().any(|name| name == CANDIDATE) {
            return Err(FitError::Candidate);
        }
        let wanted = |name: &str| self.only.is_empty() || self.only.iter().any(|one| one == name);
        let chosen = Policy::THRESHOLDS.iter().filter(|threshold| wanted(threshold.name));
        let dial = |threshold: &bots::Threshold| Dial {
            name: threshold.name.to_owned(),
            least: threshold.least,
            most: threshold.most,
            start: self.start.get(threshold.name).unwrap_or(threshold.least),
        };
        Ok(chosen.map(dial).collect())
    }

    fn line_up(&self, seed: u64) -> LeaguePlan {
        let field = self.league.bots.iter().cloned();
        let bots = [CANDIDATE.to_owned()].into_iter().chain(field).collect();
        LeaguePlan { bots, seed, ..self.league.clone() }
    }

    fn play(
        &self,
        policy: Policy,
        seed: u64,
        games: u64,
        progress: &(impl Fn(u64) + Sync),
    ) -> Result<BotStanding, FitError> {
        let plan = LeaguePlan { games, ..self.line_up(seed) };
        let fixtures = Fixtures::new(&plan, self.tables);
        let make = |name: &str| -> Result<Box<dyn Bot>, UnknownBot> {
            if name == CANDIDATE { Ok(bots::by_policy(policy)) } else { bots::by_name(name) }
        };
        let make: &BotMaker<'_> = &make;
        let mut standings = Standings::default();
        let add = |rows: Vec<SeatRow>| {
            standings.add(&rows);
            progress(1);
            Ok(())
        };
        run(&fixtures, self.tables, make, 0, self.threads, |rows| rows, add)?;
        Ok(standings.of(CANDIDATE))
    }
}

/// The thresholds of a policy by name.
pub fn thresholds(policy: &Policy) -> BTreeMap<&'static str, f32> {
    names().into_iter().filter_map(|name| Some((name, policy.get(name)?))).collect()
}
