//! A server in memory, and people who send HTTP requests to it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use server::api::App;
use server::config::Config;
use server::lobby::{Announced, LiveTables, NewsPosition, TableRecord, TableStatus};
use server::store::{RecordKind, Store, StoreError, sqlite::SqliteStore};
use server::wire::{PersonId, Problem, TableId};
use tokio::sync::broadcast;
use tower::ServiceExt;

/// Longer than anything takes on a busy machine, unless it never comes.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// Tables that are started and stay in the status that the test sets.
pub struct Still {
    pub begun: Mutex<Vec<TableId>>,
    pub statuses: Mutex<HashMap<TableId, TableStatus>>,
    pub inbox_notifier: broadcast::Sender<PersonId>,
    pub changes: broadcast::Sender<TableId>,
    /// How many queries fail, as if the database were unreachable.
    pub unanswered: AtomicU32,
}

impl Default for Still {
    fn default() -> Still {
        Still {
            begun: Mutex::default(),
            statuses: Mutex::default(),
            inbox_notifier: broadcast::channel(64).0,
            changes: broadcast::channel(64).0,
            unanswered: AtomicU32::default(),
        }
    }
}

#[async_trait]
impl LiveTables for Still {
    async fn begin(&self, record: &TableRecord) -> Result<(), Problem> {
        self.begun.lock().unwrap().push(record.id.clone());
        Ok(())
    }

    async fn statuses(&self, tables: &[TableId]) -> Result<Vec<Option<TableStatus>>, Problem> {
        let one_less = |left: u32| left.checked_sub(1);
        if self.unanswered.fetch_update(Ordering::SeqCst, Ordering::SeqCst, one_less).is_ok() {
            return Err(StoreError::Unanswered.into());
        }
        let statuses = self.statuses.lock().unwrap();
        Ok(tables.iter().map(|table| statuses.get(table).cloned()).collect())
    }

    async fn is_left_to_bots(&self, _: &TableId) -> Result<bool, Problem> {
        Ok(false)
    }

    async fn watched(&self, table: &TableId) -> Result<TableStatus, Problem> {
        Ok(self.statuses(std::slice::from_ref(table)).await?.pop().flatten().unwrap_or_default())
    }

    async fn announced(&self, _: &TableRecord, _: NewsPosition) -> Result<Announced, Problem> {
        Ok(Announced::default())
    }

    fn table_changes(&self) -> broadcast::Receiver<TableId> {
        self.changes.subscribe()
    }

    fn inbox_changes(&self) -> broadcast::Receiver<PersonId> {
        self.inbox_notifier.subscribe()
    }
}

pub struct TestServer {
    pub app: App,
    pub live: Arc<Still>,
    pub router: Router,
}

pub async fn server() -> TestServer {
    with(Config::default()).await
}

pub async fn with(config: Config) -> TestServer {
    on(Arc::new(SqliteStore::in_memory().await.unwrap()), config)
}

pub fn on(store: Arc<dyn Store>, config: Config) -> TestServer {
    let live = Arc::new(Still::default());
    let app = App::new(games::all(), store, live.clone(), config);
    let router = server::api::router(&app);
    TestServer { app, live, router }
}

/// A server on which tables are really played.
pub async fn playing() -> TestServer {
    playing_with(Config::default()).await
}

pub async fn playing_with(config: Config) -> TestServer {
    let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory().await.unwrap());
    let app = App::serving(games::all(), store, config);
    let router = server::api::router(&app);
    TestServer { app, live: Arc::default(), router }
}

impl TestServer {
    /// Somebody without a cookie.
    pub fn nobody(&self) -> User {
        User { router: self.router.clone(), way: TestCredentials::None, me: Value::Null }
    }

    /// Somebody who has just come.
    pub async fn guest(&self, name: &str) -> User {
        let answer = self.nobody().post("/guests", json!({ "name": name })).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        User { way: TestCredentials::Cookie(answer.cookie()), me: answer.json, ..self.nobody() }
    }

    /// The game is over.
    pub async fn finish(&self, table: &TestTable) {
        let record = self.app.store.get(RecordKind::Table, table.id()).await.unwrap().unwrap();
        let mut body: Value = serde_json::from_str(&record.body).unwrap();
        body["standing"] = json!("over");
        body["ended_at"] = json!(1);
        let body = body.to_string();
        self.app.store.put(&server::store::StoredRecord { body, ..record }).await.unwrap();
    }

    pub async fn is_kept(&self, kind: RecordKind, id: &str) -> Result<bool, StoreError> {
        Ok(self.app.store.get(kind, id).await?.is_some())
    }
}

#[derive(Clone, Debug)]
pub enum TestCredentials {
    None,
    Cookie(String),
    Token(String),
}

#[derive(Clone)]
pub struct User {
    pub router: Router,
    pub way: TestCredentials,
    pub me: Value,
}

#[derive(Debug)]
pub struct TestResponse {
    pub status: u16,
    pub headers: HeaderMap,
    pub json: Value,
    pub text: String,
}

