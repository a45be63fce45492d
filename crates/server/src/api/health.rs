//! Liveness and readiness checks.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use super::app::App;
use crate::store::{Store, StoreError};
use crate::table::Tables;
use crate::wire::Problem;

pub async fn alive() -> &'static str {
    "ok\n"
}

/// The response of a server that is waiting for its database.
pub fn not_yet() -> Router {
    Router::new().route("/healthz", get(alive)).fallback(async || Problem::unavailable())
}

/// Whether a write goes through.
pub async fn ready(State(app): State<App>) -> Result<&'static str, Problem> {
    if app.readiness.check().await { Ok("ready\n") } else { Err(Problem::unavailable()) }
}

/// How long a write may take.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long a result is cached, so that frequent checks do not cause more writes.
const FRESH: Duration = Duration::from_secs(1);

/// Checks that the store accepts a write, and that moves are being written.
pub struct Readiness {
    store: Arc<dyn Store>,
    tables: Tables,
    last: Mutex<Option<(Instant, bool)>>,
}

impl Readiness {
    pub fn of(store: Arc<dyn Store>, tables: Tables) -> Arc<Readiness> {
        Arc::new(Readiness { store, tables, last: Mutex::default() })
    }

    pub async fn check(&self) -> bool {
        let mut last = self.last.lock().await;
        match *last {
            Some((at, ready)) if at.elapsed() < FRESH => ready,
            _ => {
                let ready = self.tables.takes_moves().await && self.probe().await;
                *last = Some((Instant::now(), ready));
                ready
            }
        }
    }

    async fn probe(&self) -> bool {
        let done = timeout(PATIENCE, self.store.probe()).await;
        let done = done.unwrap_or(Err(StoreError::Unanswered));
        if let Err(error) = &done {
            tracing::error!(%error, "nothing can be written");
        }
        done.is_ok()
    }
}
