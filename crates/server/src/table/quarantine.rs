//! Tables that cannot be opened. They are not retried for a while, so that they cost nothing.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::wire::table::TableId;

/// Somebody may have repaired the table, so it is retried, with growing intervals.
const FIRST: Duration = Duration::from_secs(30);
const LONGEST: Duration = Duration::from_secs(3600);
/// How many are remembered: beyond that, those that are due first are dropped, and retried on request.
const MOST: usize = 10_000;

/// Tables that could not be opened, and when to retry them.
#[derive(Default)]
pub(crate) struct Quarantine {
    tables: Mutex<HashMap<TableId, Held>>,
}

#[derive(Clone, Copy)]
struct Held {
    until: Instant,
    pause: Duration,
}

impl Quarantine {
    /// Whether the table is not to be retried yet.
    pub fn holds(&self, table: &TableId) -> bool {
        self.lock().get(table).is_some_and(|held| Instant::now() < held.until)
    }

    /// The table could not be opened.
    pub fn hold(&self, table: &TableId) {
        let mut tables = self.lock();
        let pause = tables.get(table).map_or(FIRST, |held| (held.pause * 2).min(LONGEST));
        if tables.len() >= MOST && !tables.contains_key(table) {
            let first = tables.iter().min_by_key(|(_, held)| held.until).map(|(id, _)| id.clone());
            first.and_then(|id| tables.remove(&id));
        }
        tables.insert(table.clone(), Held { until: Instant::now() + pause, pause });
    }

    /// The table could be opened. Returns whether it could not before.
    pub fn release(&self, table: &TableId) -> bool {
        self.lock().remove(table).is_some()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, Held>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
