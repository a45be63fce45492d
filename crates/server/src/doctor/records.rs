//! Checks that a record is valid for its kind.

use crate::document::Document;
use crate::lobby::announcements::AnnouncementRecord;
use crate::lobby::daily::DailyRecord;
use crate::lobby::read_positions::ReadPosition;
use crate::lobby::record::TableRecord;
use crate::lobby::webhook::DeliveryRecord;
use crate::people::record::{KeyRecord, PersonRecord};
use crate::ruleset::shared::MapRecord;
use crate::store::{self, RecordKind, StoredRecord, record};
use crate::time::Heartbeat;

/// # Errors
/// What is wrong with it, as a clause.
pub(super) fn check(record: &StoredRecord) -> Result<(), String> {
    match record.kind {
        RecordKind::Person => read::<PersonRecord>(record).map(drop),
        RecordKind::Key => read::<KeyRecord>(record).map(drop),
        RecordKind::ReadPosition => read::<ReadPosition>(record).map(drop),
        RecordKind::Heartbeat => read::<Heartbeat>(record).map(drop),
        RecordKind::WebhookDelivery => read::<DeliveryRecord>(record).map(drop),
        RecordKind::Daily => read::<DailyRecord>(record).map(drop),
        RecordKind::Announcements => read::<AnnouncementRecord>(record).map(drop),
        RecordKind::Table => read::<TableRecord>(record).map(drop),
        RecordKind::Map => {
            let map = read::<MapRecord>(record)?;
            if map.is_sound() { Ok(()) } else { Err("its hash is wrong".into()) }
        }
    }
}

pub(super) fn read<T: Document>(record: &StoredRecord) -> Result<T, String> {
    let value: T = store::read(&record.body)
        .map_err(|reason| format!("its record cannot be read ({reason})"))?;
    if value.id() == record.id {
        Ok(value)
    } else {
        Err("its id is not the one that it is stored under".into())
    }
}

/// # Errors
/// If its keys in the index are not those in the record.
pub(super) fn check_keys(
    record: &StoredRecord,
    (keys, names): &(Vec<String>, Vec<String>),
) -> Result<(), String> {
    let mut unique: Vec<&str> = record.unique.iter().map(String::as_str).collect();
    unique.sort_unstable();
    unique.dedup();
    if record::findable(record) == *keys && unique == *names {
        return Ok(());
    }
    Err("its keys are not in the index".into())
}
