//! Tables from opening to rematch.

use serde_json::{Value, json};
use server::config::{Config, Limits};

use crate::support::{desk, server, settings, with};

#[tokio::test]
async fn an_open_table_is_listed_and_anybody_sits_down() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let table = olga.opens(json!({})).await;
    assert_eq!(table.0["seats"][0]["name"], "Olga");
    assert_eq!(table.0["yours"], json!([0]));
    assert_eq!(table.0["you_own_it"], true);
    let listed = server.nobody().get("/tables?ruleset=backchannel").await.ok();
    assert_eq!(listed[0]["id"], table.0["id"]);
    assert_eq!((&listed[0]["taken"], &listed[0]["seats"]), (&json!(1), &json!(4)));
    assert_eq!(server.nobody().get("/tables?ruleset=twilight").await.ok(), json!([]));
    let seen = sam.post(&table.path("/seats"), json!({})).await.ok();
    assert_eq!(seen["seats"][1]["holder"]["person"]["name"], "Sam");
    assert_eq!((&seen["yours"], &seen["you_own_it"]), (&json!([1]), &json!(false)));
    sam.post(&table.path("/seats"), json!({ "seat": 2 })).await.is(409);
}

#[tokio::test]
async fn an_unlisted_table_is_for_those_who_have_the_link() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let table = olga.opens(json!({ "visibility": "unlisted" })).await;
    assert_eq!(server.nobody().get("/tables").await.ok(), json!([]));
    sam.get(&table.path("")).await.is(404);
    sam.post(&table.path("/seats"), json!({})).await.is(404);
    sam.post(&table.path("/seats"), json!({ "invite": "wrong" })).await.is(404);
    let path = format!("?invite={}", table.invite());
    server.nobody().get(&table.path(&path)).await.is(200);
    sam.post(&table.path("/seats"), json!({ "invite": table.invite() })).await.is(200);
    sam.get(&table.path("")).await.is(200);
}

#[tokio::test]
async fn bots_fill_the_table_and_it_begins() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let table = olga.opens(json!({})).await;
    olga.post(&table.path("/start"), json!({})).await.is(422).about("seats");
    for seat in 1..4 {
        olga.put(&table.path(&format!("/seats/{seat}/bot")), json!({ "bot": "envoy" })).await.ok();
    }
    let begun = olga.post(&table.path("/start"), json!({})).await.ok();
    assert_eq!(begun["standing"], "playing");
    assert_eq!(begun["commitment"].as_str().unwrap().len(), 64);
    assert_eq!(begun["seed"], Value::Null);
    assert_eq!(server.live.begun.lock().unwrap().len(), 1);
    let names: std::collections::BTreeSet<&str> =
        begun["seats"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names.len(), 4);
    assert!(names.iter().filter(|name| name.starts_with("Envoy ")).count() == 3);
}

#[tokio::test]
async fn free_seats_are_filled_with_characters_that_are_not_there_yet() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let table = olga.opens(json!({})).await;
    let fill = table.path("/bots");
    sam.post(&fill, json!({})).await.is(403);
    olga.put(&table.path("/seats/2/bot"), json!({ "bot": "envoy:easy" })).await.ok();
    let filled = olga.post(&fill, json!({})).await.ok();
    let seated: Vec<String> = bots(&filled).into_iter().map(|(bot, _)| bot).collect();
    assert_eq!(seated, ["broker", "envoy:easy", "turncoat"]);
    assert_eq!(olga.post(&fill, json!({})).await.ok(), filled, "there is nothing more to fill");
    let mut settings = settings(json!({ "allow_bots": false }));
    settings["title"] = json!("No bots");
    let without =
        crate::support::TestTable(olga.post("/tables", settings).await.is(201).json.clone());
    olga.post(&without.path("/bots"), json!({})).await.is(422);
}

#[tokio::test]
async fn nothing_changes_after_the_start() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let table =
        crate::support::TestTable(olga.post("/quick", json!({})).await.is(201).json.clone());
    olga.patch(&table.path(""), settings(json!({}))).await.is(409);
    olga.delete(&table.path("")).await.is(409);
    olga.delete(&table.path("/seats/0")).await.is(409);
    olga.put(&table.path("/seats/1/bot"), json!({ "bot": "random" })).await.is(409);
    olga.post(&table.path("/start"), json!({})).await.is(409);
    olga.post(&table.path("/bots"), json!({})).await.is(409);
    olga.post(&table.path("/rematch"), json!({})).await.is(409);
}

