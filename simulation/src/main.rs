//! `cargo xtask simulate`.

use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Parser;
use simulation::{Mutant, SimulationPlan};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{fmt, registry};

/// Run the server in a simulated world until the time is over or a check fails
#[derive(Parser)]
#[command(name = "cargo xtask simulate")]
struct Simulate {
    /// The seed of the world; random by default
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Simulated hours.
    #[arg(long, value_name = "H", default_value = "10")]
    hours: f64,
    /// Inject a bug on purpose
    #[arg(long, value_name = "NAME")]
    mutant: Option<Mutant>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Print everything that happens.
    #[arg(long)]
    trace: bool,
}

fn main() -> ExitCode {
    let Simulate { seed, hours, mutant, json, trace } = Simulate::parse();
    if let Some(filter) = std::env::var("RUST_LOG").ok().and_then(|it| it.parse::<Targets>().ok()) {
        registry().with(filter).with(fmt::layer().with_writer(std::io::stderr)).init();
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seed = seed.unwrap_or(now.as_nanos() as u64 % 1_000_000_000);
    let report = simulation::run(&SimulationPlan { seed, hours, mutant, trace });
    match json {
        true => println!("{}", serde_json::to_string(&report).unwrap_or_default()),
        false => println!("{report}"),
    }
    if report.broken.is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
