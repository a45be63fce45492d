//! Database rows, and the values that they stand for.

use std::collections::HashMap;

use super::{DAMAGED, DueTable, Listed, RecordKind, Status, StoredRecord, StoredStep};

/// A small row of a kind that nobody lists; it is rewritten to test whether a write succeeds.
pub(super) const PROBE: &str = "INSERT INTO records (kind, id, version, body, keys, names) \
    VALUES ('probe', 'probe', 1, '{}', '[]', '[]') \
    ON CONFLICT (kind, id) DO UPDATE SET version = records.version + 1";

/// The id, the version, the body, the keys and the unique keys.
pub(crate) type RecordRow = (String, i64, String, String, String);

pub(crate) fn from_row(
    kind: RecordKind,
    (id, version, body, keys, unique): RecordRow,
) -> StoredRecord {
    match (list(&keys), list(&unique)) {
        (Some(keys), Some(unique)) => StoredRecord { kind, id, version, body, keys, unique },
        _ => damaged(kind, id),
    }
}

pub(super) fn from_rows(kind: RecordKind, rows: Vec<RecordRow>) -> Vec<StoredRecord> {
    rows.into_iter().map(|row| from_row(kind, row)).collect()
}

fn list(text: &str) -> Option<Vec<String>> {
    serde_json::from_str(text).ok()
}

/// A record of which only the id is known.
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

/// Sets the summary of a record by its position.
pub(super) const SUMMARIZE: &str = "INSERT INTO summaries (made, version, body) VALUES ($1, $2, $3) \
    ON CONFLICT (made) DO UPDATE SET version = excluded.version, body = excluded.body";

/// The same by its id, if it still has that version.
pub(super) const SUMMARIZE_LATER: &str = "INSERT INTO summaries (made, version, body) \
    SELECT made, version, $4 FROM records WHERE kind = $1 AND id = $2 AND version = $3 \
    ON CONFLICT (made) DO UPDATE SET version = excluded.version, body = excluded.body";

/// A position in the order of records, with the id of the record and its summary if it has one.
pub(super) type ListedRow = (i64, String, Option<String>);

/// The positions of records without a summary.
pub(super) fn unlisted(rows: &[ListedRow]) -> Vec<i64> {
    rows.iter().filter(|(.., body)| body.is_none()).map(|(made, ..)| *made).collect()
}

/// Merges summaries and whole records by position. A record that has been removed meanwhile is left out.
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

/// A list as it is stored.
pub(crate) fn text<T: serde::Serialize + ?Sized>(list: &T) -> String {
    serde_json::to_string(list).expect("lists of text and numbers are JSON")
}

/// All keys of a record, each once.
pub(crate) fn findable(record: &StoredRecord) -> Vec<&str> {
    let mut keys: Vec<&str> =
        record.keys.iter().chain(&record.unique).map(String::as_str).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

pub(crate) fn step(
    (seq, at, idempotency_key, body): (i64, i64, Option<String>, String),
) -> StoredStep {
    match u32::try_from(seq) {
        Ok(seq) => StoredStep { seq, at, idempotency_key, body },
        Err(_) => damaged_step(None),
    }
}

/// A damaged step; its number may be known.
pub(crate) fn damaged_step(seq: Option<i64>) -> StoredStep {
    let seq = seq.and_then(|seq| u32::try_from(seq).ok()).unwrap_or(u32::MAX);
    StoredStep { seq, at: 0, idempotency_key: None, body: DAMAGED.into() }
}

/// Where the next page of deadlines begins, by time and table.
pub(super) fn after(due: Option<DueTable>) -> (i64, String) {
    due.map_or((i64::MIN, String::new()), |due| (due.at, due.table))
}

pub(super) fn due((at, table): (i64, String)) -> DueTable {
    DueTable { at, table }
}

/// Puts statuses into the requested order.
pub(crate) fn statuses(
    tables: &[String],
    rows: impl IntoIterator<Item = (String, Status)>,
) -> Vec<Option<Status>> {
    let found: HashMap<String, Status> = rows.into_iter().collect();
    tables.iter().map(|table| found.get(table).cloned()).collect()
}
