//! Subscribers: their first message, and delayed spectators.

use parley::Audience;

use super::super::ask::{Reply, Watcher};
use super::super::delayed::Delayed;
use super::super::live::LiveTable;
use super::super::trouble;
use super::{Actor, Lost};
use crate::ruleset::Ruleset;
use crate::store::StoredStep;
use crate::wire::live::{Message, TableNews};
use crate::wire::problem::Problem;

/// How many lines of the log come with a view.
const TAIL: usize = 60;
/// At a table with more steps than this, a fresh view is faster than the missed messages.
const RECALLED: u32 = 10_000;

impl<G: Ruleset> Actor<G> {
    pub(super) async fn watch(&mut self, watcher: Watcher, since: Option<u32>, reply: Reply<()>) {
        self.forget_gone();
        let now = self.live.audience_state(watcher.audience).map(|state| state.seq);
        let answer = match since {
            _ if self.lags(watcher.audience) => self.watch_later(watcher).await,
            Some(since) if Some(since) == now => self.greet(watcher, Some(Vec::new())).await,
            Some(since) if Some(since) < now && self.live.steps <= RECALLED => {
                return self.recall(watcher, since, reply);
            }
            _ => self.greet(watcher, None).await,
        };
        // They may have gone away.
        let _ = reply.send(answer);
    }

    /// A new subscriber gets the messages since `since`, or a view.
    pub(super) async fn greet(
        &mut self,
        watcher: Watcher,
        news: Option<Vec<String>>,
    ) -> Result<(), Problem> {
        let first = match news {
            Some(mut news) => {
                news.push(table_message(self.table_news(&self.live, watcher.audience)));
                news
            }
            None => vec![self.whole_view(&watcher).await?],
        };
        for text in first {
            // A new channel has room.
            let _ = watcher.tell.try_send(Box::new(text.into()));
        }
        self.watchers.push(watcher);
        Ok(())
    }

    async fn watch_later(&mut self, watcher: Watcher) -> Result<(), Problem> {
        let view = self.whole_view(&watcher).await?;
        let _ = watcher.tell.try_send(Box::new(view.into()));
        if let Some(delayed) = &mut self.delayed {
            delayed.watchers.push(watcher);
        }
        Ok(())
    }

    /// Subscribers that have hung up keep no table in memory.
    pub(super) fn forget_gone(&mut self) {
        let delayed = self.delayed.as_mut().map(|delayed| &mut delayed.watchers);
        for watchers in [Some(&mut self.watchers), delayed].into_iter().flatten() {
            watchers.retain(|watcher| !watcher.tell.is_closed());
        }
    }

    /// Whether this audience is delayed; never once the game is over.
    pub(super) fn lags(&self, audience: Audience) -> bool {
        let spectators = self.origin.record.settings.spectators;
        audience == Audience::Spectator && spectators.delay_seconds > 0
    }

    /// The delay; `None` once the game is over.
    pub(super) fn delay_ms(&self) -> Option<i64> {
        let delay_ms = i64::from(self.origin.record.settings.spectators.delay_seconds) * 1_000;
        (!self.live.is_over()).then_some(delay_ms)
    }

    pub(super) async fn whole_view(&mut self, watcher: &Watcher) -> Result<String, Problem> {
        // Another process may have appended steps: they are broadcast once, and before anything that follows.
        self.catch_up().await.map_err(|Lost| trouble::unavailable())?;
        if !self.lags(watcher.audience) {
            let steps = self.last_steps(self.live.tail.first()).await?;
            return self.view_of(&self.live, watcher, steps);
        }
        let first = self.late().await?.live.tail.first();
        let steps = self.last_steps(first).await?;
        match &self.delayed {
            Some(delayed) => self.view_of(&delayed.live, watcher, steps),
            None => Err(trouble::unavailable()),
        }
    }

    async fn last_steps(&mut self, first: Option<u32>) -> Result<Vec<StoredStep>, Problem> {
        match first {
            Some(first) => self.shared.steps(&self.origin.record.id, first).await,
            None => Ok(Vec::new()),
        }
    }

    /// The table as delayed spectators see it.
    pub(super) async fn late(&mut self) -> Result<&Delayed<G>, Problem> {
        self.catch_up().await.map_err(|Lost| trouble::unavailable())?;
        self.ripen().await?;
        self.delayed.as_ref().ok_or_else(trouble::unavailable)
    }

    /// The view, with the last lines of the log from the last steps.
    fn view_of(
        &self,
        live: &LiveTable<G>,
        watcher: &Watcher,
        mut steps: Vec<StoredStep>,
    ) -> Result<String, Problem> {
        let state = live.audience_state(watcher.audience).ok_or_else(trouble::no_such_seat)?;
        steps.retain(|step| step.seq < live.steps);
        let reader = (watcher.audience, watcher.language);
        let log = live.tail.lines(&live.game, &steps, reader, (state.lines, TAIL));
        let log = log.map_err(|broken| self.shared.broken(&self.origin.record.id, &broken))?;
        Ok(live.view_message(state, log, self.table_news(live, watcher.audience)))
    }

    /// Sends delayed spectators what they may know by now.
    pub(super) async fn ripen(&mut self) -> Result<(), Problem> {
        let Some(mut delayed) = self.delayed.take() else { return Ok(()) };
        let now = self.now();
        while delayed.due().is_some_and(|due| due <= now) {
            let table = &self.origin.record.id;
            let steps = self.shared.page(table, delayed.live.steps).await?;
            for step in delayed.ripe(&steps, now) {
                let outline = delayed.live.outline();
                let told = delayed.live.follow(step);
                let told = told.map_err(|broken| self.shared.broken(table, &broken))?;
                let live = &delayed.live;
                let table = || self.table_news(live, Audience::Spectator);
                let changed = live.outline() != outline;
                delayed.watchers.retain(|watcher| {
                    let text = match told.first() {
                        Some(learned) if learned.anything => {
                            let changed = changed || learned.reminded;
                            let (state, table) = (&live.audiences[0], changed.then(table));
                            live.news_message(state, learned, watcher.language, (table, None))
                        }
                        Some(_) => return true,
                        None => table_message(table()),
                    };
                    watcher.tell.try_send(Box::new(text.into())).is_ok()
                });
            }
            tokio::task::yield_now().await;
        }
        self.delayed = Some(delayed);
        Ok(())
    }
}

/// A message about the clock or the seats, when the game has not changed.
pub(super) fn table_message(table: TableNews) -> String {
    let message: Message<(), (), (), (), ()> = Message::Table { table };
    serde_json::to_string(&message).expect("a message is plain data")
}
