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
    /// Measure what `cargo run --release` has built, instead of the fastest build, which takes minutes the first time.
    #[arg(long)]
    release: bool,
    /// For the load generator: --game NAME, --tables N, --seconds N, --watchers N, --hang-ups N, --bare, --db ADDRESS.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "FLAGS")]
    flags: Vec<String>,
}

impl Load {
    pub(crate) fn run(&self) -> Result<()> {
        let profile = if self.release { "release" } else { "dist" };
        let build = |profile: &str, package: &str| {
            shell::run(&mut shell::cargo(&["build", "--profile", profile, "--package", package]))
        };
        build(profile, "backchannel-cli")?;
        build("release", "load")?;
        let mut load = shell::program(shell::target().join("release/load"));
        load.arg("--binary").arg(shell::target().join(profile).join("backchannel"));
        let chosen = [(self.json, "--json"), (self.postgres, "--postgres")];
        load.args(chosen.iter().filter(|(on, _)| *on).map(|(_, flag)| flag));
        shell::run(load.args(&self.flags))
    }
}
