//! `/mcp`: the tools of the Model Context Protocol over HTTP, for whoever has a token.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{FromRequestParts as _, Request, State};
use axum::http::header;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use mcp::rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use mcp::rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use mcp::{Desk, LargeArgument, lighten};
use tokio::sync::SemaphorePermit;

use super::app::App;
use super::inside::InsideApi;
use crate::http::body::{ArrivedBody, receive};
use crate::people::origin;
use crate::people::person::{Reads, SignedIn};
use crate::wire::Problem;
use crate::work::Work;

/// The route, on top of the routes of the API.
pub(super) fn routes(api: Router, app: &App) -> Router {
    let desk = Desk::new(Arc::new(InsideApi::new(api)));
    // Without sessions: every message says who it comes from, and any process can answer it.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_sse_keep_alive(None)
        .with_max_request_body_bytes(app.config.limits.message_bytes)
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
    let checked = from_fn_with_state(app.clone(), check);
    Router::new().route_service("/mcp", service).layer(checked)
}

/// The host of an origin, with its port.
fn host(origin: &str) -> Option<&str> {
    origin.split_once("://").map(|(_, host)| host)
}

async fn check(State(app): State<App>, request: Request, next: Next) -> Response {
    match admit(&app, request).await {
        Ok(Admitted { request, _place }) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// A message that may be parsed.
struct Admitted {
    request: Request,
    /// Its permit, if it is large.
    _place: Option<SemaphorePermit<'static>>,
}

/// Nothing is parsed before it is known who sends it, and nothing large is parsed on the request thread.
async fn admit(app: &App, request: Request) -> Result<Admitted, Problem> {
    // A page of another site may not speak to us, whatever it knows.
    origin::check_if_told(request.headers(), &app.config)?;
    let (mut parts, body) = request.into_parts();
    // A page could make a browser send its cookie.
    parts.headers.remove(header::COOKIE);
    SignedIn::<Reads>::from_request_parts(&mut parts, app).await?;
    let limits = &app.config.limits;
    let request = Request::from_parts(parts.clone(), body);
    let ArrivedBody { mut bytes, place } = receive(request, limits, limits.body_bytes).await?;
    if place.is_some() {
        let (message, large) = Work::Setup.run(move || lightened(bytes)).await??;
        if message.len() > limits.message_bytes {
            return Err(Problem::too_large(limits.message_bytes));
        }
        parts.extensions.insert(large);
        parts.headers.remove(header::CONTENT_LENGTH);
        bytes = message.into_bytes();
    }
    Ok(Admitted { request: Request::from_parts(parts, Body::from(bytes)), _place: place })
}

fn lightened(message: Vec<u8>) -> Result<(String, LargeArgument), Problem> {
    let message = String::from_utf8(message).map_err(Problem::malformed)?;
    let light = lighten(&message);
    light.ok_or_else(|| {
        Problem::malformed("Only settings of a table and situations may be that large.")
    })
}
