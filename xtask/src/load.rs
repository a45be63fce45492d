//! `cargo xtask load`: how many commands per second this machine acknowledges, and the latency until they are seen.

use anyhow::Result;

use crate::shell;

/// The profile of the packages.
const PROFILE: &str = "dist";

/// Measure the server under load; `cargo xtask load -- --help` lists what can be chosen.
#[derive(clap::Args)]
pub(crate) struct Load {
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Measure on a PostgreSQL server that is started for it.
    #[arg(long)]
    postgres: bool,
    /// For the load generator: --tables N, --seconds N, --watchers N, --hang-ups N, --bare, --db ADDRESS.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "FLAGS")]
    flags: Vec<String>,
}

impl Load {
    pub(crate) fn run(&self) -> Result<()> {
        let mut build = shell::cargo(&["build", "--profile", PROFILE, "--quiet"]);
        build.args(["--package", "backchannel-cli", "--bin", "backchannel"]);
        shell::run(build.args(["--package", "server", "--example", "load"]))?;
        let built = shell::target().join(PROFILE);
        let mut load = shell::program(built.join("examples/load"));
        load.arg("--binary").arg(built.join("backchannel"));
        let chosen = [(self.json, "--json"), (self.postgres, "--postgres")];
        load.args(chosen.iter().filter(|(on, _)| *on).map(|(_, flag)| flag));
        shell::run(load.args(&self.flags))
    }
}
