//! The state that handlers share.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use tokio_util::task::TaskTracker;

use super::games::Games;
use super::health::Readiness;
use crate::config::Config;
use crate::http::Http;
use crate::lobby::live::LiveTables;
use crate::lobby::{Lobby, announcements, webhook};
use crate::people::{People, connections};
use crate::reports::Reports;
use crate::store::uncancelled::Uncancelled;
use crate::store::{Store, StoreError};
use crate::table::{Hall, Tables};
use crate::time::Time;

/// The state of all handlers.
#[derive(Clone)]
pub struct App {
    /// The state of handlers for tables in play, which includes those for the lobby and for people.
    pub hall: Hall,
    pub games: Games,
    pub reports: Reports,
    pub readiness: Arc<Readiness>,
    /// Requests that are finished even though their client has hung up.
    pub begun: TaskTracker,
}

impl Deref for App {
    type Target = Hall;

    fn deref(&self) -> &Hall {
        &self.hall
    }
}

impl FromRef<App> for Hall {
    fn from_ref(app: &App) -> Hall {
        app.hall.clone()
    }
}

impl FromRef<App> for Reports {
    fn from_ref(app: &App) -> Reports {
        app.reports.clone()
    }
}

impl FromRef<App> for Lobby {
    fn from_ref(app: &App) -> Lobby {
        app.lobby.clone()
    }
}

impl FromRef<App> for People {
    fn from_ref(app: &App) -> People {
        app.people.clone()
    }
}

impl FromRef<App> for Http {
    fn from_ref(app: &App) -> Http {
        app.http.clone()
    }
}

impl App {
    /// An app that can play its tables.
    pub fn serving(games: Games, store: Arc<dyn Store>, config: Config) -> App {
        App::serving_at(games, store, config, Time::Wall)
    }

    /// The same with the time that servers on this store have reached. If the store hangs, it is asked again.
    ///
    /// # Errors
    /// If the database is damaged.
    pub async fn going_on(
        games: Games,
        store: Arc<dyn Store>,
        config: Config,
    ) -> Result<App, StoreError> {
        let time = Time::of(&Uncancelled::new(Arc::clone(&store))).await?;
        Ok(App::serving_at(games, store, config, time))
    }

    /// The same with another clock.
    pub fn serving_at(games: Games, store: Arc<dyn Store>, config: Config, time: Time) -> App {
        let tables = Tables::new(games.hosts().clone(), Arc::clone(&store), time);
        App::with(games, store, Arc::new(tables.clone()), tables, config)
    }

    pub fn new(
        games: Games,
        store: Arc<dyn Store>,
        live: Arc<dyn LiveTables>,
        config: Config,
    ) -> App {
        let tables = Tables::new(games.hosts().clone(), Arc::clone(&store), Time::Wall);
        App::with(games, store, live, tables, config)
    }

    fn with(
        games: Games,
        store: Arc<dyn Store>,
        live: Arc<dyn LiveTables>,
        tables: Tables,
        config: Config,
    ) -> App {
        let store: Arc<dyn Store> = Arc::new(Uncancelled::new(store));
        let reports = Reports::of(config.reports.clone(), games.rulesets().clone());
        let people = People::new(Arc::clone(&store), config, tables.time().clone());
        let lobby = Lobby::new(people, games.rulesets().clone(), live);
        App {
            readiness: Readiness::of(store, tables.clone()),
            begun: TaskTracker::new(),
            hall: Hall { lobby, tables },
            reports,
            games,
        }
    }

    /// Background tasks that run as long as the server: webhooks, dropping old rate limit counters, and closing
    /// sessions that other processes have ended.
    pub async fn chores(self) {
        let tidy = async {
            let mut often = tokio::time::interval(Duration::from_secs(600));
            loop {
                often.tick().await;
                self.rates.tidy();
            }
        };
        let lobby = || self.lobby.clone();
        let posts = async { tokio::join!(webhook::run(lobby()), announcements::run(lobby())) };
        tokio::join!(tidy, posts, connections::follow(&self));
    }
}
