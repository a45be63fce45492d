//! A simulated server process: the real server on its own runtime, whose clock the world advances.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use server::api::{self, App};
use server::config::{Config, Limits};
use server::serve::converse;
use server::store::Store;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use crate::cancel::Cancellable;
use crate::database::Database;
use crate::lock;
use crate::network::Network;
use crate::store::SimStore;

/// The world's clock at its beginning, in milliseconds since 1970.
pub(crate) const EPOCH: i64 = 1_800_000_000_000;

/// A server process, running or not.
pub(crate) struct SimulatedProcess {
    pub id: usize,
    runtime: Option<Runtime>,
    /// What its monotonic clock has reached.
    reached: Option<Instant>,
    /// By how much its wall clock is wrong.
    pub offset: i64,
    /// It is paused until then.
    pub paused_until: i64,
    /// The time that has passed while it was paused.
    missed: i64,
    pub down_until: i64,
    /// It was asked to stop, and has until then to do so.
    stops_at: Option<i64>,
    app: Arc<Mutex<Option<App>>>,
}

pub(crate) fn runtime() -> Runtime {
    Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime")
}

/// Without rate limits, which use the real clock.
fn config() -> Config {
    let limits = Limits {
        guests_per_hour: 1_000_000,
        sign_ins_per_minute: 1_000_000,
        questions_per_minute: 1_000_000,
        writes_per_minute: 100_000_000,
        connections_per_person: 100_000,
        connections_per_address: 100_000,
        tables_per_person: 100_000,
        ..Limits::default()
    };
    // The processes share what they would share in PostgreSQL.
    Config { limits, db: "postgres://simulated".to_owned(), ..Config::default() }
}

impl SimulatedProcess {
    pub fn new(id: usize) -> SimulatedProcess {
        SimulatedProcess {
            id,
            runtime: None,
            reached: None,
            offset: 0,
            paused_until: 0,
            missed: 0,
            down_until: 0,
            stops_at: None,
            app: Arc::default(),
        }
    }

    pub fn is_up(&self) -> bool {
        self.runtime.is_some()
    }

    /// How many tables it has in memory.
    pub fn tables(&self) -> usize {
        lock(&self.app).as_ref().map_or(0, |app| app.tables.count())
    }

    pub fn start(&mut self, database: &Arc<Mutex<Database>>, network: &Network, now: i64) {
        let runtime = runtime();
        let (door, mut accept) = mpsc::unbounded_channel();
        network.listen(self.id, door);
        let store: Arc<dyn Store> = Arc::new(SimStore::new(self.id, Arc::clone(database)));
        let wall = EPOCH + now + self.offset;
        let began = runtime.block_on(async { Instant::now() });
        server::simulation::set_clock(began, wall);
        self.reached = Some(began);
        let (shared, network) = (Arc::clone(&self.app), network.clone());
        runtime.spawn(async move {
            let config = config();
            let patience = Duration::from_secs(config.limits.request_seconds);
            let app = App::going_on(games::all(), store, config)
                .await
                .expect("no database here is damaged");
            let router = api::router(&app);
            *lock(&shared) = Some(app.clone());
            tokio::spawn(app.tables.clone().look_after());
            tokio::spawn(app.clone().chores());
            tokio::spawn(async move { app.tables.keep_time().await });
            // One for each connection: those who wait for the same one are woken in any order.
            let mut closing: Vec<watch::Sender<()>> = Vec::new();
            let peer = SocketAddr::from(([127, 0, 0, 1], 1));
            while let Some(wire) = accept.recv().await {
                let router = router.clone();
                let (close, closed) = watch::channel(());
                closing.retain(|close| close.receiver_count() > 0);
                closing.push(close);
                let work = converse(wire, peer, router, patience, closed);
                tokio::spawn(Cancellable::new(work, network.clone()));
            }
        });
        self.runtime = Some(runtime);
        (self.paused_until, self.missed) = (0, 0);
    }

    /// Crashes it in the middle of whatever it was doing.
    pub fn crash(&mut self, network: &Network) {
        network.hang_up(self.id);
        (self.runtime, self.stops_at) = (None, None);
        *lock(&self.app) = None;
    }

    /// Asks it to stop: it has until `at` to finish.
    pub fn stop(&mut self, network: &Network, at: i64) {
        network.close(self.id);
        self.stops_at = Some(at);
        lock(&self.app).iter().for_each(|app| app.stopping.cancel());
    }

    /// Whether its time to stop is over.
    pub fn is_stopped(&self, now: i64) -> bool {
        self.stops_at.is_some_and(|at| at <= now)
    }

    /// Time passes, up to `now`.
    pub fn step(&mut self, database: &Mutex<Database>, now: i64, tick: i64) {
        let Some(runtime) = &self.runtime else { return };
        if self.paused_until > now {
            self.missed += tick;
            return;
        }
        let missed = std::mem::take(&mut self.missed);
        let wall = EPOCH + now - tick + self.offset;
        let Some(mut reached) = self.reached else { return };
        runtime.block_on(async {
            if missed > 0 {
                // All its timers fire at once.
                server::simulation::set_clock(reached, wall - missed);
                tokio::time::advance(Duration::from_millis(missed as u64)).await;
                reached += Duration::from_millis(missed as u64);
            }
            server::simulation::set_clock(reached, wall);
            lock(database).clocks[self.id] = Some((reached, now - tick));
            // Timers are rounded up to milliseconds, which must not add up.
            reached += Duration::from_millis(tick as u64);
            tokio::time::sleep_until(reached).await;
        });
        self.reached = Some(reached);
    }
}
