//! What a table was started from.

use parley::Seed;

use super::live::FoldError;
use crate::lobby::record::TableRecord;
use crate::ruleset::Ruleset;
use crate::store::Store;
use crate::time::Time;
use crate::wire::problem::Problem;

/// A table's record and the basis of its game.
pub(crate) struct Origin<G: Ruleset> {
    /// Without the set-up, which as JSON is larger than everything else of a table together.
    pub record: TableRecord,
    pub basis: G::Basis,
    /// The time that its clock uses.
    pub time: Time,
}

impl<G: Ruleset> Origin<G> {
    pub async fn of(
        store: &dyn Store,
        cache: &G::Cache,
        mut record: TableRecord,
    ) -> Result<Origin<G>, Problem> {
        let started = record.game.as_mut().ok_or_else(super::trouble::not_started)?;
        let setup = std::mem::take(&mut started.setup);
        let basis = G::basis(store, cache, &setup).await?;
        Ok(Origin { record, basis, time: Time::Wall })
    }

    /// The same with another clock.
    pub fn timed(self, time: Time) -> Origin<G> {
        Origin { time, ..self }
    }

    /// The game before its first event.
    pub fn game(&self) -> Result<G, FoldError> {
        Ok(G::begin(&self.basis, self.seed()?))
    }

    pub fn seed(&self) -> Result<Seed, FoldError> {
        self.record.game.as_ref().map(|started| started.seed).ok_or(FoldError::NotStarted)
    }
}
