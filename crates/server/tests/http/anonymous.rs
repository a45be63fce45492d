//! Tables of masks: nobody learns who is who until the game is over.

use serde_json::{Value, json};

use crate::support::{Server, Table, User, desk, server};

/// Olga's table of masks, with Sam and Ida at it.
async fn masked(server: &Server) -> (Table, [User; 3]) {
    let users = [server.guest("Olga").await, server.guest("Sam").await, server.guest("Ida").await];
    let table = users[0].opens(json!({ "anonymous": true, "title": "Ball" })).await;
    for user in &users[1..] {
        user.post(&table.path("/seats"), json!({})).await.ok();
    }
    users[0].put(&table.path("/seats/3/bot"), json!({ "bot": "soldier" })).await.ok();
    (table, users)
}

/// Nothing in what `user` is answered says who the others are.
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
    server.finish(&table).await;
    let after = spectator.get(&table.path("")).await.ok();
    for user in &users {
        assert!(after.to_string().contains(user.id()));
    }
    assert_eq!(after["owner"]["name"], "Olga");
}

/// What everybody calls themselves, by their own account.
async fn own_masks(table: &Table, users: &[User]) -> Vec<String> {
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
        assert_eq!(after.iter().collect::<std::collections::BTreeSet<_>>().len(), 3);
        same += before.iter().zip(&after).filter(|(before, after)| before == after).count();
        all += before.len();
    }
    assert!(same < all / 2, "{same} of {all} wear the mask in which they were seen to come");
}

#[tokio::test]
async fn at_a_desk_of_masks_a_seat_that_two_have_picked_is_noticed_at_the_start() {
    let server = server().await;
    let (olga, sam, ida) =
        (server.guest("Olga").await, server.guest("Sam").await, server.guest("Ida").await);
    let mut settings = desk();
    settings["anonymous"] = json!(true);
    let table = Table(olga.post("/tables", settings).await.ok());
    for user in [&sam, &ida] {
        user.post(&table.path("/seats"), json!({ "seat": 2 })).await.ok();
    }
    sam.post(&table.path("/seats"), json!({ "seat": 7 })).await.is(409);
    let refused = olga.post(&table.path("/start"), json!({})).await;
    refused.is(422).about("seats");
    assert!(refused.json["detail"].as_str().unwrap().contains("Jol-Nar"), "{}", refused.text);
    sam.delete(&table.path("/seats/1")).await.ok();
    sam.post(&table.path("/seats"), json!({ "seat": 7 })).await.is(422).about("seat");
    sam.post(&table.path("/seats"), json!({})).await.ok();
    olga.post(&table.path("/start"), json!({})).await.ok();
    assert_eq!(ida.get(&table.path("")).await.ok()["yours"], json!([2]));
}

#[tokio::test]
async fn a_desk_that_takes_its_masks_off_seats_everybody_where_they_want_to_be() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let table = Table(olga.post("/tables", desk()).await.ok());
    sam.post(&table.path("/seats"), json!({ "seat": 2 })).await.ok();
    let masked = |anonymous: bool| {
        let mut settings = desk();
        settings["anonymous"] = json!(anonymous);
        settings
    };
    let hidden = olga.patch(&table.path(""), masked(true)).await.ok();
    let kinds = [0, 1, 2].map(|place| hidden["seats"][place]["holder"]["kind"].clone());
    assert_eq!(kinds, ["person", "person", "nobody"]);
    assert_eq!(sam.get(&table.path("")).await.ok()["seats"][1]["picked"], 2);
    let shown = olga.patch(&table.path(""), masked(false)).await.ok();
    let names = [0, 1, 2].map(|seat| shown["seats"][seat]["name"].clone());
    assert_eq!((&names[0], &names[2]), (&json!("Olga"), &json!("Sam")));
}

#[tokio::test]
async fn the_set_up_has_masks_for_names() {
    let server = server().await;
    let (table, users) = masked(&server).await;
    users[0].post(&table.path("/start"), json!({})).await.ok();
    let kind = server::store::Kind::Table;
    let record = server.app.store.get(kind, table.id()).await.unwrap().unwrap();
    let body: Value = serde_json::from_str(&record.body).unwrap();
    let names = body["game"]["setup"]["names"].as_array().unwrap();
    assert_eq!(names.iter().filter(|it| it.as_str().unwrap().starts_with("The ")).count(), 3);
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
