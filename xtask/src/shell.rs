//! Running programs at the root of the workspace.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// Where cargo builds.
pub(crate) fn target() -> PathBuf {
    let named = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    root().join(named.unwrap_or_else(|| "target".into()))
}

/// The cargo that runs us.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = program(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    command
}

/// A program of ours, built as the tests build it, so that nothing is built twice.
pub(crate) fn built(path: &str) -> Result<PathBuf> {
    run(&mut cargo(&["build", "--quiet", "--workspace", "--bins", "--examples"]))?;
    Ok(target().join("debug").join(path))
}

pub(crate) fn program(name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root());
    command
}

pub(crate) fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(root().join("web"));
    command
}

pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{} did not start", told(command)))?;
    ensure!(status.success(), "`{}` failed", told(command));
    Ok(())
}

/// What a command prints. Its standard error is shown.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("{} did not start", told(command)))?;
    ensure!(output.status.success(), "`{}` failed", told(command));
    String::from_utf8(output.stdout).with_context(|| format!("{} prints no text", told(command)))
}

/// A command as one would type it.
pub(crate) fn told(command: &Command) -> String {
    let settings = command.get_envs().filter_map(|(name, value)| {
        Some(format!("{}='{}'", name.to_string_lossy(), value?.to_string_lossy()))
    });
    let name = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = [name].into_iter().chain(command.get_args());
    let words = words.map(|word| word.to_string_lossy().into_owned());
    settings.chain(words).collect::<Vec<_>>().join(" ")
}
