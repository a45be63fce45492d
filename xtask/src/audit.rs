//! `cargo xtask audit`: the licences, sources, duplicate versions and known vulnerabilities of our dependencies.

use std::path::PathBuf;

use anyhow::Result;

use crate::shell;

const VERSION: &str = "0.20.2";

pub(crate) fn run() -> Result<()> {
    let program = install()?;
    let deny = |arguments: &[&str]| {
        let mut command = shell::program(&program);
        command.args(arguments);
        command
    };
    shell::run(&mut deny(&["--workspace", "check", "licenses", "bans", "sources"]))?;
    if let Err(error) = shell::run(&mut deny(&["--workspace", "fetch", "db"])) {
        eprintln!(
            "known vulnerabilities were not checked, because their list cannot be fetched here: {error}"
        );
        return Ok(());
    }
    shell::run(&mut deny(&["--workspace", "check", "advisories"]))
}

/// The program in a folder of its own, built once; this takes some minutes.
fn install() -> Result<PathBuf> {
    let home = shell::target().join(format!("cargo-deny-{VERSION}"));
    let program = home.join("bin/cargo-deny");
    if !program.exists() {
        let mut install = shell::cargo(&["install", "cargo-deny", "--version", VERSION]);
        install.args(["--locked", "--root"]).arg(&home);
        shell::run(&mut install)?;
    }
    Ok(program)
}
