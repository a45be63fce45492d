//! Rows as they are, not as they should be. SQLite accepts any bytes in any column, and one damaged row must not make
//! a query for other rows fail.

use sqlx::error::BoxDynError;
use sqlx::sqlite::{Sqlite, SqliteTypeInfo, SqliteValueRef};
use sqlx::{Decode, Type, ValueRef as _};

use crate::store::record;
use crate::store::{DAMAGED, RecordKind, Status, StoredRecord, StoredStep};

/// The value of a column, if it has the right type.
pub(crate) struct Loose<T>(pub Option<T>);

impl<T: Type<Sqlite>> Type<Sqlite> for Loose<T> {
    fn type_info() -> SqliteTypeInfo {
        T::type_info()
    }

    fn compatible(_: &SqliteTypeInfo) -> bool {
        true
    }
}

impl<'r, T: Decode<'r, Sqlite> + Type<Sqlite>> Decode<'r, Sqlite> for Loose<T> {
    fn decode(value: SqliteValueRef<'r>) -> Result<Loose<T>, BoxDynError> {
        let fits = !value.is_null() && T::compatible(&value.type_info());
        Ok(Loose(fits.then(|| T::decode(value).ok()).flatten()))
    }
}

/// A nullable column: `None` if its value has the wrong type.
fn optional<T>(column: Option<Loose<T>>) -> Option<Option<T>> {
    column.map_or(Some(None), |loose| loose.0.map(Some))
}

/// The id of a row, as far as it can be read.
pub(crate) type Name = Loose<Vec<u8>>;

impl Name {
    /// # Errors
    /// If it is not text, with what can be read of it.
    pub fn read(self) -> Result<String, String> {
        let name = String::from_utf8(self.0.unwrap_or_default());
        name.map_err(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }

    pub fn lossy(self) -> String {
        self.read().unwrap_or_else(|name| name)
    }
}

/// A record with columns of any type: id, version, body, keys and unique keys.
pub(crate) type LooseRow = (Name, Loose<i64>, Loose<String>, Loose<String>, Loose<String>);

pub(crate) fn record(kind: RecordKind, (id, version, body, keys, names): LooseRow) -> StoredRecord {
    let id = match id.read() {
        Ok(id) => id,
        Err(id) => return record::damaged(kind, id),
    };
    match (version.0, body.0, keys.0, names.0) {
        (Some(version), Some(body), Some(keys), Some(names)) => {
            record::from_row(kind, (id, version, body, keys, names))
        }
        _ => record::damaged(kind, id),
    }
}

pub(super) fn records(kind: RecordKind, rows: Vec<LooseRow>) -> Vec<StoredRecord> {
    rows.into_iter().map(|row| record(kind, row)).collect()
}

/// The table, its deadline, and what is waiting for each seat.
pub(crate) type StatusRow = (Name, Option<Loose<i64>>, Loose<String>);

pub(crate) fn status((table, due, body): StatusRow) -> (String, Status) {
    let status = match (optional(due), body.0) {
        (Some(due), Some(body)) => Status { due, body },
        _ => Status { due: None, body: DAMAGED.to_owned() },
    };
    (table.lossy(), status)
}

/// The number of a step, its time, its idempotency key, its body, and whether it fits into its chain.
pub(crate) type StepRow =
    (Loose<i64>, Loose<i64>, Option<Loose<String>>, Loose<String>, Loose<bool>);

pub(crate) fn step((seq, at, idempotency_key, body, fits): StepRow) -> StoredStep {
    match (seq.0, at.0, optional(idempotency_key), body.0, fits.0) {
        (Some(seq), Some(at), Some(idempotency_key), Some(body), Some(true)) => {
            record::step((seq, at, idempotency_key, body))
        }
        (seq, ..) => record::damaged_step(seq),
    }
}
