//! Corrections of what was entered wrongly: they mend the record and never undo a transaction (TI-24, TI-127).

use parley::{Faith, Seat, SeatSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::deal::ledger::PromiseRef;
use crate::desk::fact::Fact;

/// The most facts that one correction changes: both goods of two players, and then some.
pub(crate) const MOST_FACTS: usize = 8;

/// What is to be changed in the record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "of", rename_all = "snake_case", deny_unknown_fields)]
pub enum Correction {
    /// What players hold.
    Holdings {
        #[schemars(length(min = 1, max = MOST_FACTS))]
        facts: Vec<Fact>,
    },
    /// How a promise ended.
    Promise { promise: PromiseRef, faith: Faith },
}

impl Correction {
    /// Everybody whose record it changes.
    pub(crate) fn touches(&self) -> SeatSet {
        match self {
            Correction::Holdings { facts } => facts.iter().filter_map(Fact::holder).collect(),
            Correction::Promise { promise, faith: _ } => {
                SeatSet::only(promise.from).with(promise.to)
            }
        }
    }

    /// The two who alone know of it, if it is between two.
    pub(crate) fn between(&self) -> Option<(Seat, Seat)> {
        match self {
            Correction::Holdings { .. } => None,
            Correction::Promise { promise, faith: _ } => Some((promise.from, promise.to)),
        }
    }
}

/// A correction that somebody has asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct AskedCorrection {
    pub by: Seat,
    pub correction: Correction,
    pub agreed: SeatSet,
}
