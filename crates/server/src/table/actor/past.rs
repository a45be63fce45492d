//! Folds from the beginning of a table: they run in the background, while the table continues.

use parley::Audience;
use tokio::task::JoinError;

use super::super::ask::{Ask, Reply, Watcher};
use super::super::delayed::Delayed;
use super::super::fold::{self, Until};
use super::super::live::LiveTable;
use super::super::past::Missed;
use super::{Actor, Lost};
use crate::ruleset::Ruleset;
use crate::wire::problem::Problem;
use crate::work::Work;

/// The result of a background fold.
pub(super) enum Past<G: Ruleset> {
    /// The table as spectators see it, up to some step.
    Spectators(Result<Box<LiveTable<G>>, Problem>),
    /// The messages that a client missed, up to some step; `None` if a fresh view is better.
    News { watcher: Watcher, reply: Reply<()>, news: Option<(u32, Vec<String>)> },
}

impl<G: Ruleset> Actor<G> {
    /// Whether a request has to wait until the state of the spectators is known. If so, computing it is begun.
    pub(super) fn is_too_early(&mut self, ask: &Ask) -> bool {
        let audience = match ask {
            Ask::Watch { watcher, .. } => watcher.audience,
            Ask::View { audience, .. } => *audience,
            Ask::Watched { .. } => Audience::Spectator,
            Ask::Command { .. }
            | Ask::Agreed { .. }
            | Ask::Change { .. }
            | Ask::LeftToBots { .. }
            | Ask::Due { .. }
            | Ask::Question { .. }
            | Ask::Look => return false,
        };
        let known = match self.lags(audience) {
            true => self.delayed.is_some(),
            false => self.live.audience_state(audience).is_some(),
        };
        if known || audience != Audience::Spectator {
            return false;
        }
        if self.waiting.is_empty() {
            self.call_spectators();
        }
        true
    }

    fn call_spectators(&mut self) {
        let (shared, origin) = (self.shared.clone(), self.origin.clone());
        let time = &self.shared.time;
        let ripe = self.delay_ms().map_or(i64::MAX, |delay| time.earlier(self.now(), delay));
        let ripe = Until { at: ripe, ..Until::NOW };
        self.past.spawn(async move {
            let audience = [Audience::Spectator];
            let folded = fold::fold(&shared, &origin, (Work::Folding, ripe), audience, ()).await;
            Past::Spectators(folded.map(|(live, ())| Box::new(live)))
        });
    }

    /// Computes what a client missed, and sends it.
    pub(super) fn recall(&mut self, watcher: Watcher, since: u32, reply: Reply<()>) {
        let (shared, origin) = (self.shared.clone(), self.origin.clone());
        let missed = Missed::new(watcher.audience, watcher.language, since);
        self.past.spawn(async move {
            let (all, audience) = ((Work::Recalling, Until::NOW), [watcher.audience]);
            let folded = fold::fold(&shared, &origin, all, audience, missed).await;
            let news = folded.ok().and_then(|(live, missed)| Some((live.steps, missed.news?)));
            Past::News { watcher, reply, news }
        });
    }

    pub(super) async fn remember(&mut self, past: Result<Past<G>, JoinError>) -> Result<(), Lost> {
        match past {
            Ok(Past::Spectators(Ok(live))) => self.seat_spectators(*live).await?,
            Ok(Past::Spectators(Err(_))) | Err(_) => {
                self.waiting.drain(..).for_each(Ask::turn_away);
            }
            Ok(Past::News { watcher, reply, news }) => {
                self.catch_up().await?;
                let news = news.filter(|(steps, _)| *steps == self.live.steps);
                let answer = self.greet(watcher, news.map(|(_, news)| news)).await;
                // They may have gone away.
                let _ = reply.send(answer);
            }
        }
        Ok(())
    }

    /// Brings spectators up to date, and handles the requests that waited for them.
    async fn seat_spectators(&mut self, mut live: LiveTable<G>) -> Result<(), Lost> {
        self.catch_up().await?;
        if self.lags(Audience::Spectator) {
            self.delayed = Some(Delayed::new(live, self.delay_ms(), self.shared.time.clone()));
        } else {
            let table = self.origin.record.id.clone();
            let steps = self.shared.steps(&table, live.steps).await.map_err(|_| Lost)?;
            for step in steps.iter().filter(|step| step.seq < self.live.steps) {
                live.follow(step).map_err(|broken| {
                    self.shared.broken(&table, &broken);
                    Lost
                })?;
            }
            self.live.audiences.append(&mut live.audiences);
        }
        for ask in std::mem::take(&mut self.waiting) {
            Box::pin(self.answer(ask)).await?;
        }
        Ok(())
    }
}
