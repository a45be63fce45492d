//! Builds the web client with Node, so that it can be embedded in the binary.
//!
//! Without Node the binary is built anyway, with a page that says what is missing.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use flate2::Compression;
use flate2::write::GzEncoder;

const SOURCES: [&str; 7] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
];

/// The page that is served when the client could not be built.
const MISSING: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Backchannel</title>\
<h1>The web client is not in this binary</h1><p>It was built without Node. Install Node 20 or newer and \
build again; the API works as it is: see <a href=\"/api/docs\">its documentation</a>.</p></html>";

fn main() {
    let web = PathBuf::from(var("CARGO_MANIFEST_DIR")).join("../../web");
    let dist = PathBuf::from(var("OUT_DIR")).join("dist");
    println!("cargo:rerun-if-env-changed=BACKCHANNEL_WITHOUT_WEB");
    for source in SOURCES {
        println!("cargo:rerun-if-changed={}", web.join(source).display());
    }
    let _ = fs::remove_dir_all(&dist);
    if let Err(reason) = build(&web, &dist) {
        println!("cargo:warning=the web client is left out: {reason}");
        fs::create_dir_all(&dist).expect("the output directory can be written to");
        fs::write(dist.join("index.html"), MISSING)
            .expect("the output directory can be written to");
    }
    compress(&dist).expect("the output directory can be written to");
}

fn var(name: &str) -> String {
    env::var(name).expect("cargo sets it")
}

fn build(web: &Path, dist: &Path) -> Result<(), String> {
    if env::var_os("BACKCHANNEL_WITHOUT_WEB").is_some() {
        return Err("BACKCHANNEL_WITHOUT_WEB is set".to_owned());
    }
    check_node()?;
    if !is_installed(web) {
        // `npm ci` would also require the packages of every other platform.
        let quietly = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
        npm(web, quietly.map(OsStr::new))?;
    }
    let arguments = ["run", "build", "--", "--emptyOutDir", "--outDir"].map(OsStr::new);
    npm(web, arguments.into_iter().chain([dist.as_os_str()]))
}

fn check_node() -> Result<(), String> {
    let output = Command::new("node").arg("--version").output();
    let output =
        output.map_err(|_| "Node is not installed; Node 20 or newer builds it".to_owned())?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let major = version.trim_start_matches('v').split('.').next().and_then(|it| it.parse().ok());
    match major {
        Some(20..) => Ok(()),
        Some::<u32>(_) | None => Err(format!("Node is {version}; 20 or newer is required")),
    }
}

/// Whether the installed packages match the lock file.
fn is_installed(web: &Path) -> bool {
    let modified = |path: &str| fs::metadata(web.join(path)).and_then(|it| it.modified()).ok();
    match (modified("node_modules/.package-lock.json"), modified("package-lock.json")) {
        (Some(installed), Some(wanted)) => installed >= wanted,
        _ => false,
    }
}

fn npm<'a>(web: &Path, arguments: impl IntoIterator<Item = &'a OsStr>) -> Result<(), String> {
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(web);
    let output = command.output().map_err(|error| format!("npm did not start: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    Err(format!("`{command:?}` failed: {}", text.replace('\n', " | ")))
}

/// Compresses every text file in advance, so that nothing is compressed while serving.
fn compress(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            compress(&path)?;
            continue;
        }
        let kind = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        if ["html", "js", "css", "svg", "json", "webmanifest", "txt"].contains(&kind) {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(&fs::read(&path)?)?;
            fs::write(path.with_extension(format!("{kind}.gz")), encoder.finish()?)?;
        }
    }
    Ok(())
}
