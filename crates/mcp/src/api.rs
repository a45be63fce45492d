//! How the tools reach the API.

use async_trait::async_trait;
use http::Method;
use http::request::Parts;
use serde_json::Value;

/// One request to the API, below `/api/v1`.
#[derive(Clone, Debug)]
pub struct ApiCall {
    pub method: Method,
    /// With a leading slash, and with its query.
    pub path: String,
    /// JSON.
    pub body: Option<String>,
}

/// What the API answered.
#[derive(Clone, PartialEq, Debug)]
pub struct ApiReply {
    pub status: u16,
    pub body: Value,
}

/// The API.
#[async_trait]
pub trait Api: Send + Sync + 'static {
    /// Makes a request on behalf of whoever sent the HTTP request `from`, if there is one. What cannot be reached answers
    /// with a problem as well.
    async fn call(&self, from: Option<&Parts>, call: ApiCall) -> ApiReply;
}

impl ApiReply {
    /// A problem in the form of the API, for an API that does not answer.
    pub fn unreachable(detail: &str) -> ApiReply {
        let body = serde_json::json!({ "type": "unavailable", "status": 503, "detail": detail });
        ApiReply { status: 503, body }
    }
}
