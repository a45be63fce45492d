//! `cargo xtask fuzz`: random games and random bytes, for as long as requested.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::shell;

/// Long enough to examine some dozens of games.
const BRIEF_MINUTES: f64 = 0.25;
/// A target runs until its time is up.
const WITHOUT_END: &str = "1000000000000";

/// Examine random games and feed random bytes to every reader, until the time is up or something breaks.
///
/// Half of the time is for games, the other half for the fuzz targets in `crates/fuzz`. A target that fails
/// prints its seed: `BOLERO_RANDOM_SEED=… cargo test -p fuzz NAME` repeats it. What is worth keeping
/// goes into its corpus.
#[derive(clap::Args)]
pub(crate) struct Fuzz {
    #[arg(long, value_name = "N", default_value = "10")]
    minutes: f64,
    /// The seed of the games; the same seed examines the same ones.
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: u32,
    /// Only this fuzz target, for all of the time.
    #[arg(long, value_name = "NAME")]
    target: Option<String>,
}

impl Fuzz {
    pub(crate) fn run(&self) -> Result<()> {
        let sensible = self.minutes.is_finite() && self.minutes > 0.0;
        ensure!(sensible, "--minutes: {} is not a time; use a number above 0", self.minutes);
        let all = targets()?;
        if let Some(name) = &self.target {
            let names: Vec<&str> = all.iter().filter_map(|it| it.rsplit("::").next()).collect();
            let known = names.join(", ");
            ensure!(names.contains(&name.as_str()), "--target: {name} is not one of {known}");
            let target = all.iter().filter(|it| it.ends_with(&format!("::{name}")));
            return target.into_iter().try_for_each(|target| feed(target, self.minutes));
        }
        let mut contract = shell::cargo(&["run", "--release", "--quiet"]);
        contract.args(["--package", "backchannel-cli", "--example", "contract", "--"]);
        examine(contract, self.minutes / 2.0, self.seed)?;
        all.iter().try_for_each(|target| feed(target, self.minutes / 2.0 / all.len() as f64))
    }
}

/// A short run of the games; the tests have run the targets already.
pub(crate) fn briefly() -> Result<()> {
    let contract = shell::program(shell::built("examples/contract")?);
    examine(contract, BRIEF_MINUTES, 1)
}

fn examine(mut contract: Command, minutes: f64, seed: u32) -> Result<()> {
    contract.args(["--minutes", &minutes.to_string(), "--seed", &seed.to_string()]);
    shell::run(&mut contract)
}

/// The test binary with all fuzz targets, built as the tests are, so that overflows are found.
fn foreign(arguments: &[&str]) -> Command {
    let mut command =
        shell::cargo(&["test", "--quiet", "--package", "fuzz", "--test", "foreign", "--"]);
    command.args(arguments);
    command
}

fn targets() -> Result<Vec<String>> {
    let list = shell::output(&mut foreign(&["--list", "--format=terse"]))?;
    Ok(list.lines().filter_map(|line| Some(line.strip_suffix(": test")?.to_owned())).collect())
}

fn feed(target: &str, minutes: f64) -> Result<()> {
    let mut command = foreign(&["--exact", target, "--nocapture"]);
    command.env("BOLERO_RANDOM_ITERATIONS", WITHOUT_END);
    command.env("BOLERO_RANDOM_TEST_TIME_MS", format!("{:.0}", minutes * 60_000.0));
    shell::run(&mut command)
}
