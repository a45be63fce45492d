//! Nobody chooses the seed alone: what is committed to when, and who is shown what before the end.

use parley::{Commitment, Entropy, Secret, SeedSource};
use serde_json::{Value, json};
use server::store::{RecordKind, StoredRecord};

use crate::support::{TestServer, TestTable, User, desk, server, settings};

/// Random bytes of somebody's own.
fn bytes(byte: u8) -> String {
    hex::encode([byte; 32])
}

async fn commitment(user: &User, table: &TestTable) -> Value {
    user.get(&table.path("")).await.ok()["secret_commitment"].clone()
}

#[tokio::test]
async fn a_table_commits_to_its_secret_when_it_is_made_and_shows_it_at_the_end() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let table = olga.opens(json!({})).await;
    let shown = table.0["secret_commitment"].clone();
    sam.post(&table.path("/seats"), json!({ "entropy": bytes(7) })).await.ok();
    olga.patch(&table.path(""), settings(json!({ "title": "Saturday" }))).await.ok();
    for seat in 2..4 {
        olga.put(&table.path(&format!("/seats/{seat}/bot")), json!({ "bot": "random" })).await.ok();
    }
    assert_eq!(commitment(&server.nobody(), &table).await, shown);
    let begun = olga.post(&table.path("/start"), json!({})).await.ok();
    assert_eq!((&begun["secret_commitment"], &begun["secret"]), (&shown, &Value::Null));
    server.finish(&table).await;
    let over = sam.get(&table.path("")).await.ok();
    let secret: Secret = serde_json::from_value(over["secret"].clone()).unwrap();
    let committed: Commitment = serde_json::from_value(shown).unwrap();
    assert_eq!(secret.commitment(), committed);
    let entropy = vec![None, Some(bytes(7).parse().unwrap()), None, None];
    let seed = SeedSource { secret, entropy }.seed();
    assert_eq!(over["seed"], json!(seed));
    let next = olga.post(&table.path("/rematch"), json!({})).await.ok();
    assert_ne!(next["secret_commitment"], json!(committed));
}

#[tokio::test]
async fn what_a_seat_adds_is_for_its_holder_alone_until_the_end() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    for anonymous in [false, true] {
        let table = olga.opens(json!({ "anonymous": anonymous })).await;
        sam.post(&table.path("/seats"), json!({})).await.ok();
        for seat in 2..4 {
            let path = table.path(&format!("/seats/{seat}/bot"));
            olga.put(&path, json!({ "bot": "random" })).await.ok();
        }
        let paul = server.guest("Paul").await;
        let seen = |user: User| {
            let path = table.path("");
            async move { user.get(&path).await.text }
        };
        let before = [seen(olga.clone()).await, seen(paul.clone()).await];
        let own = sam.put(&table.path("/seats/1/entropy"), json!({ "entropy": bytes(9) })).await;
        assert_eq!(own.ok()["seats"][1]["entropy"], bytes(9));
        assert_eq!([seen(olga.clone()).await, seen(paul.clone()).await], before);
        olga.post(&table.path("/start"), json!({})).await.ok();
        for user in [&olga, &paul] {
            assert!(!seen(user.clone()).await.contains(&bytes(9)));
        }
        assert!(seen(sam.clone()).await.contains(&bytes(9)));
        server.finish(&table).await;
        for user in [&olga, &paul, &sam] {
            let over = user.get(&table.path("")).await.ok();
            let held = over["seats"].as_array().unwrap().iter();
            let of_sam = held.filter(|it| it["holder"]["person"]["id"] == sam.id());
            let entropy: Vec<_> = of_sam.map(|it| &it["entropy"]).collect();
            assert_eq!(entropy, [&json!(bytes(9))]);
        }
    }
}

#[tokio::test]
async fn a_seat_adds_once_and_takes_it_back_by_getting_up() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let table = olga.opens(json!({})).await;
    let path = table.path("/seats/1/entropy");
    let add = |byte: u8| json!({ "entropy": bytes(byte) });
    sam.put(&path, add(1)).await.is(403);
    sam.post(&table.path("/seats"), json!({ "seat": 1, "entropy": bytes(1) })).await.ok();
    sam.put(&path, add(1)).await.is(200);
    sam.put(&path, add(2)).await.is(409);
    olga.put(&path, add(3)).await.is(403);
    olga.put(&table.path("/seats/9/entropy"), add(3)).await.is(404);
    sam.delete(&table.path("/seats/1")).await.ok();
    let again = sam.post(&table.path("/seats"), json!({ "seat": 1 })).await.ok();
    assert_eq!(again["seats"][1].get("entropy"), None);
    sam.put(&path, add(2)).await.is(200);
    for seat in 2..4 {
        olga.put(&table.path(&format!("/seats/{seat}/bot")), json!({ "bot": "random" })).await.ok();
    }
    olga.post(&table.path("/start"), json!({})).await.ok();
    olga.put(&table.path("/seats/0/entropy"), add(3)).await.is(409);
}

