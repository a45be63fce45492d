//! What a table announces: the steps as spectators see them, in a few words.

use std::time::Duration;

use parley::Audience;

use super::fold::{self, Observer, Until};
use super::live::{LiveTable, StepNews};
use super::origin::Origin;
use super::{TableContext, Tables};
use crate::lobby::live::{Announced, NewsPosition};
use crate::lobby::record::TableRecord;
use crate::ruleset::{GameEntry, Ruleset};
use crate::wire::problem::Problem;
use crate::wire::table::Standing;
use crate::work::Work;

/// Collects the announcements from a position on.
struct Collector {
    from: NewsPosition,
    told: Announced,
}

impl<G: Ruleset> Observer<G> for Collector {
    fn see(&mut self, live: &LiveTable<G>, told: StepNews<G>) {
        let step = live.steps - 1;
        self.told.end = NewsPosition { step: live.steps, item: 0 };
        if step < self.from.step {
            return;
        }
        let (Some(state), Some(learned)) = (live.audiences.first(), told.first()) else { return };
        let news = live.game.announcements(state.before(), &state.view, &learned.notices);
        let numbered = (0..).map(|item| NewsPosition { step, item }).zip(news);
        self.told.news.extend(numbered.filter(|(position, _)| *position >= self.from));
    }
}

impl<G: Ruleset> GameEntry<G> {
    /// What spectators of a table may be told now, from a position on.
    pub(super) async fn collect_news(
        &self,
        tables: &Tables,
        record: &TableRecord,
        from: NewsPosition,
    ) -> Result<Announced, Problem> {
        let horizon = tables.horizon(record, Audience::Spectator);
        let origin: Origin<G> = self.origin(tables, record.clone()).await?;
        let told = (Work::Archive, Until { at: horizon, ..Until::NOW });
        let collector = Collector { from, told: Announced::default() };
        let folded = fold::fold(&tables.shared, &origin, told, [Audience::Spectator], collector);
        let (live, Collector { told, .. }) = folded.await?;
        let more_in = more_in(&tables.shared, record, live.steps).await?;
        Ok(Announced { more_in, ..told })
    }
}

/// When the step with that number may be told, if there is one.
async fn more_in(
    shared: &TableContext,
    record: &TableRecord,
    step: u32,
) -> Result<Option<Duration>, Problem> {
    let delay = i64::from(record.settings.spectators.delay_seconds) * 1_000;
    if delay == 0 || record.standing == Standing::Over {
        return Ok(None);
    }
    let next =
        shared.store.step(&record.id.0, step).await.map_err(|error| shared.failed(&error))?;
    let told_at = next.map(|step| shared.time.when(shared.time.served(step.at) + delay));
    let wait = told_at.map(|at| at.saturating_sub(shared.now()).max(0).unsigned_abs());
    Ok(wait.map(Duration::from_millis))
}
