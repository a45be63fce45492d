//! Secrets that the server keeps, not the game: who wears which mask, whose inbox changes, what is delayed, hands
//! before the start. Two worlds that differ only in one of them look the same to everybody else.

use parley::{Seat, SeatSet, Seed};
use serde_json::{Value, json};

use crate::engine::{Engine, choose_peace};
use crate::leak::desk;
use crate::routes::{RecordedResponse, snoop};
use crate::test_server::{TestServer, settings};
use crate::twins::Fork;
use crate::user::User;

/// Two copies of the server, which then diverge.
async fn twins(server: &mut TestServer) -> [TestServer; 2] {
    server.stop().await;
    [server.copy().await, server.copy().await]
}

/// All responses to these people, on every route.
async fn looked(server: &TestServer, users: &[User], table: &str) -> Vec<Vec<RecordedResponse>> {
    let mut seen = Vec::new();
    for user in users {
        seen.push(snoop(&user.at(&server.door), table).await);
    }
    seen
}

fn offer() -> Value {
    let words = json!({ "act": "words", "text": "between one and two" });
    json!({ "type": "offer", "to": 2, "terms": [{ "by": 1, "act": words }] })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_offer_at_a_desk_is_told_to_nobody_else() {
    let mut server = TestServer::by_hand().await;
    let people = server.guests(["Olga", "Sam", "Ida"]).await;
    let table = server.table(&people, desk()).await;
    server.stop().await;
    let in_the_know = SeatSet::only(Seat(1)).with(Seat(2));
    let fork = Fork { server: &server, table: &table, people: &people, in_the_know };
    fork.looks_alike(&[(Seat(1), offer())], &[], &[]).await;
}

/// An inbox stream shows only what is sent: another table of one's own proves that nothing else was.
#[tokio::test(flavor = "multi_thread")]
async fn an_inbox_says_nothing_of_an_offer_between_others() {
    let server = TestServer::by_hand().await;
    let people = server.guests(["Olga", "Sam", "Ida"]).await;
    let table = server.table(&people, desk()).await;
    let mut inbox = people[0].events("/inbox/events", None).await;
    let before = inbox.next().await.data["tables"][0].clone();
    assert_eq!((&before["table"], &before["round"]), (&json!(table), &json!(1)));
    server.turn(5);
    people[1].command(&table, "offer", 1, offer()).await.ok();
    assert_eq!(people[2].get("/inbox").await.ok()["tables"][0]["proposals"], 1);
    people[0].post("/tables", settings(2, 2, json!({}))).await.ok();
    let after = inbox.next().await.data["tables"].clone();
    assert_eq!(after.as_array().unwrap().len(), 2, "it is the first news of all");
    assert!(after.as_array().unwrap().contains(&before), "{after}");
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restart_no_inbox_knows_when_others_made_a_deal() {
    let mut server = TestServer::by_hand().await;
    let people = server.guests(["Olga", "Sam", "Ida"]).await;
    let table = server.table(&people, desk()).await;
    let mut seen = Vec::new();
    for (mut world, offers) in twins(&mut server).await.into_iter().zip([true, false]) {
        let [olga, sam, ida] = [0, 1, 2].map(|seat| people[seat].at(&world.door));
        world.turn(5);
        if offers {
            sam.command(&table, "offer", 1, offer()).await.ok();
            sam.command(&table, "withdraw", 1, json!({ "type": "withdraw", "to": 2 })).await.ok();
        }
        world.restart().await;
        world.turn(5);
        ida.post(&format!("/tables/{table}/pause"), json!({})).await.ok();
        seen.push(olga.get("/inbox").await.text);
    }
    assert_eq!(seen[0], seen[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_seen_later_is_seen_later_wherever_one_looks() {
    for spectators in
        [json!({ "allowed": true, "delay_seconds": 3600 }), json!({ "allowed": false })]
    {
        let mut server = TestServer::by_hand().await;
        let people = server.guests(["Olga", "Sam"]).await;
        let changed = json!({ "spectators": spectators, "allow_bots": false });
        let mut settings = settings(2, 9, changed);
        settings["game"]["settings"]["shared_victory"] = json!(false);
        let table = server.table(&people, settings).await;
        let known = server.guest("Paul").await;
        let invite = server.record(&table).await["invite"].as_str().unwrap().to_owned();
        known.post(&format!("/invites/{invite}"), json!({})).await.ok();
        assert_eq!(known.get("/inbox").await.ok()["tables"][0]["table"], table);
        let others = [known, server.guest("Stan").await, server.nobody()];
        let mut seen = Vec::new();
        for (world, plays) in twins(&mut server).await.into_iter().zip([true, false]) {
            let players = [0, 1].map(|seat| people[seat].at(&world.door));
            world.turn(60);
            if plays {
                let mut engine =
                    Engine::<backchannel::Game>::now(&world, &table, &players[0]).await;
                let mut chance = Seed::numbered(21, 0).stream(0);
                while engine.game.round().0 == 1 {
                    let (by, command) = choose_peace(&engine.game, &mut chance).unwrap();
                    let id = format!("step {}", engine.steps);
                    players[by.index()].command(&table, &id, by.0, json!(command)).await.ok();
                    engine.catch_up(&world, &table).await;
                }
                for player in &players {
                    player.post(&format!("/tables/{table}/pause"), json!({})).await.ok();
                }
            }
            seen.push(looked(&world, &others, &table).await);
            if plays && spectators["allowed"] == true {
                world.turn(3600);
                let late = others[2].at(&world.door).get(&format!("/tables/{table}")).await.ok();
                assert_eq!(late["paused"], true, "it is seen in the end");
            }
        }
        assert_eq!(seen[0], seen[1]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hands_at_a_desk_are_the_owners_secret_until_the_start() {
    let mut server = TestServer::open().await;
    let [olga, sam, paul] = server.guests(["Olga", "Sam", "Paul"]).await;
    let opened = olga.post("/tables", desk()).await.ok();
    let table = opened["id"].as_str().unwrap();
    sam.post(&format!("/tables/{table}/seats"), json!({ "seat": 2 })).await.ok();
    let mut worlds = Vec::new();
    for (world, card) in twins(&mut server).await.into_iter().zip(["Sabotage", "A longer one"]) {
        let mut dealt = desk();
        for player in dealt["game"]["setup"]["players"].as_array_mut().unwrap() {
            player["action_cards"] = json!([card]);
        }
        let [olga, sam, paul] = [&olga, &sam, &paul].map(|user| user.at(&world.door));
        let path = format!("/tables/{table}");
        let owners = olga.ask(reqwest::Method::PATCH, &path, Some(dealt)).await.text;
        assert!(owners.contains(card));
        let mut seen = vec![snoop(&sam, table).await, snoop(&paul, table).await];
        let mut answers = Vec::new();
        for seat in 0..3 {
            answers.push(paul.post(&format!("{path}/seats"), json!({ "seat": seat })).await.text);
            seen.push(snoop(&paul, table).await);
            answers.push(paul.delete(&format!("{path}/seats/{seat}")).await.text);
        }
        paul.post(&format!("{path}/seats"), json!({ "seat": 1 })).await.ok();
        olga.post(&format!("{path}/start"), json!({})).await.ok();
        assert!(sam.get(&path).await.text.contains(card), "from the start on it is in one's hand");
        seen.push(snoop(&world.nobody(), table).await);
        worlds.push((untimed(seen), answers));
    }
    assert_eq!(worlds[0], worlds[1]);
}

/// Without what differs between any two tables that were started.
fn untimed(seen: Vec<Vec<RecordedResponse>>) -> Vec<(String, u16, Value)> {
    let plain = |seen: RecordedResponse| {
        let mut json = serde_json::from_str(&seen.text).unwrap_or(Value::String(seen.text));
        forget(&mut json);
        (seen.what, seen.status, json)
    };
    seen.into_iter().flatten().map(plain).collect()
}

/// Times, seeds and masks are drawn again for every table that begins.
fn forget(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match &**name {
                    "started_at" | "at" | "commitment" => *value = Value::Null,
                    _ => forget(value),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(forget),
        Value::String(text) if text.starts_with("The ") => "a mask".clone_into(text),
        Value::String(text) => *text = without_masks(text),
        _ => {}
    }
}

/// A mask is an article and one or more words with a capital.
fn without_masks(text: &str) -> String {
    let mut parts = text.split("The ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "a mask" + after_names(part))
}

fn after_names(text: &str) -> &str {
    let rest = text.trim_start_matches(char::is_alphabetic);
    match rest.strip_prefix(' ') {
        Some(next) if next.starts_with(char::is_uppercase) => after_names(next),
        _ => rest,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_watches_a_desk_of_masks_gather_learns_nothing_of_who_sits_where() {
    let mut server = TestServer::open().await;
    let [olga, sam, ida, paul] = server.guests(["Olga", "Sam", "Ida", "Paul"]).await;
    let mut masked = desk();
    masked["anonymous"] = json!(true);
    masked["game"]["setup"]["players"][1]["name"] = json!("Samuel");
    let opened = olga.post("/tables", masked).await.ok();
    let table = opened["id"].as_str().unwrap();
    let path = format!("/tables/{table}");
    let onlookers = [paul.clone(), server.nobody()];
    let mut worlds = Vec::new();
    for (world, picks) in twins(&mut server).await.into_iter().zip([[1, 2], [2, 1]]) {
        let mut seen = Vec::new();
        let [olga, sam, ida] = [&olga, &sam, &ida].map(|user| user.at(&world.door));
        olga.delete(&format!("{path}/seats/0")).await.ok();
        olga.post(&format!("{path}/seats"), json!({ "seat": 0 })).await.ok();
        let mut probes = Vec::new();
        for (user, seat) in [&sam, &ida].into_iter().zip(picks) {
            let own = user.post(&format!("{path}/seats"), json!({ "seat": seat })).await.ok();
            let mine: Vec<&Value> = own["seats"].as_array().unwrap().iter().collect();
            assert!(mine.iter().any(|place| place["picked"] == json!(seat)), "{own}");
            seen.extend(looked(&world, &onlookers, table).await);
            seen.push(snoop(&olga, table).await);
            // Somebody who tries seats gets the same responses wherever others are.
            let paul = paul.at(&world.door);
            for seat in 0..4 {
                let tried = paul.post(&format!("{path}/seats"), json!({ "seat": seat })).await;
                probes.push((tried.status, tried.json["detail"].clone()));
                let place = tried.json["yours"][0].clone();
                if tried.status == 200 {
                    paul.delete(&format!("{path}/seats/{place}")).await.ok();
                }
            }
        }
        olga.post(&format!("{path}/start"), json!({})).await.ok();
        for (user, seat) in [(&olga, 0), (&sam, picks[0]), (&ida, picks[1])] {
            assert_eq!(user.get(&path).await.ok()["yours"], json!([seat]));
        }
        seen.extend(looked(&world, &onlookers, table).await);
        seen.push(snoop(&olga, table).await);
        for user in [&olga, &sam, &ida] {
            let others = [("Olga", &olga), ("Sam", &sam), ("Ida", &ida)].into_iter();
            for (name, other) in others.filter(|(_, other)| other.id() != user.id()) {
                let told = user.heard().iter().any(|text| text.contains(other.id()));
                assert!(!told, "{name} is named to somebody else");
            }
        }
        assert!(!sam.heard().iter().any(|text| text.contains("Samuel")));
        worlds.push((untimed(seen), probes));
    }
    assert_eq!(worlds[0], worlds[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_tells_nobody_whether_others_have_picked_the_same_seat() {
    let mut server = TestServer::open().await;
    let [olga, sam, ida, paul] = server.guests(["Olga", "Sam", "Ida", "Paul"]).await;
    let mut masked = desk();
    masked["anonymous"] = json!(true);
    let opened = olga.post("/tables", masked).await.ok();
    let table = opened["id"].as_str().unwrap();
    let path = format!("/tables/{table}");
    olga.delete(&format!("{path}/seats/0")).await.ok();
    olga.post(&format!("{path}/seats"), json!({ "seat": 0 })).await.ok();
    let onlookers = [olga.clone(), paul, server.nobody()];
    let mut worlds = Vec::new();
    for (world, picks) in twins(&mut server).await.into_iter().zip([[1, 2], [1, 1]]) {
        let [sam, ida] = [&sam, &ida].map(|user| user.at(&world.door));
        for (user, seat) in [&sam, &ida].into_iter().zip(picks) {
            user.post(&format!("{path}/seats"), json!({ "seat": seat })).await.ok();
        }
        let started = olga.at(&world.door).post(&format!("{path}/start"), json!({})).await;
        let seen = looked(&world, &onlookers, table).await;
        worlds.push((started.status, untimed(seen)));
        let mut seats = Vec::new();
        for user in [&sam, &ida] {
            seats.push(user.get(&path).await.ok()["yours"][0].as_u64().unwrap());
        }
        seats.sort_unstable();
        assert_eq!(seats, [1, 2]);
    }
    assert_eq!(worlds[0], worlds[1]);
}
