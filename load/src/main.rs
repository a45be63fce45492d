//! Many tables at once on this machine, with every command on disk before the response.
//!
//! Starts the server as a separate process, plays on it over sockets for a limited time, and reports the commands per
//! second, the latency until the other seat has received them, and the memory of a table and of a connection. `cargo
//! xtask load` builds and starts it.

mod attack;
mod bare;
mod hang_up;
mod idle;
#[path = "../../crates/server/tests/support/large.rs"]
mod large;
mod player;
#[path = "../../crates/server/tests/support/postgres.rs"]
mod postgres;
mod report;
#[path = "../../crates/server/tests/support/process.rs"]
mod server;
mod workload;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use clap::Parser;
use tokio::task::JoinSet;
use tokio::time::Instant;

use player::LoadTable;
use report::LoadReport;
use server::{NO_LIMITS, ServerProcess};
use workload::Workload;

#[derive(Parser)]
struct Load {
    /// The game that is played.
    #[arg(long, default_value = workload::ALL[0].ruleset)]
    game: String,
    /// Tables that are played at the same time.
    #[arg(long, default_value_t = 200)]
    tables: usize,
    /// Seconds of play that are measured.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Spectators at one more table, where nothing happens.
    #[arg(long, default_value_t = 0)]
    watchers: usize,
    /// Clients that abort requests all the time.
    #[arg(long, default_value_t = 0)]
    hang_ups: usize,
    /// The binary to measure.
    #[arg(long, default_value = "target/release/backchannel")]
    binary: PathBuf,
    /// The database; a new SQLite file, if none is named.
    #[arg(long)]
    db: Option<String>,
    /// A PostgreSQL server is started for it.
    #[arg(long, conflicts_with = "db")]
    postgres: bool,
    /// Attack the server instead, in every way that one guest can, and measure how soon it answers others.
    #[arg(long, conflicts_with_all = ["bare", "game", "watchers", "hang_ups"])]
    attacks: bool,
    /// Measure the bare loop first: only sockets and a disk.
    #[arg(long)]
    bare: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Run as the bare loop at this address.
    #[arg(long, hide = true)]
    serve_bare: Option<String>,
}

/// A limit on the whole run.
const MOST_SECONDS: u64 = 120;

fn main() -> anyhow::Result<()> {
    let load = Load::parse();
    // On one core: the generator should leave as much as possible to the server.
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    match &load.serve_bare {
        Some(address) => {
            let file = PathBuf::from(load.db.as_deref().context("--db: name a file")?);
            let all_cores = tokio::runtime::Runtime::new()?;
            all_cores.block_on(bare::serve(address, &file))
        }
        None => runtime.enable_all().build()?.block_on(load.run()),
    }
}

impl Load {
    async fn run(mut self) -> anyhow::Result<()> {
        anyhow::ensure!((1..=2_000).contains(&self.tables), "--tables: use 1 to 2000");
        anyhow::ensure!((1..=MOST_SECONDS).contains(&self.seconds), "--seconds: use 1 to 120");
        anyhow::ensure!(self.watchers <= 20_000, "--watchers: use up to 20000");
        anyhow::ensure!(self.hang_ups <= 1_000, "--hang-ups: use up to 1000");
        if self.postgres {
            self.db = Some(postgres::database().await);
        }
        if self.attacks {
            return attack::run(&self.binary, self.db.as_deref(), self.seconds, self.json).await;
        }
        let workload = workload::find(&self.game)?;
        let bare = if self.bare { Some(self.measure_bare().await?) } else { None };
        let report = self.measure(workload).await?.beside(bare);
        if self.json {
            println!("{}", serde_json::to_string(&report)?);
        } else {
            print!("{report}");
        }
        Ok(())
    }

    /// What this machine allows, in the same minutes.
    async fn measure_bare(&self) -> anyhow::Result<LoadReport> {
        let server = ServerProcess::bare()?;
        server.ready().await?;
        let mut tables = Vec::new();
        for number in 0..self.tables {
            tables.push(LoadTable::bare(&server, number).await?);
        }
        self.play(&server, tables).await
    }

    async fn measure(&self, workload: &Workload) -> anyhow::Result<LoadReport> {
        let server = ServerProcess::start(&self.binary, self.db.as_deref(), NO_LIMITS)?;
        let first_answer_ms = server.ready().await?;
        let mut tables = Vec::new();
        // The first tables also allocate what all of them share; the others show the cost of one.
        let warm = self.tables / 2;
        let mut warm_kb = server.resident_kb()?;
        for number in 0..self.tables {
            if number == warm {
                warm_kb = server.resident_kb()?;
            }
            tables.push(LoadTable::open(&server, workload, number).await?);
        }
        let loaded_kb = server.resident_kb()?;
        let kb_per_table = (loaded_kb.saturating_sub(warm_kb)) as f64 / (self.tables - warm) as f64;
        let watchers = idle::watch(&server, self.watchers).await?;
        let watched_kb = server.resident_kb()?;
        let restless = hang_up::start(&server, self.hang_ups).await?;
        let report = self.play(&server, tables).await?;
        let report = report.hang_ups(restless.count());
        drop(watchers);
        let of_watchers = watched_kb.saturating_sub(loaded_kb);
        Ok(report.memory(kb_per_table, of_watchers).first_answer(first_answer_ms))
    }

    async fn play(
        &self,
        server: &ServerProcess,
        tables: Vec<LoadTable>,
    ) -> anyhow::Result<LoadReport> {
        let until = Instant::now() + Duration::from_secs(self.seconds);
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
        Ok(LoadReport::new(&self.game, &self.db, self.tables, self.watchers, latencies, took)
            .cpu(spent))
    }
}
