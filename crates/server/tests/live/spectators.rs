//! Spectators: what they see, when, and where they may not.

use backchannel::Game;
use parley::{Audience, Seed};
use reqwest::Method;
use serde_json::{Value, json};

use crate::engine::{Engine, choose_peace, told};
use crate::follower::timeless;
use crate::play::WatchedSocket;
use crate::resume::play_on;
use crate::test_server::{TestServer, settings};

#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_sees_what_everybody_knows() {
    let server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let table = server.table(&people, settings(2, 3, json!({}))).await;
    let mut engine = Engine::<Game>::of(&server, &table, &people[0]).await;
    play_on(&server, &table, &people, &mut engine, &mut Seed::numbered(9, 0).stream(0), 12).await;
    let spectator = server.nobody().view(&table, "").await;
    assert_eq!(spectator["view"], json!(parley::Game::view(&engine.game, Audience::Spectator)));
    for part in ["seat", "options"] {
        assert_eq!(spectator[part], Value::Null);
    }
    assert_eq!(spectator["view"]["own"], Value::Null);
    let beside = people[0].view(&table, "?spectate=true").await;
    assert_eq!((&beside["view"], &beside["log"]), (&spectator["view"], &spectator["log"]));
    server.guest("Paul").await.get(&format!("/tables/{table}/view?seat=0")).await.is(404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_can_be_named_wherever_a_table_is_looked_at() {
    let server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let table = server.table(&people, settings(2, 3, json!({}))).await;
    let log = people[1].get(&format!("/tables/{table}/log?seat=1&limit=5")).await.ok();
    assert_eq!(log.as_array().map(Vec::is_empty), Some(false));
    people[1].get(&format!("/tables/{table}/log?seat=0")).await.is(404);
    let watch = WatchedSocket::open(&people[1], &table, "?seat=1").await;
    assert_eq!(watch.follower.seq, 1);
    let path = format!("/tables/{table}/events?seat=1&since=1");
    let mut stream = people[1].events(&path, None).await;
    assert_eq!(stream.next().await.data["type"], "table", "nothing was missed");
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_delay_everything_is_seen_later() {
    let server = TestServer::by_hand().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let clock =
        json!({ "pace": "live", "turn_seconds": 3600, "window_seconds": 3600, "bank_seconds": 0 });
    let changed = json!({ "spectators": { "allowed": true, "delay_seconds": 60 }, "clock": clock });
    let table = server.table(&people, settings(2, 4, changed)).await;
    let start = Engine::<Game>::of(&server, &table, &people[0]).await;
    let (mut engine, mut chance) = (start.clone(), Seed::numbered(10, 0).stream(0));
    let late = server.nobody();
    let mut watch = WatchedSocket::open(&late, &table, "").await;
    let mut stream = late.events(&format!("/tables/{table}/events"), None).await;
    assert_eq!(stream.next().await.data["seq"], 0);
    assert_eq!(watch.follower.seq, 0);

    play_on(&server, &table, &people, &mut engine, &mut chance, 12).await;
    server.turn(30);
    let first = server.steps(&table).await;
    play_on(&server, &table, &people, &mut engine, &mut chance, 12).await;
    for user in &people {
        user.post(&format!("/tables/{table}/pause"), json!({})).await.ok();
    }
    server.turn(29);
    let log = format!("/tables/{table}/log?limit=500");
    watch.compare(&table).await;
    assert_eq!(watch.follower.seq, 0);
    assert_eq!(watch.follower.table["clock"], Value::Null, "whose turn it is now is not told");
    assert_eq!(late.get(&log).await.ok(), json!([]));

    for (wait, steps) in [(1, &first), (30, &server.steps(&table).await)] {
        server.turn(wait);
        let known = told(&start.game, steps, Audience::Spectator);
        watch.reach(known.len() as u64 - 1).await;
        watch.compare(&table).await;
        assert_eq!(watch.follower.seq, known.len() as u64 - 1, "no more than that");
        assert_eq!(watch.follower.view, known.last().unwrap().view);
        let lines: Vec<&Value> = known.iter().flat_map(|told| &told.log).collect();
        assert_eq!(late.get(&log).await.ok(), json!(lines));
        let mut event = stream.next().await;
        while event.id != Some(watch.follower.seq) {
            event = stream.next().await;
        }
    }
    let present = people[0].view(&table, "?spectate=true").await;
    assert_eq!(present["table"]["paused"], true);
    assert_eq!(watch.follower.table, timeless(&present["table"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_game_is_over_late_spectators_see_its_end_at_once() {
    let mut server = TestServer::by_hand().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let late = json!({ "spectators": { "allowed": true, "delay_seconds": 3600 } });
    let table = server.table(&people, settings(2, 1, late)).await;
    let spectator = server.nobody();
    let mut watch = WatchedSocket::open(&spectator, &table, "").await;
    let mut stream = spectator.events(&format!("/tables/{table}/events"), None).await;
    let start = Engine::<Game>::of(&server, &table, &people[0]).await;
    let (mut engine, mut chance) = (start.clone(), Seed::numbered(11, 0).stream(0));
    engine.catch_up(&server, &table).await;
    while let Some((by, command)) = choose_peace(&engine.game, &mut chance) {
        assert_eq!(spectator.view(&table, "").await["seq"], 0);
        let id = format!("n{}", engine.steps);
        people[by.index()].command(&table, &id, by.0, json!(command)).await.ok();
        engine.catch_up(&server, &table).await;
    }
    let known = told(&start.game, &server.steps(&table).await, Audience::Spectator);
    let lines: Vec<&Value> = known.iter().flat_map(|told| &told.log).collect();
    let log = format!("/tables/{table}/log?limit=500");
    for _ in 0..2 {
        let view = spectator.at(&server.door).view(&table, "").await;
        assert_eq!(view["table"]["over"], true);
        assert_eq!(view["view"], known.last().unwrap().view);
        assert_eq!(spectator.at(&server.door).get(&log).await.ok(), json!(lines));
        if watch.follower.seq == 0 {
            watch.finish().await;
            watch.compare(&table).await;
            while stream.next().await.data["table"]["over"] != true {}
            server.restart().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_forbids_it_is_not_watched_until_it_is_over() {
    let server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let changed = json!({ "spectators": { "allowed": false } });
    let table = server.table(&people, settings(2, 1, changed)).await;
    let looks = ["view", "log", "setup", "events", "replay", "history", "honours"];
    let stranger = server.guest("Paul").await;
    for user in [&server.nobody(), &stranger] {
        for look in looks {
            user.get(&format!("/tables/{table}/{look}")).await.is(403);
        }
        assert_eq!(user.try_socket(&table, "").await.err(), Some(403));
    }
    people[0].get(&format!("/tables/{table}/view?spectate=true")).await.is(403);
    let mut watch = WatchedSocket::open(&people[0], &table, "").await;
    for (seat, user) in people.iter().enumerate() {
        user.post(&format!("/tables/{table}/seats/{seat}/relief"), json!({})).await.ok();
    }
    watch.finish().await;
    for look in looks.into_iter().filter(|look| *look != "events") {
        let answer = stranger.get(&format!("/tables/{table}/{look}")).await;
        assert_eq!(answer.status, 200, "{look}: {}", answer.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_table_does_not_exist_for_strangers_on_any_way() {
    let server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let table = server.table(&people, settings(2, 3, json!({ "visibility": "private" }))).await;
    let stranger = server.guest("Paul").await;
    let command = json!({ "id": "x", "command": { "type": "pass" } });
    let signal = json!({ "signal": { "first": { "template": 0, "filler": null } } });
    let invite = server.record(&table).await["invite"].as_str().unwrap().to_owned();
    let ways = [
        (Method::GET, "", None),
        (Method::GET, "/view", None),
        (Method::GET, "/view?spectate=true", None),
        (Method::GET, &format!("/view?invite={invite}"), None),
        (Method::GET, "/view?seat=0", None),
        (Method::GET, "/log", None),
        (Method::GET, "/setup", None),
        (Method::GET, "/events", None),
        (Method::GET, "/replay", None),
        (Method::GET, "/history", None),
        (Method::GET, "/honours", None),
        (Method::GET, "/reasons?step=1", None),
        (Method::POST, "/commands", Some(command)),
        (Method::POST, "/render", Some(signal)),
        (Method::POST, "/vocabulary", Some(json!({}))),
        (Method::POST, "/verdict", Some(json!({ "to": 1, "terms": [] }))),
        (Method::POST, "/pause", Some(json!({}))),
        (Method::POST, "/resume", Some(json!({}))),
        (Method::POST, "/seats", Some(json!({}))),
        (Method::POST, "/seats/0/relief", Some(json!({}))),
        (Method::DELETE, "/seats/0/relief", None),
        (Method::POST, "/start", Some(json!({}))),
    ];
    for (method, way, body) in ways {
        let real =
            stranger.ask(method.clone(), &format!("/tables/{table}{way}"), body.clone()).await;
        let made_up = stranger.ask(method, &format!("/tables/nosuchtable{way}"), body).await;
        assert_eq!((real.status, &real.json), (made_up.status, &made_up.json), "{way}");
        assert!([404, 422].contains(&real.status), "{way}: {}", real.text);
    }
    for user in [&stranger, &server.nobody()] {
        assert_eq!(user.try_socket(&table, "").await.err(), Some(404));
    }
    assert_eq!(stranger.get("/inbox").await.ok(), json!({ "tables": [] }));
    assert!(!stranger.get("/tables").await.text.contains(&table));
}
