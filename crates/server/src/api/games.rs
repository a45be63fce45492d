//! The games that a server hosts. This is the one place where they are registered.

use std::sync::Arc;

use aide::axum::ApiRouter;

use super::app::App;
use super::lasting::Lasting;
use super::questions::{Router, TypeCollector};
use super::rulebook;
use crate::ruleset::{FeedKind, GameEntry, Ruleset, Rulesets};
use crate::table::GameHosts;
use crate::wire::rulebook::RulesetEntry;

/// The list of games, by name. Each server has its own list, because it owns what the tables of a game share.
#[derive(Clone, Default)]
pub struct Games {
    rulesets: Rulesets,
    hosts: GameHosts,
    pub(super) routes: Vec<Routes>,
    pub(super) types: Vec<fn(&mut TypeCollector<'_>)>,
    references: Vec<Lasting>,
    feeds: Vec<FeedKind>,
    pub(super) books: Vec<(&'static str, Lasting)>,
    pub(super) entries: Vec<RulesetEntry>,
}

/// Adds the routes of a game.
pub(super) type Routes = Arc<dyn Fn(ApiRouter<App>) -> ApiRouter<App> + Send + Sync>;

impl Games {
    pub fn new() -> Games {
        Games::default()
    }

    /// The list with another game.
    ///
    /// # Panics
    /// If there is one of its name already.
    #[must_use]
    pub fn with<G: Ruleset>(mut self) -> Games {
        let entry = Arc::new(GameEntry::<G>::default());
        self.rulesets.add(entry.clone());
        self.hosts.add(entry.clone());
        let reference = Lasting::new(G::reference);
        self.references.push(reference.clone());
        self.entries.push(rulebook::entry::<G>());
        self.books.push((G::NAME, Lasting::new(|| rulebook::read(G::RULEBOOK))));
        self.routes.push(Arc::new(move |router| {
            Router::<G>::routes(router, entry.clone(), reference.clone())
        }));
        self.feeds.extend(G::FEEDS);
        self.types.push(TypeCollector::of::<G>);
        self
    }

    /// Where games may be recorded beside this server.
    pub(super) fn feeds(&self) -> Vec<FeedKind> {
        self.feeds.clone()
    }

    /// As the lobby sees them.
    pub fn rulesets(&self) -> &Rulesets {
        &self.rulesets
    }

    /// As tables in play see them.
    pub fn hosts(&self) -> &GameHosts {
        &self.hosts
    }

    /// Renders what never changes, so that no request has to wait for it.
    pub fn prepare(&self) {
        let books = self.books.iter().map(|(_, book)| book);
        self.references.iter().chain(books).for_each(Lasting::prepare);
    }
}
