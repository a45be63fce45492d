//! Tables with masks: nobody learns who is who until the game is over.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::support::{TestServer, TestTable, User, desk, server};

/// Olga's table of masks, with Sam and Ida at it.
async fn masked(server: &TestServer) -> (TestTable, [User; 3]) {
    let users = [server.guest("Olga").await, server.guest("Sam").await, server.guest("Ida").await];
    let table = users[0].opens(json!({ "anonymous": true, "title": "Ball" })).await;
    for user in &users[1..] {
        user.post(&table.path("/seats"), json!({})).await.ok();
    }
    users[0].put(&table.path("/seats/3/bot"), json!({ "bot": "soldier" })).await.ok();
    (table, users)
}

/// No response to `user` says who the others are.
fn names_nobody_else(answer: &Value, user: &User, all: &[User]) {
    let text = answer.to_string();
    for other in all.iter().filter(|other| other.id() != user.id()) {
        assert!(!text.contains(other.id()), "{text}");
        assert!(!text.contains(other.me["name"].as_str().unwrap()), "{text}");
    }
}

#[tokio::test]
async fn no_answer_says_who_wears_a_mask_until_the_game_is_over() {
    let server = server().await;
    let (table, users) = masked(&server).await;
    let spectator = server.guest("Paul").await;
    let everybody: Vec<User> = users.iter().chain([&spectator]).cloned().collect();
    for begun in [false, true] {
        if begun {
            let answer = users[0].post(&table.path("/start"), json!({})).await.ok();
            names_nobody_else(&answer, &users[0], &users);
        }
        for user in &everybody {
            for path in [table.path(""), "/tables".to_owned(), "/inbox".to_owned()] {
                names_nobody_else(&user.get(&path).await.ok(), user, &users);
            }
            let seen = user.get(&table.path("")).await.ok();
            assert_eq!(seen["owner"], Value::Null);
        }
        for user in &users {
            let seen = user.get(&table.path("")).await.ok();
            let seat = seen["yours"][0].as_u64().unwrap() as usize;
            assert_eq!(seen["yours"].as_array().unwrap().len(), 1);
            assert_eq!(seen["seats"][seat]["yours"], true);
            assert_eq!(seen["seats"][seat]["holder"]["person"]["id"], user.me["id"]);
            assert!(seen["seats"][seat]["name"].as_str().unwrap().starts_with("The "));
        }
    }
    for user in &everybody {
        let seen = user.get(&table.path("")).await.ok().to_string();
        assert!(!seen.contains("soldier") && !seen.contains("Rusk"), "a bot wears a mask too");
    }
    server.finish(&table).await;
    let after = spectator.get(&table.path("")).await.ok();
    for user in &users {
        assert!(after.to_string().contains(user.id()));
    }
    let seats = after["seats"].as_array().unwrap();
    let bot = seats.iter().find(|place| place["holder"]["kind"] == "bot").unwrap();
    assert_eq!(bot["holder"], json!({ "kind": "bot", "bot": "soldier", "name": "Captain Rusk" }));
    assert!(bot["name"].as_str().unwrap().starts_with("The "), "{bot}");
    assert_eq!(after["owner"]["name"], "Olga");
}

/// Before the start only the owner, who invited it, can tell a bot from a person.
#[tokio::test]
async fn a_bot_that_gathers_among_masks_looks_like_a_person() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let ida = server.guest("Ida").await;
    let mut seen = Vec::new();
    for bot in [true, false] {
        let table = olga.opens(json!({ "anonymous": true, "title": "Ball" })).await;
        sam.post(&table.path("/seats"), json!({})).await.ok();
        match bot {
            true => olga.put(&table.path("/seats/2/bot"), json!({ "bot": "soldier" })).await.ok(),
            false => ida.post(&table.path("/seats"), json!({ "seat": 2 })).await.ok(),
        };
        let mut place = sam.get(&table.path("")).await.ok()["seats"][2].clone();
        let mask = place["name"].take();
        assert!(mask.as_str().unwrap().starts_with("The "), "{mask}");
        seen.push(place);
        let listed = sam.get("/inbox").await.ok().to_string();
        assert!(!listed.contains("Rusk"), "{listed}");
        let own = olga.get(&table.path("")).await.ok();
        assert_eq!(own["seats"][2]["holder"]["kind"] == "bot", bot, "the owner seats them");
    }
    assert_eq!(seen[0], seen[1]);
}

/// What everybody calls themselves, by their own account.
async fn own_masks(table: &TestTable, users: &[User]) -> Vec<String> {
    let mut masks = Vec::new();
    for user in users {
        let seen = user.get(&table.path("")).await.ok();
        let seat = seen["yours"][0].as_u64().unwrap() as usize;
        masks.push(seen["seats"][seat]["name"].as_str().unwrap().to_owned());
    }
    masks
}

#[tokio::test]
async fn masks_are_dealt_anew_at_the_start() {
    let server = server().await;
    let (mut same, mut all) = (0, 0);
    for _ in 0..6 {
        let (table, users) = masked(&server).await;
        let before = own_masks(&table, &users).await;
        users[0].post(&table.path("/start"), json!({})).await.ok();
        let after = own_masks(&table, &users).await;
        assert_eq!(after.iter().collect::<BTreeSet<_>>().len(), 3);
        same += before.iter().zip(&after).filter(|(before, after)| before == after).count();
        all += before.len();
    }
    assert!(same < all / 2, "{same} of {all} wear the mask in which they were seen to come");
}

/// A desk for three with masks on or off.
fn desk_of_masks(anonymous: bool) -> Value {
    let mut settings = desk();
    settings["anonymous"] = json!(anonymous);
    settings
}

