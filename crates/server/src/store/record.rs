//! Rows as both databases give them, and what they stand for.

use std::collections::HashMap;

use super::{Due, Kind, Record, Status, Step, StoreError};

/// One small row that is of no kind that anybody lists; it is written anew to see whether a write goes through.
pub(super) const PROBE: &str = "INSERT INTO records (kind, id, version, body, keys, names) \
    VALUES ('probe', 'probe', 1, '{}', '[]', '[]') \
    ON CONFLICT (kind, id) DO UPDATE SET version = records.version + 1";

/// The id, the version, the body, the keys and the unique keys.
pub(crate) type Row = (String, i64, String, String, String);

pub(crate) fn from_row(
    kind: Kind,
    (id, version, body, keys, unique): Row,
) -> Result<Record, StoreError> {
    Ok(Record { kind, id, version, body, keys: list(&keys)?, unique: list(&unique)? })
}

pub(crate) fn from_rows(kind: Kind, rows: Vec<Row>) -> Result<Vec<Record>, StoreError> {
    rows.into_iter().map(|row| from_row(kind, row)).collect()
}

fn list(text: &str) -> Result<Vec<String>, StoreError> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()).into())
}

/// A list as it is kept.
pub(crate) fn text<T: serde::Serialize + ?Sized>(list: &T) -> String {
    serde_json::to_string(list).expect("lists of text and numbers are JSON")
}

/// Everything that a record can be found by, each once.
pub(crate) fn findable(record: &Record) -> Vec<&str> {
    let mut keys: Vec<&str> =
        record.keys.iter().chain(&record.unique).map(String::as_str).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

pub(crate) fn step((seq, at, mark, body): (i64, i64, Option<String>, String)) -> Step {
    Step { seq: seq as u32, at, mark, body }
}

/// What is due after that, by the time and the table that it is sorted by.
pub(super) fn after(due: Option<Due>) -> (i64, String) {
    due.map_or((i64::MIN, String::new()), |due| (due.at, due.table))
}

pub(super) fn due((at, table): (i64, String)) -> Due {
    Due { at, table }
}

/// Puts statuses into the order in which they were asked for.
pub(crate) fn statuses(
    tables: &[String],
    rows: Vec<(String, Option<i64>, String)>,
) -> Vec<Option<Status>> {
    let status = |(table, due, body)| (table, Status { due, body });
    let found: HashMap<String, Status> = rows.into_iter().map(status).collect();
    tables.iter().map(|table| found.get(table).cloned()).collect()
}