/// The bots at a table and what they are called.
fn bots(table: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let seats = table["seats"].as_array().unwrap().iter();
    let bots = seats.filter(|place| place["holder"]["kind"] == "bot");
    bots.map(|place| (text(&place["holder"]["bot"]), text(&place["name"]))).collect()
}

#[tokio::test]
async fn a_quick_game_asks_how_well_the_bots_play_and_they_have_their_own_names() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let usual =
        [("envoy", "Envoy Ashdown"), ("broker", "Broker Sable"), ("turncoat", "Count Marlowe")];
    for (level, ending) in
        [(None, ""), (Some("easy"), ":easy"), (Some("normal"), ""), (Some("hard"), ":hard")]
    {
        let table = olga.post("/quick", json!({ "level": level })).await.ok();
        let wanted = usual.map(|(bot, name)| (format!("{bot}{ending}"), name.to_owned()));
        assert_eq!(bots(&table), wanted);
    }
    let alike = olga.post("/quick", json!({ "bot": "warden", "level": "hard" })).await.ok();
    let names: Vec<String> =
        bots(&alike).into_iter().map(|(bot, name)| bot + " " + &name).collect();
    let wanted = ["Holt", "Hask", "Orsini"].map(|name| format!("warden:hard Warden {name}"));
    assert_eq!(names, wanted);
    olga.post("/quick", json!({ "level": "godlike" })).await.is(422);
}

#[tokio::test]
async fn a_quick_game_has_bots_on_every_other_seat() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let table = olga.post("/quick", json!({})).await.ok();
    assert_eq!(table["settings"]["game"]["map"], "trade-wind-sea");
    let kinds: Vec<&Value> =
        table["seats"].as_array().unwrap().iter().map(|seat| &seat["holder"]["kind"]).collect();
    assert_eq!(kinds, ["person", "bot", "bot", "bot"]);
    let bots: Vec<&Value> = (1..4).map(|seat| &table["seats"][seat]["holder"]["bot"]).collect();
    assert_eq!(bots, ["envoy", "broker", "turncoat"]);
    let told = server.nobody().get("/rulesets/backchannel").await.ok();
    let told = &told["starts"]["quick"];
    assert_eq!((&told["seats"], &told["level"]), (&json!(4), &json!("normal")));
    assert_eq!(told["opponents"], json!(bots), "a client can show them before the game begins");
    let two = olga.post("/quick", json!({ "seats": 2, "bot": "random" })).await.ok();
    assert_eq!(two["seats"][1]["holder"]["bot"], "random");
    olga.post("/quick", json!({ "seats": 1 })).await.is(422).about("seats");
    olga.post("/quick", json!({ "map": "nowhere" })).await.is(422).about("map");
    olga.post("/quick", json!({ "bot": "deep-blue" })).await.is(422).about("bot");
}

#[tokio::test]
async fn whoever_is_sent_away_stays_away_until_invited_again() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let table = olga.opens(json!({})).await;
    sam.post(&table.path("/seats"), json!({ "seat": 1 })).await.ok();
    let after = olga.delete(&table.path("/seats/1")).await.ok();
    assert_eq!(after["seats"][1]["holder"]["kind"], "nobody");
    sam.post(&table.path("/seats"), json!({})).await.is(403);
    let invitation = json!({ "person": sam.id() });
    olga.post(&table.path("/invitations"), invitation).await.is(201);
    sam.post(&table.path("/seats"), json!({})).await.is(200);
}

#[tokio::test]
async fn whoever_gets_up_from_a_private_table_may_sit_down_again() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let table = olga.opens(json!({ "visibility": "private" })).await;
    olga.post(&table.path("/invitations"), json!({ "person": sam.id() })).await.ok();
    sam.post(&table.path("/seats"), json!({ "seat": 3 })).await.ok();
    sam.delete(&table.path("/seats/3")).await.is(200);
    sam.post(&table.path("/seats"), json!({})).await.is(200);
}

#[tokio::test]
async fn a_table_is_handed_over_to_somebody_who_sits_there() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let table = olga.opens(json!({ "visibility": "private" })).await;
    olga.post(&table.path("/owner"), json!({ "seat": 1 })).await.is(422).about("seat");
    olga.post(&table.path("/invitations"), json!({ "person": sam.id() })).await.ok();
    sam.post(&table.path("/seats"), json!({ "seat": 1 })).await.ok();
    let after = olga.post(&table.path("/owner"), json!({ "seat": 1 })).await.ok();
    assert_eq!((&after["owner"]["name"], &after["you_own_it"]), (&json!("Sam"), &json!(false)));
    olga.patch(&table.path(""), settings(json!({}))).await.is(403);
    sam.patch(&table.path(""), settings(json!({ "title": "Sam's" }))).await.is(200);
}

