//! The process aborts, as it would if it ran out of memory.

use anyhow::Result;
use rustix::process::Signal;
use tokio::time::Instant;

use crate::world::World;

pub async fn strike(world: &mut World) -> Result<Instant> {
    world.restart(Signal::ABORT).await
}
