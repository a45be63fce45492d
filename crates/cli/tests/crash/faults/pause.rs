//! The process is paused, as on a machine that sleeps or is overloaded.

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
