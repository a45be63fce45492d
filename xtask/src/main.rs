//! The test command and other development commands: `cargo xtask --help`.

mod agents;
mod arena;
mod audit;
mod clauses;
mod crash;
mod fixture;
mod fuzz;
mod limits;
mod load;
mod machine;
mod python;
mod schemathesis;
mod shell;
mod simulate;
mod test;
mod types;
mod web;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The test command and other development commands
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    Test(test::Test),
    Arena(arena::Arena),
    /// Check that what the tests need is installed, and install it if permitted
    Machine,
    /// List every clause of the rules with its tests; fail if one has none.
    Clauses,
    /// Check the licences, sources, duplicate versions and known vulnerabilities of our dependencies; builds
    /// cargo-deny once
    Audit,
    Fuzz(fuzz::Fuzz),
    Crash(crash::Crash),
    Fixture(fixture::Fixture),
    Load(load::Load),
    /// Test the API with everything that its document allows, and much that it does not
    Schemathesis,
    Simulate(simulate::Simulate),
    Types(types::Types),
}

fn main() -> ExitCode {
    let done = match Cli::parse().chore {
        Chore::Test(test) => test.run(),
        Chore::Arena(arena) => arena.run(),
        Chore::Machine => machine::run(),
        Chore::Clauses => clauses::run(),
        Chore::Audit => audit::run(),
        Chore::Fuzz(fuzz) => fuzz.run(),
        Chore::Crash(crash) => crash.run(),
        Chore::Fixture(fixture) => fixture.run(),
        Chore::Load(load) => load.run(),
        Chore::Schemathesis => schemathesis::run(),
        Chore::Simulate(simulate) => simulate.run(),
        Chore::Types(types) => types.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