#[tokio::test]
async fn bytes_that_are_none_are_refused_and_nobody_sits_down() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let table = olga.opens(json!({})).await;
    for wrong in [json!(""), json!("ab"), json!("zz".repeat(32)), json!("ab".repeat(33)), json!(7)]
    {
        let sit = sam.post(&table.path("/seats"), json!({ "entropy": wrong })).await;
        sit.is(422).about("entropy");
        let add = olga.put(&table.path("/seats/0/entropy"), json!({ "entropy": wrong })).await;
        add.is(422).about("entropy");
    }
    let refused = sam.post(&table.path("/seats"), json!({ "entropy": "ab" })).await;
    assert_eq!(refused.json["detail"], "32 bytes are 64 hexadecimal digits, and these are not.");
    let seen = sam.get(&table.path("")).await.ok();
    assert_eq!((&seen["yours"], seen["seats"][0].get("entropy")), (&json!([]), None));
}

#[tokio::test]
async fn a_quick_game_can_wait_for_what_its_player_adds() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let table = TestTable(olga.post("/quick", json!({ "start": false })).await.ok());
    assert_eq!((&table.0["standing"], &table.0["commitment"]), (&json!("gathering"), &Value::Null));
    olga.put(&table.path("/seats/0/entropy"), json!({ "entropy": bytes(5) })).await.ok();
    let begun = olga.post(&table.path("/start"), json!({})).await.ok();
    assert_eq!(begun["secret_commitment"], table.0["secret_commitment"]);
    assert_eq!(begun["seats"][0]["entropy"], bytes(5));
}

#[tokio::test]
async fn seats_of_masks_are_shuffled_by_the_seed() {
    let server = server().await;
    let users = [server.guest("Olga").await, server.guest("Sam").await, server.guest("Ida").await];
    let table = users[0].opens(json!({ "anonymous": true })).await;
    let mut entropy: Vec<Option<Entropy>> = vec![None; 4];
    for (place, user) in users.iter().enumerate() {
        if place > 0 {
            user.post(&table.path("/seats"), json!({ "seat": place })).await.ok();
        }
        let path = table.path(&format!("/seats/{place}/entropy"));
        user.put(&path, json!({ "entropy": bytes(place as u8) })).await.ok();
        entropy[place] = Some(Entropy::from_bytes([place as u8; 32]));
    }
    users[0].put(&table.path("/seats/3/bot"), json!({ "bot": "random" })).await.ok();
    users[0].post(&table.path("/start"), json!({})).await.ok();
    server.finish(&table).await;
    let over = users[0].get(&table.path("")).await.ok();
    let secret = serde_json::from_value(over["secret"].clone()).unwrap();
    let seed = SeedSource { secret, entropy: entropy.clone() }.seed();
    assert_eq!(over["seed"], json!(seed));
    let places = parley::fairness::seating(&seed, 4);
    for (seat, place) in places.iter().enumerate() {
        let shown = over["seats"][seat].get("entropy").cloned().unwrap_or_default();
        assert_eq!(shown, json!(entropy[place.index()]));
    }
}

async fn rewrite(server: &TestServer, table: &TestTable, change: impl FnOnce(&mut Value)) {
    let record = server.app.store.get(RecordKind::Table, table.id()).await.unwrap().unwrap();
    let mut body: Value = serde_json::from_str(&record.body).unwrap();
    change(&mut body);
    server.app.store.put(&StoredRecord { body: body.to_string(), ..record }).await.unwrap();
}

#[tokio::test]
async fn a_table_that_the_first_release_made_still_starts() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    for settings in [json!({}), desk()] {
        let table = olga.opens(settings).await;
        let strip = |record: &mut Value| drop(record.as_object_mut().unwrap().remove("secret"));
        rewrite(&server, &table, strip).await;
        assert_eq!(commitment(&sam, &table).await, Value::Null);
        let sit = json!({ "seat": 1, "entropy": bytes(1) });
        sam.post(&table.path("/seats"), sit).await.is(409);
        sam.post(&table.path("/seats"), json!({ "seat": 1 })).await.ok();
        for seat in 2..table.0["seats"].as_array().unwrap().len() {
            let bot = table.path(&format!("/seats/{seat}/bot"));
            if olga.put(&bot, json!({ "bot": "random" })).await.status == 422 {
                olga.post(&table.path("/seats"), json!({ "seat": seat })).await.ok();
            }
        }
        let begun = olga.post(&table.path("/start"), json!({})).await.ok();
        assert_eq!(begun["commitment"].as_str().unwrap().len(), 64);
    }
}
