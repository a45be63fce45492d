//! `/mcp`: the tools of the Model Context Protocol over HTTP, for whoever has a token.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use mcp::Desk;
use mcp::rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use mcp::rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};

use super::app::App;
use super::inside::InsideApi;
use crate::people::origin;

/// The largest message.
const MOST_BYTES: usize = 1 << 20;

/// The route, on top of the routes of the API.
pub(super) fn routes(api: Router, app: &App) -> Router {
    let desk = Desk::new(Arc::new(InsideApi::new(api)));
    // Without sessions: every message says who it comes from, and any process can answer it.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_sse_keep_alive(None)
        .with_max_request_body_bytes(MOST_BYTES)
        .with_cancellation_token(app.stopping.child_token());
    let config = match app.config.origin().and_then(host) {
        Some(host) => config.with_allowed_hosts(["localhost", "127.0.0.1", "::1", host]),
        // Nobody has told us what we are called.
        None => config.disable_allowed_hosts(),
    };
    let service = StreamableHttpService::new(
        move || Ok(desk.clone()),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    let checked = from_fn_with_state(app.clone(), from_our_page);
    Router::new().route_service("/mcp", service).layer(checked)
}

/// The host of an origin, with its port.
fn host(origin: &str) -> Option<&str> {
    origin.split_once("://").map(|(_, host)| host)
}

/// A page of another site may not speak to us, whatever it knows.
async fn from_our_page(State(app): State<App>, request: Request, next: Next) -> Response {
    match origin::check_if_told(request.headers(), &app.config) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}
