//! `cargo xtask simulate`: the server in a world that is generated from one seed.

use anyhow::Result;

use crate::shell;

/// Run the server on simulated clocks, networks and databases, with everything that can go wrong.
#[derive(clap::Args)]
pub(crate) struct Simulate {
    /// The seed of the world; random by default
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Simulated hours.
    #[arg(long, value_name = "H", default_value = "10")]
    hours: f64,
    /// Inject a bug on purpose: acknowledge-early, forget-id, drop-in-begin, leak-view
    #[arg(long, value_name = "NAME")]
    mutant: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Print everything that happens.
    #[arg(long)]
    trace: bool,
}

impl Simulate {
    pub(crate) fn run(&self) -> Result<()> {
        let mut command = shell::cargo(&["run", "--quiet", "--release"]);
        command.args(["--package", "simulation", "--", "--hours", &self.hours.to_string()]);
        if let Some(seed) = self.seed {
            command.args(["--seed", &seed.to_string()]);
        }
        if let Some(mutant) = &self.mutant {
            command.args(["--mutant", mutant]);
        }
        let chosen = [(self.json, "--json"), (self.trace, "--trace")];
        command.args(chosen.iter().filter(|(on, _)| *on).map(|(_, flag)| flag));
        shell::run(&mut command)
    }
}
