//! Writes an export.

use std::collections::BTreeSet;
use std::io::{self, Write};

use serde_json::Value;

use super::super::{Page, RecordKind, Store, StoreError, StoredRecord};
use super::TransferError;
use super::line::{ExportLine, ExportWriter, RecordLine, StatusLine, StepLine};

const PAGE: u32 = 500;

/// Writes everything, or only these tables and what belongs to them: the people at them, and those people's keys.
///
/// # Errors
/// If one of the tables does not exist, or the store or the file fails.
pub async fn export(
    store: &dyn Store,
    tables: Option<&[String]>,
    out: impl Write + Send,
) -> Result<(), TransferError> {
    let mut out = ExportWriter::begin(out)?;
    match tables {
        None => everything(store, &mut out).await?,
        Some(ids) => some(store, ids, &mut out).await?,
    }
    Ok(out.end()?)
}

/// Tables come last, so that their people and maps exist when they are imported. Webhook deliveries are left out: at
/// worst somebody is notified twice.
pub const ORDER: [RecordKind; 7] = [
    RecordKind::Heartbeat,
    RecordKind::Person,
    RecordKind::Key,
    RecordKind::ReadPosition,
    RecordKind::Map,
    RecordKind::Announcements,
    RecordKind::Table,
];

async fn everything(
    store: &dyn Store,
    out: &mut ExportWriter<impl Write + Send>,
) -> Result<(), TransferError> {
    for kind in ORDER {
        let mut pages = Pages::of(kind);
        while let Some(records) = pages.next(store).await? {
            for record in records {
                write(store, record, out).await?;
            }
        }
    }
    Ok(())
}

async fn some(
    store: &dyn Store,
    ids: &[String],
    out: &mut ExportWriter<impl Write + Send>,
) -> Result<(), TransferError> {
    let tables = get(store, ids).await?;
    let seated: BTreeSet<String> = tables.iter().flat_map(words).collect();
    let people = filter(store, RecordKind::Person, |person| seated.contains(&person.id)).await?;
    let persons: BTreeSet<String> = people.iter().map(|person| person.id.clone()).collect();
    let keys = filter(store, RecordKind::Key, |key| words(key).any(|word| persons.contains(&word)))
        .await?;
    let positions = filter(store, RecordKind::ReadPosition, |position| {
        words(position).any(|word| ids.contains(&word))
    })
    .await?;
    let maps = filter(store, RecordKind::Map, |map| seated.contains(&map.id)).await?;
    for record in people.into_iter().chain(keys).chain(positions).chain(maps).chain(tables) {
        write(store, record, out).await?;
    }
    Ok(())
}

async fn get(store: &dyn Store, ids: &[String]) -> Result<Vec<StoredRecord>, TransferError> {
    let mut tables = Vec::new();
    for id in ids.iter().collect::<BTreeSet<_>>() {
        let table = store.get(RecordKind::Table, id).await?;
        tables.push(table.ok_or_else(|| TransferError::NoTable(id.clone()))?);
    }
    Ok(tables)
}

async fn filter(
    store: &dyn Store,
    kind: RecordKind,
    keep: impl Fn(&StoredRecord) -> bool + Send,
) -> Result<Vec<StoredRecord>, StoreError> {
    let (mut pages, mut kept) = (Pages::of(kind), Vec::new());
    while let Some(records) = pages.next(store).await? {
        kept.extend(records.into_iter().filter(|record| keep(record)));
    }
    Ok(kept)
}

struct Pages {
    kind: RecordKind,
    after: Option<String>,
}

impl Pages {
    fn of(kind: RecordKind) -> Pages {
        Pages { kind, after: None }
    }

    async fn next(&mut self, store: &dyn Store) -> Result<Option<Vec<StoredRecord>>, StoreError> {
        let page = store.all(self.kind, Page { after: self.after.take(), limit: PAGE }).await?;
        self.after = page.last().map(|record| record.id.clone());
        Ok(self.after.is_some().then_some(page))
    }
}

async fn write(
    store: &dyn Store,
    record: StoredRecord,
    out: &mut ExportWriter<impl Write + Send>,
) -> Result<(), TransferError> {
    if record.kind == RecordKind::Table {
        return write_table(store, record, out).await;
    }
    Ok(out.write(&ExportLine::Record(RecordLine::of(record).map_err(io::Error::from)?))?)
}

async fn write_table(
    store: &dyn Store,
    table: StoredRecord,
    out: &mut ExportWriter<impl Write + Send>,
) -> Result<(), TransferError> {
    // The status first: one that is older than the steps wakes the table too early, which does no harm.
    let status = store.statuses(std::slice::from_ref(&table.id)).await?.pop().flatten();
    let steps = store.steps(&table.id, 0).await?;
    let status = status.map(StatusLine::of).transpose().map_err(io::Error::from)?;
    let record = RecordLine::of(table).map_err(io::Error::from)?;
    out.write(&ExportLine::Table { record, steps: steps.len() as u32, status })?;
    for step in steps {
        out.write(&ExportLine::Step(StepLine::of(step).map_err(io::Error::from)?))?;
    }
    Ok(())
}

/// Every id that a record may refer to: its own, its keys, the strings of its body, and their parts.
fn words(record: &StoredRecord) -> impl Iterator<Item = String> {
    let mut strings = vec![record.id.clone()];
    strings.extend(record.keys.iter().chain(&record.unique).cloned());
    collect(serde_json::from_str(&record.body).unwrap_or_default(), &mut strings);
    strings.into_iter().flat_map(|string| {
        let parts: Vec<_> = string.split([':', '/', ' ']).map(str::to_owned).collect();
        parts.into_iter().chain([string])
    })
}

fn collect(value: Value, strings: &mut Vec<String>) {
    match value {
        Value::String(string) => strings.push(string),
        Value::Array(items) => items.into_iter().for_each(|item| collect(item, strings)),
        Value::Object(fields) => {
            for (name, value) in fields {
                strings.push(name);
                collect(value, strings);
            }
        }
        _ => {}
    }
}
