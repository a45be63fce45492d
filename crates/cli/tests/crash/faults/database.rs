//! Faults of the database server.

use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use rustix::process::{Pid, Signal, kill_process};
use sqlx::{Connection as _, Executor as _, PgConnection};
use tokio::time::Instant;

use crate::chance::SplitMix64;
use crate::postgres::PostgresServer;
use crate::world::{CrashStore, World};

const END_SESSIONS: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
    WHERE datname = current_database() AND pid <> pg_backend_pid()";

pub async fn strike(world: &mut World, chance: &mut SplitMix64) -> Result<Instant> {
    let CrashStore::Postgres(database) = &world.store else { bail!("there is no database server") };
    match chance.below(4) {
        0 => ask(database, PostgresServer::crash).await?,
        1 => {
            ask(database, PostgresServer::stop).await?;
            let noticed = world.until_ready(503).await.context("the database is away");
            ask(database, PostgresServer::start_again).await?;
            noticed?;
        }
        2 => {
            let frozen = Frozen::all_of(database)?;
            tokio::time::sleep(chance.millis(200, 800)).await;
            drop(frozen);
        }
        _ => {
            let mut connection = PgConnection::connect(&world.db).await?;
            connection.execute(END_SESSIONS).await?;
            connection.close().await?;
        }
    }
    Ok(Instant::now())
}

async fn ask(database: &Arc<PostgresServer>, what: fn(&PostgresServer)) -> Result<()> {
    let database = Arc::clone(database);
    Ok(tokio::task::spawn_blocking(move || what(&database)).await?)
}

/// All processes of a database, paused; they continue when this is dropped.
struct Frozen(Vec<Pid>);

impl Frozen {
    fn all_of(database: &PostgresServer) -> Result<Frozen> {
        let first = database.pid();
        let children = std::fs::read_to_string(format!("/proc/{first}/task/{first}/children"))?;
        let all = children.split_whitespace().filter_map(|child| child.parse().ok());
        let all = [first as i32].into_iter().chain(all).filter_map(Pid::from_raw);
        let mut frozen = Frozen(Vec::new());
        for process in all {
            // A session may have ended since.
            if kill_process(process, Signal::STOP).is_ok() {
                frozen.0.push(process);
            }
        }
        Ok(frozen)
    }
}

impl Drop for Frozen {
    fn drop(&mut self) {
        for process in &self.0 {
            // It cannot have ended while it stood still.
            let _ = kill_process(*process, Signal::CONT);
        }
    }
}
