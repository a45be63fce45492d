//! `cargo xtask fuzz`: the contract suite on random games for as long as one likes.

use anyhow::{Result, ensure};

use crate::shell;

/// Examine random games until the time is up or a promise of the engine is broken.
#[derive(clap::Args)]
pub(crate) struct Fuzz {
    #[arg(long, value_name = "N", default_value = "10")]
    minutes: f64,
    /// Where to begin; the same seed examines the same games.
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: u32,
}

impl Fuzz {
    pub(crate) fn run(&self) -> Result<()> {
        let sensible = self.minutes.is_finite() && self.minutes > 0.0;
        ensure!(sensible, "--minutes: {} is no time; use a number above 0", self.minutes);
        shell::run(&mut contract(&["run", "--release"], self.minutes, self.seed))
    }
}

/// The contract suite, built and started by `how`.
pub(crate) fn contract(how: &[&str], minutes: f64, seed: u32) -> std::process::Command {
    let mut command = shell::cargo(how);
    command.args(["--quiet", "--package", "backchannel-cli", "--example", "contract", "--"]);
    command.args(["--minutes", &minutes.to_string(), "--seed", &seed.to_string()]);
    command
}
