//! Tables that cannot be read: they say so, and nobody else is affected.

use std::time::Duration;

use backchannel::Game;
use parley::replay;
use parley::{Game as _, Seed};
use serde_json::{Value, json};
use server::store::{NewStep, Status};
use tokio::time::{sleep, timeout};

use crate::engine::Engine;
use crate::journal;
use crate::play::WatchedSocket;
use crate::resume::play_on;
use crate::test_server::{TestServer, settings};
use crate::user::{PATIENCE, User};

/// Two tables with the same people: one to break, and one that stays as it is.
async fn two() -> (TestServer, [User; 2], [String; 2]) {
    journal::keep();
    let server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let mut tables = Vec::new();
    for rounds in [20, 21] {
        tables.push(server.table(&people, settings(2, rounds, json!({}))).await);
    }
    for table in &tables {
        play(&server, &people, table, 8).await;
    }
    (server, people, tables.try_into().unwrap())
}

async fn play(server: &TestServer, people: &[User], table: &str, most: usize) {
    let mut engine = Engine::<Game>::now(server, table, &people[0]).await;
    let mut chance = Seed::numbered(3, 0).stream(0);
    play_on(server, table, people, &mut engine, &mut chance, most).await;
}

/// Changes the steps of a table, each as JSON.
async fn rewrite(server: &TestServer, table: &str, change: impl Fn(u32, &mut Value)) {
    for step in server.steps(table).await {
        let mut body: Value = serde_json::from_str(&step.body).unwrap();
        change(step.seq, &mut body);
        let body = body.to_string().replace('\'', "''");
        let seq = step.seq;
        let at = format!("table_id = '{table}' AND seq = {seq}");
        server.meddle(&format!("UPDATE steps SET body = '{body}' WHERE {at}")).await;
    }
}

/// Every request says so, and nobody else notices.
async fn is_quarantined(server: &TestServer, people: &[User; 2], [broken, sound]: &[String; 2]) {
    let [olga, sam] = people;
    for page in ["view", "events", "setup"] {
        let problem = olga.get(&format!("/tables/{broken}/{page}")).await;
        assert!(!problem.headers.contains_key("retry-after"), "{problem:?}");
        let problem = problem.is(500);
        assert_eq!(problem["type"], "quarantined", "{page}");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.starts_with("This table cannot be read"), "{detail}");
    }
    let refused = sam.command(broken, "x", 1, json!({ "type": "pass" })).await.is(500);
    assert_eq!(refused["type"], "quarantined");
    assert_eq!(sam.try_socket(broken, "").await.err(), Some(500));

    for _ in 0..3 {
        let inbox = olga.get("/inbox").await.ok();
        assert!(inbox["tables"].as_array().unwrap().iter().any(|it| it["table"] == **sound));
        let listed = sam.get("/tables").await.ok();
        assert!(listed.as_array().unwrap().iter().any(|it| it["id"] == **sound), "{listed}");
    }
    play(server, people, sound, 4).await;
}

