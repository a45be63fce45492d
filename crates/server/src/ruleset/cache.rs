//! What the tables of a game share in memory.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::Ruleset;

/// The caches of one server, one for each game. Two servers in one process share nothing.
#[derive(Default)]
pub struct Caches {
    by_game: Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

impl Caches {
    /// The cache of a game, empty at first.
    ///
    /// # Panics
    /// Never: what is kept by the type of a game is its cache.
    pub fn of<G: Ruleset>(&self) -> Arc<G::Cache> {
        let mut caches = self.by_game.lock().unwrap_or_else(PoisonError::into_inner);
        let cache = caches.entry(TypeId::of::<G>()).or_insert_with(|| Arc::<G::Cache>::default());
        Arc::clone(cache).downcast().expect("it was made for this game")
    }
}
