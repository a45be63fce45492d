//! A server that can be stopped, restarted and copied, and the tables on it.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use server::api::{App, Games};
use server::config::{Config, Limits};
use server::serve::Server;
use server::store::sqlite::SqliteStore;
use server::store::{RecordKind, Store, StoredRecord, StoredStep, address};
use server::time::{ManualClock, Time};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, SqliteConnection};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;

use crate::haggle::Haggle;
use crate::machine::TestMachine;
use crate::user::{PATIENCE, User};

/// The address of a server, also after it was restarted.
pub type Door = Arc<Mutex<SocketAddr>>;

/// A server and its file.
pub struct TestServer {
    running: Option<Running>,
    pub door: Door,
    dir: Arc<TempDir>,
    hand: ManualClock,
    clocks: Clockwork,
    /// The same file, read without the server.
    pub store: Arc<dyn Store>,
    /// Another store, if it is not a file in the folder.
    database: Option<String>,
    /// What it is configured with from its next start on.
    pub config: Config,
}

/// The clock of the tables.
#[derive(Clone)]
enum Clockwork {
    Wall,
    /// Only the test sets it.
    Hand,
    /// The clocks of a machine that the test controls.
    Machine(Arc<TestMachine>),
}

/// A server on threads of its own.
struct Running {
    runtime: Runtime,
    address: SocketAddr,
    /// Asks it to stop.
    stop: oneshot::Sender<()>,
    /// Completes when it has stopped.
    stopped: oneshot::Receiver<()>,
}

/// When manual clocks begin: later than any wall clock.
pub const DAWN: i64 = 4_102_444_800_000;

/// The games that there are, and one more.
pub fn games() -> Games {
    games::all().with::<Haggle>()
}

fn config() -> Config {
    let limits = Limits {
        guests_per_hour: 10_000,
        questions_per_minute: 1_000_000,
        writes_per_minute: 1_000_000,
        connections_per_person: 100,
        connections_per_address: 1_000,
        ..Limits::default()
    };
    Config { limits, ..Config::default() }
}

impl TestServer {
    /// A new server with the wall clock.
    pub async fn open() -> TestServer {
        TestServer::at(folder(), Clockwork::Wall, None).await
    }

    /// A new server whose tables have a clock that only the test sets.
    pub async fn by_hand() -> TestServer {
        TestServer::at(folder(), Clockwork::Hand, None).await
    }

    /// A new server on a machine whose clocks the test controls.
    pub async fn on(machine: &Arc<TestMachine>) -> TestServer {
        TestServer::at(folder(), Clockwork::Machine(Arc::clone(machine)), None).await
    }

    /// A server on a file that somebody else has made.
    pub async fn with_file(file: &[u8], machine: &Arc<TestMachine>) -> TestServer {
        let dir = folder();
        std::fs::write(dir.path().join("game.db"), file).unwrap();
        TestServer::at(dir, Clockwork::Machine(Arc::clone(machine)), None).await
    }

    /// A server on a database of PostgreSQL.
    pub async fn with_database(address: String, machine: &Arc<TestMachine>) -> TestServer {
        TestServer::at(folder(), Clockwork::Machine(Arc::clone(machine)), Some(address)).await
    }

    /// Changes the file without the server noticing.
    pub async fn meddle(&self, sql: &str) {
        assert!(self.running.is_none(), "what a server has in memory would not change");
        self.alter(sql).await;
    }

    /// Changes what can be written to the file, even while the server has it open.
    pub async fn alter(&self, sql: &str) {
        let file = self.dir.path().join("game.db");
        let mut file =
            SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.unwrap();
        file.execute(AssertSqlSafe(sql)).await.unwrap();
    }

