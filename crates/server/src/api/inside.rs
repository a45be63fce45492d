//! The API for callers in the same process: the same routes, credentials and rates, without a connection.

use async_trait::async_trait;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, Request};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, header};
use mcp::{Api, ApiCall, ApiReply};
use serde_json::Value;
use std::net::SocketAddr;
use tower::ServiceExt as _;

/// The largest answer that is passed on.
const MOST_BYTES: usize = 8 << 20;

/// What is passed on of the request that a call is made for. Not its cookie: a page could make a browser send that.
const PASSED_ON: [HeaderName; 2] =
    [header::AUTHORIZATION, HeaderName::from_static("x-forwarded-for")];

/// The routes of the API.
#[derive(Clone)]
pub struct InsideApi {
    router: Router,
    /// The token of a process that has only one user.
    token: Option<HeaderValue>,
}

impl InsideApi {
    pub fn new(router: Router) -> InsideApi {
        InsideApi { router, token: None }
    }

    /// The same for everybody who calls, with the rights of this token.
    pub fn with_token(self, secret: &str) -> InsideApi {
        InsideApi { token: HeaderValue::from_str(&format!("Bearer {secret}")).ok(), ..self }
    }

    fn request(&self, from: Option<&Parts>, call: ApiCall) -> Option<Request> {
        let body = call.body.map_or_else(Body::empty, Body::from);
        let mut request = Request::builder()
            .method(call.method)
            .uri(format!("/api/v1{}", call.path))
            .header(header::CONTENT_TYPE, "application/json")
            .body(body)
            .ok()?;
        let headers = request.headers_mut();
        headers.extend(self.token.clone().map(|token| (header::AUTHORIZATION, token)));
        if let Some(from) = from {
            for name in PASSED_ON {
                for value in from.headers.get_all(&name) {
                    headers.append(name.clone(), value.clone());
                }
            }
            if let Some(peer) = from.extensions.get::<ConnectInfo<SocketAddr>>() {
                request.extensions_mut().insert(*peer);
            }
        }
        Some(request)
    }
}

#[async_trait]
impl Api for InsideApi {
    async fn call(&self, from: Option<&Parts>, call: ApiCall) -> ApiReply {
        let Some(request) = self.request(from, call) else {
            return ApiReply::unreachable("That is not an address of the API.");
        };
        let Ok(response) = self.router.clone().oneshot(request).await;
        let status = response.status().as_u16();
        let body = to_bytes(response.into_body(), MOST_BYTES).await.unwrap_or_default();
        ApiReply { status, body: serde_json::from_slice(&body).unwrap_or(Value::Null) }
    }
}
