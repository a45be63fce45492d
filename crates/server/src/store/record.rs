//! Rows as both databases give them, and what they stand for.

use std::collections::HashMap;

use super::{Due, Kind, Listed, Record, Status, Step, StoreError};

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
pub(super) fn listed(
    kind: Kind,
    rows: Vec<ListedRow>,
    whole: Vec<WholeRow>,
) -> Result<Vec<Listed>, StoreError> {
    let place = |(made, id, version, body, keys, names)| (made, (id, version, body, keys, names));
    let mut whole: HashMap<i64, Row> = whole.into_iter().map(place).collect();
    let mut listed = Vec::with_capacity(rows.len());
    for (made, id, body) in rows {
        if let Some(body) = body {
            listed.push(Listed::Summary { id, body });
        } else if let Some(row) = whole.remove(&made) {
            listed.push(Listed::Whole(from_row(kind, row)?));
        }
    }
    Ok(listed)
}

/// A [`Row`] with its place.
pub(super) type WholeRow = (i64, String, i64, String, String, String);

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
