//! A server for one person in the same process: no listener, and nothing is kept.

use axum::body::Body;
use axum::extract::Request;
use axum::http::header;
use mcp::{Api as _, ApiCall, ApiReply};
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tower::ServiceExt as _;

use super::ServeError;
use crate::api::{App, Games, InsideApi, api_router};
use crate::config::{Config, Limits};
use crate::store;

/// The API of a server of our own, with a person who may do everything.
pub struct LocalServer {
    pub api: InsideApi,
    caretaker: JoinHandle<()>,
}

impl LocalServer {
    /// # Errors
    /// If there is no memory for its database.
    pub async fn start(games: Games) -> Result<LocalServer, ServeError> {
        let store = store::address::open("sqlite::memory:").await?;
        // Nobody has to be protected from the only user.
        let limits = Limits {
            writes_per_minute: u32::MAX,
            questions_per_minute: u32::MAX,
            tables_per_person: u32::MAX,
            ..Limits::default()
        };
        let app = App::serving(games, store, Config { limits, ..Config::default() });
        let caretaker = tokio::spawn(app.tables.clone().look_after());
        let router = api_router(&app);
        let cookie = guest(&router).await.unwrap_or_default();
        let token = token(&router, &cookie).await.unwrap_or_default();
        Ok(LocalServer { api: InsideApi::new(router).with_token(&token), caretaker })
    }

    /// Makes a request as its person.
    pub async fn call(&self, call: ApiCall) -> ApiReply {
        self.api.call(None, call).await
    }
}

impl Drop for LocalServer {
    fn drop(&mut self) {
        self.caretaker.abort();
    }
}

async fn guest(router: &axum::Router) -> Option<String> {
    let response = post(router, "/api/v1/guests", "", &json!({ "name": "You" })).await?;
    let cookie = response.headers().get(header::SET_COOKIE)?.to_str().ok()?;
    cookie.split(';').next().map(str::to_owned)
}

async fn token(router: &axum::Router, cookie: &str) -> Option<String> {
    let body = json!({ "label": "local", "scopes": ["read", "play", "tables"] });
    let response = post(router, "/api/v1/me/tokens", cookie, &body).await?;
    let body = axum::body::to_bytes(response.into_body(), 1 << 16).await.ok()?;
    serde_json::from_slice::<Value>(&body).ok()?["secret"].as_str().map(str::to_owned)
}

async fn post(
    router: &axum::Router,
    path: &str,
    cookie: &str,
    body: &Value,
) -> Option<axum::response::Response> {
    let request = Request::builder()
        .method("POST")
        .uri(path)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::COOKIE, cookie)
        .header("sec-fetch-site", "same-origin")
        .body(Body::from(body.to_string()))
        .ok()?;
    router.clone().oneshot(request).await.ok()
}