#[tokio::test]
async fn the_same_people_play_again() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let table = olga.opens(json!({ "visibility": "private" })).await;
    olga.post(&table.path("/invitations"), json!({ "person": sam.id() })).await.ok();
    sam.post(&table.path("/seats"), json!({ "seat": 2 })).await.ok();
    for seat in [1, 3] {
        olga.put(&table.path(&format!("/seats/{seat}/bot")), json!({ "bot": "envoy" })).await.ok();
    }
    olga.post(&table.path("/start"), json!({})).await.ok();
    server.finish(&table).await;
    assert_eq!(sam.get(&table.path("")).await.ok()["seed"].as_str().unwrap().len(), 64);
    sam.post(&table.path("/rematch"), json!({})).await.is(403);
    let next = olga.post(&table.path("/rematch"), json!({})).await.is(201).json.clone();
    let kinds = (0..4).map(|seat| next["seats"][seat]["holder"]["kind"].as_str().unwrap());
    assert_eq!(kinds.collect::<Vec<_>>(), ["person", "bot", "nobody", "bot"]);
    let again = olga.post(&table.path("/rematch"), json!({})).await.ok();
    assert_eq!(again["id"], next["id"]);
    assert_eq!(sam.get(&table.path("")).await.ok()["rematch"], next["id"]);
    let next = crate::support::TestTable(next);
    sam.post(&next.path("/seats"), json!({ "seat": 2 })).await.is(200);
}

#[tokio::test]
async fn a_scribe_holds_several_seats_of_a_desk() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let table = olga.opens(desk()).await;
    assert_eq!(table.0["ruleset"], "twilight");
    olga.post(&table.path("/seats"), json!({ "seat": 1 })).await.ok();
    sam.post(&table.path("/seats"), json!({})).await.ok();
    olga.put(&table.path("/seats/2/bot"), json!({ "bot": "envoy" })).await.is(422);
    let begun = olga.post(&table.path("/start"), json!({})).await.ok();
    assert_eq!(begun["yours"], json!([0, 1]));
    let names: Vec<&Value> =
        begun["seats"].as_array().unwrap().iter().map(|seat| &seat["name"]).collect();
    assert_eq!(names, ["Olga", "Olga (2)", "Sam"]);
    sam.post(&table.path("/close"), json!({})).await.is(403);
    assert_eq!(olga.post(&table.path("/close"), json!({})).await.ok()["standing"], "over");
    olga.post(&table.path("/close"), json!({})).await.is(409);
}

#[tokio::test]
async fn nobody_owns_tables_without_number() {
    let limits = Limits { tables_per_person: 2, ..Limits::default() };
    let server = with(Config { limits, ..Config::default() }).await;
    let olga = server.guest("Olga").await;
    let first = olga.opens(json!({})).await;
    olga.opens(json!({})).await;
    olga.post("/tables", settings(json!({}))).await.is(429);
    olga.delete(&first.path("")).await.is(204);
    olga.get(&first.path("")).await.is(404);
    olga.post("/tables", settings(json!({}))).await.is(201);
}

#[tokio::test]
async fn the_list_goes_on_where_the_page_before_ended() {
    let limits = Limits { tables_per_person: 99, ..Limits::default() };
    let server = with(Config { limits, ..Config::default() }).await;
    let olga = server.guest("Olga").await;
    for _ in 0..53 {
        olga.opens(json!({})).await;
    }
    let first = server.nobody().get("/tables").await.ok();
    assert_eq!(first.as_array().unwrap().len(), 50);
    let last = first[49]["id"].as_str().unwrap();
    let rest = server.nobody().get(&format!("/tables?after={last}")).await.ok();
    assert_eq!(rest.as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn a_table_in_play_is_listed_if_it_may_be_watched() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    for allowed in [true, false] {
        let table = olga.opens(json!({ "spectators": { "allowed": allowed } })).await;
        for seat in 1..4 {
            let path = table.path(&format!("/seats/{seat}/bot"));
            olga.put(&path, json!({ "bot": "random" })).await.ok();
        }
        olga.post(&table.path("/start"), json!({})).await.ok();
        let listed = server.nobody().get("/tables").await.ok();
        let there = listed.as_array().unwrap().iter().any(|it| it["id"] == table.0["id"]);
        assert_eq!(there, allowed);
    }
}
