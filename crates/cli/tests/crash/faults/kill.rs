//! `kill -9`, and a new process on what is left behind.

use anyhow::Result;
use rustix::process::Signal;
use tokio::time::Instant;

use crate::world::World;

pub async fn strike(world: &mut World) -> Result<Instant> {
    world.restart(Signal::KILL).await
}
