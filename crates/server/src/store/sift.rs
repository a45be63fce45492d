//! Which steps of a batch can be appended, given what is already stored. It is the same for every store.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::hash::Hash;

use foldhash::HashMap;

use super::{Appended, NewStep, Status};

/// The next step number of each table in a batch.
pub(super) struct Known<Table> {
    next: HashMap<Table, u32>,
}

/// From what a database has: a table and its last step.
impl<Table: Hash + Eq> FromIterator<(Table, Option<i64>)> for Known<Table> {
    fn from_iter<T: IntoIterator<Item = (Table, Option<i64>)>>(rows: T) -> Self {
        // After an invalid number nothing is appended.
        let next = |last: Option<i64>| match last {
            Some(last) => u32::try_from(last).ok()?.checked_add(1),
            None => Some(0),
        };
        let rows = rows.into_iter().filter_map(|(table, last)| Some((table, next(last)?)));
        Known { next: rows.collect() }
    }
}

impl<Table: Borrow<str> + Hash + Eq> Known<Table> {
    /// The result for each step, given those before it.
    pub fn sift(mut self, steps: &[NewStep]) -> Vec<Appended> {
        steps.iter().map(|step| self.admit(step)).collect()
    }

    fn admit(&mut self, step: &NewStep) -> Appended {
        match self.next.get_mut(step.table.as_str()) {
            Some(next) if *next == step.seq => {
                *next += 1;
                Appended::Kept
            }
            _ => Appended::Conflict,
        }
    }
}

/// The steps that are to be written, sorted by table so that processes never deadlock.
pub(super) fn kept<'a>(steps: &'a [NewStep], answers: &[Appended]) -> Vec<&'a NewStep> {
    let both = steps.iter().zip(answers);
    let mut kept: Vec<_> =
        both.filter(|(_, answer)| **answer == Appended::Kept).map(|(step, _)| step).collect();
    kept.sort_by(|a, b| a.table.cmp(&b.table).then(a.seq.cmp(&b.seq)));
    kept
}

/// The status of each table after its steps.
pub(super) fn statuses<'a>(kept: &[&'a NewStep]) -> BTreeMap<&'a str, &'a Status> {
    kept.iter().filter_map(|step| Some((step.table.as_str(), step.status.as_ref()?))).collect()
}

/// The tables of a batch, each once.
pub(super) fn tables(steps: &[NewStep]) -> Vec<&str> {
    let mut tables: Vec<&str> = steps.iter().map(|step| step.table.as_str()).collect();
    tables.sort_unstable();
    tables.dedup();
    tables
}
