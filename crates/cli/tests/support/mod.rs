//! Running the command as a user does.
#![allow(dead_code, reason = "no test file uses all of it")]

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

/// A map that no release changes.
pub(crate) const MAP: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../arena/tests/data/twelve-fields.json");

/// What became of a run.
pub(crate) struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

pub(crate) fn run(arguments: &[&str]) -> Run {
    let output = Command::cargo_bin("backchannel")
        .expect("the binary is built")
        .args(arguments)
        .output()
        .expect("the binary runs");
    let text = |bytes| String::from_utf8(bytes).expect("output is text");
    Run {
        code: output.status.code().expect("it ends by itself"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

impl Run {
    pub(crate) fn ok(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    pub(crate) fn json(self) -> Value {
        serde_json::from_str(&self.ok()).expect("the output is one JSON value")
    }

    /// The one sentence with which it failed.
    pub(crate) fn fails(self, code: i32) -> String {
        assert_eq!((self.code, self.out.as_str()), (code, ""), "{}", self.err);
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        let sentence = self.err.trim_end();
        sentence.strip_prefix("error: ").expect("errors say so").to_owned()
    }
}

/// A directory with one saved game of three in it, and the path of that game.
pub(crate) fn saved() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().expect("there is room for a directory");
    let path = directory.path().to_str().expect("its path is text").to_owned();
    let table = ["--seats", "3", "--map", MAP, "--bots", "random", "--seed", "5"];
    let arguments = ["sim", "--games", "1", "--save", &path];
    run(&[&arguments[..], &table].concat()).ok();
    let file = directory.path().join("game-000001.ndjson");
    (directory, file)
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("paths here are text")
}
