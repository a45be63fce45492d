//! Many tables at once on this machine, with every command on disk before it is answered.
//!
//! Starts the server as a process of its own, plays at it over sockets for a bounded time, and says how
//! many commands a second it acknowledged, how long it took until the other seat saw them, and what a
//! table and a connection cost in memory. `cargo xtask load` builds and starts it.

mod idle;
mod player;
#[path = "../../tests/support/postgres.rs"]
mod postgres;
mod report;
mod server;

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use tokio::task::JoinSet;
use tokio::time::Instant;

use player::Table;
use report::Report;
use server::Server;

#[derive(Parser)]
struct Load {
    /// Tables that are played at the same time.
    #[arg(long, default_value_t = 200)]
    tables: usize,
    /// Seconds of play that are measured.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Watchers who look on at one more table, at which nothing happens.
    #[arg(long, default_value_t = 0)]
    watchers: usize,
    /// The binary to measure.
    #[arg(long, default_value = "target/release/backchannel")]
    binary: PathBuf,
    /// The database; a new SQLite file, if none is named.
    #[arg(long)]
    db: Option<String>,
    /// A PostgreSQL server is started for it.
    #[arg(long, conflicts_with = "db")]
    postgres: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The longest run, so that nothing goes on for ever.
const MOST_SECONDS: u64 = 120;

/// On one core: what measures should leave as much as it can to what is measured.
#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let mut load = Load::parse();
    anyhow::ensure!((1..=2_000).contains(&load.tables), "--tables: use 1 to 2000");
    anyhow::ensure!((1..=MOST_SECONDS).contains(&load.seconds), "--seconds: use 1 to 120");
    anyhow::ensure!(load.watchers <= 20_000, "--watchers: use up to 20000");
    if load.postgres {
        load.db = Some(postgres::database().await);
    }
    let server = Server::start(&load.binary, load.db.as_deref())?;
    let first_answer_ms = server.ready().await?;
    let mut tables = Vec::new();
    // The first tables also bring in what all of them share; the others tell what one costs.
    let warm = load.tables / 2;
    let mut warm_kb = server.resident_kb()?;
    for number in 0..load.tables {
        if number == warm {
            warm_kb = server.resident_kb()?;
        }
        tables.push(Table::open(&server, number).await?);
    }
    let loaded_kb = server.resident_kb()?;
    let kb_per_table = (loaded_kb.saturating_sub(warm_kb)) as f64 / (load.tables - warm) as f64;
    let watchers = idle::watch(&server, load.watchers).await?;
    let watched_kb = server.resident_kb()?;
    let until = Instant::now() + Duration::from_secs(load.seconds);
    let (started, spent) = (Instant::now(), server.cpu_seconds()?);
    let mut games = JoinSet::new();
    for table in tables {
        games.spawn(table.play(until));
    }
    let mut latencies = Vec::new();
    while let Some(played) = games.join_next().await {
        latencies.extend(played??);
    }
    let (took, spent) = (started.elapsed(), server.cpu_seconds()? - spent);
    drop(watchers);
    let report = Report::new(&load.db, load.tables, load.watchers, latencies, took)
        .memory(kb_per_table, watched_kb.saturating_sub(loaded_kb))
        .cpu(spent)
        .first_answer(first_answer_ms);
    if load.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        print!("{report}");
    }
    Ok(())
}
