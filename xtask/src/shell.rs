//! Running cargo at the root of the workspace.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// The cargo that runs us.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{} did not start", told(command)))?;
    ensure!(status.success(), "`{}` failed", told(command));
    Ok(())
}

/// A command as one would type it.
pub(crate) fn told(command: &Command) -> String {
    let settings = command.get_envs().filter_map(|(name, value)| {
        Some(format!("{}='{}'", name.to_string_lossy(), value?.to_string_lossy()))
    });
    let arguments = command.get_args().map(|argument| argument.to_string_lossy().into_owned());
    settings.chain(["cargo".to_owned()]).chain(arguments).collect::<Vec<_>>().join(" ")
}
