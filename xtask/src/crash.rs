//! `cargo xtask crash`: every external fault, again and again.

use std::fs;
use std::io::stderr;

use anyhow::{Result, ensure};
use clap::ValueEnum;

use crate::shell;

/// From this number of rounds on, a release build pays off.
const LONG: u32 = 50;

/// Kill, stop, pause and starve the server at random moments while people play, and look for what was lost.
#[derive(clap::Args)]
pub(crate) struct Crash {
    #[arg(long, value_name = "N", default_value = "200")]
    rounds: u32,
    /// The seed; the same seed gives the same faults in the same order.
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// Only on this store.
    #[arg(long)]
    store: Option<Store>,
    /// Only these, of kill, stop, abort, hang-ups, pause, disk, lock, clock, database.
    #[arg(long, value_name = "FAULT,…")]
    faults: Option<String>,
    /// Build for speed, as is always done for more than 50 rounds.
    #[arg(long)]
    release: bool,
    /// Print one JSON object for each store.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Store {
    Sqlite,
    Postgres,
}

impl Crash {
    pub(crate) fn run(&self) -> Result<()> {
        ensure!(self.rounds > 0, "--rounds: use a number above 0");
        let mut command = shell::cargo(&["test", "--quiet", "--package", "backchannel-cli"]);
        if self.release || self.rounds > LONG {
            command.arg("--release");
        }
        let test = match self.store {
            None => "mix::",
            Some(Store::Sqlite) => "mix::sqlite",
            Some(Store::Postgres) => "mix::postgres",
        };
        command.args(["--test", "crash", "--", "--nocapture", "--test-threads", "1", test]);
        command.env("CRASH_ROUNDS", self.rounds.to_string());
        if let Some(seed) = self.seed {
            command.env("CRASH_SEED", seed.to_string());
        }
        if let Some(faults) = &self.faults {
            command.env("CRASH_FAULTS", faults);
        }
        if !self.json {
            return shell::run(&mut command);
        }
        let report = shell::target().join("crash.ndjson");
        // There may be one from an earlier run.
        let _ = fs::remove_file(&report);
        shell::run(command.env("CRASH_REPORT", &report).stdout(stderr()))?;
        print!("{}", fs::read_to_string(report)?);
        Ok(())
    }
}
