//! Another program locks the database file: for a moment, or until the server says that nothing can be written.

use anyhow::{Context as _, Result};
use sqlx::{Connection as _, Executor as _, SqliteConnection};
use tokio::time::Instant;

use crate::chance::SplitMix64;
use crate::world::World;

pub async fn strike(world: &mut World, chance: &mut SplitMix64) -> Result<Instant> {
    let mut other = SqliteConnection::connect(&world.db).await?;
    other.execute("BEGIN IMMEDIATE").await?;
    if chance.coin() {
        world.until_ready(503).await.context("the file is locked")?;
    } else {
        tokio::time::sleep(chance.millis(200, 800)).await;
    }
    other.execute("ROLLBACK").await?;
    let over = Instant::now();
    other.close().await?;
    Ok(over)
}
