//! The judge: an error in a situation names the field and how to fix it.

use serde_json::{Value, json};
use twilight::situation::{parse, schema};

use crate::support::*;

#[track_caller]
fn wrong(changes: Value, field: &str, says: &str) {
    let error = try_judged(but(scene(anns_turn(), gift()), changes)).expect_err("it is impossible");
    assert_eq!(error.field, field, "{error}");
    assert!(error.to_string().contains(says), "{error}");
}

#[test]
fn a_slip_in_a_name_gets_a_suggestion() {
    let with = |player: Value| json!({"players": [player, "Bob", "Cid"]});
    wrong(with(json!({"name": "Ann", "faction": "Hakan"})), "players[0].faction", "Hacan");
    let note = json!({"name": "Ann", "notes": ["Bob's Ceasfire"]});
    wrong(with(note), "players[0].notes[0]", "Ceasefire");
    wrong(json!({"moment": {"step": "prodction", "active": "Ann"}}), "moment.step", "production");
    wrong(json!({"speaker": "Bobb"}), "speaker", "Bob");
    let term = json!({"between": ["Ann", "Bob"], "terms": [{"by": "An", "pass": true}]});
    wrong(json!({"deal": term}), "deal.terms[0].by", "Ann");
}

#[test]
fn impossible_holdings_are_refused_with_their_field() {
    let with = |player: Value| json!({"players": [player, "Bob", "Cid"]});
    let negative = with(json!({"name": "Ann", "trade_goods": -1}));
    wrong(negative, "players[0].trade_goods", "is negative");
    let over = with(json!({"name": "Ann", "faction": "Letnev", "commodities": 3}));
    wrong(over, "players[0].commodities", "TI-32");
    let cards: Vec<String> = (0..8).map(|number| number.to_string()).collect();
    let hand = with(json!({"name": "Ann", "action_cards": cards}));
    wrong(hand, "players[0].action_cards", "TI-103");
}

#[test]
fn a_note_is_in_one_place() {
    let twice = json!({"players": [
        {"name": "Ann", "notes": ["Cid's Ceasefire"]},
        {"name": "Bob", "notes": ["Cid's Ceasefire"]}, "Cid",
    ]});
    wrong(twice, "players[1].notes[0]", "two places");
    let foreign = json!({"players": [{"name": "Ann", "notes": ["Bob's Spy Net"]}, "Bob", "Cid"]});
    wrong(foreign, "players[0].notes[0]", "does not issue");
    let hidden = json!({"players": [
        {"name": "Ann", "notes": ["Bob's Support for the Throne"]}, "Bob", "Cid",
    ]});
    wrong(hidden, "players[0].notes[0]", "TI-63");
}

#[test]
fn a_moment_must_fit_together() {
    wrong(json!({"moment": {"step": "production"}}), "moment.active", "active player");
    wrong(json!({"moment": {"step": "vote"}}), "moment.asked", "asked now");
    let status = json!({"moment": {"step": "gain_tokens", "active": "Ann"}});
    wrong(status, "moment.active", "action");
}

#[test]
fn a_term_has_one_verb() {
    let deal = |term: Value| json!({"deal": {"between": ["Ann", "Bob"], "terms": [term]}});
    wrong(deal(json!({"by": "Ann"})), "deal.terms[0]", "exactly one");
    let two = json!({"by": "Ann", "pass": true, "abstain": true});
    wrong(deal(two), "deal.terms[0]", "abstain and pass");
}

#[test]
fn a_field_that_does_not_exist_is_named() {
    let error = parse(r#"{"players": ["A", "B"], "momnt": {}}"#).expect_err("a slip");
    assert!(error.to_string().contains("momnt"), "{error}");
}

#[test]
fn a_map_string_makes_neighbours() {
    let galaxy = json!({"map": "1 19 -1 -1 -1 -1", "presence": [
        {"player": "Ann", "controls": ["Jord"]},
        {"player": "Bob", "units_in": ["Wellon"]},
    ]});
    let players = json!([{"name": "Ann", "faction": "Letnev", "trade_goods": 1},
                         {"name": "Bob", "faction": "Saar"}, {"name": "Cid", "faction": "Yin"}]);
    let near = json!({"galaxy": galaxy, "players": players});
    is_legal(but(scene(anns_turn(), gift()), near.clone()));
    let far = but(scene(anns_turn(), gift()), near);
    let alone = json!({"map": "1 19 -1 -1 -1 -1"});
    is_barred(but(far, json!({"galaxy": alone})), "TI-08");
}

#[test]
fn the_schema_describes_every_field() {
    let text = schema().to_string();
    for field in ["players", "moment", "neighbours", "do_not_use_note", "commodity_value"] {
        assert!(text.contains(field), "{field}");
    }
}
