//! `cargo xtask crash`: kills the server under load, again and again, and looks for what was lost.

use anyhow::{Result, ensure};

use crate::shell;

/// Kill the server at random moments for as many rounds as one likes, on SQLite and on PostgreSQL.
#[derive(clap::Args)]
pub(crate) struct Crash {
    #[arg(long, value_name = "N", default_value = "200")]
    rounds: u32,
    /// Where to begin; the same seed kills at the same moments.
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
}

impl Crash {
    pub(crate) fn run(&self) -> Result<()> {
        ensure!(self.rounds > 0, "--rounds: use a number above 0");
        let mut command = shell::cargo(&["test", "--quiet", "--package", "backchannel-cli"]);
        command.args(["--test", "crash", "--", "--nocapture", "--test-threads", "1", "kills"]);
        command.env("CRASH_ROUNDS", self.rounds.to_string());
        if let Some(seed) = self.seed {
            command.env("CRASH_SEED", seed.to_string());
        }
        shell::run(&mut command)
    }
}
