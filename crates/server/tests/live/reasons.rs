//! Why did they do that? Bots decide once more, when the game is over.

use std::collections::BTreeMap;
use std::io::Read as _;

use flate2::read::GzDecoder;
use serde_json::{Value, json};

use crate::test_server::{TestServer, settings};
use crate::user::User;

/// A table of Olga and these bots, which has started.
async fn table(olga: &User, rounds: u16, bots: &[&str]) -> String {
    let opened = olga.post("/tables", settings(bots.len() + 1, rounds, json!({}))).await.ok();
    let id = opened["id"].as_str().unwrap().to_owned();
    for (seat, bot) in (1..).zip(bots) {
        let seat = format!("/tables/{id}/seats/{seat}/bot");
        olga.put(&seat, json!({ "bot": bot })).await.ok();
    }
    olga.post(&format!("/tables/{id}/start"), json!({})).await.ok();
    id
}

async fn relieve(olga: &User, table: &str) {
    let seat = olga.view(table, "").await["seat"].as_u64().unwrap();
    olga.post(&format!("/tables/{table}/seats/{seat}/relief"), json!({})).await.ok();
}

async fn to_the_end(olga: &User, table: &str) {
    let mut line = olga.socket(table, "").await;
    while line.next().await["table"]["over"] != true {}
}

async fn why(olga: &User, table: &str, step: u64) -> Value {
    olga.get(&format!("/tables/{table}/reasons?step={step}")).await.ok()
}

/// The steps of a finished game that bots made, by the history that everybody can read.
async fn bots_moves(olga: &User, table: &str) -> Vec<Value> {
    let history = olga.get(&format!("/tables/{table}/history")).await.ok();
    let moves = history.as_array().unwrap().iter().map(|message| message["by"].clone());
    moves.filter(|by| by["hand"] == "bot").collect()
}

/// Asks about every move of a bot. Returns how many were explained, by the kind of bot.
async fn explained(olga: &User, table: &str) -> BTreeMap<String, usize> {
    let mut explained = BTreeMap::new();
    for by in bots_moves(olga, table).await {
        let told = why(olga, table, by["step"].as_u64().unwrap()).await;
        assert_eq!((&told["step"], &told["seat"]), (&by["step"], &by["seat"]));
        let bot = told["bot"].as_str().unwrap_or_else(|| panic!("{told}")).to_owned();
        if matches!(&*bot, "soldier" | "random") {
            let silent = "This bot does not record what it weighs.";
            assert_eq!((&told["reasons"], &told["unknown"]), (&Value::Null, &json!(silent)));
        } else {
            assert_eq!(told["unknown"], Value::Null, "{told}");
            assert!(!told["reasons"]["sentences"].as_array().unwrap().is_empty(), "{told}");
        }
        *explained.entry(bot).or_default() += 1;
    }
    explained
}

