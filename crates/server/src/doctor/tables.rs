//! A table with everything that happened at it.

use super::chains::Torn;
use super::records;
use super::report::{Fault, Rest};
use super::source::Source;
use super::steps::Steps;
use crate::lobby::live::TableStatus;
use crate::lobby::record::TableRecord;
use crate::store::{Record, Status, StoreError};
use crate::table::audit::{self, Audit};
use crate::table::live::Broken;

/// What was found of a table.
pub(super) struct Table {
    pub record: TableRecord,
    /// The steps that are sound.
    pub steps: u32,
    /// Whether those are all.
    pub whole: bool,
    pub over: bool,
    /// Where it stands after the sound steps; none if it has not begun.
    pub status: Option<Status>,
    pub torn: bool,
    pub fault: Option<Fault>,
}

/// Decides everything again that happened at a table. `progress` is told of every few steps.
///
/// # Errors
/// If the database fails.
pub(super) async fn check(
    source: &Source,
    record: &Record,
    torn: Option<&Torn>,
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<Result<Table, Fault>, StoreError> {
    let nothing = |what: String| Fault::of("table", &record.id, what, Rest::Nothing);
    let table: TableRecord = match records::read(record) {
        Ok(table) => table,
        Err(what) => return Ok(Err(nothing(what))),
    };
    let mut steps = Steps::of(source, &record.id, torn.is_some()).await?;
    if table.game.is_none() {
        return Ok(Ok(gathering(table, steps.next(source).await?.is_empty())));
    }
    let mut audit = match audit::begin(source, table.clone()).await {
        Ok(audit) => audit,
        Err(broken) => return Ok(Err(nothing(broken.to_string()))),
    };
    let (sound, broken) = follow(source, &mut steps, &mut *audit, progress).await?;
    let (over, status) = (audit.is_over(), audit.status());
    let mut found = Table {
        record: table,
        steps: sound,
        whole: broken.is_none() && torn.is_none(),
        over,
        status: Some(status),
        torn: torn.is_some(),
        fault: None,
    };
    let rest = Rest::Steps { steps: sound };
    let fault =
        |what: String, step, rest| Fault { step, ..Fault::of("table", &record.id, what, rest) };
    found.fault = match (torn, broken) {
        (Some(torn), _) => Some(fault(torn.to_string(), torn.seq, rest)),
        (None, Some(broken)) => Some(fault(broken.to_string(), broken.seq(), rest)),
        (None, None) => {
            let stored = source.status(&record.id).await?;
            // One that has only just been started is opened when somebody looks at it.
            let status = found.status.as_ref().filter(|_| sound > 0);
            let odd = (!audit.is_committed())
                .then_some(UNCOMMITTED)
                .or_else(|| odd_status(stored.as_ref(), status?));
            odd.map(|what| fault(what.to_owned(), None, Rest::All))
        }
    };
    Ok(Ok(found))
}

/// A table that has not begun.
fn gathering(record: TableRecord, empty: bool) -> Table {
    let what = "it has not begun, and yet something happened at it";
    let fault = (!empty).then(|| Fault::of("table", &record.id.0, what, Rest::Steps { steps: 0 }));
    Table { record, steps: 0, whole: empty, over: false, status: None, torn: false, fault }
}

/// Goes on until the first step that is not sound. Returns how many are.
async fn follow(
    source: &Source,
    steps: &mut Steps,
    audit: &mut dyn Audit,
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<(u32, Option<Broken>), StoreError> {
    let mut sound = 0;
    loop {
        let some = steps.next(source).await?;
        if some.is_empty() {
            return Ok((sound, None));
        }
        for step in &some {
            if let Err(broken) = audit.check(step) {
                return Ok((sound, Some(broken)));
            }
            sound += 1;
        }
        progress(some.len() as u64);
    }
}

const UNCOMMITTED: &str = "its seed or its set-up is not the one that it has committed to";

/// Whether what is known of it without loading it is true enough.
fn odd_status(stored: Option<&Status>, found: &Status) -> Option<&'static str> {
    let Some(stored) = stored else { return Some("where it stands is not written down") };
    // Deadlines rest on when servers were there, which the doctor does not know, and what ever came is counted
    // only since there are such counts.
    let timeless = |status: &Status| {
        let mut status = TableStatus::read(status).ok()?;
        for seat in &mut status.seats {
            (seat.at, seat.deadline, seat.turns, seat.offers) = (0, None, 0, 0);
        }
        Some(status)
    };
    match () {
        () if timeless(stored) != timeless(found) => Some("where it stands is written down wrong"),
        () if stored.due.is_none() && found.due.is_some() => Some("nobody would look after it"),
        () => None,
    }
}
