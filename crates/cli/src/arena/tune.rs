//! `backchannel arena tune`: fits a negotiator's thresholds against a field.

use std::io::Write;
use std::path::PathBuf;

use arena::league::{LeaguePlan, MOST_LEAGUE_GAMES, RunError};
use arena::{
    FitError, FitPlan, MOST_CANDIDATES, MOST_GENERATIONS, MOST_THREADS, TunePlan, thresholds,
};
use bots::Policy;

use super::report::write_file;
use super::run::tables;
use crate::args::{cores, seats, seed, within};
use crate::failure::{Failure, read_text};
use crate::grid::Grid;
use crate::paint::Paint;
use crate::progress;

/// The longest file with thresholds, in bytes.
const LONGEST_POLICY: usize = 65_536;

/// Fit the thresholds of a negotiator by playing against a field; the same options give the same thresholds.
#[derive(clap::Args)]
pub(crate) struct Tune {
    /// Whom it plays against; it has one place in the line-up, and they have the others.
    #[arg(long, value_name = "BOT,…", value_delimiter = ',', required = true)]
    field: Vec<String>,
    /// Games of each candidate in each generation, rounded up until everybody has had every seat equally often.
    #[arg(long, value_name = "N", default_value = "200", value_parser = within(1..=MOST_LEAGUE_GAMES))]
    games: u64,
    #[arg(long, value_name = "N", default_value = "12", value_parser = within(1..=MOST_GENERATIONS))]
    generations: u64,
    /// Candidates per generation.
    #[arg(long, value_name = "N", default_value = "24", value_parser = within(4..=MOST_CANDIDATES))]
    candidates: usize,
    /// Games of the comparison of before and after.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = within(1..=MOST_LEAGUE_GAMES))]
    check_games: u64,
    /// Fit only these thresholds.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    only: Vec<String>,
    /// Thresholds to begin with, as JSON; by default those that the learner began with.
    #[arg(long, value_name = "FILE.json")]
    start: Option<PathBuf>,
    /// Maps of the library, map files, or random:SEED.
    #[arg(long, value_name = "MAP,…", value_delimiter = ',', default_value = "passes-of-sarn")]
    maps: Vec<String>,
    /// Numbers of seats; each is played on each map.
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "4", value_parser = seats)]
    seats: Vec<usize>,
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = seed)]
    seed: u64,
    /// Threads to play on; by default one per core.
    #[arg(long, value_name = "T", value_parser = within(1..=MOST_THREADS))]
    threads: Option<usize>,
    /// Where the thresholds go, as JSON.
    #[arg(long, value_name = "FILE.json")]
    out: Option<PathBuf>,
    /// Print the fit as one JSON object.
    #[arg(long)]
    json: bool,
}

impl Tune {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let league = LeaguePlan {
            bots: self.field.clone(),
            games: self.games,
            maps: self.maps.clone(),
            seats: self.seats.clone(),
            seed: self.seed,
            ..LeaguePlan::default()
        };
        let tables = tables(&league).map_err(|error| Failure::Input(format!("--{error}")))?;
        let plan = FitPlan {
            league: &league,
            tables: &tables,
            only: &self.only,
            start: self.start()?,
            tune: TunePlan {
                generations: self.generations,
                candidates: self.candidates,
                seed: self.seed,
            },
            check_games: self.check_games,
            threads: self.threads.unwrap_or_else(cores),
        };
        let bar = progress::bar(plan.games(), self.json);
        let fit = plan.fit(|games| bar.inc(games));
        bar.finish_and_clear();
        let fit = fit.map_err(|error| match error {
            FitError::Tune(_)
            | FitError::Threshold { .. }
            | FitError::HeldOut { .. }
            | FitError::Candidate => Failure::Input(format!("--{error}")),
            FitError::Run(RunError::Bot(error)) => Failure::Input(format!("--field: {error}")),
            FitError::Run(error) => Failure::input(&error),
        })?;
        if let Some(path) = &self.out {
            let text = serde_json::to_string_pretty(&fit.policy)? + "\n";
            write_file("--out", path, &text)?;
        }
        if self.json {
            serde_json::to_writer_pretty(&mut *out, &fit)?;
            return Ok(writeln!(out)?);
        }
        let paint = Paint::for_output();
        let mut grid = Grid::new(&["threshold", "before", "after"]);
        let before = thresholds(&fit.start);
        for (name, value) in thresholds(&fit.policy) {
            grid.row([name.to_owned(), format!("{:.3}", before[name]), format!("{value:.3}")]);
        }
        grid.write(out, paint)?;
        let share = |wins: &arena::standings::ShareInterval| {
            let [rate, low, high] = [wins.rate, wins.low, wins.high].map(|part| part * 100.0);
            format!("{rate:.1} % ({low:.1} to {high:.1})")
        };
        let (before, after) = (share(&fit.before), share(&fit.after));
        Ok(writeln!(out, "It won {before} of its games before, and {after} after.")?)
    }

    fn start(&self) -> Result<Policy, Failure> {
        let Some(path) = &self.start else { return Ok(bots::fit_start()) };
        let text = read_text("--start", path)?;
        if text.len() > LONGEST_POLICY {
            let told = format!("--start: {} is longer than any list of thresholds", path.display());
            return Err(Failure::Input(told));
        }
        serde_json::from_str(&text)
            .map_err(|error| Failure::Input(format!("--start: {}: {error}", path.display())))
    }
}
