//! The drill: a backup while people play, the loss of the database, and the restore.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::chance::SplitMix64;
use crate::checker;
use crate::game::{AcknowledgedCommand, CrashGame};
use crate::player::{CrashGameKind, CrashPlayer, PlayerProgress, PlayerTally, Transport};
use crate::process::{self, ServerProcess};

const TABLES: u64 = 4;

/// Runs the command beside the server, and returns its exit code and its output.
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
    let server = ServerProcess::start(&db).await?;
    let (address, now_at) = watch::channel(server.address.clone());
    let company = Company::sit_down(&now_at).await?;
    company.acknowledged(20).await;

    // From here on play continues, and what is acknowledged may or may not be in the copy.
    let before: Vec<(Arc<CrashGame>, Vec<AcknowledgedCommand>)> = company.games();
    let (code, said) = backup(&db, &copy).await?;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("is a complete copy"), "{said}");
    let (code, said) = backup(&db, &copy).await?;
    assert_eq!(code, 2, "a copy is never written over: {said}");
    let (code, said) = doctor(&db).await?;
    assert_eq!(code, 0, "the database in use is sound: {said}");
    company.get_up().await?;
    server.kill().await?;
    lose(&file);

    std::fs::copy(&copy, &file)?;
    let server = ServerProcess::start(&db).await?;
    address.send(server.address.clone())?;
    for (game, receipts) in &before {
        // A retry gets the same response: the command is there, in its place.
        checker::again(game, &now_at, receipts).await;
    }
    let company = Company::sit_down(&now_at).await?;
    company.acknowledged(5).await;
    company.get_up().await?;
    let (code, said) = doctor(&db).await?;
    assert_eq!(code, 0, "{said}");
    Ok(())
}

/// Those who play meanwhile.
struct Company {
    progress: Vec<PlayerProgress>,
    playing: JoinSet<PlayerTally>,
    stop: watch::Sender<bool>,
}

impl Company {
    async fn sit_down(address: &watch::Receiver<String>) -> Result<Company> {
        let (stop, stopped) = watch::channel(false);
        let chance = SplitMix64::announced("drill");
        let (mut progress, mut playing) = (Vec::new(), JoinSet::new());
        for number in 0..TABLES {
            let way = if number % 2 == 0 { Transport::Requests } else { Transport::Sockets };
            let chance = chance.branch(number);
            let (player, told) =
                CrashPlayer::new(CrashGameKind::Backchannel, way, address.clone(), chance).await?;
            progress.push(told);
            playing.spawn(player.play(stopped.clone()));
        }
        Ok(Company { progress, playing, stop })
    }

    /// Waits until everybody has so many commands acknowledged.
    async fn acknowledged(&self, count: u64) {
        for progress in &self.progress {
            let mut acknowledged = progress.acknowledged.clone();
            acknowledged.wait_for(|now| *now >= count).await.expect("they play on");
        }
    }

    /// The games that are being played, and what was acknowledged in them so far.
    fn games(&self) -> Vec<(Arc<CrashGame>, Vec<AcknowledgedCommand>)> {
        let game = |progress: &PlayerProgress| {
            let game = Arc::clone(&progress.game.lock().unwrap());
            let receipts = game.receipts();
            (game, receipts)
        };
        self.progress.iter().map(game).collect()
    }

    async fn get_up(mut self) -> Result<()> {
        self.stop.send(true)?;
        while let Some(done) = self.playing.join_next().await {
            done?;
        }
        Ok(())
    }
}
