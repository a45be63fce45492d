//! The witnesses of the last events, so that the last lines of anybody's log can be built without folding the table
//! from the beginning.

use std::collections::VecDeque;

use parley::{Audience, Game, Language};

use super::live::{FoldError, LiveTable};
use crate::ruleset::Ruleset;
use crate::store::StoredStep;
use crate::wire::live::LogLine;

/// How many of the last events are covered; the events themselves are in the steps.
const EVENTS: usize = 192;

/// The last events of a table with their witnesses.
pub(crate) struct Tail<G: Game>(VecDeque<Seen<G>>);

/// Who could see an event.
struct Seen<G: Game> {
    witness: G::Witness,
    /// The step that it belongs to.
    seq: u32,
    /// The round after that step.
    round: u16,
}

impl<G: Game> Default for Tail<G> {
    fn default() -> Tail<G> {
        Tail(VecDeque::new())
    }
}

impl<G: Ruleset> Tail<G> {
    pub fn push(&mut self, seq: u32, witness: G::Witness) {
        self.0.push_back(Seen { witness, seq, round: 0 });
    }

    /// The step is complete, and it is that round now.
    pub fn end(&mut self, seq: u32, round: u16) {
        for seen in self.0.iter_mut().rev().take_while(|seen| seen.seq == seq) {
            seen.round = round;
        }
        // A step is kept with all its events or not at all.
        while self.0.len() > EVENTS
            && let Some(Seen { seq: first, .. }) = self.0.front()
            && *first != seq
        {
            let first = *first;
            while self.0.front().is_some_and(|seen| seen.seq == first) {
                self.0.pop_front();
            }
        }
    }

    /// The first step that is covered; `None` if nothing has happened.
    pub fn first(&self) -> Option<u32> {
        self.0.front().map(|seen| seen.seq)
    }

    /// The last lines of a log that has `count` of them, at most `most`. `steps` are those from the first covered one
    /// on.
    ///
    /// # Errors
    /// If a step is missing or cannot be read.
    pub fn lines(
        &self,
        game: &G,
        steps: &[StoredStep],
        (audience, language): (Audience, Language),
        (count, most): (u32, usize),
    ) -> Result<Vec<LogLine<G::Line>>, FoldError> {
        let mut notices = VecDeque::new();
        let mut seen = self.0.iter().peekable();
        for step in steps {
            let body = LiveTable::<G>::parse(step)?;
            for event in body.events() {
                let Some(seen) = seen.next_if(|seen| seen.seq == step.seq) else { break };
                let notice = G::notice(event, seen.witness, audience);
                notices.extend(notice.map(|notice| (seen.round, notice)));
            }
            while notices.len() > most {
                notices.pop_front();
            }
        }
        if let Some(seen) = seen.peek() {
            return Err(FoldError::Missing { seq: seen.seq });
        }
        let first = count.saturating_sub(notices.len() as u32);
        let line = |(n, (round, notice))| LogLine { n, line: game.line(notice, round, language) };
        Ok((first..).zip(notices).map(line).collect())
    }
}
