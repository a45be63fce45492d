//! What an audience was sent earlier: recomputed from the steps, because it is not stored.

use std::collections::VecDeque;

use parley::{Audience, Language};

use super::body::Count;
use super::fold::Observer;
use super::handlers::LogQuery;
use super::live::{FoldError, LiveTable, StepNews};
use super::origin::Origin;
use crate::ruleset::Ruleset;
use crate::store::StoredStep;
use crate::wire::live::LogLine;

/// The most messages that a reconnect gets one by one; beyond that a fresh view is shorter.
const MOST_MISSED: usize = 200;

/// The messages that a client missed.
pub(crate) struct Missed {
    audience: Audience,
    language: Language,
    since: u32,
    /// `None` if there are too many.
    pub news: Option<Vec<String>>,
}

impl Missed {
    pub fn new(audience: Audience, language: Language, since: u32) -> Missed {
        Missed { audience, language, since, news: Some(Vec::new()) }
    }
}

impl<G: Ruleset> Observer<G> for Missed {
    fn begins_after(&self, counts: &[Count]) -> bool {
        let count = self.audience.seat().and_then(|seat| counts.get(seat.index()));
        count.is_none_or(|Count(seq, ..)| *seq > self.since)
    }

    fn see(&mut self, live: &LiveTable<G>, mut told: StepNews<G>) {
        let (Some(learned), Some(state)) = (told.pop(), live.audiences.first()) else { return };
        if !learned.anything || state.seq <= self.since {
            return;
        }
        let Some(news) = self.news.as_mut().filter(|news| news.len() < MOST_MISSED) else {
            self.news = None;
            return;
        };
        news.push(live.news_message(state, &learned, self.language, (None, None)));
    }
}

/// A page of an audience's log.
pub(crate) struct LogPage<G: Ruleset> {
    game: Box<G>,
    audience: Audience,
    /// The lines that are asked for.
    asked: LogQuery,
    count: u32,
    /// The lines, each with its number and its round.
    notices: VecDeque<(u32, u16, G::Notice)>,
}

impl<G: Ruleset> LogPage<G> {
    /// # Errors
    /// If the table was never started.
    pub fn new(
        origin: &Origin<G>,
        audience: Audience,
        asked: LogQuery,
    ) -> Result<LogPage<G>, FoldError> {
        let game = Box::new(origin.game()?);
        Ok(LogPage { game, audience, asked, count: 0, notices: VecDeque::new() })
    }

    /// Reads the next steps. Returns whether there is more to read.
    ///
    /// # Errors
    /// If a step cannot be read.
    pub fn read(&mut self, steps: &[StoredStep]) -> Result<bool, FoldError> {
        for step in steps {
            let body = LiveTable::<G>::parse(step)?;
            let mut notices = Vec::new();
            for event in body.events() {
                let witness = self.game.witness(event);
                notices.extend(G::notice(event, witness, self.audience));
                self.game.evolve(event);
            }
            let round = self.game.current_round();
            let before = self.asked.before();
            for notice in notices.into_iter().take((before - self.count) as usize) {
                let filed = |filter: &String| G::is_filed(&notice, filter);
                if self.asked.filter.as_ref().is_none_or(filed) {
                    self.notices.push_back((self.count, round, notice));
                }
                self.count += 1;
            }
            while self.notices.len() > self.asked.limit() {
                self.notices.pop_front();
            }
            if self.count == before {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub fn lines(self, language: Language) -> Vec<LogLine<G::Line>> {
        let line =
            |(n, round, notice)| LogLine { n, line: self.game.line(notice, round, language) };
        self.notices.into_iter().map(line).collect()
    }
}
