//! Databases and replays of every release: they open, and tables in play continue.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::read::GzDecoder;
use parley::contract::Subject;
use parley::replay::{self, Mismatch};
use parley::{Chance, Game, Seat, Seed};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use crate::doctor::examined;
use crate::engine::{Engine, TestedGame, choose};
use crate::machine::TestMachine;
use crate::test_server::TestServer;
use crate::user::User;

/// A folder for each release; `cargo xtask fixture` makes one.
fn releases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    assert!(folders.iter().any(|folder| folder.ends_with("v0.1.0")), "{folders:?}");
    folders
}

fn unpacked(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    bytes
}

/// The people in a database, and the ids of its tables.
struct Known {
    people: [User; 2],
    tables: Value,
    password: String,
}

fn machine(told: &Value) -> Arc<TestMachine> {
    TestMachine::at(told["at"].as_i64().unwrap() + 60_000)
}

fn told(release: &Path, store: &str) -> Value {
    let path = release.join(format!("{store}.json"));
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

impl Known {
    fn of(told: &Value, server: &TestServer) -> Known {
        let person = |name: &str| {
            let person = &told["people"][name];
            let (id, cookie) = (person["id"].as_str().unwrap(), person["cookie"].as_str().unwrap());
            User::known(server.door.clone(), id, cookie)
        };
        Known {
            people: [person("Anna"), person("Ben")],
            tables: told["tables"].clone(),
            password: told["password"].as_str().unwrap().to_owned(),
        }
    }

    fn table(&self, name: &str) -> &str {
        self.tables[name].as_str().unwrap()
    }

    async fn are_still_here(&self) {
        let me = self.people[0].get("/me").await.ok();
        assert_eq!((&me["name"], &me["login"]), (&json!("Anna"), &json!("anna")));
        let entry = json!({ "login": "anna", "password": self.password });
        self.people[0].post("/session", entry).await.ok();
    }

    async fn are_listed(&self) {
        let open = self.people[1].get("/tables").await.ok();
        let open: Vec<&Value> = open.as_array().unwrap().iter().map(|it| &it["id"]).collect();
        assert!(open.contains(&&self.tables["gathering"]), "{open:?}");
        let inbox = self.people[0].get("/inbox").await.ok();
        let mine = inbox["tables"].as_array().unwrap();
        for (name, id) in self.tables.as_object().unwrap() {
            assert!(mine.iter().any(|it| it["table"] == *id), "{name} in {inbox}");
        }
    }

    /// Plays on at a table, by the people who are to act.
    async fn play_on<G: TestedGame>(&self, server: &TestServer, name: &str, most: usize) {
        let (table, mut chance) = (self.table(name), Seed::numbered(9, 0).stream(0));
        let record = server.record(table).await;
        let anna = &self.people[0];
        let mut engine = Engine::<G>::now(server, table, anna).await;
        let (mut played, before) = (0, engine.steps);
        while played < most {
            engine.catch_up(server, table).await;
            let Some((by, command)) = pick(&engine.game, &record, &mut chance) else { continue };
            let holder = &record["seats"][by.index()]["person"];
            let person = self.people.iter().find(|person| *holder == person.id()).unwrap();
            let id = format!("on {}", engine.steps);
            // A bot may have been faster, and then it is no longer legal.
            if person.command(table, &id, by.0, json!(command)).await.status == 200 {
                played += 1;
            }
        }
        let steps = server.steps(table).await;
        assert!(steps.len() >= before + most);
        assert!(steps.is_sorted_by_key(|step| step.at), "time goes back at {name}");
        let last: Value = serde_json::from_str(&steps.last().unwrap().body).unwrap();
        assert_eq!(last["v"], json!(G::VERSIONS), "{last}");
        self.can_be_read(name).await;
    }

    async fn can_be_read(&self, name: &str) {
        let table = self.table(name);
        for page in ["", "/view", "/log", "/setup"] {
            self.people[0].get(&format!("/tables/{table}{page}")).await.ok();
        }
    }

    /// A finished game has its replay, which is verified.
    async fn is_over<G: TestedGame>(&self, name: &str) {
        self.can_be_read(name).await;
        let table = self.table(name);
        self.people[1].get(&format!("/tables/{table}/history")).await.ok();
        let replay = self.people[1].get(&format!("/tables/{table}/replay")).await;
        assert_eq!(replay.status, 200);
        is_true::<G>(replay.text.as_bytes());
    }
}

/// A person's command.
fn pick<G: Subject>(game: &G, record: &Value, chance: &mut Chance) -> Option<(Seat, G::Command)> {
    let (by, command) = choose(game, chance)?;
    (record["seats"][by.index()]["kind"] == "person").then_some((by, command))
}

/// Everything in a replay follows the rules, including hashes of this version.
fn is_true<G: Game>(file: &[u8]) {
    let replay = replay::read::<G>(file).unwrap();
    let first = replay.opening.versions;
    if first.hash == G::HASH {
        assert_eq!(replay.unknown_hashes(), 0);
    }
    match replay::verify(&replay).err().map(|divergence| divergence.mismatch) {
        // A desk is closed, which is no part of its game.
        None | Some(Mismatch::Unfinished) => {}
        Some(mismatch) => panic!("{mismatch}"),
    }
}

async fn goes_on(mut server: TestServer, told: &Value) {
    let known = Known::of(told, &server);
    known.are_still_here().await;
    known.are_listed().await;
    known.play_on::<backchannel::Game>(&server, "duel", 30).await;
    known.play_on::<backchannel::Game>(&server, "masks", 10).await;
    known.play_on::<twilight::Game>(&server, "desk", 10).await;
    known.is_over::<backchannel::Game>("over").await;
    known.is_over::<twilight::Game>("closed").await;

    let gathering = known.table("gathering");
    let [anna, ben] = &known.people;
    ben.post(&format!("/tables/{gathering}/seats"), json!({})).await.ok();
    anna.put(&format!("/tables/{gathering}/seats/2/bot"), json!({ "bot": "random" })).await.ok();
    anna.post(&format!("/tables/{gathering}/start"), json!({})).await.ok();
    known.play_on::<backchannel::Game>(&server, "gathering", 5).await;

    // Now they have steps of both versions.
    server.restart().await;
    for name in ["duel", "masks", "desk", "gathering"] {
        known.can_be_read(name).await;
    }
    known.play_on::<backchannel::Game>(&server, "duel", 3).await;
    assert_eq!(examined(&server.address()).await.faults, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_every_release_opens_and_its_tables_go_on() {
    for release in releases() {
        let told = told(&release, "sqlite");
        let file = unpacked(&release.join("sqlite.db.gz"));
        goes_on(TestServer::with_file(&file, &machine(&told)).await, &told).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_every_release_opens_and_its_tables_go_on() {
    for release in releases() {
        let told = told(&release, "postgres");
        let address = crate::postgres::database().await;
        let dump = String::from_utf8(unpacked(&release.join("postgres.sql.gz"))).unwrap();
        let mut database = PgConnection::connect(&address).await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(dump)).execute(&mut database).await.unwrap();
        goes_on(TestServer::with_database(address, &machine(&told)).await, &told).await;
    }
}

#[test]
fn the_replays_of_every_release_are_true() {
    for release in releases() {
        is_true::<backchannel::Game>(&unpacked(&release.join("over.replay.ndjson.gz")));
        is_true::<twilight::Game>(&unpacked(&release.join("closed.replay.ndjson.gz")));
    }
}
