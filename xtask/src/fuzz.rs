//! `cargo xtask fuzz`: the contract suite on random games for as long as one likes.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::shell;

/// Long enough to examine some dozens of games.
const BRIEF_MINUTES: f64 = 0.25;

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
        let mut contract = shell::cargo(&["run", "--release", "--quiet"]);
        contract.args(["--package", "backchannel-cli", "--example", "contract", "--"]);
        examine(contract, self.minutes, self.seed)
    }
}

/// A short run of the same.
pub(crate) fn briefly() -> Result<()> {
    let contract = shell::program(shell::built("examples/contract")?);
    examine(contract, BRIEF_MINUTES, 1)
}

fn examine(mut contract: Command, minutes: f64, seed: u32) -> Result<()> {
    contract.args(["--minutes", &minutes.to_string(), "--seed", &seed.to_string()]);
    shell::run(&mut contract)
}