/// Damages a table while the server is off.
async fn broken_by(sql: impl Fn(&str) -> String) -> (TestServer, [User; 2], [String; 2]) {
    let (mut server, people, tables) = two().await;
    server.stop().await;
    server.meddle(&sql(&tables[0])).await;
    server.start().await;
    (server, people, tables)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_state_that_is_not_the_one_that_was_written_down_is_told_once_in_the_log() {
    let (mut server, people, tables) = two().await;
    server.stop().await;
    let last = server.steps(&tables[0]).await.len() as u32 - 1;
    let other = |seq, body: &mut Value| {
        if seq == last {
            body["hash"] = json!("0000000000000000");
        }
    };
    rewrite(&server, &tables[0], other).await;
    server.start().await;
    for _ in 0..2 {
        is_quarantined(&server, &people, &tables).await;
    }
    let entries = journal::lines(&[&tables[0], "quarantined"]);
    assert_eq!(entries.len(), 1, "{entries:?}");
    assert!(entries[0].contains("does not match its hash"), "{entries:?}");
    people[0].get(&format!("/tables/{}", tables[0])).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_that_is_no_step_breaks_its_table_only() {
    let broken = |table: &str| {
        format!("UPDATE steps SET body = '{{\"step\":\"da' WHERE table_id = '{table}' AND seq = 3")
    };
    let (server, people, tables) = broken_by(broken).await;
    is_quarantined(&server, &people, &tables).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_has_lost_its_steps_is_not_begun_again() {
    let broken = |table: &str| {
        let which = format!("WHERE table_id = '{table}'");
        format!("DELETE FROM heads {which}; DELETE FROM steps {which}")
    };
    let (server, people, tables) = broken_by(broken).await;
    let [olga, _] = &people;
    assert_eq!(
        olga.get(&format!("/tables/{}/view", tables[0])).await.is(500)["type"],
        "quarantined"
    );
    assert!(server.steps(&tables[0]).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_set_up_that_makes_no_game_breaks_its_table_only() {
    let (mut server, people, tables) = two().await;
    server.stop().await;
    server.rewrite(&tables[0], |record| record["game"]["setup"]["names"] = json!(["one"])).await;
    server.start().await;
    is_quarantined(&server, &people, &tables).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_is_no_record_is_left_out_of_lists() {
    let broken = |table: &str| {
        format!(
            "UPDATE records SET body = '{{}}' WHERE id = '{table}'; UPDATE summaries SET body = '{{}}'"
        )
    };
    let (server, people, tables) = broken_by(broken).await;
    is_quarantined(&server, &people, &tables).await;
    let alone = people[0].get(&format!("/tables/{}", tables[0])).await.is(500);
    assert_eq!(alone["type"], "quarantined");
    let inbox = people[1].get("/inbox").await.ok();
    assert_eq!(inbox["tables"].as_array().unwrap().len(), 1);
    assert_eq!(journal::lines(&[&tables[0], "cannot be read"]).len(), 1);
}

/// Each way to damage a row of a table, and what the log says of it.
const DAMAGE: [(&str, &str); 17] = [
    ("UPDATE statuses SET due = 1.5", "its status"),
    ("UPDATE statuses SET due = 'soon'", "its status"),
    ("UPDATE statuses SET due = x'00'", "its status"),
    ("UPDATE statuses SET body = x'ff'", "its status"),
    ("UPDATE statuses SET body = CAST(x'ff7b7d' AS TEXT)", "its status"),
    ("UPDATE steps SET body = CAST(x'7bff7d' AS TEXT) WHERE seq = 1", "step 1 cannot be read"),
    ("UPDATE steps SET body = x'ff00fe' WHERE seq = 2", "step 2 cannot be read"),
    ("UPDATE steps SET at = at + 0.5 WHERE seq = 3", "step 3 cannot be read"),
    ("UPDATE steps SET at = 'then' WHERE seq = 4", "step 4 cannot be read"),
    ("UPDATE steps SET mark = x'ff' WHERE seq = 5", "step 5 cannot be read"),
    ("UPDATE heads SET seq = 999", "cannot be read"),
    ("UPDATE heads SET seq = seq - 1", "cannot be read"),
    ("UPDATE heads SET row = 'x'", "step 0 is missing"),
    ("UPDATE records SET body = CAST(x'7bff7d' AS TEXT)", "a record cannot be read"),
    ("UPDATE records SET body = x'7b7d'", "a record cannot be read"),
    ("UPDATE records SET version = 'x'", "a record cannot be read"),
    ("UPDATE records SET keys = 'x'", "a record cannot be read"),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_is_not_as_it_should_be_breaks_its_own_table_only() {
    let (mut server, people, tables) = two().await;
    server.stop().await;
    for (damage, says) in DAMAGE {
        let before = journal::lines(&[&tables[0]]).len();
        let mut server = server.copy().await;
        server.stop().await;
        let of = if damage.contains("records") { "id" } else { "table_id" };
        let and = if damage.contains("WHERE") { "AND" } else { "WHERE" };
        server.meddle(&format!("{damage} {and} {of} = '{}'", tables[0])).await;
        server.start().await;
        let people = people.each_ref().map(|user| user.at(&server.door));
        is_quarantined(&server, &people, &tables).await;
        assert!(!journal::lines(&[&tables[0], says]).is_empty(), "{damage}");
        let entries = journal::lines(&[&tables[0]]);
        assert!(entries.len() <= before + 1, "{damage}: {entries:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn deadlines_are_served_although_one_is_no_time() {
    let mut server = TestServer::by_hand().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let clock =
        json!({ "pace": "live", "turn_seconds": 60, "window_seconds": 20, "bank_seconds": 30 });
    let mut tables = Vec::new();
    for rounds in [20, 21] {
        let clocked = settings(2, rounds, json!({ "clock": clock }));
        tables.push(server.table(&people, clocked).await);
    }
    server.stop().await;
    server.meddle(&format!("UPDATE statuses SET due = 1.5 WHERE table_id = '{}'", tables[0])).await;
    server.turn(100);
    is_served(&mut server, &tables[1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_its_record_does_not_know_of_is_not_begun_again() {
    let (mut server, people, tables) = two().await;
    for game in [true, false] {
        server.stop().await;
        let forget = |record: &mut Value| {
            record["standing"] = json!("gathering");
            if !game {
                record["game"] = Value::Null;
            }
        };
        server.rewrite(&tables[0], forget).await;
        server.start().await;
        let (record, steps) = (server.record(&tables[0]).await, server.steps(&tables[0]).await);
        let path = format!("/tables/{}/start", tables[0]);
        let problem = people[0].post(&path, json!({})).await.is(500);
        assert_eq!(problem["type"], "quarantined");
        assert_eq!(server.record(&tables[0]).await, record);
        assert_eq!(server.steps(&tables[0]).await, steps);
    }
    assert_eq!(journal::lines(&[&tables[0], "it has not begun"]).len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_goes_on_behind_records_that_are_none() {
    let mut server = TestServer::open().await;
    let olga = server.guest("Olga").await;
    let mut tables = Vec::new();
    for n in 0..8 {
        let table = olga.post("/tables", settings(2, 20 + n, json!({}))).await.ok();
        tables.push(table["id"].as_str().unwrap().to_owned());
    }
    server.stop().await;
    let newest = tables[2..].iter().map(|id| format!("'{id}'")).collect::<Vec<_>>().join(", ");
    server.meddle(&format!("UPDATE records SET body = 'nonsense' WHERE id IN ({newest})")).await;
    server.meddle("DELETE FROM summaries").await;
    server.start().await;
    let listed = olga.get("/tables").await.ok();
    let listed: Vec<&str> =
        listed.as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap()).collect();
    assert_eq!(listed, [tables[1].as_str(), tables[0].as_str()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_that_are_newer_than_ours_are_not_guessed_at() {
    let (mut server, people, tables) = two().await;
    server.stop().await;
    let newer = Game::VERSIONS.rules + 1;
    rewrite(&server, &tables[0], |_, body| body["v"][0] = json!(newer)).await;
    server.start().await;
    is_quarantined(&server, &people, &tables).await;
    assert_eq!(journal::lines(&[&tables[0], &format!("version {newer} of the rules")]).len(), 1);
}

/// As a build before the first release wrote it, whose hashes cannot be computed any more.
fn ancient(_: u32, body: &mut Value) {
    body.as_object_mut().unwrap().remove("v");
    if body["hash"].is_string() {
        body["hash"] = json!("00112233445566aa");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_from_before_the_first_release_goes_on_from_its_events() {
    let (mut server, people, tables) = two().await;
    server.stop().await;
    rewrite(&server, &tables[0], ancient).await;
    server.start().await;
    let mut watch = WatchedSocket::open(&people[1], &tables[0], "").await;
    assert_eq!(journal::lines(&[&tables[0], "was not compared"]).len(), 1);
    play(&server, &people, &tables[0], 6).await;
    watch.compare(&tables[0]).await;
    // From here on the state is checked again.
    server.restart().await;
    people[0].view(&tables[0], "").await;
    assert_eq!(journal::lines(&[&tables[0], "was not compared"]).len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hash_of_another_version_is_not_compared() {
    let (mut server, people, tables) = two().await;
    server.stop().await;
    let other = |_, body: &mut Value| {
        body["v"][1] = json!(Game::HASH + 1);
        body["hash"] = json!("00112233445566aa");
    };
    rewrite(&server, &tables[0], other).await;
    server.start().await;
    play(&server, &people, &tables[0], 6).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_says_which_of_its_hashes_nobody_knows() {
    let mut server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let table = server.table(&people, settings(2, 1, json!({}))).await;
    play(&server, &people, &table, usize::MAX).await;
    let path = format!("/tables/{table}/replay");
    let read = |text: String| replay::read::<Game>(text.as_bytes()).unwrap();
    let fresh = read(people[0].get(&path).await.text);
    assert_eq!(fresh.unknown_hashes(), 0);
    replay::verify(&fresh).unwrap();

    server.stop().await;
    let half = server.steps(&table).await.len() as u32 / 2;
    let older = |seq, body: &mut Value| {
        if seq < half {
            ancient(seq, body);
        }
    };
    rewrite(&server, &table, older).await;
    server.start().await;
    let mixed = read(people[0].get(&path).await.text);
    assert_eq!(mixed.unknown_hashes(), half as usize);
    replay::verify(&mixed).unwrap();
    assert_eq!(mixed.steps.len(), fresh.steps.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn deadlines_are_served_however_many_tables_cannot_be_opened() {
    let mut server = TestServer::by_hand().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let clock =
        json!({ "pace": "live", "turn_seconds": 60, "window_seconds": 20, "bank_seconds": 30 });
    let table = server.table(&people, settings(2, 20, json!({ "clock": clock }))).await;
    server.stop().await;
    let ghost = |n: u32| NewStep {
        table: format!("ghost-{n}"),
        seq: 0,
        at: 1,
        idempotency_key: None,
        body: "{}".to_owned(),
        status: Some(Status { due: Some(1), body: "{}".to_owned() }),
    };
    server.store.append(&(0..1_200).map(ghost).collect::<Vec<_>>()).await.unwrap();
    server.turn(100);
    is_served(&mut server, &table).await;
}

/// Starts the server, at which a deadline of a table has passed.
async fn is_served(server: &mut TestServer, table: &str) {
    let before = server.steps(table).await.len();
    server.start().await;
    // Sweeps are distinguished by the clock.
    let served = async {
        while server.steps(table).await.len() == before {
            server.turn(1);
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, served).await.expect("the deadline is served");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_map_that_was_damaged_is_written_anew_when_somebody_plays_on_it() {
    let (mut server, people, tables) = two().await;
    server.stop().await;
    server.meddle("UPDATE records SET body = 'no map' WHERE kind = 'map'").await;
    server.start().await;
    let broken = people[0].get(&format!("/tables/{}/view", tables[0])).await.is(500);
    assert_eq!(broken["type"], "quarantined");
    server.table(&people, settings(2, 9, json!({}))).await;
    server.restart().await;
    for table in &tables {
        people[0].view(table, "").await;
    }
}
