//! The settings of a table, and the errors for invalid ones.

use serde_json::{Value, json};

use crate::support::{desk, server, settings};

fn game(changed: Value) -> Value {
    let mut game = json!({ "ruleset": "backchannel", "map": "wherrymouth", "seats": 4 });
    let Value::Object(changed) = changed else { unreachable!() };
    for (key, value) in changed {
        game[key] = value;
    }
    json!({ "game": game })
}

#[tokio::test]
async fn a_wrong_field_is_named() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let live = |turn: u32| json!({ "pace": "live", "turn_seconds": turn, "window_seconds": 5, "bank_seconds": 0 });
    for (changed, field) in [
        (json!({ "title": "x".repeat(61) }), "title"),
        (json!({ "title": 7 }), "title"),
        (json!({ "clock": live(9) }), "clock.turn_seconds"),
        (json!({ "relief_after": 0 }), "relief_after"),
        (json!({ "bot_pace_ms": 10001 }), "bot_pace_ms"),
        (
            json!({ "spectators": { "allowed": true, "delay_seconds": 90000 } }),
            "spectators.delay_seconds",
        ),
        (game(json!({ "map": "atlantis" })), "game.map"),
        (game(json!({ "seats": 9 })), "game.seats"),
        (game(json!({ "seats": 1 })), "game.seats"),
        (game(json!({ "seats": 8 })), "game.seats"),
        (game(json!({ "settings": { "deploy_floor": 1 } })), "game.settings.deploy_floor"),
        (
            game(json!({ "settings": { "numbers": { "hand_limit": 0 } } })),
            "game.settings.numbers.hand_limit",
        ),
    ] {
        let answer = olga.post("/tables", settings(changed)).await;
        answer.is(422).about(field);
        assert!(answer.json["detail"].as_str().unwrap().ends_with(['.', '?']), "{}", answer.text);
    }
}

#[tokio::test]
async fn what_is_left_out_has_its_default() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let bare = json!({ "game": { "ruleset": "backchannel", "map": "wherrymouth", "seats": 3 } });
    let table = olga.post("/tables", bare).await.ok();
    assert_eq!(table["settings"]["visibility"], "open");
    assert_eq!(table["settings"]["title"], "Wherrymouth");
    assert_eq!(table["settings"]["clock"]["pace"], "none");
    assert_eq!(table["settings"]["game"]["settings"]["deploy_floor"], 3);
}

#[tokio::test]
async fn ones_own_map_is_played_if_it_passes_its_checks() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let reference = server.nobody().get("/rulesets/backchannel").await.ok();
    let mut map = reference["maps"][0].clone();
    map["name"] = json!("My own country");
    let table = olga.opens(game(json!({ "map": map }))).await;
    assert_eq!(server.nobody().get("/tables").await.ok()[0]["map"], "My own country");
    assert_eq!(table.0["settings"]["game"]["map"]["name"], "My own country");
    let mut nameless = map.clone();
    nameless.as_object_mut().unwrap().remove("name");
    let answer = olga.post("/tables", settings(game(json!({ "map": nameless })))).await;
    assert!(answer.is(422).json["detail"].as_str().unwrap().contains("`name`"), "{}", answer.text);
    map["links"] = json!([]);
    let answer = olga.post("/tables", settings(game(json!({ "map": map })))).await;
    answer.is(422).about("game.map");
}

#[tokio::test]
async fn a_smaller_table_keeps_its_people() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let table = olga.opens(json!({})).await;
    olga.put(&table.path("/seats/1/bot"), json!({ "bot": "envoy" })).await.ok();
    sam.post(&table.path("/seats"), json!({ "seat": 3 })).await.ok();
    let smaller = settings(game(json!({ "seats": 2 })));
    let after = olga.patch(&table.path(""), smaller).await.ok();
    let names: Vec<&Value> =
        after["seats"].as_array().unwrap().iter().map(|seat| &seat["name"]).collect();
    assert_eq!(names, ["Olga", "Sam"]);
}