#[tokio::test(flavor = "multi_thread")]
async fn every_decision_of_a_game_is_made_again_and_explained() {
    let server = TestServer::open().await;
    let olga = server.guest("Olga").await;
    let casts = [
        ["envoy", "turncoat", "broker:hard"],
        ["grudger:easy", "warden", "learner"],
        ["random", "turncoat:hard", "envoy:easy"],
    ];
    for cast in casts {
        let table = table(&olga, 6, &cast).await;
        relieve(&olga, &table).await;
        to_the_end(&olga, &table).await;
        let explained = explained(&olga, &table).await;
        for bot in cast.iter().chain(&["soldier"]) {
            assert!(explained[*bot] >= 6, "{bot}: {explained:?}");
        }
        let stored = server.steps(&table).await;
        let stored = stored.iter().filter(|step| step.body.contains(r#""hand":"bot""#)).count();
        assert_eq!(
            explained.values().sum::<usize>(),
            stored,
            "the history names every one of them"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_strategist_says_what_it_imagined() {
    let server = TestServer::open().await;
    let olga = server.guest("Olga").await;
    let table = table(&olga, 2, &["strategist:easy"]).await;
    relieve(&olga, &table).await;
    to_the_end(&olga, &table).await;
    let mut imagined = 0;
    for by in bots_moves(&olga, &table).await {
        let told = why(&olga, &table, by["step"].as_u64().unwrap()).await;
        assert!(told["bot"] == "soldier" || told["unknown"].is_null(), "{told}");
        imagined += usize::from(told.to_string().contains("imagined games"));
    }
    assert!(imagined > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_whose_server_was_restarted_or_whose_player_came_back_is_explained_too() {
    let mut server = TestServer::open().await;
    let olga = server.guest("Olga").await;
    let table = table(&olga, 8, &["envoy", "turncoat"]).await;
    relieve(&olga, &table).await;
    let mut line = olga.socket(&table, "").await;
    for _ in 0..40 {
        line.next().await;
    }
    drop(line);
    server.restart().await;
    let seat = olga.view(&table, "").await["seat"].as_u64().unwrap();
    olga.delete(&format!("/tables/{table}/seats/{seat}/relief")).await.ok();
    relieve(&olga, &table).await;
    to_the_end(&olga, &table).await;
    let steps = server.steps(&table).await;
    let minds = steps.iter().filter_map(|step| {
        let body: Value = serde_json::from_str(&step.body).unwrap();
        body["thought"]["mind"].as_u64()
    });
    let minds: std::collections::BTreeSet<u64> = minds.collect();
    assert!(minds.len() > 3, "others took over: {minds:?}");
    assert_eq!(explained(&olga, &table).await.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_moves_of_bots_are_explained_and_only_when_the_game_is_over() {
    let server = TestServer::open().await;
    let olga = server.guest("Olga").await;
    let table = table(&olga, 1, &["envoy"]).await;
    let path = |step: u32| format!("/tables/{table}/reasons?step={step}");
    assert_eq!(olga.get(&path(1)).await.is(409)["type"], "not_over");
    relieve(&olga, &table).await;
    to_the_end(&olga, &table).await;
    let moves = bots_moves(&olga, &table).await;
    let first = moves[0]["step"].as_u64().unwrap() as u32;
    olga.get(&path(first)).await.ok();
    assert_eq!(olga.get(&path(0)).await.is(404)["detail"], "No bot made a move in that step.");
    olga.get(&path(1_000_000)).await.is(404);
    olga.get(&format!("/tables/{table}/reasons")).await.is(400);
    server.nobody().get(&path(first)).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_repeated_is_said_to_be_unknown() {
    let mut server = TestServer::open().await;
    let olga = server.guest("Olga").await;
    let table = table(&olga, 3, &["envoy", "broker"]).await;
    relieve(&olga, &table).await;
    to_the_end(&olga, &table).await;
    let moves = bots_moves(&olga, &table).await;
    let last = moves.iter().rfind(|by| by["seat"] != 0).unwrap()["step"].as_u64().unwrap();
    server.stop().await;
    let mut copy = server.copy().await;
    // As if the bot had decided otherwise: the chance of each decision comes from its step.
    server
        .meddle(
            r#"UPDATE steps SET body = replace(body, '"asked":[[', '"asked":[[1,"act",false],[')"#,
        )
        .await;
    server.start().await;
    let told = why(&olga, &table, last).await;
    assert_eq!(told["reasons"], Value::Null, "{told}");
    assert!(told["unknown"].as_str().unwrap().contains("differently today"), "{told}");

    let olga = olga.at(&copy.door);
    copy.stop().await;
    copy.meddle(r#"UPDATE steps SET body = replace(body, '"thought":', '"older":')"#).await;
    copy.start().await;
    let told = why(&olga, &table, last).await;
    assert!(told["unknown"].as_str().unwrap().contains("not recorded"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_takes_too_long_to_repeat_is_said_to_be_unknown() {
    let too_long = "It would take too long to replay everything before this move.";
    let mut server = TestServer::open().await;
    let olga = server.guest("Olga").await;
    let table = table(&olga, 2, &["envoy"]).await;
    relieve(&olga, &table).await;
    to_the_end(&olga, &table).await;
    let moves = bots_moves(&olga, &table).await;
    let last = moves.iter().rfind(|by| by["seat"] == 1).unwrap()["step"].as_u64().unwrap();
    assert_eq!(why(&olga, &table, last).await["unknown"], Value::Null);

    server.config.limits.explanation_seconds = 0;
    server.restart().await;
    let told = why(&olga, &table, last).await;
    assert_eq!((&told["reasons"], &told["unknown"]), (&Value::Null, &json!(too_long)));
    assert_eq!((&told["step"], &told["seat"]), (&json!(last), &json!(1)));

    server.config.limits.explanation_seconds = 8;
    server.stop().await;
    // As if the same move came late in a very long game.
    let later = 20_001 - last;
    server.meddle(&format!("UPDATE steps SET seq = seq + {later}")).await;
    server.meddle(&format!("UPDATE heads SET seq = seq + {later}")).await;
    server.start().await;
    let told = why(&olga, &table, 20_001).await;
    assert_eq!((&told["reasons"], &told["unknown"]), (&Value::Null, &json!(too_long)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_history_arrives_whole_where_it_is_compressed() {
    let server = TestServer::open().await;
    let olga = server.guest("Olga").await;
    // Some games are short; the first that takes several chunks will do.
    let (table, plain) = loop {
        let table = table(&olga, 40, &["envoy", "broker", "turncoat"]).await;
        relieve(&olga, &table).await;
        to_the_end(&olga, &table).await;
        let plain = olga.get(&format!("/tables/{table}/history")).await.text;
        if plain.len() > 1 << 20 {
            break (table, plain);
        }
    };
    let address = *server.door.lock().unwrap();
    let url = format!("http://{address}/api/v1/tables/{table}/history");
    let request = reqwest::Client::new().get(url).header("accept-encoding", "gzip");
    let packed = request.send().await.unwrap().bytes().await.expect("it does not break off");
    let mut text = String::new();
    GzDecoder::new(&*packed).read_to_string(&mut text).unwrap();
    assert!(text == plain);
}
