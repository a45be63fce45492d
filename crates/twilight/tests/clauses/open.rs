//! TI-104 … TI-110: where the rules are open, the verdict says so unless the table has chosen.

use serde_json::{Value, json};
use twilight::Class;

use crate::support::*;

#[track_caller]
fn is_open(situation: Value, clause: &str) {
    let found = judged(situation);
    assert_eq!(found.class, Class::Open, "{found}");
    assert_eq!(found.decisive().expect("a term").reason.clause, clause);
}

#[test]
fn ti_104_strict_unless_the_table_reads_term_by_term() {
    let terms = json!([
        {"by": "Ann", "give": {"trade_goods": 1}},
        {"by": "Bob", "say": "peace", "when": "this_round"},
    ]);
    let strict = scene(anns_turn(), terms);
    assert_eq!(judged(strict.clone()).class, Class::NonBinding);
    let per_term = but(strict, json!({"readings": {"deals": "per_term"}}));
    assert_eq!(judged(per_term).class, Class::PartlyBinding);
}

#[test]
fn ti_105_three_players_make_two_deals_and_not_one() {
    let chain = json!({"deal": {"terms": [
        {"by": "Ann", "give": {"trade_goods": 1}},
        {"by": "Bob", "give": {"trade_goods": 1}},
        {"by": "Cid", "pass": true},
    ]}});
    let error = try_judged(but(scene(anns_turn(), gift()), chain)).expect_err("three parties");
    assert_eq!(error.field, "deal.terms[0].to");
    let told = json!({"deal": {"terms": [
        {"by": "Ann", "to": "Bob", "give": {"trade_goods": 1}},
        {"by": "Cid", "to": "Ann", "give": {"note": "Ceasefire"}},
    ]}});
    let found = judged(but(scene(anns_turn(), gift()), told));
    assert_eq!((found.class, found.legs.len()), (Class::Open, 2), "{found}");
    assert_eq!(found.unsettled.expect("it is open").clause, "TI-105");
}

#[test]
fn ti_106_who_acts_outside_their_turn() {
    let cids = json!({"step": "production", "active": "Cid"});
    let acting = but(scene(cids, gift()), json!({"acting": "Ann"}));
    is_open(acting.clone(), "TI-106");
    let chosen = |permit: &str| json!({"readings": {"acting_outside_turn": permit}});
    is_legal(but(acting.clone(), chosen("yes")));
    is_barred(but(acting, chosen("no")), "TI-03");
}

#[test]
fn ti_107_while_planets_are_readied() {
    let readying = scene(json!({"step": "ready_planets"}), gift());
    is_open(readying.clone(), "TI-107");
    let chosen = |permit: &str| json!({"readings": {"ready_planets": permit}});
    is_legal(but(readying.clone(), chosen("yes")));
    is_barred(but(readying, chosen("no")), "TI-15");
}

#[test]
fn ti_108_malevolency_in_an_ordinary_transaction() {
    let terms = json!([{"by": "Ann", "give": {"note": "Malevolency"}}]);
    let obsidian = json!({"players": [{"name": "Ann", "faction": "Obsidian"}, "Bob", "Cid"]});
    let given = but(scene(anns_turn(), terms), obsidian);
    is_open(given.clone(), "TI-108");
    is_legal(but(given, json!({"readings": {"malevolency": "yes"}})));
}

#[test]
fn ti_109_commodities_on_the_spot_for_being_replenished() {
    let terms =
        json!([{"by": "Ann", "replenish": true}, {"by": "Bob", "give": {"commodities": 1}}]);
    let trade = scene(json!({"step": "trade_choose_players", "active": "Ann"}), terms);
    is_open(trade.clone(), "TI-109");
    let chosen = |reading: &str| json!({"readings": {"trade_primary": reading}});
    assert_eq!(judged(but(trade.clone(), chosen("step_rule"))).class, Class::Binding);
    assert_eq!(judged(but(trade, chosen("letter"))).class, Class::NonBinding);
}
