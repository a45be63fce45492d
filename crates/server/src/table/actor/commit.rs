//! Store first, then broadcast.

use std::collections::BTreeSet;

use axum::extract::ws::Utf8Bytes;
use parley::{Audience, Language, Seat};

use super::super::around::TableOutline;
use super::super::ask::Watcher;
use super::super::body::StepBody;
use super::super::fold::{self, Until};
use super::super::live::{LiveTable, StepNews, json};
use super::watch::table_message;
use super::{Actor, Fate, Known, Lost};
use crate::lobby::live::TableStatus;
use crate::lobby::record::Holding;
use crate::ruleset::Ruleset;
use crate::store::{Appended, NewStep, Status, StoredStep};
use crate::wire::live::TableNews;
use crate::wire::person::PersonId;
use crate::work::Work;

/// A step that was made in memory, and how it is broadcast once it is stored.
pub(super) struct Prepared<'a, G: Ruleset> {
    step: NewStep,
    broadcast: Broadcast<'a, G>,
}

struct Broadcast<'a, G: Ruleset> {
    /// For each watcher, by its index.
    messages: Vec<(usize, Utf8Bytes)>,
    told: &'a StepNews<G>,
    at: i64,
    /// Whether the status has changed.
    moved: bool,
}

/// What was last stored and broadcast of a table beside its steps.
pub(super) struct Announced {
    status: TableStatus,
    due: Option<i64>,
    has_status: bool,
    outline: TableOutline,
}

impl<G: Ruleset> Actor<G> {
    /// Stores the step that was just made in memory, and broadcasts it.
    pub(super) async fn commit(
        &mut self,
        body: &StepBody<G>,
        told: &StepNews<G>,
        idempotency_key: Option<String>,
        at: i64,
    ) -> Result<Fate, Lost> {
        let before = self.announced();
        let prepared = self.prepare(body, told, idempotency_key, at);
        self.store(vec![prepared], before).await
    }

    pub(super) fn announced(&self) -> Announced {
        let Actor { status, due, has_status, outline, .. } = self;
        Announced { status: status.clone(), due: *due, has_status: *has_status, outline: *outline }
    }

