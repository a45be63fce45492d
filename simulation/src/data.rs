//! The database that all simulated processes share, and everything that it has acknowledged.

use std::collections::BTreeMap;

use server::store::{
    Appended, DueTable, Listed, NewStep, Page, RecordKind, Status, StoreError, StoredRecord,
    StoredStep,
};

/// The contents of the database.
#[derive(Clone, Default)]
pub(crate) struct Data {
    records: BTreeMap<(&'static str, String), Made>,
    made: u64,
    tables: BTreeMap<String, TableRows>,
}

#[derive(Clone)]
struct Made {
    order: u64,
    record: StoredRecord,
    /// Its summary, if it was stored with one.
    summary: Option<String>,
}

/// The steps and the status of a table.
#[derive(Clone, Default)]
pub(crate) struct TableRows {
    pub steps: Vec<StoredStep>,
    /// When each step was written, by the world's own time, and whether faults make that uncertain.
    pub written: Vec<WriteTime>,
    pub status: Option<Status>,
}

/// When a step was written.
#[derive(Clone, Copy)]
pub(crate) struct WriteTime {
    pub at: i64,
    pub rough: bool,
}

/// Something to be written in one transaction.
#[derive(Clone)]
pub(crate) enum Write {
    Put(StoredRecord, Option<String>),
    Summarize(StoredRecord, String),
    Remove(RecordKind, String),
    Append(Vec<NewStep>),
    Adopt(StoredRecord, Vec<NewStep>),
    Probe,
}

impl Data {
    pub fn get(&self, kind: RecordKind, id: &str) -> Option<StoredRecord> {
        self.records.get(&(kind.name(), id.to_owned())).map(|made| made.record.clone())
    }

    pub fn table(&self, table: &str) -> Option<&TableRows> {
        self.tables.get(table)
    }

    /// Applies all of a transaction, or nothing. The result is for [`Write::Append`].
    pub fn apply(
        &mut self,
        write: &Write,
        written: WriteTime,
    ) -> Result<Vec<Appended>, StoreError> {
        match write {
            Write::Put(record, summary) => self.put(record, summary.clone())?,
            Write::Summarize(record, summary) => self.summarize(record, summary),
            Write::Remove(kind, id) => drop(self.records.remove(&(kind.name(), id.clone()))),
            Write::Append(steps) => {
                return Ok(steps.iter().map(|it| self.admit(it, written)).collect());
            }
            Write::Adopt(record, steps) => {
                if self.tables.contains_key(&record.id) {
                    return Err(StoreError::Conflict);
                }
                self.put(record, None)?;
                for step in steps {
                    self.admit(step, written);
                }
            }
            Write::Probe => {}
        }
        Ok(Vec::new())
    }

    fn summarize(&mut self, record: &StoredRecord, summary: &str) {
        let made = self.records.get_mut(&(record.kind.name(), record.id.clone()));
        if let Some(made) = made.filter(|made| made.record.version == record.version) {
            made.summary = Some(summary.to_owned());
        }
    }

    fn put(&mut self, record: &StoredRecord, summary: Option<String>) -> Result<(), StoreError> {
        let key = (record.kind.name(), record.id.clone());
        let before = self.records.get(&key);
        if before.map_or(0, |made| made.record.version) != record.version {
            return Err(StoreError::Conflict);
        }
        let others = self.records.iter().filter(|(it, _)| it.0 == key.0 && **it != key);
        for (_, other) in others {
            if let Some(name) = record.unique.iter().find(|it| other.record.unique.contains(it)) {
                return Err(StoreError::Taken(name.clone()));
            }
        }
        let order = before.map_or(self.made, |made| made.order);
        self.made += 1;
        let record = StoredRecord { version: record.version + 1, ..record.clone() };
        self.records.insert(key, Made { order, record, summary });
        Ok(())
    }

    fn admit(&mut self, step: &NewStep, written: WriteTime) -> Appended {
        let rows = self.tables.entry(step.table.clone()).or_default();
        if rows.steps.len() != step.seq as usize {
            return Appended::Conflict;
        }
        let NewStep { seq, at, idempotency_key, body, status, .. } = step.clone();
        rows.steps.push(StoredStep { seq, at, idempotency_key, body });
        rows.written.push(written);
        rows.status = status.or(rows.status.take());
        Appended::Kept
    }

    fn with_key(&self, kind: RecordKind, key: &str) -> Vec<&Made> {
        let has =
            |record: &StoredRecord| record.keys.iter().chain(&record.unique).any(|it| it == key);
        let of_kind = self.records.iter().filter(|((name, _), _)| *name == kind.name());
        of_kind.map(|(_, made)| made).filter(|made| has(&made.record)).collect()
    }

    pub fn find(&self, kind: RecordKind, key: &str, page: &Page) -> Vec<StoredRecord> {
        let found = self.newest_first(kind, key);
        cut(found, page).map(|made| made.record.clone()).collect()
    }

    pub fn list(&self, kind: RecordKind, key: &str, page: &Page) -> Vec<Listed> {
        let found = self.newest_first(kind, key);
        let listed = |made: &Made| match made.summary.clone() {
            Some(body) => Listed::Summary { id: made.record.id.clone(), body },
            None => Listed::Whole(made.record.clone()),
        };
        cut(found, page).map(listed).collect()
    }

    fn newest_first(&self, kind: RecordKind, key: &str) -> Vec<&Made> {
        let mut found = self.with_key(kind, key);
        found.sort_by_key(|made| std::cmp::Reverse(made.order));
        found
    }

    pub fn all(&self, kind: RecordKind, page: &Page) -> Vec<StoredRecord> {
        let of_kind = self.records.iter().filter(|((name, _), _)| *name == kind.name());
        let mut found: Vec<&Made> = of_kind.map(|(_, made)| made).collect();
        found.sort_by_key(|made| made.order);
        cut(found, page).map(|made| made.record.clone()).collect()
    }

    pub fn count(&self, kind: RecordKind, key: &str) -> u64 {
        self.with_key(kind, key).len() as u64
    }

    pub fn steps(&self, table: &str, from: u32, limit: u32) -> Vec<StoredStep> {
        let rows = self.tables.get(table).map_or(&[][..], |rows| &rows.steps);
        rows.iter().skip(from as usize).take(limit as usize).cloned().collect()
    }

    pub fn statuses(&self, tables: &[String]) -> Vec<Option<Status>> {
        tables.iter().map(|table| self.tables.get(table)?.status.clone()).collect()
    }

    pub fn due(&self, now: i64, after: Option<&DueTable>, limit: u32) -> Vec<DueTable> {
        let due = |rows: &TableRows| rows.status.as_ref()?.due.filter(|due| *due <= now);
        let all = self.tables.iter().filter_map(|(table, rows)| Some((due(rows)?, table.clone())));
        let mut found: Vec<(i64, String)> = all.collect();
        found.sort();
        let after = after.map(|due| (due.at, due.table.clone()));
        let rest = found.into_iter().filter(|it| after.as_ref().is_none_or(|after| it > after));
        rest.take(limit as usize).map(|(at, table)| DueTable { at, table }).collect()
    }
}

fn cut<'a>(found: Vec<&'a Made>, page: &Page) -> impl Iterator<Item = &'a Made> {
    let from = page.after.as_ref().map_or(0, |id| {
        let after = found.iter().position(|made| made.record.id == *id);
        after.map_or(found.len(), |at| at + 1)
    });
    found.into_iter().skip(from).take(page.limit as usize)
}
