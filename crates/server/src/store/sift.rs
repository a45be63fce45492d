//! Which steps of a batch can be kept, given what is there already. It is the same for every store.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{Appended, NewStep, Status};

/// What is there of the tables that a batch is for.
#[derive(Default)]
pub(super) struct Known {
    tables: HashMap<String, Table>,
}

#[derive(Default)]
struct Table {
    next: u32,
    marks: HashSet<String>,
}

/// A row of what a database says is there: the last step of a table, or a mark that one of its steps has.
pub(super) type Row = (String, Option<i64>, Option<String>);

impl FromIterator<Row> for Known {
    fn from_iter<T: IntoIterator<Item = Row>>(rows: T) -> Known {
        let mut known = Known::default();
        for (id, last, mark) in rows {
            let table = known.tables.entry(id).or_default();
            table.next = table.next.max(last.map_or(0, |last| last as u32 + 1));
            table.marks.extend(mark);
        }
        known
    }
}

impl Known {
    /// Answers each step in the light of those before it.
    pub fn sift(mut self, steps: &[NewStep]) -> Vec<Appended> {
        steps.iter().map(|step| self.admit(step)).collect()
    }

    fn admit(&mut self, step: &NewStep) -> Appended {
        if !self.tables.contains_key(&step.table) {
            self.tables.insert(step.table.clone(), Table::default());
        }
        let table = self.tables.get_mut(&step.table).expect("it was just put there");
        let repeated = step.mark.as_ref().is_some_and(|mark| table.marks.contains(mark));
        if step.seq != table.next || repeated {
            return Appended::Conflict;
        }
        table.next += 1;
        table.marks.extend(step.mark.clone());
        Appended::Kept
    }
}

/// The steps that are to be written, table by table so that processes never wait for each other in a circle.
pub(super) fn kept<'a>(steps: &'a [NewStep], answers: &[Appended]) -> Vec<&'a NewStep> {
    let both = steps.iter().zip(answers);
    let mut kept: Vec<_> =
        both.filter(|(_, answer)| **answer == Appended::Kept).map(|(step, _)| step).collect();
    kept.sort_by(|a, b| a.table.cmp(&b.table).then(a.seq.cmp(&b.seq)));
    kept
}

/// Where each table stands after its steps.
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

/// The marks of a batch with their tables.
pub(super) fn marks(steps: &[NewStep]) -> Vec<(&str, &str)> {
    steps.iter().filter_map(|step| Some((step.table.as_str(), step.mark.as_deref()?))).collect()
}
