//! The test command and the chores: `cargo xtask --help`.

mod audit;
mod clauses;
mod crash;
mod fixture;
mod fuzz;
mod limits;
mod load;
mod machine;
mod schemathesis;
mod shell;
mod simulate;
mod test;
mod types;
mod web;

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
    Test(test::Test),
    /// See that what the tests start is on this machine, and install it if we may.
    Machine,
    /// List every clause of the rules with its tests; fail if one has none.
    Clauses,
    /// Check the licences, sources, doubles and known faults of what we depend on; builds cargo-deny once.
    Audit,
    Fuzz(fuzz::Fuzz),
    Crash(crash::Crash),
    Fixture(fixture::Fixture),
    Load(load::Load),
    /// Ask the API everything that its document allows, and much that it does not.
    Schemathesis,
    Simulate(simulate::Simulate),
    Types(types::Types),
}

fn main() -> ExitCode {
    let done = match Cli::parse().chore {
        Chore::Test(test) => test.run(),
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