    async fn at(dir: Arc<TempDir>, clocks: Clockwork, database: Option<String>) -> TestServer {
        let store = open(&dir, database.as_deref()).await;
        let door = Arc::new(Mutex::new(SocketAddr::from(([127, 0, 0, 1], 0))));
        let (hand, _) = Time::by_hand(DAWN);
        let config = config();
        let running = None;
        let mut server = TestServer { running, door, dir, hand, clocks, store, database, config };
        server.start().await;
        server
    }

    pub async fn start(&mut self) {
        let (dir, database) = (Arc::clone(&self.dir), self.database.clone());
        let (clocks, face) = (self.clocks.clone(), self.hand.face());
        let config = self.config.clone();
        let started = tokio::task::spawn_blocking(move || {
            run(&dir, database.as_deref(), clocks, face, config)
        })
        .await;
        let running = started.unwrap();
        *self.door.lock().unwrap() = running.address;
        self.running = Some(running);
    }

    /// Asks the server to stop, as `SIGTERM` does; returns when it has.
    pub async fn ask_to_stop(&mut self) {
        let Running { runtime, stop, stopped, .. } = self.running.take().expect("it runs");
        stop.send(()).expect("it runs");
        tokio::time::timeout(PATIENCE, stopped).await.expect("it stops").unwrap();
        runtime.shutdown_background();
    }

    /// Kills the server: whatever it was doing is not finished.
    pub async fn stop(&mut self) {
        let Some(Running { runtime, .. }) = self.running.take() else { return };
        let stopped = move || runtime.shutdown_timeout(PATIENCE);
        tokio::task::spawn_blocking(stopped).await.unwrap();
    }

    pub async fn restart(&mut self) {
        self.stop().await;
        self.start().await;
    }

    /// Another server with the same people and tables, which diverges from here on.
    pub async fn copy(&self) -> TestServer {
        assert!(self.running.is_none(), "a file is copied when nobody writes it");
        let dir = folder();
        for name in ["game.db", "game.db-wal"] {
            let from = self.dir.path().join(name);
            if Path::exists(&from) {
                std::fs::copy(from, dir.path().join(name)).unwrap();
            }
        }
        TestServer::at(dir, self.clocks.clone(), None).await
    }

    /// Another server on the same file.
    pub async fn beside(&self) -> TestServer {
        TestServer::at(Arc::clone(&self.dir), self.clocks.clone(), None).await
    }

    /// The same on another machine.
    pub async fn beside_on(&self, machine: &Arc<TestMachine>) -> TestServer {
        let clocks = Clockwork::Machine(Arc::clone(machine));
        TestServer::at(Arc::clone(&self.dir), clocks, None).await
    }

    /// How many heartbeats have been written.
    pub async fn beats(&self) -> i64 {
        let beat = self.store.get(RecordKind::Heartbeat, "heartbeat").await.unwrap();
        beat.map_or(0, |beat| beat.version)
    }

    /// The address of its database.
    pub fn address(&self) -> String {
        let file = || format!("sqlite:{}", self.dir.path().join("game.db").display());
        self.database.clone().unwrap_or_else(file)
    }

    /// Advances the clock of the tables.
    pub fn turn(&self, seconds: u64) {
        self.hand.turn(Duration::from_secs(seconds));
    }

    /// Somebody without a name.
    pub fn nobody(&self) -> User {
        User::nobody(self.door.clone())
    }

    /// Somebody who has just come.
    pub async fn guest(&self, name: &str) -> User {
        User::guest(self.door.clone(), name).await
    }

    pub async fn guests<const N: usize>(&self, names: [&str; N]) -> [User; N] {
        let mut guests = Vec::new();
        for name in names {
            guests.push(self.guest(name).await);
        }
        guests.try_into().unwrap_or_else(|_| unreachable!())
    }

    /// The stored steps of a table.
    pub async fn steps(&self, table: &str) -> Vec<StoredStep> {
        self.store.steps(table, 0).await.unwrap()
    }

    /// The record of a table, with its secrets.
    pub async fn record(&self, table: &str) -> Value {
        serde_json::from_str(&self.kept(table).await.body).unwrap()
    }

