//! Commodities, trade goods and fragments (TI-30 … TI-39, TI-67 … TI-69).

use serde_json::json;
use twilight::desk::command::{Command, Entry};
use twilight::table::goods::Fragments;
use twilight::{Act, Bundle, Moment, Step};

use crate::support::*;

fn book(entry: Entry) -> Command {
    Command::Book { entry }
}

#[test]
fn ti_30_commodities_cannot_be_spent() {
    let terms = json!([{"by": "Ann", "produce": "cruiser"}]);
    let broke = json!([{"name": "Ann", "commodities": 2}, "Bob", "Cid"]);
    let production = json!({"step": "production", "active": "Ann"});
    let found = judged(but(scene(production, terms), json!({"players": broke})));
    assert_eq!(found.terms[0].reason.clause, "TI-77");
}

#[test]
fn ti_31_a_commodity_that_changes_hands_becomes_a_trade_good() {
    let desk = desk(&["Sol", "Letnev"]).act(ANN, book(Entry::Replenish));
    let desk = desk.turn(ANN, Step::StartOfTurn);
    let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::commodities(4))]);
    assert_eq!((desk.commodities(ANN), desk.goods(BOB), desk.commodities(BOB)), (0, 9, 0));
    let forced = desk
        .act(BOB, book(Entry::GainCommodities { count: 2 }))
        .act(BOB, Command::Give { to: ANN, goods: Bundle::commodities(2) });
    assert_eq!((forced.goods(ANN), forced.commodities(ANN)), (7, 0));
}

#[test]
fn ti_32_commodities_never_exceed_the_value() {
    let desk = desk(&["Sol", "Letnev"]);
    let desk = desk.refuses(BOB, book(Entry::GainCommodities { count: 3 }), 32);
    desk.act(BOB, book(Entry::GainCommodities { count: 2 }));
}

#[test]
fn ti_33_replenishing_fills_up_and_may_fill_nothing() {
    let desk = desk(&["Sol", "Letnev"]).act(ANN, book(Entry::Replenish));
    assert_eq!(desk.commodities(ANN), 4);
    assert_eq!(desk.act(ANN, book(Entry::Replenish)).commodities(ANN), 4);
}

#[test]
fn ti_34_everybody_begins_without_commodities() {
    assert_eq!(desk(&["Hacan", "Letnev"]).commodities(ANN), 0);
}

#[test]
fn ti_35_commodities_may_go_just_before_they_are_replenished() {
    let desk = desk(&["Sol", "Letnev"]).act(ANN, book(Entry::Replenish));
    let desk = desk.turn(ANN, Step::TradeGainGoods);
    let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::commodities(4))]);
    assert_eq!(desk.act(ANN, book(Entry::Replenish)).commodities(ANN), 4);
}

#[test]
fn ti_36_turning_ones_own_commodities_is_not_gaining_trade_goods() {
    let desk = desk(&["Sol", "Mentak"]).act(ANN, book(Entry::Replenish));
    let desk = desk.turn(ANN, Step::StartOfTurn).act(ANN, book(Entry::Convert { count: 2 }));
    assert_eq!((desk.goods(ANN), desk.commodities(ANN)), (7, 2));
    assert!(desk.spectator().pillages.is_empty());
    let gained = desk.act(ANN, book(Entry::GainGoods { count: 1 }));
    assert_eq!(gained.spectator().pillages, [(BOB, ANN)]);
}

#[test]
fn ti_37_a_trade_good_pays_for_a_unit_and_never_for_a_vote() {
    let produce = Act::Produce { unit: "war sun".to_owned(), cost: 9 };
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::Production).act(ANN, report(produce));
    assert_eq!(desk.goods(ANN), 0);
    let vote = Act::Vote { outcome: "for".to_owned(), votes: 5 };
    desk.moment(Moment::of(Step::Vote).asking(BOB)).refuses(BOB, report(vote), 21);
}

#[test]
fn ti_38_washing_is_one_ordinary_transaction() {
    let desk = desk(&["Sol", "Letnev"]).act(ANN, book(Entry::Replenish));
    let desk = desk.turn(BOB, Step::StartOfTurn);
    let wash = vec![give(ANN, Bundle::commodities(4)), give(BOB, Bundle::trade_goods(4))];
    let desk = desk.strike(ANN, BOB, wash);
    assert_eq!((desk.goods(ANN), desk.goods(BOB)), (9, 5));
    assert_eq!(desk.spectator().transacted, [(ANN, BOB)]);
}

#[test]
fn ti_39_goods_lie_open_on_the_table() {
    let desk = desk(&["Sol", "Letnev"]);
    assert_eq!(desk.view(BOB).players[0].trade_goods, 5);
}

#[test]
fn ti_67_fragments_are_of_four_kinds_and_lie_open() {
    let one = Fragments { cultural: 1, hazardous: 1, industrial: 1, unknown: 1 };
    let desk = desk(&["Sol", "Letnev"]).act(ANN, book(Entry::GainFragments { fragments: one }));
    assert_eq!(desk.view(BOB).players[0].fragments, one);
}

#[test]
fn ti_68_fragments_are_purged_from_what_one_has() {
    let three = Fragments { cultural: 3, ..Fragments::NONE };
    let purge = book(Entry::PurgeFragments { fragments: three });
    let desk = desk(&["Sol", "Letnev"]).refuses(ANN, purge.clone(), 21);
    let desk = desk.act(ANN, book(Entry::GainFragments { fragments: three })).act(ANN, purge);
    assert_eq!(desk.spectator().players[0].fragments, Fragments::NONE);
}

#[test]
fn ti_69_fragments_may_be_given_and_relics_may_not() {
    let rich = json!([{"name": "Ann", "fragments": {"industrial": 4}, "relics": ["The Obsidian"]},
                      "Bob", "Cid"]);
    let fragments = json!([{"by": "Ann", "give": {"fragments": {"industrial": 4}}}]);
    is_legal(but(scene(anns_turn(), fragments), json!({"players": rich.clone()})));
    let relic = json!([{"by": "Ann", "give": {"relics": ["The Obsidian"]}}]);
    is_barred(but(scene(anns_turn(), relic), json!({"players": rich})), "TI-69");
}