/// The order in which lots are drawn, as the protocol describes it.
fn lots(secret: &Value, places: u8) -> Vec<usize> {
    let secret = hex::decode(secret.as_str().unwrap()).unwrap();
    let mut order: Vec<u8> = (0..places).collect();
    order.sort_by_key(|place| Sha256::digest([b"parley/lots/1", &*secret, &[*place]].concat()));
    order.into_iter().map(usize::from).collect()
}

#[tokio::test]
async fn lots_decide_between_those_who_have_picked_the_same_seat() {
    let server = server().await;
    let people = [server.guest("Olga").await, server.guest("Sam").await, server.guest("Ida").await];
    let [olga, sam, ida] = &people;
    let mut winners = BTreeSet::new();
    for _ in 0..20 {
        let table = TestTable(olga.post("/tables", desk_of_masks(true)).await.ok());
        for user in [sam, ida] {
            user.post(&table.path("/seats"), json!({ "seat": 2 })).await.ok();
        }
        sam.post(&table.path("/seats"), json!({ "seat": 7 })).await.is(409);
        olga.post(&table.path("/start"), json!({})).await.ok();
        let mut had = Vec::new();
        for user in &people {
            had.push(user.get(&table.path("")).await.ok()["yours"][0].as_u64().unwrap());
        }
        server.finish(&table).await;
        let secret = olga.get(&table.path("")).await.ok()["secret"].clone();
        let order = lots(&secret, 3);
        let winner = *order.iter().find(|place| **place > 0).unwrap();
        let mut expected = [2; 3];
        let others = order.iter().filter(|place| **place != winner);
        (0..).zip(others).for_each(|(left, place)| expected[*place] = left);
        assert_eq!(had, expected);
        winners.insert(winner);
    }
    assert_eq!(winners.len(), 2, "anybody may win");
}

/// Where somebody is at a table, and what they are called there.
async fn place_of(user: &User, table: &TestTable) -> (u64, String) {
    let seen = user.get(&table.path("")).await.ok();
    let place = seen["yours"][0].as_u64().unwrap();
    (place, seen["seats"][place as usize]["name"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_desk_that_takes_its_masks_off_or_puts_them_on_forgets_who_sat_where() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let (mut shown, mut hidden, mut begun) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut same, mut tries) = (0, 0);
    let places = |sets: [&BTreeSet<u64>; 3]| sets.map(BTreeSet::len);
    // As often as chance needs to bring him everywhere.
    while tries < 20 || tries < 200 && places([&shown, &hidden, &begun]) != [3, 2, 3] {
        tries += 1;
        let table = TestTable(olga.post("/tables", desk_of_masks(true)).await.ok());
        sam.post(&table.path("/seats"), json!({ "seat": 2 })).await.ok();
        let (_, before) = place_of(&sam, &table).await;
        olga.patch(&table.path(""), desk_of_masks(false)).await.ok();
        let (place, name) = place_of(&sam, &table).await;
        assert_eq!(name, "Sam");
        shown.insert(place);
        olga.patch(&table.path(""), desk_of_masks(true)).await.ok();
        let (place, mask) = place_of(&sam, &table).await;
        hidden.insert(place);
        same += usize::from(mask == before);
        let seen = sam.get(&table.path("")).await.ok();
        assert_eq!(seen["seats"][place as usize].get("picked"), None, "it has to be picked again");
        let kinds = [0, 1, 2].map(|place| seen["seats"][place]["holder"]["kind"].clone());
        assert_eq!(kinds, ["person", "person", "nobody"]);
        olga.post(&table.path("/seats"), json!({})).await.ok();
        olga.post(&table.path("/start"), json!({})).await.ok();
        begun.insert(place_of(&sam, &table).await.0);
        server.finish(&table).await;
    }
    let places = places([&shown, &hidden, &begun]);
    assert_eq!(places, [3, 2, 3], "where Sam is does not depend on what he picked");
    assert!(same < tries / 2, "{same} of {tries} times he wears the mask in which he came");
}

#[tokio::test]
async fn other_settings_leave_what_was_picked_at_a_desk_of_masks() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let table = TestTable(olga.post("/tables", desk_of_masks(true)).await.ok());
    sam.post(&table.path("/seats"), json!({ "seat": 2 })).await.ok();
    let before = place_of(&sam, &table).await;
    let mut renamed = desk_of_masks(true);
    renamed["title"] = json!("Another evening");
    olga.patch(&table.path(""), renamed).await.ok();
    assert_eq!(place_of(&sam, &table).await, before);
    assert_eq!(sam.get(&table.path("")).await.ok()["seats"][1]["picked"], 2);
}

#[tokio::test]
async fn the_set_up_has_masks_for_names() {
    let server = server().await;
    let (table, users) = masked(&server).await;
    users[0].post(&table.path("/start"), json!({})).await.ok();
    let kind = server::store::RecordKind::Table;
    let record = server.app.store.get(kind, table.id()).await.unwrap().unwrap();
    let body: Value = serde_json::from_str(&record.body).unwrap();
    let names = body["game"]["setup"]["names"].as_array().unwrap();
    assert_eq!(names.iter().filter(|it| it.as_str().unwrap().starts_with("The ")).count(), 4);
}

#[tokio::test]
async fn the_owner_sends_away_a_mask_and_hands_over_to_one() {
    let server = server().await;
    let (table, users) = masked(&server).await;
    let answer = users[0].delete(&table.path("/seats/1")).await.ok();
    names_nobody_else(&answer, &users[0], &users);
    let answer = users[0].post(&table.path("/owner"), json!({ "seat": 2 })).await.ok();
    names_nobody_else(&answer, &users[0], &users);
    assert_eq!(users[2].get(&table.path("")).await.ok()["you_own_it"], true);
}
