//! Checks a table with everything that happened at it.

use super::chains::Torn;
use super::records;
use super::report::{DoctorFault, Salvageable};
use super::source::DoctorSource;
use super::steps::Steps;
use crate::lobby::live::TableStatus;
use crate::lobby::record::TableRecord;
use crate::store::{Status, StoreError, StoredRecord};
use crate::table::GameHosts;
use crate::table::audit::Audit;
use crate::table::live::FoldError;
use crate::wire::table::Standing;

/// The result of checking a table.
pub(super) struct CheckedTable {
    pub record: TableRecord,
    /// The number of intact steps.
    pub steps: u32,
    /// Whether those are all.
    pub whole: bool,
    pub over: bool,
    /// Its status after the intact steps; `None` if it has not begun.
    pub status: Option<Status>,
    /// The rows of its steps, if its chain is broken.
    pub rows: Option<Vec<i64>>,
    pub fault: Option<DoctorFault>,
}

/// How to find the steps of a table.
#[derive(Default)]
pub(super) struct Chain {
    pub torn: Option<Torn>,
    /// Their rows, if the chain does not lead to them.
    pub rows: Option<Vec<i64>>,
    /// Whether the last ones may be lost without a trace.
    pub cut: bool,
}

/// Decides everything that happened at a table again. `progress` is called every few steps.
///
/// # Errors
/// If the database fails.
pub(super) async fn check(
    (source, hosts): (&DoctorSource, &GameHosts),
    record: &StoredRecord,
    Chain { torn, rows, cut }: Chain,
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<Result<CheckedTable, DoctorFault>, StoreError> {
    let nothing = |what: String| DoctorFault::of("table", &record.id, what, Salvageable::Nothing);
    let table: TableRecord = match records::read(record) {
        Ok(table) => table,
        Err(what) => return Ok(Err(nothing(what))),
    };
    let host = match hosts.reading(&table) {
        Ok(host) => host,
        Err(what) => return Ok(Err(nothing(what))),
    };
    let mut steps = Steps::of(source, &record.id, rows.clone()).await?;
    if table.game.is_none() {
        return Ok(Ok(gathering(table, steps.next(source).await?.is_empty())));
    }
    let mut audit = match host.audit(source, table.clone()).await {
        Ok(audit) => audit,
        Err(broken) => return Ok(Err(nothing(broken.to_string()))),
    };
    let (sound, broken) = follow(source, &mut steps, &mut *audit, progress).await?;
    let (over, status) = (audit.is_over(), audit.status());
    let unbegun = table.standing == Standing::Gathering;
    let mut found = CheckedTable {
        record: table,
        steps: sound,
        whole: broken.is_none() && torn.is_none() && !cut,
        over,
        status: Some(status),
        rows,
        fault: None,
    };
    let rest = Salvageable::Steps { steps: sound };
    let fault = |what: String, step, rest| DoctorFault {
        step,
        ..DoctorFault::of("table", &record.id, what, rest)
    };
    found.fault = match (torn, broken) {
        (Some(torn), _) => Some(fault(torn.to_string(), torn.seq, rest)),
        (None, Some(broken)) => Some(fault(broken.to_string(), broken.seq(), rest)),
        (None, None) => {
            let stored = source.status(&record.id).await?;
            let odd = match (&stored, &found.status) {
                _ if unbegun => Some((UNBEGUN, Salvageable::All)),
                _ if !audit.is_committed() => Some((UNCOMMITTED, Salvageable::All)),
                // A table that has only just been started is opened when somebody looks at it.
                (Ok(None), _) if sound == 0 => None,
                (Ok(Some(_)), _) if sound == 0 => Some((LOST, rest)),
                (Ok(stored), Some(status)) => {
                    odd_status(stored.as_ref(), status).map(|what| (what, Salvageable::All))
                }
                // Damage to the file is reported for all tables at once.
                (Err(_), _) | (_, None) => None,
            };
            odd.map(|(what, rest)| fault(what.to_owned(), None, rest))
        }
    };
    Ok(Ok(found))
}

/// A table that has not begun.
fn gathering(record: TableRecord, empty: bool) -> CheckedTable {
    let rest = Salvageable::Steps { steps: 0 };
    let fault = (!empty).then(|| DoctorFault::of("table", &record.id.0, UNBEGUN, rest));
    CheckedTable { record, steps: 0, whole: empty, over: false, status: None, rows: None, fault }
}

/// Continues up to the first step with a fault. Returns the number of intact steps.
async fn follow(
    source: &DoctorSource,
    steps: &mut Steps,
    audit: &mut dyn Audit,
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<(u32, Option<FoldError>), StoreError> {
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

pub(super) const UNBEGUN: &str = "it has not begun, but it has steps";
const LOST: &str = "all of its steps are lost";
const UNCOMMITTED: &str = "its seed or its set-up is not the one that it has committed to";

/// Checks the stored status against the table.
fn odd_status(stored: Option<&Status>, found: &Status) -> Option<&'static str> {
    // Deadlines depend on when servers were running, which the doctor does not know, and the counters of an inbox are
    // missing in older steps.
    let timeless = |status: &Status| {
        let mut status = TableStatus::read(status).ok()?;
        for seat in &mut status.seats {
            (seat.at, seat.deadline, seat.turns, seat.offers) = (0, None, 0, 0);
        }
        Some(status)
    };
    let Some(stored) = stored else {
        // The first release did not store an empty status.
        let waits = timeless(found).is_none_or(|it| it.seats.iter().any(|seat| !seat.is_idle()));
        return (waits || found.due.is_some()).then_some("its status is missing");
    };
    match () {
        () if timeless(stored) != timeless(found) => Some("its status is wrong"),
        () if stored.due.is_none() && found.due.is_some() => Some("its deadline is missing"),
        () => None,
    }
}
