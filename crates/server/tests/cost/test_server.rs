//! A server with one request thread, so that anything slow on it delays everybody.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;

use arena::standings::Standings;
use futures::StreamExt as _;
use reqwest::{Client, Response};
use serde_json::{Value, json};
use server::api::App;
use server::config::{Config, Limits};
use server::serve::Server;
use server::store::sqlite::SqliteStore;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use crate::meter::this_thread;

pub struct TestServer {
    address: SocketAddr,
    pub answering: PathBuf,
}

impl TestServer {
    pub fn open() -> TestServer {
        let (opened, ready) = channel();
        thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let store = Arc::new(SqliteStore::in_memory().await.unwrap());
                let folder = tempfile::tempdir().unwrap();
                let report = serde_json::to_string(&Standings::default().report()).unwrap();
                std::fs::write(folder.path().join("league.json"), report).unwrap();
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                let server =
                    Server::new(listener, App::serving(games::all(), store, config(folder.path())));
                let address = server.address().unwrap();
                opened.send(TestServer { address, answering: this_thread() }).unwrap();
                server.run(std::future::pending()).await;
            });
        });
        ready.recv().unwrap()
    }

    pub async fn guest(&self, name: &str) -> User {
        let user = User {
            client: Client::new(),
            base: format!("http://{}", self.address),
            cookie: String::new(),
            token: String::new(),
        };
        let answer =
            user.send("POST", "/api/v1/guests", Some(json!({ "name": name }).to_string())).await;
        let cookie = answer.headers()["set-cookie"].to_str().unwrap();
        User { cookie: cookie.split(';').next().unwrap().to_owned(), ..user }
    }
}

/// Rate limits are not what is measured.
fn config(reports: &Path) -> Config {
    let often = 100_000;
    let limits = Limits {
        guests_per_hour: often,
        sign_ins_per_minute: often,
        guesses_per_hour: often,
        questions_per_minute: often,
        writes_per_minute: often,
        tables_per_person: 25,
        ..Limits::default()
    };
    Config {
        limits,
        reports: Some(reports.to_owned()),
        webhooks: true,
        private_webhooks: true,
        ..Config::default()
    }
}

#[derive(Clone)]
pub struct User {
    client: Client,
    pub base: String,
    pub cookie: String,
    /// Sent instead of the cookie, if there is one.
    pub token: String,
}

impl User {
    pub async fn send(&self, method: &str, path: &str, body: Option<String>) -> Response {
        self.try_send(method, path, body).await.unwrap()
    }

    /// The same, where the server may refuse and close the connection before it has received everything.
    pub async fn try_send(
        &self,
        method: &str,
        path: &str,
        body: Option<String>,
    ) -> reqwest::Result<Response> {
        let request = self.client.request(method.parse().unwrap(), format!("{}{path}", self.base));
        let request = request.header("accept", "application/json, text/event-stream");
        let request = match self.token.as_str() {
            "" => request.header("cookie", &self.cookie).header("origin", &self.base),
            token => request.bearer_auth(token),
        };
        let request = match body {
            Some(body) => request.header("content-type", "application/json").body(body),
            None => request,
        };
        request.send().await
    }

    /// A program of this person's.
    pub async fn program(&self) -> User {
        let wanted = json!({ "label": "program", "scopes": ["read", "play", "tables"] });
        let issued = self.ok("POST", "/me/tokens", wanted).await;
        User { token: issued["secret"].as_str().unwrap().to_owned(), ..self.clone() }
    }

    /// Opens a socket and reads what comes first.
    pub async fn watch(&self, path: &str) -> u16 {
        let url = format!("{}{path}", self.base.replacen("http", "ws", 1));
        let mut request = url.into_client_request().unwrap();
        for (name, value) in [("cookie", &self.cookie), ("origin", &self.base)] {
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        let (mut socket, answer) = connect_async(request).await.unwrap();
        socket.next().await.unwrap().unwrap();
        answer.status().as_u16()
    }

    /// Fails unless it succeeds.
    pub async fn ok(&self, method: &str, path: &str, body: Value) -> Value {
        let body = (!body.is_null()).then(|| body.to_string());
        let answer = self.send(method, &format!("/api/v1{path}"), body).await;
        let (status, text) = (answer.status(), answer.text().await.unwrap());
        assert!(status.is_success(), "{method} {path}: {status} {text}");
        serde_json::from_str(&text).unwrap_or_default()
    }
}
