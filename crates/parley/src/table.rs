//! A game in progress together with its journal.

use crate::{Game, Journal, Seat, Seed};

/// A game and everything that has happened in it.
pub struct Table<G: Game> {
    game: G,
    journal: Journal<G>,
    events: Vec<G::Event>,
}

impl<G: Game> Table<G> {
    /// Opens a table: the opening events have happened, and a seat is to act.
    ///
    /// # Errors
    /// If the set-up is invalid.
    pub fn open(setup: &G::Setup, seed: Seed) -> Result<Self, G::SetupError> {
        let mut table = Table::at(G::start(setup, seed)?);
        let mut events = Vec::new();
        table.game.opening(&mut events);
        table.record(events);
        Ok(table)
    }

    /// A table whose journal begins with `game`.
    pub fn at(game: G) -> Self {
        Table { game, journal: Journal::new(), events: Vec::new() }
    }

    pub fn game(&self) -> &G {
        &self.game
    }

    pub fn journal(&self) -> &Journal<G> {
        &self.journal
    }

    /// Carries out a command and returns what happened.
    ///
    /// # Errors
    /// If the rules forbid it. Then nothing has changed.
    pub fn act(&mut self, by: Seat, command: &G::Command) -> Result<&[G::Event], G::Refusal> {
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        let decided = self.game.decide(by, command, &mut events);
        match decided {
            Ok(()) => Ok(self.record(events)),
            Err(refusal) => {
                self.events = events;
                Err(refusal)
            }
        }
    }

    /// Records events that were decided elsewhere, as recovery and replay do.
    pub fn record(&mut self, events: Vec<G::Event>) -> &[G::Event] {
        self.follow(&events);
        self.events = events;
        &self.events
    }

    /// Records events that are kept elsewhere.
    pub fn follow(&mut self, events: &[G::Event]) {
        for event in events {
            self.journal.record(&self.game, event);
            self.game.evolve(event);
        }
    }
}
