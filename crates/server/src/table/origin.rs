//! What a table was started from.

use std::sync::Arc;

use parley::Seed;

use super::live::Broken;
use crate::lobby::record::TableRecord;
use crate::ruleset::Ruleset;
use crate::store::Store;
use crate::wire::problem::Problem;

/// A table's record and what its set-up makes.
pub(crate) struct Origin<G: Ruleset> {
    pub record: Arc<TableRecord>,
    pub basis: G::Basis,
}

impl<G: Ruleset> Origin<G> {
    pub async fn of(store: &dyn Store, record: Arc<TableRecord>) -> Result<Origin<G>, Problem> {
        let started = record.game.as_ref().ok_or_else(super::trouble::not_started)?;
        let basis = G::basis(store, &started.setup).await?;
        Ok(Origin { record, basis })
    }

    /// The game before its first event.
    pub fn game(&self) -> Result<G, Broken> {
        Ok(G::begin(&self.basis, self.seed()?))
    }

    pub fn seed(&self) -> Result<Seed, Broken> {
        self.record.game.as_ref().map(|started| started.seed).ok_or(Broken::NotStarted)
    }
}
