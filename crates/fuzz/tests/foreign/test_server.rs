//! A server with tables in progress.

use std::sync::Arc;

use parley::contract::Subject;
use parley::{Game as _, Table, Wrapper};
use reqwest::{Client, Method, Response};
use serde_json::{Value, json};
use server::api::App;
use server::config::{Config, Limits};
use server::document;
use server::lobby::TableRecord;
use server::ruleset::Ruleset;
use server::serve::Server;
use server::store::Store;
use server::store::sqlite::SqliteStore;
use server::store::transfer::export;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::played::{RecordedGame, desks};

pub struct TestServer {
    pub runtime: Runtime,
    pub store: Arc<dyn Store>,
    /// Host and port.
    pub address: String,
    client: Client,
}

/// A table, and the cookies of those who sit at it, in the order of their seats.
pub struct Begun {
    pub id: String,
    pub cookies: Vec<String>,
}

impl TestServer {
    pub fn open() -> TestServer {
        let runtime = Runtime::new().expect("threads");
        let (store, address) = runtime.block_on(async {
            let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory().await.expect("memory"));
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
            let limits = Limits {
                writes_per_minute: 1_000_000,
                questions_per_minute: 1_000_000,
                ..Limits::default()
            };
            let config = Config { limits, ..Config::default() };
            let server =
                Server::new(listener, App::serving(games::all(), Arc::clone(&store), config));
            let address = server.address().expect("it listens").to_string();
            tokio::spawn(server.run(std::future::pending()));
            (store, address)
        });
        TestServer { runtime, store, address, client: Client::new() }
    }

    /// Two people at a game of Backchannel that has begun.
    pub fn war(&self, commands: usize) -> Begun {
        let settings = json!({ "map": "wherrymouth", "seats": 2, "ruleset": "backchannel" });
        let begun = self.begin(settings, 2);
        self.play::<games::Backchannel>(&begun, commands);
        begun
    }

    /// Everybody at a desk of Twilight that has begun.
    pub fn desk(&self, commands: usize) -> Begun {
        let setup = &desks()[1];
        let begun =
            self.begin(json!({ "ruleset": "twilight", "setup": setup }), setup.players.len());
        self.play::<games::Twilight>(&begun, commands);
        begun
    }

    #[allow(clippy::needless_pass_by_value, reason = "callers make it on the spot")]
    fn begin(&self, game: Value, seats: usize) -> Begun {
        let cookies: Vec<String> = (0..seats).map(|seat| self.guest(seat)).collect();
        let opened = self.ask(&cookies[0], Method::POST, "/tables", json!({ "game": game }));
        let id = opened["id"].as_str().expect("a table has an id").to_owned();
        for cookie in &cookies[1..] {
            self.ask(cookie, Method::POST, &format!("/tables/{id}/seats"), json!({}));
        }
        self.ask(&cookies[0], Method::POST, &format!("/tables/{id}/start"), json!({}));
        Begun { id, cookies }
    }

    /// Plays as the rules themselves would, with the seed of the table.
    fn play<G>(&self, begun: &Begun, commands: usize)
    where
        G: Ruleset + Wrapper<Game: Subject>,
    {
        let table = self.runtime.block_on(async {
            let record = document::load::<TableRecord>(&*self.store, &begun.id).await;
            let started = record.expect("it is read").expect("it is there").value.game;
            let started = started.expect("it was started");
            let basis = G::basis(&*self.store, &G::Cache::default(), &started.setup).await;
            let hosted = G::begin(&basis.expect("it can be played"), started.seed);
            let game = hosted.game().clone();
            let mut events = Vec::new();
            game.opening(&mut events);
            let mut table = Table::at(game);
            table.record(events);
            table
        });
        let path = format!("/tables/{}/commands", begun.id);
        for (number, (seat, command)) in
            RecordedGame::from(table, commands).commands.iter().enumerate()
        {
            let order = json!({ "id": number.to_string(), "seat": seat, "command": command });
            self.ask(&begun.cookies[seat.index()], Method::POST, &path, order);
        }
    }

    /// Everything that is stored, as a list of the lines of an export.
    pub fn exported(&self) -> Value {
        let mut file = Vec::new();
        self.runtime.block_on(export(&*self.store, None, &mut file)).expect("it is in memory");
        let lines = file.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        lines.map(|line| serde_json::from_slice::<Value>(line).expect("a line is JSON")).collect()
    }

    fn guest(&self, number: usize) -> String {
        let guest = json!({ "name": format!("Guest {number}") });
        let answer = self.send("", Method::POST, "/guests", guest);
        let cookie = answer.headers()["set-cookie"].to_str().expect("a cookie is text");
        cookie.split(';').next().unwrap_or_default().to_owned()
    }

    pub fn ask(&self, cookie: &str, method: Method, path: &str, body: Value) -> Value {
        let answer = self.send(cookie, method, path, body);
        let status = answer.status();
        let text = self.runtime.block_on(answer.text()).expect("an answer is text");
        assert!(status.is_success(), "{path}: {status} {text}");
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// Sends a message of the Model Context Protocol; returns the status and the text of the answer.
    pub fn message(&self, token: &str, body: Vec<u8>) -> (u16, String) {
        let request = self.client.post(format!("http://{}/mcp", self.address)).bearer_auth(token);
        let request = request.header("accept", "application/json, text/event-stream");
        let request = request.header("content-type", "application/json").body(body);
        self.runtime.block_on(async {
            let answer = request.send().await.expect("the server answers");
            (answer.status().as_u16(), answer.text().await.expect("an answer is text"))
        })
    }

    #[allow(clippy::needless_pass_by_value, reason = "callers make it on the spot")]
    fn send(&self, cookie: &str, method: Method, path: &str, body: Value) -> Response {
        let url = format!("http://{}/api/v1{path}", self.address);
        let origin = format!("http://{}", self.address);
        let request = self.client.request(method, url).header("origin", origin).json(&body);
        let request = if cookie.is_empty() { request } else { request.header("cookie", cookie) };
        self.runtime.block_on(request.send()).expect("the server answers")
    }
}
