//! `cargo xtask test`: the one test command.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use clap::Args;

use crate::{agents, clauses, fuzz, machine, python, schemathesis, shell, types, web};

/// Run everything that must pass, fast checks first
#[derive(Args)]
pub(crate) struct Test {
    /// Only these steps, by their names
    #[arg(value_name = "STEP")]
    only: Vec<String>,
    /// What takes minutes instead: Ray, training and notebooks
    #[arg(long, conflicts_with = "only")]
    slow: bool,
}

struct Step {
    name: &'static str,
    /// What to do when it fails.
    cure: &'static str,
    work: Work,
}

enum Work {
    Cargo(Command),
    /// What it checks, in words.
    Ours(&'static str, fn() -> Result<()>),
}

/// Fast checks come first, so that most mistakes are found soon.
fn steps() -> Vec<Step> {
    let [formatting, lints, tests, fuzz, documentation] = cargo();
    let machine = Step {
        name: "machine",
        cure: "install what is missing",
        work: Work::Ours("what the tests need is installed", machine::run),
    };
    let clauses = Step {
        name: "clauses",
        cure: "write the missing tests; `cargo xtask clauses` lists all",
        work: Work::Ours("every clause of the rules has a test", all_clauses),
    };
    let rust = [machine, formatting, clauses, lints, tests, fuzz, documentation];
    rust.into_iter().chain(outside()).collect()
}

fn cargo() -> [Step; 5] {
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
            cure: "fix what clippy reports",
            work: Work::Cargo(shell::cargo(&clippy)),
        },
        Step {
            name: "tests",
            cure: "fix the test or what it tests",
            work: Work::Cargo(shell::cargo(&["test", "--quiet", "--workspace"])),
        },
        Step {
            name: "fuzz",
            cure: "run it again with the seed that it prints",
            work: Work::Ours("random games pass the contract suite", fuzz::briefly),
        },
        Step {
            name: "documentation",
            cure: "fix the links and examples that rustdoc reports",
            work: Work::Cargo(doc),
        },
    ]
}

/// Tests of the server and its client from outside.
fn outside() -> [Step; 6] {
    [
        Step {
            name: "python",
            cure: "fix the test that pytest reports, or what it tests",
            work: Work::Ours("the Python package installs and passes its tests", python::check),
        },
        Step {
            name: "types",
            cure: "run `cargo xtask types`",
            work: Work::Ours("the web client's types are up to date", types::check),
        },
        Step {
            name: "web",
            cure: "fix what `npm run check` or `npm test` reports",
            work: Work::Ours("the web client passes its own checks", web::check),
        },
        Step {
            name: "browser",
            cure: "look at the trace: `npx playwright show-report` in web/",
            work: Work::Ours("the web client plays in a browser", web::browse),
        },
        Step {
            name: "schemathesis",
            cure: "fix the handler or its documentation; the request to repeat is printed",
            work: Work::Ours("the API answers as its document says", schemathesis::run),
        },
        Step {
            name: "agents",
            cure: "run the client by itself; its first argument is the binary",
            work: Work::Ours("language models play over both transports", agents::run),
        },
    ]
}

fn all_clauses() -> Result<()> {
    clauses::check().map(|tally| println!("{tally}"))
}

impl Test {
    pub(crate) fn run(&self) -> Result<()> {
        if self.slow {
            return python::check_slowly();
        }
        let mut steps = self.chosen()?;
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

    fn chosen(&self) -> Result<Vec<Step>> {
        let mut steps = steps();
        for name in &self.only {
            if !steps.iter().any(|step| step.name == name) {
                let known: Vec<_> = steps.iter().map(|step| step.name).collect();
                bail!("there is no step {name:?}; the steps are {}", known.join(", "));
            }
        }
        steps.retain(|step| self.only.is_empty() || self.only.iter().any(|one| one == step.name));
        Ok(steps)
    }
}

impl Work {
    fn told(&self) -> String {
        match self {
            Work::Cargo(command) => shell::told(command),
            Work::Ours(what, _) => (*what).to_owned(),
        }
    }

    fn run(&mut self) -> Result<()> {
        match self {
            Work::Cargo(command) => shell::run(command),
            Work::Ours(_, work) => work(),
        }
    }
}

fn summarise(times: &[(&str, Duration)]) {
    println!("\nPassed:");
    for (name, took) in times {
        println!("  {name:<14} {:>7.1} s", took.as_secs_f64());
    }
    let total: Duration = times.iter().map(|(_, took)| *took).sum();
    println!("  {:<14} {:>7.1} s", "in all", total.as_secs_f64());
}
