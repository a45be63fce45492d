//! The drill: a backup while people play, the loss of the database, and the way back.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use reqwest::Method;
use serde_json::json;
use tokio::sync::watch;

use crate::person::Person;
use crate::player::{PAUSE, Player, Receipt, Receipts, Way};
use crate::process::{self, Process};
use crate::table::Table;

const TABLES: usize = 4;

/// Runs the command beside the server, and returns its exit code and what it says.
async fn backchannel(arguments: Vec<String>) -> Result<(i32, String)> {
    let run = move || Command::new(env!("CARGO_BIN_EXE_backchannel")).args(arguments).output();
    let output = tokio::task::spawn_blocking(run).await??;
    let said = [output.stdout, output.stderr].concat();
    Ok((output.status.code().context("it ended by itself")?, String::from_utf8(said)?))
}

async fn backup(db: &str, to: &Path) -> Result<(i32, String)> {
    let to = to.display().to_string();
    backchannel(vec!["backup".into(), to, "--db".into(), db.into()]).await
}

async fn doctor(db: &str) -> Result<(i32, String)> {
    backchannel(vec!["doctor".into(), "--db".into(), db.into()]).await
}

/// The file, and what SQLite and the server keep beside it.
fn lose(path: &Path) {
    for ending in ["", "-wal", "-shm", "-lock"] {
        // Not all of them are there.
        let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_before_a_backup_survives_the_loss_of_the_database() {
    drill().await.unwrap();
}

async fn drill() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (db, file) = (process::file(folder.path()), folder.path().join("tables.db"));
    let copy = folder.path().join("copy.db");
    let server = Process::start(&db).await?;
    let (address, now_at) = watch::channel(server.address.clone());
    let (stop, stopped) = watch::channel(false);
    let mut players = Vec::new();
    for number in 0..TABLES {
        let table = Table::begin(&server.address, json!({})).await?;
        let people = table.people.clone();
        let way = if number % 2 == 0 { Way::Requests } else { Way::Sockets };
        let player = Player::new(table, way, now_at.clone());
        let (id, receipts) = (player.table.clone(), player.receipts.clone());
        let playing = tokio::spawn(player.play(stopped.clone()));
        players.push((id, people, receipts, playing));
    }
    for (.., receipts, _) in &players {
        acknowledged(receipts, 20).await;
    }

    // From here on things go on, and what is acknowledged may or may not be in the copy.
    let before: Vec<Vec<Receipt>> =
        players.iter().map(|(.., receipts, _)| receipts.lock().unwrap().clone()).collect();
    let (code, said) = backup(&db, &copy).await?;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("is a complete copy: 4 tables"), "{said}");
    let (code, said) = backup(&db, &copy).await?;
    assert_eq!(code, 2, "a copy is never written over: {said}");
    let (code, said) = doctor(&db).await?;
    assert_eq!(code, 0, "the database in use is sound: {said}");
    stop.send(true)?;
    let mut tables = Vec::new();
    for (id, people, _, playing) in players {
        playing.await?;
        tables.push((id, people));
    }
    server.kill().await?;
    lose(&file);

    std::fs::copy(&copy, &file)?;
    let server = Process::start(&db).await?;
    address.send(server.address.clone())?;
    for ((id, people), receipts) in tables.iter().zip(&before) {
        for receipt in receipts {
            // Whoever asks again is answered as before: it is there, in its place.
            let order = json!({"id": receipt.id, "command": receipt.command});
            let path = format!("/tables/{id}/commands");
            let person = &people[receipt.seat];
            let again = person.send(&server.address, Method::POST, &path, order).await?;
            assert_eq!(again["seq"], receipt.seq, "{receipt:?}");
        }
    }
    play_on(&server.address, tables).await?;
    let (code, said) = doctor(&db).await?;
    assert_eq!(code, 0, "{said}");
    Ok(())
}

/// Waits until so many commands are.
async fn acknowledged(receipts: &Receipts, count: usize) {
    while receipts.lock().unwrap().len() < count {
        tokio::time::sleep(PAUSE).await;
    }
}

/// Everybody plays on where the copy left them.
async fn play_on(address: &str, tables: Vec<(String, [Person; 2])>) -> Result<()> {
    let (_keep, now_at) = watch::channel(address.to_owned());
    let (stop, stopped) = watch::channel(false);
    let mut playing = Vec::new();
    for (id, people) in tables {
        let player = Player::new(Table { id, people }, Way::Requests, now_at.clone());
        let player = player.after(1_000_000);
        let receipts = player.receipts.clone();
        playing.push((receipts, tokio::spawn(player.play(stopped.clone()))));
    }
    for (receipts, _) in &playing {
        acknowledged(receipts, 5).await;
    }
    stop.send(true)?;
    for (_, player) in playing {
        player.await?;
    }
    Ok(())
}
