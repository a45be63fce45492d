//! `cargo xtask machine`: checks that what the tests need is installed.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::shell;

/// A program that the tests need.
struct Need {
    name: &'static str,
    /// Debian packages that provide it.
    packages: &'static [&'static str],
    is_there: fn() -> bool,
}

const NEEDS: [Need; 5] = [
    Need { name: "PostgreSQL", packages: &["postgresql"], is_there: postgres },
    Need {
        name: "Chromium",
        packages: &["chromium"],
        is_there: || answers("chromium", &["--version"]),
    },
    Need { name: "Node 20 or newer", packages: &["nodejs", "npm"], is_there: node },
    Need {
        name: "Python 3.11 or newer, with venv",
        packages: &["python3", "python3-venv"],
        is_there: python,
    },
    Need {
        name: "faketime",
        packages: &["faketime"],
        is_there: || answers("faketime", &["--version"]),
    },
];

/// # Errors
/// Names what is missing, and the command that installs it.
pub(crate) fn run() -> Result<()> {
    let missing = missing();
    if missing.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = missing.iter().map(|need| need.name).collect();
    println!("missing: {}", names.join("; "));
    let packages: Vec<&str> = missing.iter().flat_map(|need| need.packages).copied().collect();
    if !is_root() || !answers("apt-get", &["--version"]) {
        bail!("please install what is missing: `sudo apt-get install {}`", packages.join(" "));
    }
    install(&packages)?;
    match self::missing().first() {
        None => Ok(()),
        // The distribution may have an older one.
        Some(need) => bail!("the packages {} bring no {}", need.packages.join(" "), need.name),
    }
}

fn missing() -> Vec<&'static Need> {
    NEEDS.iter().filter(|need| !(need.is_there)()).collect()
}

fn install(packages: &[&str]) -> Result<()> {
    let apt = |arguments: &[&str]| {
        let mut command = shell::program("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive").args(arguments);
        println!("{}", shell::told(&command));
        shell::run(&mut command)
    };
    apt(&["update", "-qq"])?;
    apt(&[&["install", "-y", "-qq", "--no-install-recommends"], packages].concat())
}

fn is_root() -> bool {
    said("id", &["-u"]).is_some_and(|id| id.trim() == "0")
}

fn postgres() -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    versions.map(|version| version.path()).any(|it| Path::exists(&it.join("bin/postgres")))
}

fn node() -> bool {
    let version = said("node", &["--version"]).unwrap_or_default();
    let major = version.trim().trim_start_matches('v').split('.').next().unwrap_or_default();
    major.parse().is_ok_and(|major: u32| major >= 20) && answers("npm", &["--version"])
}

fn python() -> bool {
    let ask = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";
    answers("python3", &["-c", ask])
}

fn answers(program: &str, arguments: &[&str]) -> bool {
    said(program, arguments).is_some()
}

/// What a program prints, if it exists and succeeds.
fn said(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
