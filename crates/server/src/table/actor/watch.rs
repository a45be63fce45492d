//! Those who watch: what they get first, and those who see everything later.

use parley::Audience;

use super::super::ask::Watcher;
use super::super::delayed::Delayed;
use super::super::live::Live;
use super::super::{past, trouble};
use super::{Actor, Lost};
use crate::ruleset::Ruleset;
use crate::store::Step;
use crate::wire::live::{Message, TableNews};
use crate::wire::problem::Problem;

/// The lines of the log that come with a view.
const TAIL: usize = 60;
/// The most news that a reconnect gets one by one; after more than that a fresh view is shorter.
const MISSED: usize = 200;

impl<G: Ruleset> Actor<G> {
    pub(super) async fn watch(
        &mut self,
        watcher: Watcher,
        since: Option<u32>,
    ) -> Result<(), Problem> {
        self.watchers.retain(|watcher| !watcher.tell.is_closed());
        if self.lags(watcher.audience) {
            let view = self.whole_view(&watcher).await?;
            let _ = watcher.tell.try_send(Box::new(view.into()));
            if let Some(delayed) = &mut self.delayed {
                delayed.watchers.retain(|watcher| !watcher.tell.is_closed());
                delayed.watchers.push(watcher);
            }
            return Ok(());
        }
        let now = self.live.eyes_of(watcher.audience).map(|eyes| eyes.seq);
        let missed_nothing = now.is_some() && since == now;
        let steps = if missed_nothing { Vec::new() } else { self.all_steps().await? };
        self.open_eyes(watcher.audience, &steps)?;
        for text in self.first_words(&watcher, since, &steps)? {
            // A channel that has just been made has room.
            let _ = watcher.tell.try_send(Box::new(text.into()));
        }
        self.watchers.push(watcher);
        Ok(())
    }

    /// Bystanders have eyes at this table from when the first of them comes.
    fn open_eyes(&mut self, audience: Audience, steps: &[Step]) -> Result<(), Problem> {
        if audience != Audience::Spectator || self.live.eyes_of(audience).is_some() {
            return Ok(());
        }
        let eyes = past::eyes::<G>(&self.origin, steps, audience);
        let eyes = eyes.map_err(|broken| self.shared.broken(&self.origin.record.id, &broken))?;
        self.live.eyes.push(eyes);
        Ok(())
    }

    /// And until the last of them has gone.
    pub(super) fn close_eyes(&mut self) {
        let audience = Audience::Spectator;
        if !self.watchers.iter().any(|watcher| watcher.audience == audience) {
            self.live.eyes.retain(|eyes| eyes.audience != audience);
        }
    }

    async fn all_steps(&mut self) -> Result<Vec<Step>, Problem> {
        let steps = self.shared.steps(&self.origin.record.id, 0).await?;
        // Another process may have moved the table on: that is told once, and before anything that follows.
        for step in steps.iter().skip(self.live.steps as usize) {
            self.follow(step.clone()).map_err(|Lost| trouble::unavailable())?;
        }
        Ok(steps)
    }

    /// What a new watcher gets first: the news since they were last here, or everything.
    fn first_words(
        &self,
        watcher: &Watcher,
        since: Option<u32>,
        steps: &[Step],
    ) -> Result<Vec<String>, Problem> {
        if let Some(mut missed) = self.missed(watcher, since, steps)? {
            missed.push(table_message(self.table_news(&self.live, watcher.audience)));
            return Ok(missed);
        }
        Ok(vec![self.view_of(&self.live, watcher, steps)?])
    }

    /// The news since then; `None` if a fresh view serves better.
    fn missed(
        &self,
        watcher: &Watcher,
        since: Option<u32>,
        steps: &[Step],
    ) -> Result<Option<Vec<String>>, Problem> {
        let now = self.live.eyes_of(watcher.audience).map_or(0, |eyes| eyes.seq);
        let Some(since) = since.filter(|since| *since <= now) else { return Ok(None) };
        if since == now {
            return Ok(Some(Vec::new()));
        }
        let Watcher { audience, language, .. } = *watcher;
        let missed = past::missed::<G>(&self.origin, steps, audience, language, since, MISSED);
        missed.map_err(|broken| self.shared.broken(&self.origin.record.id, &broken))
    }

    /// Whether this audience sees everything later.
    fn lags(&self, audience: Audience) -> bool {
        audience == Audience::Spectator && self.origin.record.settings.spectators.delay_seconds > 0
    }

    pub(super) async fn whole_view(&mut self, watcher: &Watcher) -> Result<String, Problem> {
        let steps = self.all_steps().await?;
        if !self.lags(watcher.audience) {
            self.open_eyes(watcher.audience, &steps)?;
            return self.view_of(&self.live, watcher, &steps);
        }
        self.lag_behind(&steps)?;
        match &self.delayed {
            Some(delayed) => self.view_of(&delayed.live, watcher, &steps),
            None => Err(trouble::unavailable()),
        }
    }

    /// The table as late bystanders see it.
    pub(super) async fn late(&mut self) -> Result<&Delayed<G>, Problem> {
        let steps = self.all_steps().await?;
        self.lag_behind(&steps)?;
        self.delayed.as_ref().ok_or_else(trouble::unavailable)
    }

    /// Sees that there is a table for late bystanders, and that it is where it may be by now.
    fn lag_behind(&mut self, steps: &[Step]) -> Result<(), Problem> {
        if self.delayed.is_none() {
            let delayed = Delayed::new(&self.origin, steps.to_vec());
            let delayed =
                delayed.map_err(|broken| self.shared.broken(&self.origin.record.id, &broken))?;
            self.delayed = Some(delayed);
        }
        self.ripen();
        Ok(())
    }

    fn view_of(
        &self,
        live: &Live<G>,
        watcher: &Watcher,
        steps: &[Step],
    ) -> Result<String, Problem> {
        let eyes = live.eyes_of(watcher.audience).ok_or_else(trouble::no_such_seat)?;
        let Watcher { audience, language, .. } = *watcher;
        let log = past::log::<G>(&self.origin, steps, audience, language, eyes.lines, TAIL);
        let log = log.map_err(|broken| self.shared.broken(&self.origin.record.id, &broken))?;
        Ok(live.view_message(eyes, log, self.table_news(live, audience)))
    }

    /// Tells late bystanders what they may know by now.
    pub(super) fn ripen(&mut self) {
        let now = self.now();
        let Some(mut delayed) = self.delayed.take() else { return };
        while let Some(step) = delayed.ripe(now) {
            let outline = delayed.live.outline();
            let Ok(told) = delayed.live.follow(&step) else { return };
            let live = &delayed.live;
            let table = || self.table_news(live, Audience::Spectator);
            let changed = live.outline() != outline;
            delayed.watchers.retain(|watcher| {
                let text = match told.first() {
                    Some(learned) if learned.anything => {
                        let (eyes, table) = (&live.eyes[0], changed.then(table));
                        live.news_message(eyes, learned, watcher.language, table)
                    }
                    Some(_) => return true,
                    None => table_message(table()),
                };
                watcher.tell.try_send(Box::new(text.into())).is_ok()
            });
        }
        self.delayed = Some(delayed);
    }
}

/// The clock or the company, when the game has not changed.
pub(super) fn table_message(table: TableNews) -> String {
    let message: Message<(), (), (), (), ()> = Message::Table { table };
    serde_json::to_string(&message).expect("a message is plain data")
}
