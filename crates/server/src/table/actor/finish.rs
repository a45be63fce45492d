//! What is stored beside the steps when a game is over.

use std::sync::Arc;

use super::{Actor, Lost};
use crate::document;
use crate::lobby::daily::{self, BestTry};
use crate::lobby::record::{DailyAttempt, Holding, TableRecord};
use crate::ruleset::Ruleset;
use crate::store::Store;
use crate::wire::daily::Day;
use crate::wire::problem::Problem;
use crate::wire::table::Standing;

impl<G: Ruleset> Actor<G> {
    /// Sets the record to "over", so that masks come off, and enters the result of a daily table.
    ///
    /// # Errors
    /// If that cannot be written now: nothing is broadcast before, and the next request tries again.
    pub(super) async fn finish(&mut self, at: i64) -> Result<(), Lost> {
        let id = self.origin.record.id.0.clone();
        let (shared, at) = (Arc::clone(&self.shared), self.shared.time.on_the_wall(at));
        let best = self.best_try(at);
        store_end(&*shared.store, &id, at, best).await.map_err(|problem| {
            tracing::error!(
                table = id,
                problem = problem.detail,
                "the record of a finished table could not be updated"
            );
            Lost
        })
    }

    /// The result of a try at a daily table, if it ended on its day: later the seed is known.
    fn best_try(&self, at: i64) -> Option<(Day, BestTry)> {
        let record = &self.origin.record;
        let DailyAttempt { day, .. } = record.daily.filter(|daily| at < daily.day.end())?;
        let seat = record.seats_of(&record.owner).next()?;
        let Holding::Person { person, name, .. } = &record.seats[seat.index()] else { return None };
        let (table, person, name) = (record.id.clone(), person.clone(), name.clone());
        Some((day, BestTry { table, person, name, result: self.live.result(seat)? }))
    }
}

async fn store_end(
    store: &dyn Store,
    table: &str,
    at: i64,
    best: Option<(Day, BestTry)>,
) -> Result<(), Problem> {
    if let Some((day, entry)) = &best {
        daily::enter(store, *day, entry).await?;
    }
    let change = |record: &mut TableRecord| {
        if record.standing != Standing::Over {
            (record.standing, record.ended_at) = (Standing::Over, Some(at));
            if let (Some(attempt), Some((_, entry))) = (&mut record.daily, &best) {
                attempt.result = Some(entry.result);
            }
        }
        Ok(())
    };
    document::change(store, table, change).await.map(drop)
}
