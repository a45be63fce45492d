//! The process stands still, as on a machine that sleeps or has no time for it.

use anyhow::Result;
use rustix::process::Signal;
use tokio::time::Instant;

use crate::chance::SplitMix64;
use crate::world::World;

pub async fn strike(world: &mut World, chance: &mut SplitMix64) -> Result<Instant> {
    world.process.signal(Signal::STOP)?;
    tokio::time::sleep(chance.millis(200, 800)).await;
    world.process.signal(Signal::CONT)?;
    Ok(Instant::now())
}