    async fn kept(&self, table: &str) -> StoredRecord {
        self.store.get(RecordKind::Table, table).await.unwrap().unwrap()
    }

    /// Writes the record of a table as if the server had got no further.
    pub async fn rewrite(&self, table: &str, change: impl FnOnce(&mut Value)) {
        let kept = self.kept(table).await;
        let mut body: Value = serde_json::from_str(&kept.body).unwrap();
        change(&mut body);
        self.store.put(&StoredRecord { body: body.to_string(), ..kept }).await.unwrap();
    }

    /// A table that has begun, with these people on its first seats and bots on the rest.
    pub async fn table(&self, people: &[User], settings: Value) -> String {
        let seats = match settings["game"]["seats"].as_u64() {
            Some(seats) => seats as usize,
            None => settings["game"]["setup"]["players"].as_array().unwrap().len(),
        };
        let opened = people[0].post("/tables", settings).await.ok();
        let id = opened["id"].as_str().unwrap().to_owned();
        for user in &people[1..] {
            if opened["settings"]["visibility"] == "private" {
                let path = format!("/tables/{id}/invitations");
                let invited = people[0].post(&path, json!({ "person": user.id() })).await.ok();
                let code = invited["code"].as_str().unwrap();
                user.post(&format!("/invites/{code}"), json!({})).await.ok();
            }
            let sit = json!({ "invite": opened["invite"] });
            user.post(&format!("/tables/{id}/seats"), sit).await.ok();
        }
        for seat in people.len()..seats {
            let path = format!("/tables/{id}/seats/{seat}/bot");
            people[0].put(&path, json!({ "bot": "random" })).await.ok();
        }
        people[0].post(&format!("/tables/{id}/start"), json!({})).await.ok();
        id
    }
}

fn folder() -> Arc<TempDir> {
    Arc::new(tempfile::tempdir().unwrap())
}

async fn open(dir: &TempDir, database: Option<&str>) -> Arc<dyn Store> {
    match database {
        Some(address) => address::open(address).await.unwrap(),
        None => Arc::new(SqliteStore::open(&dir.path().join("game.db")).await.unwrap()),
    }
}

/// A server on threads of its own, so that all of it can be stopped at once.
fn run(
    dir: &TempDir,
    database: Option<&str>,
    clocks: Clockwork,
    face: Time,
    config: Config,
) -> Running {
    let (stop, asked) = oneshot::channel();
    let (gone, stopped) = oneshot::channel();
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let address = runtime.block_on(async {
        let store = open(dir, database).await;
        let time = match clocks {
            Clockwork::Wall => Time::Wall,
            Clockwork::Hand => face,
            Clockwork::Machine(machine) => Time::by(&*store, machine).await.unwrap(),
        };
        let app = App::serving_at(games(), store, config, time);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = Server::new(listener, app);
        let address = server.address().unwrap();
        tokio::spawn(async move {
            let asked = async {
                if asked.await.is_err() {
                    std::future::pending::<()>().await;
                }
            };
            server.run(asked).await;
            let _ = gone.send(());
        });
        address
    });
    Running { runtime, address, stop, stopped }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if let Some(Running { runtime, .. }) = self.running.take() {
            runtime.shutdown_background();
        }
    }
}

/// A table for `seats` on the smallest map, with fog and without a delay of bots.
pub fn settings(seats: usize, rounds: u16, changed: Value) -> Value {
    let mut settings = json!({
        "title": "Friday",
        "bot_pace_ms": 0,
        "game": {
            "ruleset": "backchannel", "map": "wherrymouth", "seats": seats,
            "settings": { "round_limit": rounds, "fog": true },
        },
    });
    let Value::Object(changed) = changed else { panic!("settings have names") };
    for (key, value) in changed {
        settings[key] = value;
    }
    settings
}
