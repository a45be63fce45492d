//! A third game is hosted by one registration, with everything that a table needs.

use parley::replay;
use parley::{Seat, SeatSet};
use serde_json::{Value, json};
use server::doctor::Doctor;

use crate::follower::Follower;
use crate::haggle::Haggle;
use crate::play::WatchedSocket;
use crate::test_server::{TestServer, games};
use crate::twins::Fork;
use crate::user::User;

fn pile(seats: usize, rounds: u16, changed: Value) -> Value {
    let game = json!({ "ruleset": "haggle", "seats": seats, "rounds": rounds });
    let mut settings = json!({ "title": "Coins", "bot_pace_ms": 0, "game": game });
    let Value::Object(changed) = changed else { panic!("settings have names") };
    for (key, value) in changed {
        settings[key] = value;
    }
    settings
}

fn offer(to: u8, coins: u8) -> Value {
    json!({ "type": "offer", "to": to, "coins": coins })
}

fn answer(accept: bool) -> Value {
    json!({ "type": "answer", "accept": accept })
}

/// Sends a command that is carried out.
async fn act(user: &User, table: &str, id: &str, seat: u8, command: Value) {
    user.command(table, id, seat, command).await.ok();
}

/// Two seats share out every lot of so many rounds.
async fn share(people: &[User], table: &str, rounds: u16) {
    for round in 0..rounds {
        for (from, to) in [(0, 1), (1, 0)] {
            let id = format!("{round} {from}");
            act(&people[from], table, &id, from as u8, offer(to as u8, 4)).await;
            act(&people[to], table, &id, to as u8, answer(true)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_has_a_lobby() {
    let server = TestServer::open().await;
    let [olga, sam] = server.guests(["Olga", "Sam"]).await;
    let reference = olga.get("/rulesets/haggle").await.ok();
    assert_eq!(reference["lot"], 10);
    let book = olga.get("/rules/haggle").await.ok();
    assert_eq!(book["sections"][0]["clauses"][1]["id"], "HG-02");

    let refused = olga.post("/tables", pile(7, 3, json!({}))).await.is(422);
    assert_eq!(refused["field"], "game.seats");
    let refused = olga.post("/tables", pile(2, 3, json!({ "game": 7 }))).await.is(422);
    assert_eq!(refused["field"], "game");
    let unknown = json!({ "game": { "ruleset": "haggle", "seats": 2, "lots": 5 } });
    let refused = olga.post("/tables", unknown).await.is(422);
    assert!(refused["detail"].as_str().unwrap().starts_with("Unknown field `lots`"), "{refused}");
    let wrong = json!({ "game": { "ruleset": "haggle", "seats": "two" } });
    assert_eq!(olga.post("/tables", wrong).await.is(422)["field"], "game.seats");
    let nothing = json!({ "game": { "ruleset": "dice", "seats": 2 } });
    assert_eq!(olga.post("/tables", nothing).await.is(422)["field"], "game.ruleset");

    let game = json!({ "ruleset": "haggle", "seats": 3 });
    let table = olga.post("/tables", json!({ "game": game })).await.ok();
    assert_eq!(table["settings"]["title"], "A pile of coins");
    assert_eq!(table["settings"]["game"]["rounds"], 3, "what was left out is filled in");
    assert_eq!(table["seats"][2]["name"], "Chair 3");
    let id = table["id"].as_str().unwrap();
    let listed = sam.get("/tables?ruleset=haggle").await.ok();
    assert_eq!(listed[0]["id"], table["id"]);
    assert_eq!(sam.get("/tables?ruleset=backchannel").await.ok(), json!([]));
    sam.get("/tables?ruleset=dice").await.is(400);
    sam.post(&format!("/tables/{id}/seats"), json!({})).await.ok();
    let again = sam.post(&format!("/tables/{id}/seats"), json!({})).await.is(409);
    assert_eq!(again["type"], "conflict");
    let bot = |name: &str| json!({ "bot": name });
    let seat = format!("/tables/{id}/seats/2/bot");
    let refused = olga.put(&seat, bot("envoy")).await.is(422);
    assert_eq!(refused["field"], "bot");
    olga.put(&seat, bot("trader")).await.ok();
    let begun = olga.post(&format!("/tables/{id}/start"), json!({})).await.ok();
    assert_eq!((&begun["standing"], &begun["ruleset"]), (&json!("playing"), &json!("haggle")));
    let setup = sam.get(&format!("/tables/{id}/setup")).await.ok();
    assert_eq!(setup["names"].as_array().unwrap().len(), 3);
    assert_eq!(
        olga.post(&format!("/tables/{id}/close"), json!({})).await.is(422)["type"],
        "invalid"
    );
    sam.post(&format!("/tables/{id}/verdict"), json!({ "to": 1, "terms": [] })).await.is(404);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_played_over_sockets_through_a_crash_to_its_end() {
    let mut server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let table = server.table(&people, pile(2, 2, json!({}))).await;
    let mut watch = WatchedSocket::open(&people[1], &table, "").await;
    let wrong = people[1].command(&table, "early", 1, offer(0, 3)).await.is(422);
    assert_eq!((&wrong["clause"], &wrong["type"]), (&json!("HG-01"), &json!("refused")));
    people[0].command(&table, "odd", 0, json!({ "type": "steal" })).await.is(422);
    act(&people[0], &table, "offer", 0, offer(1, 4)).await;
    watch.compare(&table).await;
    assert_eq!(watch.follower.view["own"]["coins"], 4);
    let known = watch.follower.clone();
    drop(watch);

    server.restart().await;
    act(&people[1], &table, "answer", 1, answer(true)).await;
    act(&people[1], &table, "answer", 1, answer(true)).await;
    let line = people[1].socket(&table, &format!("?since={}", known.seq)).await;
    let (user, how) = (people[1].clone(), String::new());
    let mut watch = WatchedSocket { user, how, line, follower: known };
    watch.compare(&table).await;
    assert_eq!(watch.follower.view["own"]["purse"], 4, "once, though it was sent twice");

    act(&people[1], &table, "pass", 1, json!({ "type": "pass" })).await;
    act(&people[0], &table, "second", 0, json!({ "type": "pass" })).await;
    act(&people[1], &table, "last", 1, json!({ "type": "pass" })).await;
    let over = people[0].get(&format!("/tables/{table}")).await.ok();
    assert_eq!(over["standing"], "over");
    let view = people[0].view(&table, "").await;
    assert_eq!(view["view"]["opened"][1]["purse"], 4);
    people[0].command(&table, "late", 0, json!({ "type": "pass" })).await.is(422);

    let file = people[0].get(&format!("/tables/{table}/replay")).await.text;
    let read = replay::read::<Haggle>(file.as_bytes()).unwrap();
    let verified = replay::verify(&read).unwrap();
    assert!(parley::Game::is_over(verified.game()));
    let history = people[1].get(&format!("/tables/{table}/history?eyes=1")).await.ok();
    let messages = history.as_array().unwrap();
    let mut follower = Follower::of(&messages[0]);
    messages[1..].iter().for_each(|message| follower.hear(message));
    assert_eq!(follower.view, people[1].view(&table, "").await["view"]);
    people[0].get(&format!("/tables/{table}/honours")).await.is(404);

    server.stop().await;
    let doctor = Doctor::open(&server.address()).await.unwrap();
    let report = doctor.examine(games().hosts(), None, &mut |_| {}).await.unwrap();
    assert!(report.sound, "{report:?}");
    // A server without the game says so, and changes nothing.
    let report = doctor.examine(games::all().hosts(), None, &mut |_| {}).await.unwrap();
    assert!(report.faults[0].what.contains("`haggle` is not hosted here"), "{report:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_come_is_played_for() {
    let server = TestServer::by_hand().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let clock =
        json!({ "pace": "live", "turn_seconds": 60, "window_seconds": 20, "bank_seconds": 0 });
    let changed = json!({ "clock": clock, "relief_after": 2 });
    let table = server.table(&people, pile(2, 20, changed)).await;
    let mut watch = WatchedSocket::open(&people[1], &table, "").await;
    assert_eq!(watch.follower.table["clock"]["stage"], "turn");
    server.turn(60);
    watch.until(|table| table["clock"]["seat"] == 1).await;
    assert_eq!(watch.follower.table["seats"][0]["timeouts"], 1);
    act(&people[1], &table, "offer", 1, offer(0, 5)).await;
    watch.until(|table| table["clock"]["stage"] == "window").await;
    server.turn(20);
    watch.until(|table| table["clock"]["stage"] == "turn").await;
    watch.compare(&table).await;
    assert_eq!(watch.follower.view["lots"], 0, "a caretaker signs nothing");
    // After that a bot has the seat, which accepts what is fair.
    watch.until(|table| table["seats"][0]["relieved"] == true).await;
    watch.until(|table| table["clock"]["seat"] == 1).await;
    assert_eq!(watch.follower.view["asked"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_play_it() {
    let server = TestServer::open().await;
    let olga = server.guest("Olga").await;
    let opened = olga.post("/tables", pile(6, 3, json!({}))).await.ok();
    let id = opened["id"].as_str().unwrap();
    for seat in 1..6 {
        let path = format!("/tables/{id}/seats/{seat}/bot");
        olga.put(&path, json!({ "bot": "trader" })).await.ok();
    }
    olga.post(&format!("/tables/{id}/start"), json!({})).await.ok();
    olga.post(&format!("/tables/{id}/seats/0/relief"), json!({})).await.ok();
    let mut watch = WatchedSocket::open(&olga, id, "").await;
    watch.until(|table| table["over"] == true).await;
    assert!(olga.view(id, "").await["view"]["lots"].as_u64().unwrap() > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_offer_is_worth_cannot_be_told_by_others() {
    let mut server = TestServer::by_hand().await;
    let people = server.guests(["Olga", "Sam", "Ida"]).await;
    let table = server.table(&people, pile(3, 3, json!({}))).await;
    server.stop().await;
    let in_the_know = SeatSet::only(Seat(0)).with(Seat(1));
    let fork = Fork { server: &server, table: &table, people: &people, in_the_know };
    let way = |coins| [(Seat(0), offer(1, coins)), (Seat(1), answer(true))];
    let asked = [(Seat(2), answer(true)), (Seat(2), offer(0, 1))];
    fork.looks_alike(&way(3), &way(7), &asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn masks_deal_its_seats_out() {
    let server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let table = server.table(&people, pile(2, 1, json!({ "anonymous": true }))).await;
    let shown = people[0].get(&format!("/tables/{table}")).await.ok();
    let yours = shown["yours"][0].as_u64().unwrap() as usize;
    let other = &shown["seats"][1 - yours];
    assert!(other["name"].as_str().unwrap().starts_with("The "), "{other}");
    assert_eq!(other["holder"]["person"], Value::Null);
    let seated: Vec<User> = match yours {
        0 => people.to_vec(),
        _ => people.iter().rev().cloned().collect(),
    };
    share(&seated, &table, 1).await;
    let over = people[0].get(&format!("/tables/{table}")).await.ok();
    assert_eq!(over["seats"][1 - yours]["holder"]["person"]["name"], "Sam");
}

/// Calls a tool of the Model Context Protocol as a program of this person's.
async fn tool(program: &User, name: &str, arguments: Value) -> Value {
    let params = json!({ "name": name, "arguments": arguments });
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    program.post("mcp", call).await.ok()["result"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_language_model_plays_it_with_the_same_tools() {
    let server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let table = server.table(&people, pile(2, 1, json!({}))).await;
    let scopes = ["read", "play"];
    let (olga, sam) = (people[0].program(&scopes).await.0, people[1].program(&scopes).await.0);
    let clause = tool(&olga, "rules", json!({ "clause": "HG-02" })).await;
    assert!(clause["content"][0]["text"].as_str().unwrap().starts_with("HG-02: An offer gives"));
    let offers = tool(&olga, "offer", json!({ "table": table })).await;
    let offers = &offers["structuredContent"];
    assert!(offers["total"].as_u64().unwrap() >= 10, "{offers}");
    let said = tool(&olga, "say", json!({ "table": table })).await;
    assert_eq!(said["structuredContent"]["ready"]["total"], 0, "nothing is said at this game");
    let no_deal = json!({ "table": table, "deal": { "type": "pass" }, "send": true });
    assert_eq!(tool(&olga, "offer", no_deal).await["isError"], true);
    let deal = json!({ "table": table, "deal": offer(1, 4), "send": true });
    assert_ne!(tool(&olga, "offer", deal).await["isError"], true);
    let yes = json!({ "table": table, "from": 0, "accept": true, "send": true });
    assert_eq!(tool(&olga, "answer", yes.clone()).await["isError"], true, "it is for another seat");
    let done = tool(&sam, "answer", yes).await;
    assert_eq!(done["structuredContent"]["command"], answer(true), "{done}");
    let view = people[1].view(&table, "").await;
    assert_eq!(view["view"]["own"]["purse"], 4);
    assert_eq!(tool(&sam, "judge", json!({ "situation": {} })).await["isError"], true);
}
