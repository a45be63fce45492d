//! A game that is played to its end, and what can be downloaded of it.

use std::slice;

use backchannel::Game;
use parley::{Audience, Seat};
use serde_json::{Value, json};

use crate::engine::{Engine, all_may_be_known, told};
use crate::test_server::{TestServer, settings};
use crate::user::User;

const AFTER: [&str; 4] = ["replay", "history", "honours", "reasons?step=1"];

/// All messages until the table is over.
async fn to_the_end(user: &User, table: &str, relieve: bool) -> Vec<Value> {
    let mut line = user.socket(table, "").await;
    let mut heard = vec![line.next().await];
    if relieve {
        let seat = heard[0]["seat"].as_u64().unwrap();
        user.post(&format!("/tables/{table}/seats/{seat}/relief"), json!({})).await.ok();
    }
    while heard.last().unwrap()["table"]["over"] != true {
        heard.push(line.next().await);
    }
    heard
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_masks_and_bots_runs_to_its_end_and_is_opened_then() {
    let server = TestServer::open().await;
    let olga = server.guest("Olga").await;
    let changed =
        json!({ "anonymous": true, "visibility": "private", "spectators": { "allowed": false } });
    let table = server.table(slice::from_ref(&olga), settings(4, 8, changed)).await;
    let path = |rest: &str| format!("/tables/{table}/{rest}");
    for after in AFTER {
        assert_eq!(olga.get(&path(after)).await.is(409)["type"], "not_over");
    }
    let seed = server.record(&table).await["game"]["seed"].clone();
    assert_eq!(olga.get(&format!("/tables/{table}")).await.ok()["seed"], Value::Null);

    let heard = to_the_end(&olga, &table, true).await;
    let seat = heard[0]["seat"].as_u64().unwrap();

    let shown = olga.get(&format!("/tables/{table}")).await.ok();
    assert_eq!((&shown["standing"], &shown["seed"]), (&json!("over"), &seed));
    assert_eq!(shown["ended_at"], server.steps(&table).await.last().unwrap().at);
    assert_eq!(server.record(&table).await["standing"], "over");

    let replay = olga.get(&path("replay")).await;
    let replay = parley::replay::read::<Game>(replay.text.as_bytes()).unwrap();
    let verified = parley::replay::verify(&replay).unwrap();
    let engine = Engine::<Game>::now(&server, &table, &olga).await;
    assert!(*verified.game() == engine.game);

    let honours = olga.get(&path("honours")).await.ok();
    assert_eq!(honours["outcome"], heard.last().unwrap()["view"]["outcome"]);
    assert_eq!(honours["honours"].as_array().unwrap().len(), 4);
    assert_eq!(honours["series"][0]["round"], 1);

    let history = olga.get(&path(&format!("history?eyes={seat}"))).await.ok();
    same_news(&heard, history.as_array().unwrap());
    let everything = olga.get(&path("history")).await.ok();
    assert_eq!(everything.as_array().unwrap()[0]["view"]["opened"].as_array().unwrap().len(), 4);
    let start = Engine::<Game>::of(&server, &table, &olga).await.game;
    let steps = server.steps(&table).await;
    for eyes in 0..4 {
        let history = olga.get(&path(&format!("history?eyes={eyes}"))).await.ok();
        let known = told(&start, &steps, Audience::Seat(Seat(eyes)));
        let checked = all_may_be_known(history.as_array().unwrap(), &known);
        assert_eq!(checked, known.len(), "history leaves nothing out");
    }
    olga.get(&path("history?eyes=4")).await.is(404);
    let stranger = server.guest("Paul").await;
    for after in AFTER {
        stranger.get(&path(after)).await.is(404);
    }
}

/// The news of a socket equals the history, apart from what is around the game and who moved.
fn same_news(heard: &[Value], history: &[Value]) {
    let bare = |message: &Value| {
        let mut message = message.clone();
        message.as_object_mut().unwrap().retain(|field, _| !matches!(&**field, "table" | "by"));
        message
    };
    let first = heard[0]["seq"].as_u64().unwrap();
    let heard = heard.iter().filter(|message| message["type"] == "news").map(bare);
    let history = history.iter().filter(|message| message["seq"].as_u64() > Some(first));
    assert!(heard.eq(history.map(bare)));
}

#[tokio::test(flavor = "multi_thread")]
async fn masks_fall_when_the_game_is_over() {
    let server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let changed = json!({ "anonymous": true });
    let table = server.table(&people, settings(3, 1, changed)).await;
    let spectator = server.nobody();
    let mut line = spectator.socket(&table, "").await;
    line.next().await;
    let (one, two) =
        tokio::join!(to_the_end(&people[0], &table, true), to_the_end(&people[1], &table, true));
    let heard = [one.last().unwrap().clone(), two.last().unwrap().clone()];
    let mut last = line.next().await;
    while last["table"]["over"] != true {
        for user in &people {
            assert!(!last.to_string().contains(user.id()), "{last}");
        }
        last = line.next().await;
    }
    for message in
        heard.iter().chain([&last, &spectator.get(&format!("/tables/{table}")).await.ok()])
    {
        let seats = if message["seats"].is_array() {
            &message["seats"]
        } else {
            &message["table"]["seats"]
        };
        for user in &people {
            assert!(seats.to_string().contains(user.id()), "{seats}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_right_after_the_last_move_still_ends_the_table() {
    let mut server = TestServer::open().await;
    let olga = server.guest("Olga").await;
    let table = server.table(slice::from_ref(&olga), settings(2, 1, json!({}))).await;
    to_the_end(&olga, &table, true).await;
    let ended = olga.get(&format!("/tables/{table}")).await.ok()["ended_at"].clone();
    server.stop().await;
    let unfinished = |record: &mut Value| {
        record["standing"] = json!("playing");
        record["ended_at"] = Value::Null;
    };
    server.rewrite(&table, unfinished).await;
    server.restart().await;
    assert_eq!(olga.view(&table, "").await["table"]["over"], true);
    let shown = olga.get(&format!("/tables/{table}")).await.ok();
    assert_eq!((&shown["standing"], &shown["ended_at"]), (&json!("over"), &ended));
    assert_eq!(olga.get(&format!("/tables/{table}/replay")).await.status, 200);
}