impl TestResponse {
    pub fn cookie(&self) -> String {
        let cookie = self.headers[header::SET_COOKIE].to_str().unwrap();
        let (name, rest) = cookie.split_once('=').unwrap();
        assert_eq!(name, "backchannel");
        rest.split(';').next().unwrap().to_owned()
    }

    /// Fails unless it succeeded, and shows why.
    #[track_caller]
    pub fn ok(self) -> Value {
        assert!((200..300).contains(&self.status), "{} {}", self.status, self.text);
        self.json
    }

    /// Fails unless it is that problem.
    #[track_caller]
    pub fn is(&self, status: u16) -> &TestResponse {
        assert_eq!(self.status, status, "{}", self.text);
        if status >= 400 {
            assert_eq!(self.json["status"], json!(status), "{}", self.text);
            assert_eq!(self.headers[header::CONTENT_TYPE], "application/problem+json");
        }
        self
    }

    #[track_caller]
    pub fn about(&self, field: &str) {
        assert_eq!(self.json["field"], json!(field), "{}", self.text);
    }
}

impl User {
    pub fn id(&self) -> &str {
        self.me["id"].as_str().unwrap()
    }

    pub fn person(&self) -> PersonId {
        PersonId(self.id().to_owned())
    }

    /// The same person's program.
    pub async fn token(&self, scopes: &[&str]) -> User {
        let issued =
            self.post("/me/tokens", json!({ "label": "bot", "scopes": scopes })).await.ok();
        User {
            way: TestCredentials::Token(issued["secret"].as_str().unwrap().to_owned()),
            ..self.clone()
        }
    }

    pub async fn get(&self, path: &str) -> TestResponse {
        self.ask("GET", path, None).await
    }

    /// Something outside the API.
    pub async fn page(&self, path: &str) -> TestResponse {
        self.send(Request::builder().uri(path).body(Body::empty()).unwrap()).await
    }

    pub async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.ask("POST", path, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> TestResponse {
        self.ask("PUT", path, Some(body)).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> TestResponse {
        self.ask("PATCH", path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> TestResponse {
        self.ask("DELETE", path, None).await
    }

    pub async fn ask(&self, method: &str, path: &str, body: Option<Value>) -> TestResponse {
        self.send(self.request(method, path, body)).await
    }

    /// A request as a browser on our own page, or a program, sends it.
    pub fn request(&self, method: &str, path: &str, body: Option<Value>) -> Request<Body> {
        let beside = ["/api/", "/mcp", "/postkey_ttpg"];
        let path = match beside.iter().any(|it| path.starts_with(it)) {
            true => path.to_owned(),
            false => format!("/api/v1{path}"),
        };
        let request = Request::builder().method(method).uri(path).header("host", "table.test");
        let request = request.header("accept", "application/json, text/event-stream");
        let request = match &self.way {
            TestCredentials::None => request,
            TestCredentials::Cookie(secret) => request
                .header("cookie", format!("backchannel={secret}"))
                .header("origin", "http://table.test"),
            TestCredentials::Token(token) => {
                request.header("authorization", format!("Bearer {token}"))
            }
        };
        match body {
            Some(body) => request
                .header("content-type", "application/json")
                .body(Body::from(body.to_string())),
            None => request.body(Body::empty()),
        }
        .unwrap()
    }

    /// Every response is checked against the OpenAPI document.
    pub async fn send(&self, request: Request<Body>) -> TestResponse {
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        assert_ne!(parts.status, StatusCode::INTERNAL_SERVER_ERROR);
        let bytes = body.collect().await.unwrap().to_bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let json = serde_json::from_str(&text).unwrap_or_default();
        let plain = !parts.headers.contains_key(header::CONTENT_ENCODING);
        crate::documented::check(&method, &path, parts.status, plain.then_some(&json));
        TestResponse { status: parts.status.as_u16(), headers: parts.headers, json, text }
    }

    /// Opens a table for four on the smallest map, with some settings changed.
    pub async fn opens(&self, changed: Value) -> TestTable {
        TestTable(self.post("/tables", settings(changed)).await.ok())
    }
}

/// Settings for four on the smallest map, with some changed.
pub fn settings(changed: Value) -> Value {
    let mut settings = json!({
        "title": "Friday",
        "game": { "ruleset": "backchannel", "map": "wherrymouth", "seats": 4 },
    });
    let Value::Object(changed) = changed else { unreachable!() };
    for (key, value) in changed {
        settings[key] = value;
    }
    settings
}

/// A desk of Twilight for three.
pub fn desk() -> Value {
    let players =
        ["hacan", "sol", "jolnar"].map(|faction| json!({ "name": "", "faction": faction }));
    json!({ "game": { "ruleset": "twilight", "setup": { "players": players } } })
}

/// A table as somebody saw it when it was opened.
#[derive(Clone, Debug)]
pub struct TestTable(pub Value);

impl TestTable {
    pub fn id(&self) -> &str {
        self.0["id"].as_str().unwrap()
    }

    pub fn table_id(&self) -> TableId {
        TableId(self.id().to_owned())
    }

    pub fn invite(&self) -> &str {
        self.0["invite"].as_str().unwrap()
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/tables/{}{rest}", self.id())
    }
}