    /// The step that was just made in memory, as it is stored.
    pub(super) fn prepare<'a>(
        &mut self,
        body: &StepBody<G>,
        told: &'a StepNews<G>,
        idempotency_key: Option<String>,
        at: i64,
    ) -> Prepared<'a, G> {
        let body = json(body);
        let (status, due) = (TableStatus::of(&self.live, &self.status, at), self.due_at(at));
        // A table has a status from the first step on: one that appeared together with somebody's secret would reveal
        // it.
        let moved = !self.has_status || status != self.status || due != self.due;
        let messages = self.messages(told);
        let step = NewStep {
            table: self.origin.record.id.0.clone(),
            seq: self.live.steps - 1,
            at,
            idempotency_key,
            status: moved.then(|| Status {
                due,
                body: serde_json::to_string(&status).expect("a status is plain data"),
            }),
            body,
        };
        (self.status, self.due, self.has_status) = (status, due, true);
        self.outline = self.live.outline();
        Prepared { step, broadcast: Broadcast { messages, told, at, moved } }
    }

    /// Stores steps together or not at all, and broadcasts them. If another process was faster, the table is again as
    /// it was announced `before`, with what the others did.
    pub(super) async fn store(
        &mut self,
        prepared: Vec<Prepared<'_, G>>,
        before: Announced,
    ) -> Result<Fate, Lost> {
        let key = |it: &Prepared<'_, G>| (it.step.seq, it.step.idempotency_key.clone());
        let keys: Vec<_> = prepared.iter().map(key).collect();
        let (steps, broadcasts): (Vec<_>, Vec<_>) =
            prepared.into_iter().map(|it| (it.step, it.broadcast)).unzip();
        match self.shared.writer.append_together(steps).await {
            Ok(Appended::Kept) => {}
            Ok(Appended::Conflict) => {
                let Announced { status, due, has_status, outline } = before;
                (self.status, self.due, self.has_status) = (status, due, has_status);
                self.outline = outline;
                Box::pin(self.rebuild()).await?;
                return Ok(Fate::Overtaken);
            }
            Err(error) => {
                self.shared.failed(&error);
                return Err(Lost);
            }
        }
        // Whoever is told that the game is over may open its replay at once.
        if let Some(last) = broadcasts.last().filter(|_| self.live.is_over()) {
            Box::pin(self.finish(last.at)).await?;
        }
        for (seq, key) in keys {
            self.idempotency_keys.note(key.as_deref(), seq);
        }
        self.publish(broadcasts);
        Ok(Fate::Kept)
    }

    /// The next deadline of this table.
    pub(super) fn due_at(&self, at: i64) -> Option<i64> {
        self.live.due_at(at)
    }

    /// The message for each watcher, serialised once for each audience and language.
    fn messages(&self, told: &StepNews<G>) -> Vec<(usize, Utf8Bytes)> {
        let changed = self.live.outline() != self.outline;
        let mut written: Vec<(Audience, Language, Utf8Bytes)> = Vec::new();
        let mut messages = Vec::with_capacity(self.watchers.len());
        for (index, watcher) in self.watchers.iter().enumerate() {
            let key = (watcher.audience, watcher.language);
            if let Some((_, _, text)) = written.iter().find(|(a, l, _)| (*a, *l) == key) {
                messages.push((index, text.clone()));
                continue;
            }
            let Some(text) = self.message(watcher, told, changed) else { continue };
            let text = Utf8Bytes::from(text);
            written.push((key.0, key.1, text.clone()));
            messages.push((index, text));
        }
        messages
    }

    fn message(&self, watcher: &Watcher, told: &StepNews<G>, changed: bool) -> Option<String> {
        let news = || self.table_news(&self.live, watcher.audience);
        let at = self.live.audiences.iter().position(|state| state.audience == watcher.audience)?;
        match told.get(at) {
            Some(learned) if learned.anything => {
                let table = (changed || learned.reminded).then(news);
                let state = &self.live.audiences[at];
                Some(self.live.news_message(state, learned, watcher.language, (table, None)))
            }
            Some(_) => None,
            None => Some(table_message(news())),
        }
    }

    fn publish(&mut self, broadcasts: Vec<Broadcast<'_, G>>) {
        let mut slow = BTreeSet::new();
        let mut moved = false;
        for broadcast in broadcasts {
            for (index, text) in broadcast.messages {
                if self.watchers[index].tell.try_send(Box::new(text)).is_err() {
                    slow.insert(index);
                }
            }
            self.bots.note(&self.live, broadcast.told);
            if let Some(delayed) = &mut self.delayed {
                if self.live.is_over() {
                    delayed.hurry();
                }
                delayed.push(broadcast.at);
            }
            moved |= broadcast.moved;
            self.shared.count_step();
        }
        // A subscriber that lags is disconnected, and reconnects for what it missed.
        for index in slow.into_iter().rev() {
            self.watchers.swap_remove(index);
        }
        self.published = self.live.steps;
        self.outline = self.live.outline();
        if moved {
            self.shared.tell_inboxes(&self.origin.record);
        }
        if G::ANNOUNCES {
            self.shared.tell_change(&self.origin.record.id);
        }
    }

    /// What is around the game according to `live`, which may be delayed.
    pub(super) fn table_news(&self, live: &LiveTable<G>, audience: Audience) -> TableNews {
        let viewer = audience.seat().and_then(|seat| self.person_at(seat));
        live.around(audience, viewer, self.now())
    }

    fn person_at(&self, seat: Seat) -> Option<&PersonId> {
        match self.origin.record.seats.get(seat.index())? {
            Holding::Person { person, .. } => Some(person),
            Holding::Nobody | Holding::Bot { .. } => None,
        }
    }

    /// Reads and broadcasts the steps of other processes. Returns whether there were any.
    pub(super) async fn catch_up(&mut self) -> Result<bool, Lost> {
        let steps =
            self.shared.steps(&self.origin.record.id, self.live.steps).await.map_err(|_| Lost)?;
        let moved = !steps.is_empty();
        if let Some(last) = steps.last() {
            let shared = &self.shared;
            shared.time.hear_of(last.at, &*shared.store).await.map_err(|_| Lost)?;
        }
        for step in steps {
            self.follow(&step).await?;
        }
        Ok(moved)
    }

    /// Folds the table again from disk: what was done in memory was not stored.
    async fn rebuild(&mut self) -> Result<(), Lost> {
        let spectators = self.live.audience_state(Audience::Spectator).map(|state| state.audience);
        let audiences = fold::seats(&self.origin).chain(spectators);
        let told = (Work::Folding, Until { steps: self.published, ..Until::NOW });
        let folded = fold::fold(&self.shared, &self.origin, told, audiences, Known::default());
        let (live, known) = folded.await.map_err(|_| Lost)?;
        (self.live, self.idempotency_keys) = (live, known.idempotency_keys);
        self.catch_up().await.map(drop)
    }

    /// Applies and broadcasts a step of another process.
    async fn follow(&mut self, step: &StoredStep) -> Result<(), Lost> {
        let told = self.live.follow(step).map_err(|broken| {
            self.shared.broken(&self.origin.record.id, &broken);
            Lost
        })?;
        self.ahead = self.ahead.max(step.at - self.shared.time.passed());
        self.idempotency_keys.note(step.idempotency_key.as_deref(), step.seq);
        let status = TableStatus::of(&self.live, &self.status, step.at);
        let moved = status != self.status;
        self.due = self.due_at(step.at);
        self.status = status;
        let messages = self.messages(&told);
        // The server that made the last move may be gone.
        if self.live.is_over() {
            Box::pin(self.finish(step.at)).await?;
        }
        self.publish(vec![Broadcast { messages, told: &told, at: step.at, moved }]);
        Ok(())
    }
}
