//! `kill -9` under load, again and again.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::json;
use server::store;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::chance::Chance;
use crate::player::{PATIENCE, Player, Receipts, Way};
use crate::process::{self, Process};
use crate::table::Table;
use crate::{audit, postgres};

const TABLES: usize = 12;
/// Rounds from one crash of the database to the next.
const DATABASE_CRASHES: u32 = 6;

fn rounds() -> u32 {
    std::env::var("CRASH_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(25)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_on_sqlite_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    survive("sqlite", &process::file(folder.path()), None).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_on_postgres_lose_nothing_even_if_it_crashes_too() {
    let postgres = Arc::new(postgres::Server::start());
    let db = postgres.database().await;
    survive("postgres", &db, Some(postgres)).await.unwrap();
}

/// Every so many rounds the database crashes as well, if it is one that can.
async fn survive(name: &str, db: &str, postgres: Option<Arc<postgres::Server>>) -> Result<()> {
    let mut chance = Chance::announced(name);
    let mut server = Process::start(db).await?;
    let (address, now_at) = watch::channel(server.address.clone());
    let (stop, stopped) = watch::channel(false);
    let mut ledgers: Vec<(String, Receipts)> = Vec::new();
    let mut players = JoinSet::new();
    for number in 0..TABLES {
        let table = Table::begin(&server.address, json!({})).await?;
        let way = if number % 3 == 0 { Way::Requests } else { Way::Sockets };
        let player = Player::new(table, way, now_at.clone());
        ledgers.push((player.table.clone(), player.receipts.clone()));
        players.spawn(player.play(stopped.clone()));
    }
    for round in 1..=rounds() {
        progress(&ledgers).await;
        tokio::time::sleep(chance.millis(60, 400)).await;
        if let Some(postgres) = postgres.clone().filter(|_| round % DATABASE_CRASHES == 0) {
            tokio::task::spawn_blocking(move || postgres.crash()).await?;
            tokio::time::sleep(chance.millis(60, 400)).await;
        }
        server.kill().await?;
        server = Process::start(db).await?;
        address.send(server.address.clone())?;
        check(db, &ledgers).await?;
        assert!(!has_failed(&mut players), "a player has failed in round {round}");
    }
    stop.send(true)?;
    let mut repeated = 0;
    while let Some(player) = players.join_next().await {
        repeated += player?.repeated;
    }
    let acknowledged = check(db, &ledgers).await?;
    println!("{name}: {} kills, {acknowledged} acknowledged, {repeated} sent again", rounds());
    assert!(repeated > 0, "no kill has hit a command");
    Ok(())
}

/// Waits until something more is acknowledged: a server that is killed before that, on a busy machine, proves
/// nothing.
async fn progress(ledgers: &[(String, Receipts)]) {
    let count = || ledgers.iter().map(|(_, receipts)| receipts.lock().unwrap().len()).sum();
    let (begun, before): (Instant, usize) = (Instant::now(), count());
    while count() == before {
        assert!(begun.elapsed() < PATIENCE, "nobody gets anything acknowledged");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn has_failed(players: &mut JoinSet<Player>) -> bool {
    // Nobody stops before they are told to.
    players.try_join_next().is_some()
}

/// Compares what is on disk to what was acknowledged, and counts it.
async fn check(db: &str, ledgers: &[(String, Receipts)]) -> Result<usize> {
    // A ledger is copied before the disk is read: what is in it has to be there.
    let store = store::address::open(db).await?;
    let mut count = 0;
    for (table, receipts) in ledgers {
        let receipts = receipts.lock().unwrap().clone();
        audit::compare(table, &audit::commands(&*store, table).await, &receipts);
        count += receipts.len();
    }
    Ok(count)
}
