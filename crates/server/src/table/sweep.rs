//! Looks after tables that nobody looks at: deadlines that pass, bots that wait, news from other processes.

use tokio::sync::broadcast::error::RecvError;

use super::Tables;
use super::ask::Ask;
use crate::document;
use crate::lobby::record::TableRecord;
use crate::store::Heard;
use crate::wire::table::TableId;

/// How often overdue tables are looked for.
const EVERY_MS: i64 = 1_000;
const AT_ONCE: u32 = 200;

impl Tables {
    /// Runs until the process ends.
    pub async fn look_after(self) {
        let others = tokio::spawn(self.clone().listen());
        loop {
            let time = &self.shared.time;
            time.reach(time.now() + EVERY_MS).await;
            if others.is_finished() {
                return;
            }
            self.sweep().await;
        }
    }

    /// Brings every overdue table into memory, where its own clock goes on.
    async fn sweep(&self) {
        let due = match self.shared.store.due(self.shared.now(), AT_ONCE).await {
            Ok(due) => due,
            Err(error) => {
                self.shared.failed(&error);
                return;
            }
        };
        for id in due {
            let id = TableId(id);
            if !self.is_live(&id) {
                // Being asked anything is enough to be brought back.
                let _ = self.ask(&id, |reply| Ask::Places { person: None, reply }).await;
            }
        }
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

    async fn hear(&self, news: &Heard) {
        match news {
            Heard::Moved { table, .. } if self.is_live(&TableId(table.clone())) => {
                self.nudge(&TableId(table.clone()));
            }
            Heard::Moved { table, .. } => self.ring(table).await,
            Heard::Gap => self.nudge_all(),
        }
    }

    /// Tells the inboxes that are open here of a table that is played elsewhere.
    async fn ring(&self, table: &str) {
        if !self.shared.has_open_inboxes() {
            return;
        }
        if let Ok(Some(record)) = document::load::<TableRecord>(&*self.shared.store, table).await {
            self.shared.tell_inboxes(&record.value);
        }
    }

    fn nudge_all(&self) {
        let ids: Vec<TableId> = self.lock().keys().cloned().collect();
        ids.iter().for_each(|id| self.nudge(id));
    }
}