#[tokio::test]
async fn a_table_without_bots_sends_them_away() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let table = olga.opens(json!({})).await;
    olga.put(&table.path("/seats/1/bot"), json!({ "bot": "envoy" })).await.ok();
    let none = settings(json!({ "allow_bots": false }));
    let after = olga.patch(&table.path(""), none).await.ok();
    assert_eq!(after["seats"][1]["holder"]["kind"], "nobody");
    olga.put(&table.path("/seats/1/bot"), json!({ "bot": "envoy" })).await.is(422);
}

#[tokio::test]
async fn a_table_keeps_its_ruleset() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let table = olga.opens(json!({})).await;
    olga.patch(&table.path(""), settings(desk())).await.is(422).about("game.ruleset");
}

#[tokio::test]
async fn a_desk_is_checked_by_its_own_rules() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let mut greedy = desk();
    greedy["game"]["setup"]["players"][1]["commodities"] = json!(99);
    olga.post("/tables", settings(greedy)).await.is(422).about("game.setup.players[1].commodities");
    let mut lost = desk();
    lost["game"]["map_string"] = json!("9999");
    olga.post("/tables", settings(lost)).await.is(422).about("game.map_string");
    let mut unknown = desk();
    unknown["game"]["setup"]["players"][0]["faction"] = json!("hakan");
    let answer = olga.post("/tables", settings(unknown)).await;
    let detail = answer.is(422).json["detail"].as_str().unwrap();
    assert!(detail.ends_with("did you mean \"Hacan\"?"), "{detail}");
    let mut alone = desk();
    alone["game"]["setup"]["players"] = json!([{ "name": "", "faction": "sol" }]);
    olga.post("/tables", settings(alone)).await.is(422).about("game.setup.players");
    let mut nobody = desk();
    nobody["game"]["setup"]["players"] = json!([]);
    olga.post("/tables", settings(nobody)).await.is(422).about("game.setup.players");
}

#[tokio::test]
async fn a_map_string_puts_everybody_at_home() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let mut mapped = desk();
    mapped["game"]["map_string"] = json!("0 19 0 20 0 21");
    let table = olga.opens(mapped).await;
    for _ in 0..2 {
        olga.post(&table.path("/seats"), json!({})).await.ok();
    }
    olga.post(&table.path("/start"), json!({})).await.ok();
    let kind = server::store::RecordKind::Table;
    let record = server.app.store.get(kind, table.id()).await.unwrap().unwrap();
    let body: Value = serde_json::from_str(&record.body).unwrap();
    let systems = body["game"]["setup"]["galaxy"]["systems"].to_string();
    for home in ["Jord", "Arretze", "Jol"] {
        assert!(systems.contains(home), "{systems}");
    }
}

#[tokio::test]
async fn nobody_sees_what_others_begin_with_in_hand() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let mut dealt = desk();
    for (seat, card) in ["Sabotage", "Bribery", "Plague"].iter().enumerate() {
        dealt["game"]["setup"]["players"][seat]["action_cards"] = json!([card]);
    }
    let table = olga.opens(dealt).await;
    let hands = |seen: &Value| {
        let players = seen["settings"]["game"]["setup"]["players"].as_array().unwrap();
        players.iter().map(|it| it["action_cards"].as_array().unwrap().len()).collect::<Vec<_>>()
    };
    assert_eq!(hands(&table.0), [1, 1, 1]);
    sam.post(&table.path("/seats"), json!({ "seat": 2 })).await.ok();
    olga.post(&table.path("/seats"), json!({ "seat": 1 })).await.ok();
    assert_eq!(hands(&sam.get(&table.path("")).await.ok()), [0, 0, 0]);
    assert_eq!(hands(&server.nobody().get(&table.path("")).await.ok()), [0, 0, 0]);
    olga.post(&table.path("/start"), json!({})).await.ok();
    assert_eq!(hands(&olga.get(&table.path("")).await.ok()), [1, 1, 0]);
    assert_eq!(hands(&sam.get(&table.path("")).await.ok()), [0, 0, 1]);
}
