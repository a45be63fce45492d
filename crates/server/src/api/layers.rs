//! The middleware around every handler.

use std::any::Any;
use std::future::ready;
use std::io;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use tokio_util::sync::{CancellationToken, DropGuard};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tracing::Instrument as _;

use super::app::App;
use super::metered;
use crate::http::unread;
use crate::people::origin;
use crate::request;
use crate::wire::Problem;

pub fn around(router: Router, app: &App) -> Router {
    metered::install();
    router
        .layer(CompressionLayer::new())
        .layer(CatchPanicLayer::custom(fault))
        .layer(from_fn_with_state(app.clone(), to_the_end))
        .layer(from_fn_with_state(app.clone(), in_time))
        .layer(from_fn(metered::request))
        .layer(from_fn(unread::discard))
        .layer(from_fn_with_state(app.clone(), headers))
        .layer(from_fn(request::with_id))
}

fn fault(_: Box<dyn Any + Send>) -> Response {
    tracing::error!("a handler panicked");
    Problem::internal().into_response()
}

/// A request that changes something is finished even if its client has hung up or it has timed out: it may be many
/// writes, and some of them would be worse than all or none.
async fn to_the_end(State(app): State<App>, request: Request, next: Next) -> Response {
    if origin::is_look(request.method()) {
        return next.run(request).await;
    }
    let (gone, request) = until_gone(request);
    let work = request::within(request::id(), next.run(request)).in_current_span();
    let done = app.begun.spawn(work).await;
    drop(gone);
    done.unwrap_or_else(|_| Problem::internal().into_response())
}

/// Only requests whose body has arrived completely are finished this way: once the guard is dropped, the rest of a
/// body is not waited for.
fn until_gone(request: Request) -> (DropGuard, Request) {
    let gone = CancellationToken::new();
    let (is_gone, hung_up) = (gone.clone().cancelled_owned(), gone.clone());
    let broken = stream::once(async move { hung_up.is_cancelled() })
        .filter_map(|gone| ready(gone.then(|| Err(io::Error::from(io::ErrorKind::TimedOut)))));
    let request = request.map(|body| {
        let arriving = body.into_data_stream().map_err(io::Error::other);
        Body::from_stream(arriving.take_until(is_gone).chain(broken))
    });
    (gone.drop_guard(), request)
}

/// Streams respond at once and then have no time limit.
async fn in_time(State(app): State<App>, request: Request, next: Next) -> Response {
    let most = Duration::from_secs(app.config.limits.request_seconds);
    match tokio::time::timeout(most, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem::unavailable().into_response(),
    }
}

/// Scripts and images come from this server only, nothing is inline, and nobody may put us into a frame.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; \
    base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

const ALWAYS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    // The address of a page may contain an invitation.
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

async fn headers(State(app): State<App>, request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if app.config.is_https() {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    response
}
