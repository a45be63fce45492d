//! Metrics for Prometheus.

use std::sync::OnceLock;
use std::time::Instant;

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use super::app::App;
use crate::secret;
use crate::wire::Problem;

/// One recorder per process, because metrics are per process.
fn recorder() -> &'static PrometheusHandle {
    static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();
    RECORDER.get_or_init(|| {
        let seconds = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0];
        let builder = PrometheusBuilder::new().set_buckets(&seconds).unwrap_or_default();
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("somebody else records metrics; ours stay empty");
        }
        handle
    })
}

/// Starts counting.
pub fn install() {
    recorder();
}

/// Metrics count commands that are hidden from other players, so the game's own address serves none unless the host
/// has set a token.
pub async fn text(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    if app.config.metrics_token.is_none() {
        return Err(Problem::not_found("address"));
    }
    apart(State(app), headers).await
}

/// The same at a separate address.
async fn apart(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let wanted = app.config.metrics_token.as_deref();
    match wanted.is_none_or(|token| is_sent(token, &headers)) {
        true => Ok(numbers(&app)),
        false => Err(Problem::wrong_secret("Send the token for metrics as a bearer token.")),
    }
}

/// Compares hashes, so that timing reveals nothing about the token.
fn is_sent(token: &str, headers: &HeaderMap) -> bool {
    let sent = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let sent = sent.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    secret::fingerprint(sent) == secret::fingerprint(token)
}

/// Serves metrics and nothing else.
pub fn router(app: &App) -> Router {
    Router::new().route("/metrics", get(apart)).with_state(app.clone())
}

fn numbers(app: &App) -> Response {
    metrics::gauge!("streams_open").set(app.connections.count() as f64);
    recorder().run_upkeep();
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    (kind, recorder().render()).into_response()
}

/// Counts and logs each request by its route. Paths and queries contain codes, so neither is logged.
pub async fn request(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map(|it| it.as_str().to_owned());
    let route = route.unwrap_or_else(|| "other".to_owned());
    let method = known(request.method()).to_owned();
    let begun = Instant::now();
    let response = next.run(request).await;
    let (took, status) = (begun.elapsed(), response.status().as_u16());
    let labels = [("method", method.clone()), ("route", route.clone())];
    metrics::histogram!("http_request_duration_seconds", &labels).record(took);
    let labels = [("method", method), ("route", route), ("status", status.to_string())];
    metrics::counter!("http_requests_total", &labels).increment(1);
    let [(_, method), (_, route), _] = &labels;
    tracing::info!(%method, %route, status, took_ms = took.as_millis() as u64, "answered");
    response
}

/// Clients can invent methods, and each would be a new label for ever.
fn known(method: &Method) -> &str {
    match *method {
        Method::GET | Method::HEAD | Method::OPTIONS => method.as_str(),
        Method::POST | Method::PUT | Method::PATCH | Method::DELETE => method.as_str(),
        _ => "other",
    }
}
