//! The Python package: built as a wheel in an environment of its own, and tested there.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::shell;

/// Builds wheels, as `pyproject.toml` names it.
const MATURIN: &str = "maturin>=1.9.4,<2";

const TESTS: &str = "crates/python/tests";

/// The environments, and a short sample of the slow suite.
pub(crate) fn check() -> Result<()> {
    let home = install("requirements.txt")?;
    pytest(&home, "not slow")
}

/// Ray, training and notebooks.
pub(crate) fn check_slowly() -> Result<()> {
    let home = install("requirements-slow.txt")?;
    pytest(&home, "slow or sample")
}

fn pytest(home: &Path, which: &str) -> Result<()> {
    let mut pytest = shell::program(home.join("bin/python"));
    pytest.args(["-m", "pytest", TESTS, "-m", which]);
    // Not more threads than there are cores, whatever a library thinks of the machine.
    pytest.env("JAX_PLATFORMS", "cpu");
    shell::run(&mut pytest)
}

/// The package in an environment with what its tests need. The wheel is built as the other tests are built, so that nothing is
/// built twice.
fn install(requirements: &str) -> Result<PathBuf> {
    let home = shell::target().join("python-tests");
    let wanted = shell::root().join(TESTS).join(requirements);
    if !home.join("bin/pip").exists() {
        shell::run(shell::program("python3").args(["-m", "venv"]).arg(&home))?;
    }
    let text = fs::read_to_string(&wanted)?;
    let done = home.join(format!("installed-{requirements}"));
    if fs::read_to_string(&done).ok().as_ref() != Some(&text) {
        pip(&home, &[MATURIN, "-r", &wanted.display().to_string()])?;
        fs::write(done, text)?;
    }
    let wheels = shell::target().join("wheels-tests");
    let _ = fs::remove_dir_all(&wheels);
    let mut build = shell::program(home.join("bin/maturin"));
    build.args(["build", "--quiet", "--profile", "dev", "--out"]).arg(&wheels);
    build.arg("--interpreter").arg(home.join("bin/python"));
    shell::run(&mut build)?;
    for wheel in fs::read_dir(&wheels)? {
        let wheel = wheel?.path().display().to_string();
        // The version stays the same while it is worked on.
        pip(&home, &["--force-reinstall", "--no-deps", &wheel])?;
        pip(&home, &[&wheel])?;
    }
    Ok(home)
}

fn pip(home: &Path, arguments: &[&str]) -> Result<()> {
    let mut pip = shell::program(home.join("bin/pip"));
    pip.args(["install", "--quiet", "--disable-pip-version-check"]).args(arguments);
    shell::run(&mut pip)
}
