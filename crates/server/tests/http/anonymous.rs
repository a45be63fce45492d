//! Tables of masks: nobody learns who is who until the game is over.

use serde_json::{Value, json};

use crate::support::{Server, Table, User, server};

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
