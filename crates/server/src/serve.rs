//! Opens the store, listens, and shuts down without losing anything.

mod door;
mod local;

use std::future::pending;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::api::{self, App, Games};
use crate::config::Config;
use crate::store::uncancelled::Uncancelled;
use crate::store::{self, Store, StoreError};

pub use self::local::LocalServer;

#[cfg(feature = "simulation")]
pub use self::door::converse;

/// If startup takes longer than this, connections get a response that says so.
const SOON: Duration = Duration::from_secs(1);
/// How long shutdown waits for open connections.
const GRACE: Duration = Duration::from_secs(5);

/// Why a server could not start.
#[derive(Debug, Error)]
pub enum ServeError {
    #[error("db: {0}")]
    Store(#[from] StoreError),
    #[error("{setting}: {addr} is not an address to listen on ({error}); use another")]
    Listen { setting: &'static str, addr: SocketAddr, error: std::io::Error },
}

/// A server that is ready to serve requests.
pub struct Server {
    listener: TcpListener,
    /// The listener for metrics, if they have their own address.
    metrics: Option<TcpListener>,
    app: App,
}

impl Server {
    /// # Errors
    /// If the database cannot be opened or the address cannot be bound; the error names the setting.
    pub async fn start(games: Games, config: Config) -> Result<Server, ServeError> {
        let store: Arc<dyn Store> = store::address::open_to_write(&config.db).await?;
        let listener = listen("addr", config.addr).await?;
        let metrics = match config.metrics_addr {
            Some(addr) => Some(listen("metrics_addr", addr).await?),
            None => None,
        };
        let (db, settings) = (config.db.clone(), config.clone());
        let app = answering(&listener, &settings, go_on(games, store, config)).await;
        let app = app.map_err(|error| store::address::failed(&db, error))?;
        Ok(Server { metrics, ..Server::new(listener, app) })
    }

    /// A server for that app.
    pub fn new(listener: TcpListener, app: App) -> Server {
        Server { listener, metrics: None, app }
    }

    /// The address that it listens on.
    pub fn address(&self) -> Option<SocketAddr> {
        self.listener.local_addr().ok()
    }

    /// The address of metrics, if they have their own.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.as_ref()?.local_addr().ok()
    }

    /// Serves until `stop` completes, then finishes what has begun.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) {
        let Server { listener, metrics, app } = self;
        let metrics = metrics.map(|listener| tokio::spawn(serve_metrics(listener, app.clone())));
        let caretaker = tokio::spawn(app.tables.clone().look_after());
        let chores = tokio::spawn(app.clone().chores());
        let heart = tokio::spawn(keep_time(app.clone()));
        let games = app.games.clone();
        tokio::task::spawn_blocking(move || games.prepare());
        let router = api::router(&app);
        let (stopping, stopped) = tokio::sync::oneshot::channel::<()>();
        let closing = app.stopping.clone();
        let signal = async move {
            stop.await;
            closing.cancel();
            // Nobody is listening if the server has stopped by itself.
            let _ = stopping.send(());
        };
        let late = async move {
            match stopped.await {
                Ok(()) => tokio::time::sleep(GRACE).await,
                Err(_) => pending().await,
            }
        };
        let answered = async {
            door::serve(listener, router, &app.config, signal).await;
            app.begun.close();
            app.begun.wait().await;
        };
        tokio::select! {
            () = answered => {}
            // A client may take as long as it likes to download its response.
            () = late => {}
        }
        caretaker.abort();
        chores.abort();
        heart.abort();
        metrics.inspect(tokio::task::JoinHandle::abort);
    }
}

async fn listen(setting: &'static str, addr: SocketAddr) -> Result<TcpListener, ServeError> {
    let listener = TcpListener::bind(addr).await;
    listener.map_err(|error| ServeError::Listen { setting, addr, error })
}

async fn go_on(games: Games, store: Arc<dyn Store>, config: Config) -> Result<App, StoreError> {
    // A file that is damaged where steps are written would refuse every command.
    if let Err(error) = Uncancelled::new(Arc::clone(&store)).probe().await
        && error.is_damage()
    {
        return Err(error);
    }
    App::going_on(games, store, config).await
}

/// Waits for what a server needs at startup. While the database keeps it waiting, requests are answered with "not
/// ready".
async fn answering<T>(
    listener: &TcpListener,
    config: &Config,
    start: impl Future<Output = T>,
) -> T {
    let mut start = pin!(start);
    if let Ok(started) = timeout(SOON, &mut start).await {
        return started;
    }
    let answers = async {
        door::serve(listener, api::health::not_yet(), config, pending()).await;
        pending().await
    };
    tokio::select! {
        started = start => started,
        never = answers => never,
    }
}

async fn serve_metrics(listener: TcpListener, app: App) {
    let router = api::metered::router(&app);
    door::serve(listener, router, &app.config, pending()).await;
}

async fn keep_time(app: App) {
    app.tables.keep_time().await;
}

/// Completes when the process is asked to stop.
pub async fn interrupted() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    // Without Unix signals there is only the task manager.
    let _ = interrupt.await;
}
