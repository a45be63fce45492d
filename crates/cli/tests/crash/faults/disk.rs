//! The disk is full: the server says so, still serves reads, and continues when there is room again.

use anyhow::{Context as _, Result, bail};
use tokio::time::{Instant, timeout};

use crate::chance::SplitMix64;
use crate::crowd::Crowd;
use crate::person::PAUSE;
use crate::world::{CrashStore, PATIENCE, World};

pub async fn strike(world: &mut World, crowd: &Crowd, chance: &mut SplitMix64) -> Result<Instant> {
    let CrashStore::Sqlite(disk) = &world.store else { bail!("there is no disk to fill") };
    let full = disk.fill()?;
    world.until_ready(503).await.context("the disk is full")?;
    timeout(PATIENCE, until_readable(world, crowd)).await.context("nothing can be read")?;
    tokio::time::sleep(chance.millis(0, 300)).await;
    drop(full);
    Ok(Instant::now())
}

/// Everything can be read on a full disk. A table at which a move has just failed is loaded again first.
async fn until_readable(world: &World, crowd: &Crowd) {
    for game in crowd.games().cycle() {
        if game.people[0].get(&world.process.address, &game.view()).await.is_ok() {
            return;
        }
        tokio::time::sleep(PAUSE).await;
    }
}
