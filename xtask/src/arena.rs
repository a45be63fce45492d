//! `cargo xtask arena`: the experiments come out as they are expected to.

use anyhow::{Context as _, Result};

use crate::shell;

/// Play every experiment with fewer games, and fail if one does not come out as its file expects.
#[derive(clap::Args)]
pub(crate) struct Arena {
    /// Games per arm
    #[arg(long, value_name = "N", default_value = "1000")]
    games: u64,
    /// How far a value may be from what is expected
    #[arg(long, value_name = "PART", default_value = "0.05")]
    margin: f64,
}

impl Arena {
    pub(crate) fn run(&self) -> Result<()> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(shell::root().join("experiments"))? {
            let path = entry.context("experiments cannot be read")?.path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                files.push(path);
            }
        }
        files.sort();
        let mut command = shell::cargo(&["run", "--quiet", "--release"]);
        command.args(["--package", "backchannel-cli", "--", "arena", "experiment", "--check"]);
        command.args(["--games", &self.games.to_string(), "--margin", &self.margin.to_string()]);
        shell::run(command.args(files))
    }
}
