//! The id that a request has in responses and logs.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use crate::secret;

/// The response header with the id of the request.
pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

tokio::task_local! {
    static ID: String;
}

/// The id of the current request.
pub fn id() -> Option<String> {
    ID.try_with(Clone::clone).ok()
}

/// Continues the current request in another task.
pub async fn within<T>(id: Option<String>, work: impl Future<Output = T>) -> T {
    ID.scope(id.unwrap_or_default(), work).await
}

/// Gives each request a new id, whatever the client sent.
pub async fn with_id(request: Request, next: Next) -> Response {
    let id = secret::id();
    let span = tracing::info_span!("request", %id);
    let mut response = ID.scope(id.clone(), next.run(request)).instrument(span).await;
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HEADER, value);
    }
    response
}
