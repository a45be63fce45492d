//! The test command and the chores: `cargo xtask --help`.

mod clauses;
mod fuzz;
mod shell;
mod test;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The test command and the chores.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Run everything that must pass: formatting, lints, tests, clauses, a short fuzz, documentation.
    Test,
    /// List every clause of the rules with its tests; fail if one has none.
    Clauses,
    Fuzz(fuzz::Fuzz),
}

fn main() -> ExitCode {
    let done = match Cli::parse().chore {
        Chore::Test => test::run(),
        Chore::Clauses => clauses::run(),
        Chore::Fuzz(fuzz) => fuzz.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
