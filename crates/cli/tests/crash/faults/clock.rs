//! The wall clock jumps by hours. Nobody is signed out by it, and nobody times out.

use anyhow::{Context as _, Result};
use rustix::process::Signal;
use tokio::time::Instant;

use crate::chance::SplitMix64;
use crate::world::World;

pub async fn strike(world: &mut World, chance: &mut SplitMix64) -> Result<Instant> {
    let hours = 1 + chance.below(48) as i64;
    let hours = if chance.coin() { hours } else { -hours };
    let between_processes = chance.coin();
    if between_processes {
        world.process.end(Signal::KILL).await?;
    }
    world.clock.as_mut().context("there is a clock to turn")?.jump(hours)?;
    let over = Instant::now();
    if between_processes {
        world.start_again().await?;
    }
    Ok(over)
}
