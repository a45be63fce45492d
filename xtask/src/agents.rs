//! `cargo xtask test agents`: the official client of the Model Context Protocol plays, over both transports.

use std::path::PathBuf;

use anyhow::Result;

use crate::shell;

const VERSION: &str = "2.3.0";
const CLIENT: &str = "crates/mcp/tests/client/doors.py";

pub(crate) fn run() -> Result<()> {
    let mut client = shell::program(install()?);
    client.arg(shell::root().join(CLIENT)).arg(shell::built("backchannel")?);
    shell::run(&mut client)
}

/// The client in an environment of its own, made once.
fn install() -> Result<PathBuf> {
    let home = shell::target().join(format!("mcp-{VERSION}"));
    let program = home.join("bin/python");
    if home.join("installed").exists() {
        return Ok(program);
    }
    shell::run(shell::program("python3").args(["-m", "venv"]).arg(&home))?;
    let mut pip = shell::program(home.join("bin/pip"));
    let wanted = format!("mcp=={VERSION}");
    shell::run(pip.args(["install", "--quiet", "--disable-pip-version-check", &wanted]))?;
    std::fs::write(home.join("installed"), VERSION)?;
    Ok(program)
}
