//! The daily table: one game for everybody, one try, and a seed that stays closed until the day is over.

use serde_json::{Value, json};

use crate::play::WatchedSocket;
use crate::test_server::TestServer;
use crate::user::User;

async fn account(server: &TestServer, name: &str) -> User {
    let user = server.guest(name).await;
    let password = json!({ "login": name, "password": "long enough" });
    user.put("/me/password", password).await.ok();
    user
}

/// Plays today's table to its end: a bot takes the seat.
async fn play(user: &User) -> String {
    let table = user.post("/daily", json!({})).await.is(201)["id"].as_str().unwrap().to_owned();
    let mut watch = WatchedSocket::open(user, &table, "").await;
    user.put(&format!("/tables/{table}/pace"), json!({ "bot_pace_ms": 0 })).await.ok();
    user.post(&format!("/tables/{table}/seats/0/relief"), json!({})).await.ok();
    watch.finish().await;
    table
}

async fn day_passes(server: &TestServer, user: &User) -> Value {
    let before = user.get("/daily").await.ok();
    server.turn(86_400);
    before
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_has_one_try_at_the_same_game_and_the_seed_opens_with_the_next_day() {
    let server = TestServer::by_hand().await;
    let (anna, bert) = (account(&server, "anna").await, account(&server, "bert").await);
    let offered = server.nobody().get("/daily").await.ok();
    assert_eq!((&offered["seed"], &offered["secret"]), (&Value::Null, &Value::Null));
    assert_eq!(offered["opponents"].as_array().unwrap().len(), 3);
    let table = play(&anna).await;
    let other = bert.post("/daily", json!({})).await.is(201);
    let seed = |record: &Value| record["game"]["seed"].as_str().unwrap().to_owned();
    let record = server.record(&table).await;
    let theirs = server.record(other["id"].as_str().unwrap()).await;
    assert_eq!(seed(&record), seed(&theirs), "it is the same game");
    assert_eq!(record["settings"]["game"], theirs["settings"]["game"]);
    let secret = record["game"]["source"]["secret"].as_str().unwrap().to_owned();

    let refused = anna.post("/daily", json!({})).await.is(409);
    let sentence = "You have had your try at today's table; the next one opens at midnight UTC.";
    assert_eq!(refused["detail"], sentence);
    let looks = ["", "/view", "/history", "/honours", "/log", "/setup"];
    for path in looks.map(|look| format!("/tables/{table}{look}")).iter().chain(&["/daily".into()])
    {
        let answer = anna.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(!answer.text.contains(&seed(&record)), "{path} has the seed");
        assert!(!answer.text.contains(&secret), "{path} has the secret");
    }
    anna.get(&format!("/tables/{table}/replay")).await.is(409);

    let today = day_passes(&server, &anna).await;
    assert_eq!((&today["finished"], &today["streak"]), (&json!(1), &json!(1)));
    assert_eq!(
        (&today["best"][0]["name"], &today["best"][0]["yours"]),
        (&json!("anna"), &json!(true))
    );
    assert_eq!(today["best"][0]["result"], today["yours"]["result"]);
    assert_eq!(today["yours"]["standing"], "over");
    let path = format!("/daily/{}", today["day"].as_str().unwrap());
    let opened = server.nobody().get(&path).await.ok();
    assert_eq!((&opened["seed"], &opened["secret"]), (&json!(seed(&record)), &json!(secret)));
    assert_eq!(opened["secret_commitment"], today["secret_commitment"]);
    assert_eq!(anna.get(&format!("/tables/{table}")).await.ok()["seed"], opened["seed"]);
    assert_eq!(anna.get(&format!("/tables/{table}/replay")).await.status, 200);
    let next = anna.get("/daily").await.ok();
    assert_eq!((&next["yours"], &next["streak"]), (&Value::Null, &json!(1)), "it goes on today");
    assert_ne!(next["secret_commitment"], today["secret_commitment"]);
    anna.post("/daily", json!({})).await.is(201);

    // Bert's game ends after its day, when everybody knows the seed: it counts for nothing.
    let late = other["id"].as_str().unwrap();
    let mut watch = WatchedSocket::open(&bert, late, "").await;
    bert.put(&format!("/tables/{late}/pace"), json!({ "bot_pace_ms": 0 })).await.ok();
    bert.post(&format!("/tables/{late}/seats/0/relief"), json!({})).await.ok();
    watch.finish().await;
    let past = bert.get(&path).await.ok();
    assert_eq!((&past["yours"]["result"], &past["finished"]), (&Value::Null, &json!(1)));
    assert_eq!(past["streak"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_requests_at_once_one_is_the_try() {
    let server = TestServer::by_hand().await;
    let beside = server.beside().await;
    let anna = account(&server, "anna").await;
    let there = anna.at(&beside.door);
    let ask = |user: User| async move { user.post("/daily", json!({})).await.status };
    let (a, b, c, d) =
        tokio::join!(ask(anna.clone()), ask(there.clone()), ask(anna.clone()), ask(there.clone()),);
    let mut statuses = [a, b, c, d];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409]);
    let inbox = anna.get("/inbox").await.ok();
    assert_eq!(inbox["tables"].as_array().unwrap().len(), 1);
    assert_eq!(inbox["tables"][0]["daily"], anna.get("/daily").await.ok()["day"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_daily_table_is_for_accounts() {
    let server = TestServer::by_hand().await;
    let refused = server.guest("Gus").await.post("/daily", json!({})).await.is(403);
    let sentence = "The daily table is for accounts; keep your name with a password first.";
    assert_eq!(refused["detail"], sentence);
    server.nobody().post("/daily", json!({})).await.is(401);
    for day in ["2001-01-01", "yesterday", "2026-02-31"] {
        server.nobody().get(&format!("/daily/{day}")).await.is(404);
    }
}
