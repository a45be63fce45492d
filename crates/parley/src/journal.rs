//! The event log: everything that happened, and who could see it.

use crate::{Audience, Game};

/// One event with its witness.
pub struct JournalEntry<G: Game> {
    pub event: G::Event,
    pub witness: G::Witness,
}

/// Everything that has happened at a table.
pub struct Journal<G: Game> {
    entries: Vec<JournalEntry<G>>,
}

impl<G: Game> Journal<G> {
    pub fn new() -> Self {
        Journal { entries: Vec::new() }
    }

    /// Records `event` with its witness. `game` is the state that it is about to change.
    pub fn record(&mut self, game: &G, event: &G::Event) {
        let witness = game.witness(event);
        self.entries.push(JournalEntry { event: event.clone(), witness });
    }

    pub fn entries(&self) -> &[JournalEntry<G>] {
        &self.entries
    }

    /// The log of one audience.
    pub fn log(&self, audience: Audience) -> impl Iterator<Item = G::Notice> {
        notices::<G>(&self.entries, audience)
    }

    /// What one audience learned from entry `from` on.
    pub fn log_since(&self, from: usize, audience: Audience) -> impl Iterator<Item = G::Notice> {
        notices::<G>(self.entries.get(from..).unwrap_or_default(), audience)
    }
}

fn notices<G: Game>(
    entries: &[JournalEntry<G>],
    audience: Audience,
) -> impl Iterator<Item = G::Notice> + use<'_, G> {
    entries.iter().filter_map(move |entry| G::notice(&entry.event, entry.witness, audience))
}

impl<G: Game> Default for Journal<G> {
    fn default() -> Self {
        Journal::new()
    }
}
