//! `cargo xtask load`: how many commands per second this machine acknowledges, and the latency until they are seen.

use anyhow::Result;

use crate::shell;

/// Measure the server under load; `cargo xtask load -- --help` lists what can be chosen.
#[derive(clap::Args)]
pub(crate) struct Load {
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Measure on a PostgreSQL server that is started for it.
    #[arg(long)]
    postgres: bool,
    /// Measure what is packaged: the fastest build, which takes by far the longest.
    #[arg(long)]
    dist: bool,
    /// For the load generator: --game NAME, --tables N, --seconds N, --watchers N, --hang-ups N, --bare, --db ADDRESS.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "FLAGS")]
    flags: Vec<String>,
}

impl Load {
    pub(crate) fn run(&self) -> Result<()> {
        let profile = if self.dist { "dist" } else { "release" };
        let build = |package: &str| {
            shell::run(&mut shell::cargo(&["build", "--profile", profile, "--package", package]))
        };
        build("backchannel-cli")?;
        build("load")?;
        let built = shell::target().join(profile);
        let mut load = shell::program(built.join("load"));
        load.arg("--binary").arg(built.join("backchannel"));
        let chosen = [(self.json, "--json"), (self.postgres, "--postgres")];
        load.args(chosen.iter().filter(|(on, _)| *on).map(|(_, flag)| flag));
        shell::run(load.args(&self.flags))
    }
}
