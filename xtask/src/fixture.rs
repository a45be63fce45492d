//! `cargo xtask fixture`: keeps databases and replays of a release, which every later version has to open.

use anyhow::{Result, ensure};

use crate::shell;

/// Make the databases and replays of a release, for the tests of all later ones.
#[derive(clap::Args)]
pub(crate) struct Fixture {
    /// The release, such as v0.2.0.
    name: String,
    /// Its binary, if it is not what is in this tree.
    #[arg(long, value_name = "PATH")]
    binary: Option<std::path::PathBuf>,
}

impl Fixture {
    pub(crate) fn run(&self) -> Result<()> {
        let out = shell::root().join("crates/server/tests/fixtures").join(&self.name);
        ensure!(!out.exists(), "{} exists and is not overwritten", out.display());
        let built = shell::built("backchannel")?;
        let mut make = shell::program(shell::target().join("debug/examples/fixture"));
        make.arg("--binary").arg(self.binary.as_ref().unwrap_or(&built));
        shell::run(make.arg("--out").arg(out))
    }
}
