//! Static data: rulesets, rulebooks and the judge.

use serde_json::{Value, json};

use crate::support::server;

#[tokio::test]
async fn a_client_learns_all_it_needs_to_show_backchannel() {
    let reference = server().await.nobody().get("/rulesets/backchannel").await.ok();
    assert_eq!(reference["maps"][0]["id"], "wherrymouth");
    assert_eq!(reference["liveries"].as_array().unwrap().len(), 8);
    assert_eq!(
        reference["cards"][0]["text"],
        "Worth 3 troops: apply it, or put it into a proposal."
    );
    assert_eq!(reference["bots"][2]["name"], "envoy");
    assert_eq!(reference["bots"][2]["person"], "Ashdown");
    assert_eq!(reference["levels"][2]["id"], "hard");
    let company = reference["company"].as_array().unwrap();
    assert_eq!(company[..3], ["envoy", "broker", "turncoat"], "those of a quick game come first");
    let start = &reference["starts"]["table"];
    assert_eq!((&start["map"], &start["seats"]), (&json!("trade-wind-sea"), &json!(4)));
    assert_ne!(start["settings"]["lift_fog"], true, "people decide on that themselves");
    assert_eq!(reference["study"], json!({ "agreements": "breakable", "signals": true }));
    assert_eq!(reference["phases"][2]["part_of"], "attack", "moving in is a part of attacking");
    assert_eq!(reference["actions"][3]["costs"], "3 cards of your choice, burned at once.");
    assert_eq!(reference["agreements"][1], json!({ "id": "supply_pact", "name": "Supply pact" }));
    assert_eq!(reference["endings"][2]["clause"], "BC-902");
    assert_eq!(reference["promises"][0]["text"], "to leave");
    let book = &reference["signals"]["en"];
    for template in book["templates"].as_array().unwrap() {
        for joint in book["conjunctions"].as_array().unwrap() {
            let after = joint["after"].as_array().unwrap().contains(&template["sentence"]);
            let may = template["conjunctions"].as_array().unwrap().contains(&place(book, joint));
            assert_eq!(may, after, "{} after {}", joint["id"], template["id"]);
        }
    }
    assert_eq!(book["templates"][0]["outline"], "Leave … alone");
    for language in ["en", "de"] {
        for list in ["templates", "conjunctions", "reactions", "concepts", "agreements"] {
            let words = reference["signals"][language][list].as_array().unwrap();
            assert!(!words.is_empty());
            let told = |word: &serde_json::Value| {
                word.get("text").or(word.get("outline")).and_then(|it| it.as_str()).unwrap().len()
            };
            assert!(words.iter().all(|word| told(word) > 0), "{language} {list}");
        }
    }
}

/// The place of a conjunction in its book.
fn place(book: &Value, joint: &Value) -> Value {
    json!(book["conjunctions"].as_array().unwrap().iter().position(|it| it == joint))
}

