//! One person keeps the desk for a group: what was agreed aloud is recorded for both sides at once.

use serde_json::{Value, json};

use crate::test_server::TestServer;
use crate::user::User;

/// A desk whose scribe sits on all three seats.
async fn desk(scribe: &User) -> String {
    let player = |name: &str, faction: &str| json!({ "name": name, "faction": faction });
    let players = [player("Ann", "hacan"), player("Bob", "sol"), player("Cyd", "letnev")];
    let neighbours = json!([[0, 1], [1, 2], [0, 2]]);
    let setup = json!({ "players": players, "desk": true, "neighbours": neighbours });
    let wanted = json!({ "title": "Saturday", "game": { "ruleset": "twilight", "setup": setup } });
    let table = scribe.post("/tables", wanted).await.ok()["id"].as_str().unwrap().to_owned();
    for seat in 1..3 {
        scribe.post(&format!("/tables/{table}/seats"), json!({ "seat": seat })).await.ok();
    }
    scribe.post(&format!("/tables/{table}/start"), json!({})).await.ok();
    table
}

fn promise(to: u8, text: &str) -> Value {
    json!({ "type": "offer", "to": to, "terms": [{ "by": 0, "act": { "act": "words", "text": text } }] })
}

fn agreement(id: &str, with: u8, command: &Value) -> Value {
    json!({ "id": id, "seat": 0, "with": with, "command": command })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_that_was_struck_aloud_is_one_request_and_is_recorded_once() {
    let mut server = TestServer::open().await;
    let scribe = server.guest("Olga").await;
    let table = desk(&scribe).await;
    let path = format!("/tables/{table}/agreed");
    let body = agreement("pact", 1, &promise(1, "I stay out of your home"));
    let receipt = scribe.post(&path, body.clone()).await.ok();
    let steps = server.steps(&table).await.len();
    assert_eq!(scribe.post(&path, body.clone()).await.ok(), receipt);
    server.restart().await;
    let scribe = scribe.at(&server.door);
    scribe.post(&path, body).await.ok();
    assert_eq!(server.steps(&table).await.len(), steps, "a retry records nothing again");
    let seat = |number: u8| format!("?seat={number}");
    let bob = scribe.view(&table, &seat(1)).await;
    assert_eq!(bob["view"]["own"]["received"], json!([]));
    assert_eq!(bob["view"]["own"]["promises"].as_array().unwrap().len(), 1, "{bob}");
}

#[tokio::test(flavor = "multi_thread")]
async fn if_either_side_is_refused_nothing_is_recorded() {
    let server = TestServer::open().await;
    let scribe = server.guest("Olga").await;
    let table = desk(&scribe).await;
    let path = format!("/tables/{table}/agreed");
    let before = server.steps(&table).await.len();
    scribe.post(&path, agreement("a", 2, &promise(1, "to another"))).await.is(422);
    scribe.post(&path, agreement("b", 0, &promise(1, "to oneself"))).await.is(422);
    scribe.post(&path, agreement("c", 1, &json!({ "type": "leave" }))).await.is(422);
    server.guest("Paul").await.post(&path, agreement("d", 1, &promise(1, "x"))).await.is(404);
    assert_eq!(server.steps(&table).await.len(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_agreement_stays_refused_and_its_id_is_for_nothing_else() {
    let server = TestServer::open().await;
    let scribe = server.guest("Olga").await;
    let table = desk(&scribe).await;
    let path = format!("/tables/{table}/agreed");
    let turn = json!({ "type": "set_moment", "moment": { "step": "start_of_turn", "active": 0, "asked": null } });
    scribe.command(&table, "turn", 0, turn).await.ok();
    let goods = |by: u8, count: u8| json!({ "by": by, "act": { "act": "transfer", "goods": { "trade_goods": count } } });
    let trade = json!({ "type": "offer", "to": 1, "terms": [goods(1, 9)] });
    let refused = scribe.post(&path, agreement("trade", 1, &trade)).await.is(422);
    let gain = json!({ "type": "book", "entry": { "entry": "gain_goods", "count": 9 } });
    scribe.command(&table, "gain", 1, gain).await.ok();
    let steps = server.steps(&table).await.len();
    assert_eq!(scribe.post(&path, agreement("trade", 1, &trade)).await.is(422), refused);
    scribe.post(&path, agreement("trade", 1, &promise(1, "x"))).await.is(409);
    assert_eq!(server.steps(&table).await.len(), steps);
    scribe.post(&path, agreement("again", 1, &trade)).await.ok();
    scribe.post(&path, agreement("again", 1, &promise(1, "x"))).await.is(409);
    scribe.post(&path, agreement("again", 2, &trade)).await.is(409);
    assert_eq!(server.steps(&table).await.len(), steps + 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_is_not_stored_without_its_acceptance() {
    let mut server = TestServer::open().await;
    let scribe = server.guest("Olga").await;
    let table = desk(&scribe).await;
    let path = format!("/tables/{table}/agreed");
    let body = agreement("pact", 1, &promise(1, "I stay out of your home"));
    let before = server.steps(&table).await.len();
    let fail = "CREATE TRIGGER no_acceptance BEFORE INSERT ON steps WHEN NEW.mark LIKE '%:2' \
        BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";
    server.alter(fail).await;
    scribe.post(&path, body.clone()).await.is(503);
    server.stop().await;
    assert_eq!(server.steps(&table).await.len(), before, "neither of the two");
    server.meddle("DROP TRIGGER no_acceptance").await;
    server.start().await;
    let scribe = scribe.at(&server.door);
    scribe.post(&path, body).await.ok();
    assert_eq!(server.steps(&table).await.len(), before + 2);
}
