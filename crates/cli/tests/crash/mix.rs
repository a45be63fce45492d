//! All faults, again and again, while people play.

use anyhow::{Context as _, Result};

use crate::crowd::Crowd;
use crate::plan::CrashPlan;
use crate::report::CrashReport;
use crate::world::World;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_survives_every_fault() -> Result<()> {
    survive("sqlite", World::on_sqlite().await?).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_survives_every_fault() -> Result<()> {
    survive("postgres", World::on_postgres().await?).await
}

async fn survive(store: &'static str, mut world: World) -> Result<()> {
    let plan = CrashPlan::announced(store, &world.faults())?;
    let mut crowd = Crowd::gather(&world, &plan).await?;
    let mut report = CrashReport::new(store);
    for round in 0..plan.rounds {
        let (fault, mut chance) = plan.round(round);
        let told = || format!("{store}, round {}: {}", round + 1, fault.name());
        tokio::time::sleep(chance.millis(20, 200)).await;
        let over = fault.strike(&mut world, &crowd, &mut chance).await.with_context(told)?;
        world.until_ready(200).await.with_context(told)?;
        crowd.resume().await.with_context(told)?;
        report.note(fault, over.elapsed());
        crowd.check(&mut chance).await;
        report.acknowledged = crowd.acknowledged();
        report.progress(plan.rounds);
    }
    report.finish(&crowd.finish().await?)
}
