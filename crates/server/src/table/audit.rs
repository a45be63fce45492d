//! Checks the stored steps of a table: every decision is made again, and compared.

use std::collections::HashSet;

use parley::Versions;
use serde_json::Value;

use super::archive;
use super::body::StepBody;
use super::fold;
use super::live::{FoldError, LiveTable};
use super::origin::Origin;
use crate::lobby::live::TableStatus;
use crate::lobby::record::{Started, TableRecord};
use crate::ruleset::{Ruleset, shared};
use crate::store::{Status, Store, StoredStep};

/// A table of any ruleset that is checked step by step.
pub(crate) trait Audit: Send {
    /// # Errors
    /// What is wrong with the next step. The steps before it are intact, and no more may follow.
    fn check(&mut self, step: &StoredStep) -> Result<(), FoldError>;

    /// The status of the table after the checked steps.
    fn status(&self) -> Status;

    fn is_over(&self) -> bool;

    /// Whether the seed and the set-up are those that the table has committed to.
    fn is_committed(&self) -> bool;
}

/// Begins to check a table that was started.
///
/// # Errors
/// If its set-up is invalid, or it was never started.
pub(super) async fn begin<G: Ruleset>(
    store: &dyn Store,
    record: TableRecord,
) -> Result<Box<dyn Audit>, FoldError> {
    let started = record.game.as_ref().ok_or(FoldError::NotStarted)?;
    let setup = shared::whole(store, &started.setup).await.map_err(|_| FoldError::Unplayable)?;
    let (at, committed) = (started.at, is_committed::<G>(started, &setup));
    let origin = Origin::<G>::of(store, &G::Cache::default(), record).await;
    let origin = origin.map_err(|_| FoldError::Unplayable)?;
    let live = LiveTable::watched(&origin, fold::seats(&origin))?;
    Ok(Box::new(Repeated { live, ids: HashSet::new(), at, committed }))
}

/// Whether the seed and the set-up are those that were committed to.
fn is_committed<G: Ruleset>(started: &Started, setup: &Value) -> bool {
    let drawn = started.source.as_ref().is_none_or(|source| source.seed() == started.seed);
    let header = archive::header::<G>(started, setup);
    drawn && header.is_ok_and(|header| header.commitment(&started.seed) == started.commitment)
}

/// A table as far as it has been decided again.
struct Repeated<G: Ruleset> {
    live: LiveTable<G>,
    /// The idempotency keys of its commands.
    ids: HashSet<String>,
    at: i64,
    committed: bool,
}

impl<G: Ruleset> Audit for Repeated<G> {
    fn check(&mut self, step: &StoredStep) -> Result<(), FoldError> {
        let body = self.live.read(step)?;
        self.decide(&body, step.seq)?;
        self.live.enact(&body, step.at)?;
        if let Some(hash) = body.hash() {
            // A hash of another version is not a fault.
            let _ = self.live.compare(step.seq, hash, body.versions())?;
        }
        self.at = step.at;
        match &step.idempotency_key {
            Some(id) if !self.ids.insert(id.clone()) => {
                Err(FoldError::TwiceTheId { seq: step.seq })
            }
            _ => Ok(()),
        }
    }

    fn status(&self) -> Status {
        let status = TableStatus::of(&self.live, &TableStatus::default(), self.at);
        let body = serde_json::to_string(&status).expect("a status is plain data");
        Status { due: self.live.due_at(self.at), body }
    }

    fn is_over(&self) -> bool {
        self.live.is_over()
    }

    fn is_committed(&self) -> bool {
        self.committed
    }
}

impl<G: Ruleset> Repeated<G> {
    /// Compares the stored events with those that the rules produce. Earlier rules may have produced others.
    fn decide(&self, body: &StepBody<G>, seq: u32) -> Result<(), FoldError> {
        let rules = body.versions().unwrap_or(Versions::FIRST).rules;
        if (Versions::FIRST.rules..G::VERSIONS.rules).contains(&rules) {
            return Ok(());
        }
        let mut decided = Vec::new();
        let events = match body {
            StepBody::Opened { events, .. } => {
                self.live.game.opening(&mut decided);
                events
            }
            StepBody::Played { seat, command, events, .. } => {
                let done = self.live.game.decide(*seat, command, &mut decided);
                done.map_err(|refusal| FoldError::Refused { seq, reason: refusal.to_string() })?;
                events
            }
            StepBody::Company { .. } => return Ok(()),
        };
        if decided == *events { Ok(()) } else { Err(FoldError::Events { seq }) }
    }
}