#[tokio::test]
async fn a_client_learns_all_it_needs_to_show_a_desk() {
    let reference = server().await.nobody().get("/rulesets/twilight").await.ok();
    let hacan = reference["factions"].as_array().unwrap().iter().find(|it| it["id"] == "hacan");
    assert_eq!(hacan.unwrap()["commodities"], 6);
    assert_eq!(reference["notes"][0]["id"], "ceasefire");
    assert_eq!(reference["steps"][0]["next"], json!(["choose_strategy_card"]));
    let named = |list: &str, name: &str| {
        let entries = reference[list].as_array().unwrap();
        let found = entries.iter().find(|it| it["name"] == name || it["entry"] == name);
        found.unwrap_or_else(|| panic!("{name} in {list}")).clone()
    };
    assert_eq!(named("units", "infantry")["prices"][2], 2, "infantry come two for one");
    assert_eq!(named("units", "war sun")["prices"][0], 12);
    let node = named("uses", "Quantum Datahub Node");
    assert_eq!(node["price"]["trade_goods"], 3);
    assert_eq!(node["window"], json!(["end_of_strategy"]));
    assert_eq!(
        node["fields"],
        json!([{ "name": "with", "kind": "seat", "label": "With", "ticks": [] }])
    );
    assert_eq!(named("powers", "Bombardment")["who"], "active");
    assert_eq!(named("entries", "gain_goods")["fields"][0]["kind"], "number");
    assert_eq!(named("conditions", "Lost Star Chart")["id"], "lost_star_chart");
    let mahact = reference["factions"].as_array().unwrap().iter().find(|it| it["id"] == "mahact");
    let issues = mahact.unwrap()["issues"].as_array().unwrap();
    assert!(issues.contains(&json!("ceasefire")) && !issues.contains(&json!("alliance")));
    assert_eq!(reference["expansions"][0], json!({ "id": "base", "name": "Base game" }));
    assert_eq!(reference["classes"][1], json!({ "id": "non_binding", "words": "non-binding" }));
    assert_eq!(reference["findings"][1], json!({ "id": "fails", "words": "fails" }));
    assert_eq!(reference["setup"]["switches"][0]["on"], true);
    assert_eq!(reference["setup"]["readings"][0]["usual"], "strict");
    let start = &reference["setup"]["start"];
    assert_eq!(start["factions"].as_array().unwrap()[..2], ["hacan", "sol"]);
    assert_eq!(
        start["factions"].as_array().unwrap().len(),
        reference["factions"].as_array().unwrap().len()
    );
    assert_eq!(start["neighbours"], json!([[0, 1], [0, 2], [1, 2]]));
    assert_eq!(start["sample"]["players"], 6);
    assert_eq!(reference["fragments"][3], "unknown");
    assert_eq!(reference["hands"][1], json!({ "id": "action_cards", "name": "action cards" }));
    let debt = &reference["terms"]["acts"][1];
    assert_eq!((&debt["verb"], &debt["when"]), (&json!("pay_back"), &json!("next_round")));
    assert_eq!(reference["terms"]["hazards"][0]["text"], "after dice");
}

#[tokio::test]
async fn a_clause_is_found_in_its_book() {
    let server = server().await;
    for (book, clause) in [("backchannel", "BC-504"), ("twilight", "TI-10")] {
        let read = server.nobody().get(&format!("/rules/{book}")).await.ok();
        let clauses = read["sections"].as_array().unwrap().iter();
        let mut clauses = clauses.flat_map(|section| section["clauses"].as_array().unwrap());
        assert!(clauses.any(|it| it["id"] == clause), "{clause}");
    }
}

#[tokio::test]
async fn the_judge_answers_with_reasons_and_names_a_wrong_field() {
    let server = server().await;
    let situation = json!({
        "players": ["Ann", "Bob"],
        "moment": { "step": "choose_action", "active": "Ann" },
        "deal": { "between": ["Ann", "Bob"], "terms": [{ "by": "Ann", "give": { "trade_goods": 1 } }] },
    });
    let answer = server.nobody().post("/twilight/judge", situation.clone()).await;
    if answer.status == 200 {
        assert!(answer.json["terms"][0]["reason"]["clause"].as_str().unwrap().starts_with("TI-"));
    } else {
        assert!(answer.is(422).json["field"].is_string());
    }
    let mut wrong = situation;
    wrong["moment"]["step"] = json!("lunch");
    server.nobody().post("/twilight/judge", wrong).await.is(422).about("moment.step");
}

#[tokio::test]
async fn a_galaxy_can_be_drawn() {
    let server = server().await;
    let body = json!({ "map_string": "1 19 0 -1 26 -1" });
    let drawn = server.nobody().post("/twilight/galaxy", body).await.ok();
    assert_eq!(drawn["homes"].as_array().unwrap().len(), 1);
    let wellon = drawn["systems"].as_array().unwrap().iter().find(|it| it["tile"] == "19").unwrap();
    assert_eq!(wellon["planets"], json!(["Wellon"]));
    assert!(wellon["q"].is_i64());
    let lodor = drawn["systems"].as_array().unwrap().iter().find(|it| it["tile"] == "26").unwrap();
    assert_eq!(lodor["wormholes"], json!(["alpha"]));
    let bad = json!({ "map_string": "banana" });
    server.nobody().post("/twilight/galaxy", bad).await.is(422).about("map_string");
}
