//! Looks after tables that are not in memory: deadlines, waiting bots, and notifications from other processes.

use std::collections::HashMap;
use std::time::Duration;

use futures::{StreamExt as _, stream};
use tokio::sync::broadcast::error::RecvError;

use super::Tables;
use super::ask::Ask;
use crate::document;
use crate::lobby::record::TableRecord;
use crate::store::{DueTable, RemoteChange};
use crate::wire::table::TableId;

/// The interval of sweeps.
const EVERY_MS: i64 = 1_000;
/// The page size of the list of overdue tables.
const PAGE: u32 = 500;
/// How many tables are opened at once.
const AT_ONCE: usize = 8;
/// The timeout for opening a table.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a table that could not be opened is skipped.
const REST_MS: i64 = 30_000;
/// How many such tables are remembered.
const MOST: usize = 20_000;

/// Tables that are listed as overdue although there is nothing to do for them yet.
#[derive(Default)]
struct Later {
    tables: HashMap<String, Rest>,
}

struct Rest {
    /// The listed deadline; if it changes, steps were appended to the table.
    listed: i64,
    until: i64,
}

impl Later {
    fn has(&self, due: &DueTable) -> bool {
        self.tables.get(&due.table).is_some_and(|rest| rest.listed == due.at)
    }

    fn put(&mut self, due: DueTable, until: i64) {
        if self.tables.len() < MOST {
            self.tables.insert(due.table, Rest { listed: due.at, until });
        }
    }

    fn forget(&mut self, now: i64) {
        self.tables.retain(|_, rest| rest.until > now);
    }
}

impl Tables {
    /// Runs until the process ends.
    pub async fn look_after(self) {
        let others = tokio::spawn(self.clone().listen());
        let mut later = Later::default();
        loop {
            // Taken before the sweep: deadlines that pass during it are found by the next one, however long it takes.
            let next = self.shared.time.now() + EVERY_MS;
            self.sweep(&mut later).await;
            self.shared.time.reach(next).await;
            if others.is_finished() {
                return;
            }
        }
    }

    /// Loads every overdue table into memory, where its own clock takes over. Those that cannot be opened are
    /// skipped, however many they are.
    async fn sweep(&self, later: &mut Later) {
        let now = self.shared.now();
        later.forget(now);
        let mut after = None;
        loop {
            let page = match self.shared.store.due(now, after, PAGE).await {
                Ok(page) => page,
                Err(error) => {
                    self.shared.failed(&error);
                    return;
                }
            };
            after = page.last().filter(|_| page.len() == PAGE as usize).cloned();
            let asleep = page.into_iter().filter(|due| self.is_asleep(due) && !later.has(due));
            let asleep: Vec<DueTable> = asleep.collect();
            let mut roused =
                stream::iter(asleep).map(|due| self.rouse(due)).buffer_unordered(AT_ONCE);
            while let Some((due, until)) = roused.next().await {
                if let Some(until) = until {
                    later.put(due, until);
                }
            }
            if after.is_none() {
                return;
            }
        }
    }

    fn is_asleep(&self, due: &DueTable) -> bool {
        let id = TableId(due.table.clone());
        !self.is_live(&id) && !self.shared.quarantine.holds(&id)
    }

    /// Opens a table. Returns until when it need not be opened again, if that is known.
    async fn rouse(&self, due: DueTable) -> (DueTable, Option<i64>) {
        let id = TableId(due.table.clone());
        let asked = self.ask(&id, |reply| Ask::Due { reply });
        let now = self.shared.now();
        let until = match tokio::time::timeout(PATIENCE, asked).await {
            Ok(Ok(next)) => next.filter(|next| *next > now),
            Ok(Err(problem)) if problem.is_quarantined() => None,
            Ok(Err(_)) | Err(_) => Some(now + REST_MS),
        };
        (due, until)
    }

    async fn listen(self) {
        let mut heard = self.shared.store.listen();
        loop {
            match heard.recv().await {
                Ok(news) => self.hear(&news).await,
                Err(RecvError::Lagged(_)) => self.nudge_all(),
                Err(RecvError::Closed) => return,
            }
        }
    }

    async fn hear(&self, news: &RemoteChange) {
        match news {
            RemoteChange::Moved { table, .. } if self.is_live(&TableId(table.clone())) => {
                self.nudge(&TableId(table.clone()));
            }
            RemoteChange::Moved { table, .. } => {
                self.shared.tell_change(&TableId(table.clone()));
                self.notify(table).await;
            }
            RemoteChange::Gap => self.nudge_all(),
            RemoteChange::Ended { .. } => {}
        }
    }

    /// Notifies the inboxes that are open here about a table that is played in another process.
    async fn notify(&self, table: &str) {
        if !self.shared.has_open_inboxes() {
            return;
        }
        if let Ok(Some(record)) = document::load::<TableRecord>(&*self.shared.store, table).await {
            self.shared.tell_inboxes(&record.value);
        }
    }

    fn nudge_all(&self) {
        let mut ids: Vec<TableId> = self.lock().keys().cloned().collect();
        ids.sort_unstable();
        ids.iter().for_each(|id| self.nudge(id));
    }
}
