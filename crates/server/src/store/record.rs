//! Rows as both databases give them, and what they stand for.

use std::collections::HashMap;

use super::{DAMAGED, DueTable, Listed, RecordKind, Status, StoredRecord, StoredStep};

/// One small row that is of no kind that anybody lists; it is written anew to see whether a write goes through.
pub(super) const PROBE: &str = "INSERT INTO records (kind, id, version, body, keys, names) \
    VALUES ('probe', 'probe', 1, '{}', '[]', '[]') \
    ON CONFLICT (kind, id) DO UPDATE SET version = records.version + 1";

/// The id, the version, the body, the keys and the unique keys.
pub(crate) type Row = (String, i64, String, String, String);

pub(crate) fn from_row(kind: RecordKind, (id, version, body, keys, unique): Row) -> StoredRecord {
    match (list(&keys), list(&unique)) {
        (Some(keys), Some(unique)) => StoredRecord { kind, id, version, body, keys, unique },
        _ => damaged(kind, id),
    }
}

pub(super) fn from_rows(kind: RecordKind, rows: Vec<Row>) -> Vec<StoredRecord> {
    rows.into_iter().map(|row| from_row(kind, row)).collect()
}

fn list(text: &str) -> Option<Vec<String>> {
    serde_json::from_str(text).ok()
}

/// A record of which only the name is known.
pub(crate) fn damaged(kind: RecordKind, id: String) -> StoredRecord {
    StoredRecord {
        kind,
        id,
        version: 0,
        body: DAMAGED.into(),
        keys: Vec::new(),
        unique: Vec::new(),
    }
}

/// Sets the summary of a record by its place.
pub(super) const SUMMARIZE: &str = "INSERT INTO summaries (made, version, body) VALUES ($1, $2, $3) \
    ON CONFLICT (made) DO UPDATE SET version = excluded.version, body = excluded.body";

/// The same by its name, if it still has that version.
pub(super) const SUMMARIZE_LATER: &str = "INSERT INTO summaries (made, version, body) \
    SELECT made, version, $4 FROM records WHERE kind = $1 AND id = $2 AND version = $3 \
    ON CONFLICT (made) DO UPDATE SET version = excluded.version, body = excluded.body";

/// A place in the order of records, with the id of the record and its summary if it has one.
pub(super) type ListedRow = (i64, String, Option<String>);

/// The places of records that have no summary.
pub(super) fn unlisted(rows: &[ListedRow]) -> Vec<i64> {
    rows.iter().filter(|(.., body)| body.is_none()).map(|(made, ..)| *made).collect()
}

/// Puts summaries and whole records, each with its place, into their order. A record that has been removed
/// meanwhile is left out.
pub(super) fn listed(rows: Vec<ListedRow>, whole: Vec<(i64, StoredRecord)>) -> Vec<Listed> {
    let mut whole: HashMap<i64, StoredRecord> = whole.into_iter().collect();
    let mut listed = Vec::with_capacity(rows.len());
    for (made, id, body) in rows {
        if let Some(body) = body {
            listed.push(Listed::Summary { id, body });
        } else if let Some(record) = whole.remove(&made) {
            listed.push(Listed::Whole(record));
        }
    }
    listed
}

/// A list as it is kept.
pub(crate) fn text<T: serde::Serialize + ?Sized>(list: &T) -> String {
    serde_json::to_string(list).expect("lists of text and numbers are JSON")
}

/// Everything that a record can be found by, each once.
pub(crate) fn findable(record: &StoredRecord) -> Vec<&str> {
    let mut keys: Vec<&str> =
        record.keys.iter().chain(&record.unique).map(String::as_str).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

pub(crate) fn step((seq, at, mark, body): (i64, i64, Option<String>, String)) -> StoredStep {
    match u32::try_from(seq) {
        Ok(seq) => StoredStep { seq, at, mark, body },
        Err(_) => damaged_step(None),
    }
}

/// A step of which at most the place is known.
pub(crate) fn damaged_step(seq: Option<i64>) -> StoredStep {
    let seq = seq.and_then(|seq| u32::try_from(seq).ok()).unwrap_or(u32::MAX);
    StoredStep { seq, at: 0, mark: None, body: DAMAGED.into() }
}

/// What is due after that, by the time and the table that it is sorted by.
pub(super) fn after(due: Option<DueTable>) -> (i64, String) {
    due.map_or((i64::MIN, String::new()), |due| (due.at, due.table))
}

pub(super) fn due((at, table): (i64, String)) -> DueTable {
    DueTable { at, table }
}

/// Puts statuses into the order in which they were asked for.
pub(crate) fn statuses(
    tables: &[String],
    rows: impl IntoIterator<Item = (String, Status)>,
) -> Vec<Option<Status>> {
    let found: HashMap<String, Status> = rows.into_iter().collect();
    tables.iter().map(|table| found.get(table).cloned()).collect()
}
