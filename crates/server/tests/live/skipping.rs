//! The rest of a game that only bots play on, the pace of bots, and spectators who see the whole map.

use std::time::Duration;

use backchannel::Game;
use parley::{Audience, Seed};
use serde_json::{Value, json};

use crate::engine::{Engine, told};
use crate::play::WatchedSocket;
use crate::resume::play_on;
use crate::test_server::{TestServer, settings};
use crate::user::User;

/// A table of one person and five soldiers.
async fn among_bots(owner: &User, pace_ms: u32) -> String {
    let game = json!({
        "ruleset": "backchannel", "map": "trade-wind-sea", "seats": 6,
        "settings": { "round_limit": null, "lift_fog": true, "numbers": { "starting_troops": 1 } },
    });
    let wanted = settings(6, 1, json!({ "game": game, "bot_pace_ms": pace_ms }));
    let table = owner.post("/tables", wanted).await.ok()["id"].as_str().unwrap().to_owned();
    for seat in 1..6 {
        let path = format!("/tables/{table}/seats/{seat}/bot");
        owner.put(&path, json!({ "bot": "soldier" })).await.ok();
    }
    owner.post(&format!("/tables/{table}/start"), json!({})).await.ok();
    table
}

/// A table at which its person has just been eliminated. A bot plays for them, and does not always fall first.
async fn left_to_bots(owner: &User) -> String {
    for _ in 0..40 {
        let table = among_bots(owner, 10).await;
        owner.post(&format!("/tables/{table}/seats/0/relief"), json!({})).await.ok();
        loop {
            let around = owner.view(&table, "").await["table"].clone();
            if around["left_to_bots"] == true {
                return table;
            }
            if around["over"] == true {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    panic!("a soldier among six has outlived four others forty times");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_out_among_bots_skips_to_the_end_and_plays_again() {
    let mut server = TestServer::open().await;
    let owner = server.guest("Olga").await;
    let table = left_to_bots(&owner).await;
    let (skip, rematch) = (format!("/tables/{table}/skip"), format!("/tables/{table}/rematch"));
    server.guest("Paul").await.post(&skip, json!({})).await.is(403);
    owner.put(&format!("/tables/{table}/pace"), json!({ "bot_pace_ms": 10_000 })).await.ok();
    let again = owner.post(&rematch, json!({})).await.ok();
    assert_eq!(again["standing"], "gathering");
    assert_eq!(again["seats"][1]["holder"]["bot"], "soldier");
    assert_eq!(owner.post(&rematch, json!({})).await.ok()["id"], again["id"]);
    owner.post(&skip, json!({})).await.ok();
    // It is one step, and a restart does not forget it.
    server.restart().await;
    let owner = owner.at(&server.door);
    let mut watch = WatchedSocket::open(&owner, &table, "").await;
    assert_eq!(watch.follower.table["skipped"], true);
    watch.finish().await;
    let start = Engine::<Game>::of(&server, &table, &owner).await;
    let known = told(&start.game, &server.steps(&table).await, Audience::Seat(parley::Seat(0)));
    assert_eq!(watch.follower.view, known.last().unwrap().view, "its steps are like any other");
    assert_eq!(owner.get(&format!("/tables/{table}")).await.ok()["standing"], "over");
    owner.post(&skip, json!({})).await.is(409);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_skips_a_game_that_a_person_still_plays() {
    let server = TestServer::open().await;
    let owner = server.guest("Olga").await;
    let table = among_bots(&owner, 10_000).await;
    let refused = owner.post(&format!("/tables/{table}/skip"), json!({})).await.is(409);
    let sentence = "The rest can be skipped once every person at the table is out of the game.";
    assert_eq!(refused["detail"], sentence);
    owner.post(&format!("/tables/{table}/rematch"), json!({})).await.is(409);
    assert_eq!(server.steps(&table).await.len(), 1, "nothing has changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_sets_the_pace_of_the_bots_while_they_play() {
    let mut server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let table = server.table(&people, settings(2, 1, json!({ "bot_pace_ms": 10_000 }))).await;
    let path = format!("/tables/{table}/pace");
    for (seat, user) in people.iter().enumerate() {
        user.post(&format!("/tables/{table}/seats/{seat}/relief"), json!({})).await.ok();
    }
    people[1].put(&path, json!({ "bot_pace_ms": 0 })).await.is(403);
    people[0].put(&path, json!({ "bot_pace_ms": 10_001 })).await.is(422);
    people[0].put(&path, json!({ "bot_pace_ms": 9_000 })).await.ok();
    let before = server.steps(&table).await.len();
    people[0].put(&path, json!({ "bot_pace_ms": 9_000 })).await.ok();
    assert_eq!(server.steps(&table).await.len(), before, "it is the pace already");
    server.restart().await;
    let owner = people[0].at(&server.door);
    assert_eq!(owner.view(&table, "").await["table"]["bot_pace_ms"], 9_000);
    let mut watch = WatchedSocket::open(&owner, &table, "").await;
    owner.put(&path, json!({ "bot_pace_ms": 0 })).await.ok();
    // At the old pace this would take minutes.
    watch.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_of_an_open_map_see_it_later_and_nobody_with_a_seat_does() {
    let server = TestServer::by_hand().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let wanted = |seconds: u32| {
        let mut wanted = settings(
            2,
            4,
            json!({
                "spectators": { "allowed": true, "delay_seconds": seconds },
            }),
        );
        wanted["game"]["settings"]["open_map"] = json!(true);
        wanted
    };
    let refused = people[0].post("/tables", wanted(59)).await.is(422);
    assert_eq!(refused["field"], "spectators.delay_seconds");
    let table = server.table(&people, wanted(60)).await;
    let mut engine = Engine::<Game>::of(&server, &table, &people[0]).await;
    let start = engine.clone();
    play_on(&server, &table, &people, &mut engine, &mut Seed::numbered(12, 0).stream(0), 10).await;
    let spectator = server.nobody();
    assert_eq!(spectator.view(&table, "").await["seq"], 0);
    server.turn(60);
    let known = told(&start.game, &server.steps(&table).await, Audience::Spectator);
    let mut watch = WatchedSocket::open(&spectator, &table, "").await;
    watch.reach(known.len() as u64 - 1).await;
    assert_eq!(watch.follower.view, known.last().unwrap().view);
    let seen = |land: &Value| land.get("seen").is_some();
    assert!(watch.follower.view["lands"].as_array().unwrap().iter().all(seen));
    assert_eq!(watch.follower.view["opened"], json!([]));
    for path in ["view", "log"] {
        let path = format!("/tables/{table}/{path}?spectate=true");
        people[0].get(&path).await.is(403);
    }
}
