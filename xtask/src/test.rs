//! `cargo xtask test`: the one test command.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use crate::{clauses, fuzz, shell};

/// Long enough to examine some dozens of games.
const FUZZ_MINUTES: f64 = 0.25;

struct Step {
    name: &'static str,
    /// What to do when it fails.
    cure: &'static str,
    work: Work,
}

enum Work {
    Cargo(Command),
    Clauses,
}

fn steps() -> [Step; 6] {
    let mut doc = shell::cargo(&["doc", "--quiet", "--workspace", "--no-deps"]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    let clippy = ["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"];
    [
        Step {
            name: "formatting",
            cure: "run `cargo fmt --all`",
            work: Work::Cargo(shell::cargo(&["fmt", "--all", "--check"])),
        },
        Step {
            name: "lints",
            cure: "mend what clippy names",
            work: Work::Cargo(shell::cargo(&clippy)),
        },
        Step {
            name: "tests",
            cure: "mend the test or what it tests",
            work: Work::Cargo(shell::cargo(&["test", "--quiet", "--workspace"])),
        },
        Step {
            name: "clauses",
            cure: "write the missing tests; `cargo xtask clauses` lists all",
            work: Work::Clauses,
        },
        Step {
            name: "fuzz",
            cure: "run the seed that it names again",
            // Built like the tests, so that a short run does not wait for a long build.
            work: Work::Cargo(fuzz::contract(&["run"], FUZZ_MINUTES, 1)),
        },
        Step {
            name: "documentation",
            cure: "mend the links and examples that rustdoc names",
            work: Work::Cargo(doc),
        },
    ]
}

pub(crate) fn run() -> Result<()> {
    let mut steps = steps();
    let count = steps.len();
    let mut times = Vec::new();
    for (number, step) in steps.iter_mut().enumerate() {
        println!("\n[{}/{count}] {}: {}", number + 1, step.name, step.work.told());
        let started = Instant::now();
        step.work.run().with_context(|| format!("{} failed: {}", step.name, step.cure))?;
        times.push((step.name, started.elapsed()));
    }
    summarise(&times);
    Ok(())
}

impl Work {
    fn told(&self) -> String {
        match self {
            Work::Cargo(command) => shell::told(command),
            Work::Clauses => "every clause of the rules has a test".to_owned(),
        }
    }

    fn run(&mut self) -> Result<()> {
        match self {
            Work::Cargo(command) => shell::run(command),
            Work::Clauses => clauses::check().map(|tally| println!("{tally}")),
        }
    }
}

fn summarise(times: &[(&str, Duration)]) {
    println!("\nAll {} steps passed:", times.len());
    for (name, took) in times {
        println!("  {name:<14} {:>7.1} s", took.as_secs_f64());
    }
    let total: Duration = times.iter().map(|(_, took)| *took).sum();
    println!("  {:<14} {:>7.1} s", "in all", total.as_secs_f64());
}
