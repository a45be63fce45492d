//! What waits for a person.

use futures::StreamExt;
use serde_json::{Value, json};
use server::api::App;
use server::config::{Config, Limits};
use server::lobby::{SeatStatus, TableStatus, read_positions};
use server::people::connections;
use tower::ServiceExt;

use crate::support::{PATIENCE, TestServer, TestTable, User, server, with};

fn status(awaited: bool, signals: u32) -> TableStatus {
    let seat =
        SeatStatus { awaited, signals, proposals: 1, deadline: Some(99), ..SeatStatus::default() };
    let others = vec![SeatStatus::default(); 3];
    let seats = [vec![seat], others].concat();
    TableStatus { round: 3, paused: false, seats }
}

fn put(server: &TestServer, table: &TestTable, status: TableStatus) {
    server.live.statuses.lock().unwrap().insert(table.table_id(), status);
}

#[tokio::test]
async fn tables_that_wait_come_first() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let playing = TestTable(olga.post("/quick", json!({})).await.ok());
    let gathering = olga.opens(json!({})).await;
    put(&server, &playing, status(true, 2));
    let inbox = olga.get("/inbox").await.ok();
    let first = &inbox["tables"][0];
    assert_eq!(first["table"], playing.0["id"]);
    assert_eq!(first["your_turn"], true);
    assert_eq!((&first["proposals"], &first["signals"]), (&json!(1), &json!(2)));
    assert_eq!(
        (&first["round"], &first["deadline"], &first["seat"]),
        (&json!(3), &json!(99), &json!(0))
    );
    assert_eq!(inbox["tables"][1]["table"], gathering.0["id"]);
    assert_eq!(server.guest("Sam").await.get("/inbox").await.ok(), json!({ "tables": [] }));
}

#[tokio::test]
async fn signals_wait_until_they_are_seen() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let table = TestTable(olga.post("/quick", json!({})).await.ok());
    put(&server, &table, status(false, 5));
    read_positions::seen(&*server.app.store, &olga.person(), &table.table_id(), parley::Seat(0), 3)
        .await
        .unwrap();
    assert_eq!(olga.get("/inbox").await.ok()["tables"][0]["signals"], 2);
    read_positions::seen(&*server.app.store, &olga.person(), &table.table_id(), parley::Seat(0), 5)
        .await
        .unwrap();
    assert_eq!(olga.get("/inbox").await.ok()["tables"][0]["signals"], 0);
}

async fn next(stream: &mut axum::body::BodyDataStream) -> Value {
    let wait = tokio::time::timeout(PATIENCE, stream.next());
    let bytes = wait.await.expect("something came").unwrap().unwrap();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let data =
        text.lines().find_map(|line| line.strip_prefix("data: ")).expect("an event has data");
    serde_json::from_str(data).unwrap()
}

async fn open(server: &TestServer, user: &User) -> axum::response::Response {
    let request = user.request("GET", "/inbox/events", None);
    server.router.clone().oneshot(request).await.unwrap()
}

#[tokio::test]
async fn the_stream_tells_of_every_change() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let response = open(&server, &sam).await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let mut stream = response.into_body().into_data_stream();
    assert_eq!(next(&mut stream).await, json!({ "tables": [] }));
    let table = olga.opens(json!({ "visibility": "private" })).await;
    olga.post(&table.path("/invitations"), json!({ "person": sam.id() })).await.ok();
    assert_eq!(next(&mut stream).await["tables"][0]["table"], table.0["id"]);
    olga.delete(&table.path("")).await.is(204);
    assert_eq!(next(&mut stream).await, json!({ "tables": [] }));

    let mine = TestTable(sam.post("/quick", json!({})).await.ok());
    assert_eq!(next(&mut stream).await["tables"][0]["your_turn"], false);
    put(&server, &mine, status(true, 0));
    server.live.inbox_notifier.send(sam.person()).unwrap();
    assert_eq!(next(&mut stream).await["tables"][0]["your_turn"], true);
}

#[tokio::test]
async fn what_another_process_has_ended_ends_here_when_it_is_looked_at() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let mut stream = open(&server, &olga).await.into_body().into_data_stream();
    next(&mut stream).await;
    let app =
        App::new(games::all(), server.app.store.clone(), server.live.clone(), Config::default());
    let beside = server::api::router(&app);
    User { router: beside, ..olga.clone() }.delete("/session").await.is(204);
    connections::look_again(&server.app).await;
    let wait = tokio::time::timeout(PATIENCE, stream.next());
    assert!(wait.await.expect("the stream ends").is_none());
    assert_eq!(open(&server, &olga).await.status(), 401);
}

#[tokio::test]
async fn streams_are_not_without_number() {
    let limits = Limits { connections_per_person: 1, ..Limits::default() };
    let server = with(Config { limits, ..Config::default() }).await;
    let olga = server.guest("Olga").await;
    let first = open(&server, &olga).await;
    assert_eq!(open(&server, &olga).await.status(), 429);
    drop(first);
    assert_eq!(open(&server, &olga).await.status(), 200);
}
