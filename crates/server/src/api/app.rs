//! What every handler has at hand.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::games::Games;
use super::health::Readiness;
use crate::config::Config;
use crate::lobby::bell::Bell;
use crate::lobby::live::Live;
use crate::lobby::webhook;
use crate::people::connections::{self, Connections};
use crate::people::rates::Rates;
use crate::store::uncancelled::Uncancelled;
use crate::store::{Store, StoreError};
use crate::table::{Tables, Time};

#[derive(Clone)]
pub struct App {
    pub games: Games,
    pub store: Arc<dyn Store>,
    /// The tables in play.
    pub live: Arc<dyn Live>,
    pub tables: Tables,
    pub config: Arc<Config>,
    pub rates: Arc<Rates>,
    pub connections: Connections,
    /// Rings when something in somebody's inbox has changed.
    pub bell: Bell,
    pub readiness: Arc<Readiness>,
    /// Cancelled when the server stops: streams and sockets end, so that their clients come back.
    pub stopping: CancellationToken,
    /// Requests that go on although their client has hung up.
    pub begun: TaskTracker,
}

impl App {
    /// An app whose tables are played.
    pub fn serving(games: Games, store: Arc<dyn Store>, config: Config) -> App {
        App::serving_at(games, store, config, Time::Wall)
    }

    /// The same by the time of whatever servers the store has had. If the store hangs, it is asked again.
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

    /// The same by another clock.
    pub fn serving_at(games: Games, store: Arc<dyn Store>, config: Config, time: Time) -> App {
        let tables = Tables::new(games.hosts().clone(), Arc::clone(&store), time);
        App::with(games, store, Arc::new(tables.clone()), tables, config)
    }

    pub fn new(games: Games, store: Arc<dyn Store>, live: Arc<dyn Live>, config: Config) -> App {
        let tables = Tables::new(games.hosts().clone(), Arc::clone(&store), Time::Wall);
        App::with(games, store, live, tables, config)
    }

    fn with(
        games: Games,
        store: Arc<dyn Store>,
        live: Arc<dyn Live>,
        tables: Tables,
        config: Config,
    ) -> App {
        let store: Arc<dyn Store> = Arc::new(Uncancelled::new(store));
        App {
            games,
            readiness: Readiness::of(Arc::clone(&store), tables.clone()),
            stopping: CancellationToken::new(),
            begun: TaskTracker::new(),
            tables,
            store,
            live,
            rates: Arc::new(Rates::new(&config.limits)),
            connections: Connections::new(&config.limits),
            config: Arc::new(config),
            bell: Bell::default(),
        }
    }

    /// What goes on beside the answers, for as long as the server runs: news to other addresses, forgetting who
    /// has asked how often, and ending what other processes have ended.
    pub async fn chores(self) {
        let tidy = async {
            let mut often = tokio::time::interval(Duration::from_secs(600));
            loop {
                often.tick().await;
                self.rates.tidy();
            }
        };
        tokio::join!(tidy, webhook::run(self.clone()), connections::follow(&self));
    }
}

/// Milliseconds since 1970.
pub fn now() -> i64 {
    #[cfg(feature = "simulation")]
    if let Some(now) = crate::simulation::now() {
        return now;
    }
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
