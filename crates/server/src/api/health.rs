//! What a host asks: are you there, and can you work?

use axum::extract::State;

use super::app::App;
use crate::wire::Problem;

pub async fn alive() -> &'static str {
    "ok\n"
}

/// Whether the store answers.
pub async fn ready(State(app): State<App>) -> Result<&'static str, Problem> {
    match tokio::time::timeout(std::time::Duration::from_secs(3), app.store.ping()).await {
        Ok(Ok(())) => Ok("ready\n"),
        Ok(Err(error)) => Err(error.into()),
        Err(_) => Err(Problem::unavailable()),
    }
}
