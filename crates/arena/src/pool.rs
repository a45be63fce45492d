//! Frozen pools: line-ups with everything that their games depend on, to rate newcomers against.

use std::io;

use backchannel::{Rules, Setup};
use bots::{Bot, FrozenBot, UnknownBot};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::league::{BotMaker, Fixtures, LeaguePlan, LeagueTable, RunError, run};
use crate::standings::{LeagueReport, RatingInterval, Standings};
use crate::watch::SeatRow;

/// The most games of a challenge.
pub const MOST_CHALLENGE_GAMES: u64 = 1_000_000;

/// A pool as it was frozen: nothing in it follows a default that may change.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pool {
    /// Includes its version: a pool never changes, and a new one gets a new name.
    pub name: String,
    /// With every number that they play by, so that later changes of the cast do not touch them.
    pub bots: Vec<FrozenBot>,
    pub seed: u64,
    /// The games of a challenge.
    pub games: u64,
    pub tables: Vec<PoolTable>,
    /// The games of the pool alone whose rows are known, and the SHA-256 of those.
    pub golden: PoolGolden,
}

/// A map with its seats, cards and settings, as they were.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoolTable {
    pub map: String,
    /// Whether the map is kept out of tuning.
    pub held_out: bool,
    pub setup: Setup,
}

/// What the pool's own games look like as long as its bots and the rules are what they were.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoolGolden {
    pub games: u64,
    pub rows: String,
}

/// How a newcomer did against a pool.
#[derive(Clone, Debug, Serialize)]
pub struct ChallengeReport {
    pub pool: String,
    pub bot: String,
    /// On a scale on which the mean of the pool's bots is 1500.
    pub rating: RatingInterval,
    /// From 1, among the pool's bots and the newcomer.
    pub rank: usize,
    pub bots: usize,
    pub report: LeagueReport,
}

impl Pool {
    /// The pool that newcomers are rated against.
    ///
    /// # Panics
    /// Never, because a test parses it.
    pub fn reference() -> Pool {
        serde_json::from_str(include_str!("../data/ref-1.json")).expect("the pool is tested")
    }

    /// The tables of the pool.
    ///
    /// # Panics
    /// If a set-up is invalid, which the pool's are not.
    pub fn tables(&self) -> Vec<LeagueTable> {
        let table = |table: &PoolTable| {
            let rules = Rules::new(table.setup.clone()).expect("a frozen set-up was valid");
            LeagueTable::new(table.map.clone(), rules)
        };
        self.tables.iter().map(table).collect()
    }

    /// The maps that no thresholds may be fitted on.
    pub fn held_out(&self) -> impl Iterator<Item = &PoolTable> {
        self.tables.iter().filter(|table| table.held_out)
    }

    fn names(&self) -> Vec<String> {
        self.bots.iter().map(|bot| bot.name.clone()).collect()
    }

    /// A bot of the pool as it was frozen, or another as it is.
    fn bot(&self, name: &str, make: &BotMaker<'_>) -> Result<Box<dyn Bot>, UnknownBot> {
        match self.bots.iter().find(|bot| bot.name == name) {
            Some(frozen) => Ok(frozen.bot()),
            None => make(name),
        }
    }

    fn plan(&self, bots: Vec<String>, games: u64) -> LeaguePlan {
        let maps = self.tables.iter().map(|table| table.map.clone()).collect();
        LeaguePlan { bots, games, maps, seed: self.seed, ..LeaguePlan::default() }
    }

    /// The SHA-256 of the rows of the pool's own first games.
    ///
    /// # Errors
    /// If a bot of the pool is unknown or breaks the rules.
    pub fn rows_hash(&self, games: u64, make: &BotMaker<'_>) -> Result<String, RunError> {
        let tables = self.tables();
        let fixtures = Fixtures::new(&self.plan(self.names(), games), &tables);
        let make = |name: &str| self.bot(name, make);
        let mut hasher = Sha256::new();
        run(
            &fixtures,
            &tables,
            &make,
            0,
            1,
            |rows| rows,
            |rows| {
                rows.iter().for_each(|row| hasher.update(told(row)));
                Ok(())
            },
        )?;
        Ok(hex::encode(hasher.finalize()))
    }

    /// Rates a newcomer; `progress` is called after every game.
    ///
    /// # Errors
    /// If a bot is unknown or breaks the rules.
    pub fn challenge(
        &self,
        bot: &str,
        games: u64,
        threads: usize,
        make: &BotMaker<'_>,
        progress: impl Fn(u64, u64) + Sync,
    ) -> Result<ChallengeReport, RunError> {
        let newcomer = if self.bots.iter().any(|frozen| frozen.name == bot) {
            Vec::new()
        } else {
            vec![bot.to_owned()]
        };
        let plan = self.plan([self.names(), newcomer].concat(), games);
        let tables = self.tables();
        let fixtures = Fixtures::new(&plan, &tables);
        let total = fixtures.games();
        let make = |name: &str| self.bot(name, make);
        let mut standings = Standings::default();
        standings.begin_plan(&plan);
        let add = |rows: Vec<SeatRow>| -> io::Result<()> {
            standings.add(&rows);
            progress(1, total);
            Ok(())
        };
        run(&fixtures, &tables, &make, 0, threads, |rows| rows, add)?;
        Ok(self.rated(bot, standings.report()))
    }

    fn rated(&self, bot: &str, mut report: LeagueReport) -> ChallengeReport {
        let names = self.names();
        let pool = report.bots.iter().filter(|standing| names.contains(&standing.name));
        let ratings: Vec<f64> = pool.map(|standing| standing.bradley_terry.rating).collect();
        let shift = 1500.0 - ratings.iter().sum::<f64>() / ratings.len().max(1) as f64;
        for standing in &mut report.bots {
            let RatingInterval { rating, low, high } = standing.bradley_terry;
            standing.bradley_terry =
                RatingInterval { rating: rating + shift, low: low + shift, high: high + shift };
        }
        let place = report.bots.iter().position(|standing| standing.name == bot).unwrap_or(0);
        ChallengeReport {
            pool: self.name.clone(),
            bot: bot.to_owned(),
            rating: report.bots.get(place).map(|one| one.bradley_terry).unwrap_or_default(),
            rank: place + 1,
            bots: report.bots.len(),
            report,
        }
    }
}

/// A row without what depends on the machine.
fn told(row: &SeatRow) -> Vec<u8> {
    serde_json::to_vec(&SeatRow { thinking: None, ..row.clone() }).expect("a row is plain data")
}
