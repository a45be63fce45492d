//! The `backchannel` command.

mod agent;
mod arena;
mod args;
mod doctor;
mod failure;
mod grid;
mod judge;
mod map;
mod map_text;
mod maps;
mod model_context;
mod narration;
mod paint;
mod progress;
mod remote;
mod replay;
mod serve;
mod sim;
mod study;
mod transfer;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::Failure;

/// Negotiation, refereed: serve the game, simulate it, read its replays, check its maps, judge deals.
#[derive(Parser)]
#[command(name = "backchannel", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Task>,
}

#[derive(Subcommand)]
enum Task {
    Serve(serve::Serve),
    Sim(sim::Sim),
    Arena(arena::ArenaCommand),
    Replay(replay::ReplayCommand),
    Map(map::MapCommand),
    Judge(judge::Judge),
    Agent(agent::AgentCommand),
    Mcp(model_context::McpCommand),
    Export(transfer::Export),
    Import(transfer::Import),
    Doctor(doctor::DoctorCommand),
    Backup(doctor::Backup),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::of_usage(&error),
    };
    let mut out = io::BufWriter::new(io::stdout());
    let done = run(cli, &mut out).and_then(|code| {
        out.flush()?;
        Ok(code)
    });
    done.unwrap_or_else(Failure::report)
}

fn run(cli: Cli, out: &mut (impl Write + Send)) -> Result<ExitCode, Failure> {
    match cli.command {
        Some(Task::Serve(serve)) => serve.run(out).map(|()| ExitCode::SUCCESS),
        Some(Task::Sim(sim)) => sim.run(out).map(|()| ExitCode::SUCCESS),
        Some(Task::Arena(arena)) => arena.run(out),
        Some(Task::Replay(replay)) => replay.run(out).map(|()| ExitCode::SUCCESS),
        Some(Task::Map(map)) => map.run(out),
        Some(Task::Judge(judge)) => judge.run(out).map(|()| ExitCode::SUCCESS),
        Some(Task::Agent(agent)) => agent.run(out),
        Some(Task::Mcp(mcp)) => mcp.run().map(|()| ExitCode::SUCCESS),
        Some(Task::Export(export)) => export.run(out).map(|()| ExitCode::SUCCESS),
        Some(Task::Import(import)) => import.run(out),
        Some(Task::Doctor(doctor)) => doctor.run(out),
        Some(Task::Backup(backup)) => backup.run(out),
        // Without a subcommand it serves; the environment is still respected.
        None => run(Cli::parse_from(["backchannel", "serve"]), out),
    }
}
