//! `cargo xtask types`: generates the web client's types from the server's.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};

use crate::{limits, shell, web};

/// The generator of TypeScript from a schema; its version is in the web client's lock file.
const GENERATOR: &str = "openapi-typescript";

/// Generate the types of the web client from the server's
#[derive(clap::Args)]
pub(crate) struct Types {
    /// Only check that they are up to date
    #[arg(long)]
    check: bool,
}

impl Types {
    pub(crate) fn run(&self) -> Result<()> {
        if self.check { check() } else { write() }
    }
}

fn folder() -> PathBuf {
    shell::root().join("web/src/api")
}

fn write() -> Result<()> {
    for (name, fresh) in make()? {
        fs::write(folder().join(name), fresh)?;
    }
    Ok(())
}

pub(crate) fn check() -> Result<()> {
    for (name, fresh) in make()? {
        let kept = fs::read_to_string(folder().join(name)).unwrap_or_default();
        ensure!(kept == fresh, "web/src/api/{name} is out of date; run `cargo xtask types`");
    }
    Ok(())
}

/// The generated files as they should be.
fn make() -> Result<[(&'static str, String); 3]> {
    let schema = shell::output(&mut shell::program(shell::built("examples/types")?))?;
    let draft = shell::target().join("schema.json");
    fs::write(&draft, &schema).with_context(|| format!("{} cannot be written", draft.display()))?;
    web::install()?;
    let mut generate = shell::program(web::folder().join("node_modules/.bin").join(GENERATOR));
    let types = shell::output(generate.arg(&draft))?;
    let limits = limits::of(&serde_json::from_str(&schema)?);
    Ok([("schema.json", schema), ("wire.ts", types), ("limits.ts", limits)])
}
