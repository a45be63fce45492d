//! The web client's own checks.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;

use crate::shell::{self, npm};

pub(crate) fn folder() -> PathBuf {
    shell::root().join("web")
}

pub(crate) fn check() -> Result<()> {
    install()?;
    shell::run(&mut npm(&["run", "lint"]))?;
    shell::run(&mut npm(&["run", "check"]))?;
    shell::run(&mut npm(&["test"]))
}

/// The client in a browser, against a server.
pub(crate) fn browse() -> Result<()> {
    install()?;
    let binary = shell::built("backchannel")?;
    shell::run(npm(&["run", "e2e"]).env("BACKCHANNEL_BIN", binary))
}

/// Installs the client's dependencies, unless they are installed already.
pub(crate) fn install() -> Result<()> {
    let written = |name: &str| fs::metadata(folder().join(name)).and_then(|it| it.modified()).ok();
    // npm writes this file when it is done.
    let installed = written("node_modules/.package-lock.json");
    if installed.is_some() && installed >= written("package-lock.json") {
        return Ok(());
    }
    shell::run(&mut npm(&["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"]))
}
