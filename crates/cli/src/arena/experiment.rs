//! `backchannel arena experiment`: plays the arms of experiments, and writes their results and charts.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use arena::league::{Fixtures, MOST_LEAGUE_GAMES};
use arena::{Experiment, ExperimentResult, MOST_THREADS};

use super::report::write_file;
use super::run::{Job, Stop, tables};
use crate::args::{cores, within};
use crate::failure::{Failure, read_text};
use crate::grid::Grid;
use crate::paint::Paint;

/// The most files at once.
const MOST_FILES: usize = 100;

/// Play the arms of an experiment; its result and its chart are written beside its file.
#[derive(clap::Args)]
pub(crate) struct ExperimentCommand {
    /// Experiments: a question, arms, and what is expected of them.
    #[arg(value_name = "FILE.toml", required = true, num_args = 1..=MOST_FILES)]
    files: Vec<PathBuf>,
    /// Games per arm, instead of the number in the file.
    #[arg(long, value_name = "N", value_parser = within(1..=MOST_LEAGUE_GAMES))]
    games: Option<u64>,
    /// Threads to play on; by default one per core.
    #[arg(long, value_name = "T", value_parser = within(1..=MOST_THREADS))]
    threads: Option<usize>,
    /// Write nothing; fail if something does not come out as the file expects.
    #[arg(long)]
    check: bool,
    /// How far a value may be from what is expected.
    #[arg(long, value_name = "PART", default_value = "0", requires = "check", value_parser = margin)]
    margin: f64,
    /// Print the results as one JSON array.
    #[arg(long)]
    json: bool,
}

fn margin(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=10.0).contains(number));
    number.ok_or_else(|| "use a number from 0 to 10".to_owned())
}

impl ExperimentCommand {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<ExitCode, Failure> {
        let mut results = Vec::new();
        for path in &self.files {
            let result = self.play(path)?;
            if !self.check {
                self.write(path, &result)?;
            }
            if !self.json {
                tell(&result, out)?;
                out.flush()?;
            }
            results.push(result);
        }
        if self.json {
            serde_json::to_writer_pretty(&mut *out, &results)?;
            writeln!(out)?;
        }
        let unmet = results.iter().any(|result| !result.unmet.is_empty());
        Ok(if self.check && unmet { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }

    fn play(&self, path: &Path) -> Result<ExperimentResult, Failure> {
        let text = read_text("FILE", path)?;
        let named = |error: &dyn ToString| {
            Failure::Input(format!("{}: {}", path.display(), error.to_string()))
        };
        let experiment = Experiment::from_toml(&text).map_err(|error| named(&error))?;
        let mut arms = Vec::new();
        for arm in &experiment.arms {
            let mut plan = experiment.plan(arm);
            plan.games = self.games.unwrap_or(plan.games);
            let within =
                |error: &dyn ToString| named(&format!("arms.{}.{}", arm.name, error.to_string()));
            let tables = tables(&plan).map_err(|error| within(&error))?;
            let job = Job {
                fixtures: Fixtures::new(&plan, &tables),
                plan: &plan,
                tables: &tables,
                threads: self.threads.unwrap_or_else(cores),
                quiet: self.json,
            };
            let report = job.in_memory().map_err(|stop| match stop {
                Stop::Run(error) => within(&error),
                Stop::Other(failure) => failure,
            })?;
            arms.push(experiment.arm_result(arm, &report));
        }
        let mut result = experiment.result(arms);
        result.check(&experiment.expect, self.margin);
        Ok(result)
    }

    fn write(&self, path: &Path, result: &ExperimentResult) -> Result<(), Failure> {
        let json = serde_json::to_string_pretty(result)? + "\n";
        write_file("FILE", &path.with_extension("json"), &json)?;
        write_file("FILE", &path.with_extension("svg"), &(result.chart() + "\n"))
    }
}

fn tell(result: &ExperimentResult, out: &mut impl Write) -> Result<(), Failure> {
    let paint = Paint::for_output();
    writeln!(out, "{}\n", paint.bold(&result.title))?;
    let mut grid =
        Grid::new(&["arm", "games", "of", "value", "95 % interval", "wins", "deals a game"]);
    for arm in &result.arms {
        grid.row([
            arm.name.clone(),
            arm.games.to_string(),
            arm.bot.clone(),
            format!("{:.3}", arm.value.value),
            format!("{:.3} – {:.3}", arm.value.low, arm.value.high),
            format!("{:.1} %", arm.wins.rate * 100.0),
            format!("{:.2}", arm.deals_a_game),
        ]);
    }
    grid.write(out, paint)?;
    for sentence in &result.unmet {
        writeln!(out, "Not as expected: {sentence}.")?;
    }
    Ok(())
}
