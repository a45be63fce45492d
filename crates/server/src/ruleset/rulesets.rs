//! The hosted games, as the lobby sees them.

use std::sync::Arc;

use super::Hosted;
use crate::once;
use crate::wire::{GameSettings, Problem, RulesetName};

/// The list of games. It is short and never changes while the server runs.
#[derive(Clone, Default)]
pub struct Rulesets(Vec<Arc<dyn Hosted>>);

impl Rulesets {
    /// # Panics
    /// If there is one of that name already.
    pub fn add(&mut self, game: Arc<dyn Hosted>) {
        assert!(self.find(game.name()).is_none(), "two games are called `{}`", game.name());
        self.0.push(game);
    }

    pub fn iter(&self) -> impl Iterator<Item = &dyn Hosted> {
        self.0.iter().map(|game| &**game)
    }

    pub fn find(&self, name: &str) -> Option<&dyn Hosted> {
        self.iter().find(|game| game.name() == name)
    }

    /// The game of stored settings.
    ///
    /// # Errors
    /// `quarantined` if it is not hosted here.
    pub fn of(&self, settings: &GameSettings) -> Result<&dyn Hosted, Problem> {
        let name = settings.ruleset();
        self.find(&name.0).ok_or_else(|| {
            if once::is_new(("ruleset", name)) {
                tracing::error!(%name, "there are tables of a game that this server does not host");
            }
            Problem::quarantined("table")
        })
    }

    /// The game that a client asks for.
    ///
    /// # Errors
    /// `invalid` if there is none of that name.
    pub fn named(&self, field: &str, name: &RulesetName) -> Result<&dyn Hosted, Problem> {
        self.find(&name.0).ok_or_else(|| {
            let names: Vec<_> = self.iter().map(|game| format!("`{}`", game.name())).collect();
            let sentence = format!("There is no ruleset `{name}`; use {}.", names.join(" or "));
            Problem::invalid(field, sentence)
        })
    }
}
