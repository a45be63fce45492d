//! Everybody who plays.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

use crate::chance::SplitMix64;
use crate::checker;
use crate::faults::CrashFault;
use crate::game::CrashGame;
use crate::plan::CrashPlan;
use crate::player::{CrashGameKind, CrashPlayer, PlayerProgress, PlayerTally, Transport};
use crate::world::{PATIENCE, World};

const PLAYERS: [(CrashGameKind, Transport); 6] = [
    (CrashGameKind::Backchannel, Transport::Sockets),
    (CrashGameKind::Backchannel, Transport::HangUps),
    (CrashGameKind::Timed, Transport::Sockets),
    (CrashGameKind::Timed, Transport::Requests),
    (CrashGameKind::Desk, Transport::Sockets),
    (CrashGameKind::Desk, Transport::HangUps),
];

pub struct Crowd {
    players: JoinSet<PlayerTally>,
    progress: Vec<PlayerProgress>,
    address: watch::Receiver<String>,
    stop: watch::Sender<bool>,
}

impl Crowd {
    pub async fn gather(world: &World, plan: &CrashPlan) -> Result<Crowd> {
        let address = world.address.subscribe();
        let (stop, stopped) = watch::channel(false);
        let (mut players, mut progress) = (JoinSet::new(), Vec::new());
        for (number, (kind, way)) in PLAYERS.into_iter().enumerate() {
            let patient = way == Transport::HangUps && !plan.includes(CrashFault::HangUps);
            let way = if patient { Transport::Requests } else { way };
            let player = CrashPlayer::new(kind, way, address.clone(), plan.chance(number)).await?;
            players.spawn(player.0.play(stopped.clone()));
            progress.push(player.1);
        }
        Ok(Crowd { players, progress, address, stop })
    }

    /// The games that are being played.
    pub fn games(&self) -> impl Iterator<Item = Arc<CrashGame>> + Clone {
        self.progress.iter().map(|player| Arc::clone(&player.game.lock().unwrap()))
    }

    pub fn some_game(&self) -> Arc<CrashGame> {
        self.games().next().expect("there are players")
    }

    pub fn acknowledged(&self) -> u64 {
        self.progress.iter().map(|player| *player.acknowledged.borrow()).sum()
    }

    /// Waits until everybody has had another command acknowledged.
    pub async fn resume(&mut self) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        for player in &mut self.progress {
            let before = *player.acknowledged.borrow();
            let more = player.acknowledged.wait_for(|count| *count > before);
            let more = timeout_at(deadline, more).await;
            more.context("somebody cannot play on")?.context("a player has failed")?;
        }
        // Nobody stops before they are told to.
        anyhow::ensure!(self.players.try_join_next().is_none(), "a player has failed");
        Ok(())
    }

    /// Checks what was acknowledged in the games that are being played.
    pub async fn check(&self, chance: &mut SplitMix64) {
        for game in self.games() {
            checker::sample(&game, &self.address, chance).await;
        }
    }

    /// Everybody plays to the end and checks all of it.
    pub async fn finish(mut self) -> Result<PlayerTally> {
        self.stop.send(true)?;
        let mut all = PlayerTally::default();
        while let Some(tally) = self.players.join_next().await {
            let PlayerTally { acknowledged, games, repeated } = tally?;
            all.acknowledged += acknowledged;
            all.games += games;
            all.repeated += repeated;
        }
        Ok(all)
    }
}
