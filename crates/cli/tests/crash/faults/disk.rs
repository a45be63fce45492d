//! The disk is full: the server says so, still shows what it has, and goes on when there is room again.

use anyhow::{Context as _, Result, bail, ensure};
use tokio::time::Instant;

use crate::chance::Chance;
use crate::crowd::Crowd;
use crate::world::{Store, World};

pub async fn strike(world: &mut World, crowd: &Crowd, chance: &mut Chance) -> Result<Instant> {
    let Store::Sqlite(disk) = &world.store else { bail!("there is no disk to fill") };
    let full = disk.fill()?;
    world.until_ready(503).await.context("the disk is full")?;
    let game = crowd.some_game();
    let view = game.people[0].get(&world.process.address, &game.view()).await;
    ensure!(view.is_ok(), "on a full disk what is there can be read: {:?}", view.err());
    tokio::time::sleep(chance.millis(0, 300)).await;
    drop(full);
    Ok(Instant::now())
}
