//! What may be given, what happens to it, and what is refused (TI-17 … TI-39).

use parley::OfferRef;
use serde_json::{Value, json};
use twilight::ability::note::NoteKind;
use twilight::desk::command::{Entry, Loot};
use twilight::table::goods::Fragments;
use twilight::table::hand::Note;
use twilight::{Act, Bundle, Command, Moment, Notice, Step, When};

use crate::support::*;

fn book(entry: Entry) -> Command {
    Command::Book { entry }
}

fn note(issuer: parley::Seat, name: &str) -> Note {
    Note { issuer, kind: NoteKind::find(name).expect("a note") }
}

/// Ann with these holdings gives that to Bob on her turn.
fn giving(ann: Value, goods: Value) -> Value {
    let players = json!([but(json!({"name": "Ann"}), ann), "Bob", "Cid"]);
    let mut terms = json!([{"by": "Ann"}]);
    terms[0]["give"] = goods;
    but(scene(anns_turn(), terms), json!({"players": players}))
}

#[test]
fn ti_17_any_number_of_goods_commodities_and_fragments_and_one_note() {
    let has = json!({"trade_goods": 40, "commodities": 4, "fragments": {"cultural": 5, "unknown": 6},
                     "notes": ["Cid's Ceasefire"]});
    let mut all = json!({"trade_goods": 40, "commodities": 4,
                         "fragments": {"cultural": 5, "unknown": 6}, "note": "Cid's Ceasefire"});
    is_legal(giving(has.clone(), all.clone()));
    all["notes"] = json!(["Ceasefire"]);
    is_barred(giving(has, all), "TI-17");
}

#[test]
fn ti_17_the_cap_is_for_each_giver_at_the_desk_too() {
    let two = vec![
        give(BOB, Bundle::note(note(BOB, "Ceasefire"))),
        give(BOB, Bundle::note(note(BOB, "Alliance"))),
    ];
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.refuses(ANN, Command::Offer { to: BOB, terms: two.clone() }, 17);
    let desk = desk.refuses(BOB, Command::Offer { to: ANN, terms: two }, 17);
    let swap = vec![
        give(ANN, Bundle::note(note(ANN, "Ceasefire"))),
        give(BOB, Bundle::note(note(BOB, "Ceasefire"))),
    ];
    let desk = desk.strike(ANN, BOB, swap);
    let (ann, bob) = (desk.view(ANN).own.expect("hers"), desk.view(BOB).own.expect("his"));
    assert!(ann.notes.contains(&note(BOB, "Ceasefire")));
    assert!(bob.notes.contains(&note(ANN, "Ceasefire")));
}

#[test]
fn ti_18_secrets_planets_and_technologies_stay_where_they_are() {
    let secret = json!({"secrets": ["Become a Legend"]});
    is_barred(giving(secret.clone(), secret), "TI-18");
    let planet = json!({"planets": ["Jord"]});
    is_barred(giving(planet.clone(), planet), "TI-18");
    let technology = json!({"technologies": ["Gravity Drive"]});
    is_barred(giving(technology.clone(), technology), "TI-18");
}

#[test]
fn ti_18_a_planet_only_by_its_zone_in_the_agenda_phase_or_by_kenara_out_of_combat() {
    let at = |moment: Value, planet: Value| {
        let has = json!({"planets": [planet], "faction": "Hacan"});
        but(giving(has, json!({"planets": ["Jord"]})), json!({"moment": moment}))
    };
    let zone = || json!({"name": "Jord", "demilitarized_zone": true});
    is_legal(at(json!({"step": "after_revealed"}), zone()));
    is_barred(at(anns_turn(), zone()), "TI-18");
    let kenara = || json!({"name": "Jord", "pride_of_kenara": true});
    is_legal(at(anns_turn(), kenara()));
    is_barred(at(json!({"step": "assign_hits", "active": "Ann"}), kenara()), "TI-18");
}

#[test]
fn ti_18_arbiters_work_both_ways_and_not_between_two_others() {
    let card = json!({"action_cards": ["Bribery"]});
    let hacan = json!({"action_cards": ["Bribery"], "faction": "Hacan"});
    is_legal(giving(hacan, card.clone()));
    is_barred(giving(card.clone(), card), "TI-18");
}

#[test]
fn ti_19_mechs_go_home_infantry_does_not_and_neither_does_what_was_never_caught() {
    let captive = |unit: &str| json!({"captured": [{"unit": unit, "of": "Bob"}]});
    for unit in ["mech", "dreadnought", "war sun"] {
        is_legal(giving(captive(unit), captive(unit)));
        is_barred(giving(json!({}), captive(unit)), "TI-21");
    }
    is_barred(giving(captive("infantry"), captive("infantry")), "TI-19");
}

#[test]
fn ti_21_one_must_hold_every_single_thing_that_one_gives() {
    let gives = [
        json!({"trade_goods": 1}),
        json!({"commodities": 1}),
        json!({"fragments": {"cultural": 1}}),
        json!({"fragments": {"hazardous": 1}}),
        json!({"fragments": {"industrial": 1}}),
        json!({"fragments": {"unknown": 1}}),
        json!({"relics": ["The Silver Flame"]}),
    ];
    for goods in gives {
        is_barred(giving(json!({}), goods.clone()), "TI-21");
        is_legal(giving(goods.clone(), goods));
    }
    // Unknown fragments count as any kind when they are purged, not when they are given.
    let unknown = json!({"fragments": {"unknown": 2}});
    is_barred(giving(unknown, json!({"fragments": {"cultural": 1}})), "TI-21");
}

#[test]
fn ti_21_what_two_terms_give_is_counted_together() {
    let terms = json!([
        {"by": "Ann", "give": {"trade_goods": 3}},
        {"by": "Ann", "give": {"trade_goods": 3}},
    ]);
    is_barred(scene(anns_turn(), terms), "TI-21");
}

#[test]
fn ti_21_what_was_spent_since_the_offer_cannot_be_given() {
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    let offer = Command::Offer { to: BOB, terms: vec![give(ANN, Bundle::trade_goods(5))] };
    let desk = desk.act(ANN, offer).act(ANN, book(Entry::SpendGoods { count: 1 }));
    let accept = Command::Accept { offer: OfferRef { from: ANN, number: 1 } };
    let desk = desk.refuses(BOB, accept, 21);
    assert_eq!((desk.goods(ANN), desk.goods(BOB)), (4, 5));
}

#[test]
fn ti_22_in_the_agenda_phase_in_speaker_order() {
    use parley::Audience;
    let order = |speaker, active: Option<parley::Seat>| {
        let desk = desk_with(&["Sol", "Letnev", "Mentak"], |setup| setup.speaker = Some(speaker));
        let turn = active.map(|active| Moment::turn(active, Step::StartOfTurn));
        let desk = desk.moment(turn.unwrap_or(Moment::of(Step::AfterRevealed)));
        let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1))]);
        let opened = desk.log(Audience::Spectator).into_iter().filter_map(|notice| match notice {
            Notice::PillageOpened { victim, .. } => Some(victim),
            _ => None,
        });
        opened.collect::<Vec<_>>()
    };
    assert_eq!(order(ANN, None), [ANN, BOB]);
    assert_eq!(order(BOB, None), [BOB, ANN]);
    assert_eq!(order(CID, None), [ANN, BOB]);
    // On a turn it is the active player's, whoever is speaker.
    assert_eq!(order(ANN, Some(BOB)), [BOB, ANN]);
    assert_eq!(order(BOB, Some(ANN)), [ANN, BOB]);
}

#[test]
fn ti_23_what_is_declined_or_withdrawn_moves_nothing() {
    let offer = || Command::Offer { to: BOB, terms: vec![give(ANN, Bundle::trade_goods(2))] };
    let id = |number| OfferRef { from: ANN, number };
    let desk = desk(&["Sol", "Letnev", "Saar"]).turn(ANN, Step::StartOfTurn).act(ANN, offer());
    let desk = desk.refuses(CID, Command::Accept { offer: id(1) }, 23).refuses(ANN, offer(), 23);
    let desk = desk.act(BOB, Command::Decline { offer: id(1) });
    let desk = desk.refuses(BOB, Command::Accept { offer: id(1) }, 23).act(ANN, offer());
    let desk = desk.act(ANN, Command::Withdraw { to: BOB });
    let desk = desk.refuses(BOB, Command::Accept { offer: id(2) }, 23);
    assert_eq!((desk.goods(ANN), desk.goods(BOB)), (5, 5));
    assert!(desk.spectator().transacted.is_empty());
}

#[test]
fn ti_25_several_transfers_of_a_deal_are_one_transaction() {
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    let terms = vec![
        give(ANN, Bundle::trade_goods(1)),
        give(BOB, Bundle::trade_goods(2)),
        give(ANN, Bundle::trade_goods(3)),
    ];
    let desk = desk.strike(ANN, BOB, terms);
    assert_eq!((desk.goods(ANN), desk.goods(BOB)), (3, 7));
    assert_eq!(desk.spectator().transacted, [(ANN, BOB)]);
}

#[test]
fn ti_26_forced_giving_uses_no_limit_and_sets_off_nothing_for_the_giver() {
    let desk = desk(&["Sol", "Letnev", "Mentak"]).turn(ANN, Step::CombatEnd);
    let forced = |goods| Command::Give { to: ANN, goods };
    let desk = desk.act(BOB, forced(Bundle::note(note(BOB, "Ceasefire"))));
    assert!(desk.spectator().pillages.is_empty(), "a note is no trade good");
    let desk = desk.act(BOB, forced(Bundle::trade_goods(1)));
    // Ann has gained a trade good; Bob has not transacted.
    assert_eq!(desk.spectator().pillages, [(CID, ANN)]);
    let desk = desk.refuses(BOB, forced(Bundle::trade_goods(5)), 21);
    desk.strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1))]);
}

#[test]
fn ti_27_a_note_bought_after_its_window_has_to_wait() {
    let spy_net = note(BOB, "Spy Net");
    desk(&["Sol", "Yssaril"])
        .turn(ANN, Step::ChooseAction)
        .strike(ANN, BOB, vec![give(BOB, Bundle::note(spy_net))])
        .refuses(ANN, Command::PlayNote { note: spy_net }, 100)
        .turn(BOB, Step::StartOfTurn)
        .refuses(ANN, Command::PlayNote { note: spy_net }, 100)
        .turn(ANN, Step::StartOfTurn)
        .act(ANN, Command::PlayNote { note: spy_net });
}

#[test]
fn ti_29_a_debt_needs_no_transaction_and_owes_nothing_now() {
    let desk = desk_with(&["Sol", "Letnev"], |setup| setup.neighbours.clear());
    let debt = Act::PayBack { goods: Bundle::trade_goods(30) };
    let desk = desk.moment(Moment::of(Step::ReadyCards));
    let desk = desk.strike(ANN, BOB, vec![later(ANN, debt, When::NextRound)]);
    let view = desk.view(BOB);
    assert!(view.owed.is_empty() && view.transacted.is_empty());
    assert_eq!(view.own.expect("Bob's own").promises.len(), 1);
    assert_eq!((view.players[0].record.binding, view.players[0].record.non_binding), (0, 1));
}

#[test]
fn ti_30_commodities_neither_pay_for_units_nor_stand_in_for_trade_goods() {
    let desk = desk(&["Sol", "Letnev"]).act(ANN, book(Entry::Replenish));
    let desk = desk.turn(ANN, Step::Production);
    let desk = desk.refuses(ANN, book(Entry::SpendGoods { count: 6 }), 21);
    let ten = Act::Produce { unit: "everything".to_owned(), cost: 10 };
    let desk = desk.refuses(ANN, report(ten), 21);
    let offer = Command::Offer { to: BOB, terms: vec![give(ANN, Bundle::trade_goods(6))] };
    desk.refuses(ANN, offer, 21);
}

#[test]
fn ti_31_a_stolen_commodity_is_a_trade_good_and_one_received_is_none_again() {
    let desk = desk(&["Sol", "Mentak"]).act(ANN, book(Entry::Replenish));
    let desk = desk.turn(ANN, Step::StartOfTurn);
    let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::commodities(1))]);
    assert_eq!((desk.goods(BOB), desk.commodities(BOB)), (6, 0));
    let takes = Some(Loot::Commodity);
    let desk = desk.act(BOB, Command::Pillage { victim: ANN, takes });
    assert_eq!((desk.goods(BOB), desk.commodities(BOB), desk.commodities(ANN)), (7, 0, 2));
    let back = Command::Offer { to: ANN, terms: vec![give(BOB, Bundle::commodities(1))] };
    desk.turn(BOB, Step::StartOfTurn).refuses(BOB, back, 21);
}

#[test]
fn ti_32_the_value_counts_what_raises_it_and_trade_goods_have_no_cap() {
    let desk = desk_with(&["Letnev", "Sol"], |setup| {
        setup.players[0].relics = vec!["Dynamis Core".to_owned(); 2];
    });
    let desk = desk.refuses(ANN, book(Entry::GainCommodities { count: 5 }), 32);
    let desk = desk.act(ANN, book(Entry::GainCommodities { count: 4 }));
    let desk = desk.refuses(ANN, book(Entry::GainCommodities { count: 1 }), 32);
    let desk = desk.act(ANN, book(Entry::GainGoods { count: 500 }));
    assert_eq!((desk.commodities(ANN), desk.goods(ANN)), (4, 505));
}

#[test]
fn ti_33_at_the_value_it_still_counts_as_replenishing() {
    let agreement = note(BOB, "Trade Agreement");
    let desk = desk(&["Sol", "Letnev"]).act(BOB, book(Entry::Replenish));
    let desk = desk.turn(BOB, Step::TradeReplenish);
    let desk = desk
        .strike(ANN, BOB, vec![give(BOB, Bundle::note(agreement))])
        .act(BOB, book(Entry::Replenish))
        .act(ANN, Command::PlayNote { note: agreement });
    assert_eq!((desk.goods(ANN), desk.commodities(BOB)), (7, 0));
}

#[test]
fn ti_34_gaining_some_is_not_replenishing() {
    for faction in ["Hacan", "Sol", "Letnev"] {
        assert_eq!(desk(&[faction, "Saar"]).commodities(ANN), 0);
    }
    let desk = desk(&["Hacan", "Letnev"]).act(ANN, book(Entry::GainCommodities { count: 2 }));
    assert_eq!(desk.commodities(ANN), 2);
    assert_eq!(desk.act(ANN, book(Entry::Replenish)).commodities(ANN), 6);
}

#[test]
fn ti_36_nobody_turns_more_than_they_have() {
    let desk = desk(&["Sol", "Letnev"]).act(ANN, book(Entry::GainCommodities { count: 1 }));
    desk.refuses(ANN, book(Entry::Convert { count: 2 }), 21);
}

#[test]
fn ti_37_trade_goods_buy_no_votes_in_a_deal_either() {
    let terms = json!([{"by": "Bob", "vote": {"outcome": "for", "votes": 3}}]);
    let voters = |influence: u16| json!({"players": ["Ann", {"name": "Bob", "trade_goods": 9, "influence": influence}, "Cid"]});
    let moment = || json!({"step": "vote", "asked": "Bob"});
    let poor = judged(but(scene(moment(), terms.clone()), voters(2)));
    assert_eq!(poor.terms[0].reason.clause, "TI-98");
    assert_eq!(poor.class, twilight::Class::NonBinding);
    let able = judged(but(scene(moment(), terms), voters(3)));
    assert_eq!(able.class, twilight::Class::Binding);
}

#[test]
fn ti_38_washing_needs_real_tokens_on_both_sides() {
    let wash = |count: u16| {
        let terms =
            vec![give(ANN, Bundle::commodities(count)), give(BOB, Bundle::trade_goods(count))];
        Command::Offer { to: BOB, terms }
    };
    let desk = desk_with(&["Sol", "Letnev"], |setup| setup.players[1].trade_goods = 2);
    let desk = desk.turn(ANN, Step::StartOfTurn).refuses(ANN, wash(2), 21);
    let desk = desk.act(ANN, book(Entry::Replenish)).refuses(ANN, wash(3), 21);
    desk.act(ANN, wash(2));
}

#[test]
fn ti_39_everybody_sees_commodities_and_fragments_too() {
    let some = Fragments { hazardous: 2, ..Fragments::NONE };
    let desk = desk(&["Sol", "Letnev", "Saar"]).act(ANN, book(Entry::Replenish));
    let desk = desk.act(ANN, book(Entry::GainFragments { fragments: some }));
    for view in [desk.view(BOB), desk.view(CID), desk.spectator()] {
        let ann = &view.players[0];
        assert_eq!((ann.trade_goods, ann.commodities, ann.fragments), (5, 4, some));
    }
}

#[test]
fn ti_67_each_kind_is_given_as_itself() {
    let all = Fragments { cultural: 1, hazardous: 2, industrial: 3, unknown: 4 };
    let desk = desk(&["Sol", "Letnev"]).act(ANN, book(Entry::GainFragments { fragments: all }));
    let some = Fragments { cultural: 1, hazardous: 1, industrial: 1, unknown: 1 };
    let goods = Bundle { fragments: some, ..Bundle::default() };
    let desk = desk.turn(ANN, Step::StartOfTurn).strike(ANN, BOB, vec![give(ANN, goods)]);
    let left = Fragments { cultural: 0, hazardous: 1, industrial: 2, unknown: 3 };
    assert_eq!(desk.spectator().players[0].fragments, left);
    assert_eq!(desk.spectator().players[1].fragments, some);
}

#[test]
fn ti_68_unknown_fragments_stand_in_where_they_are_there() {
    let gain = |fragments| book(Entry::GainFragments { fragments });
    let purge = |fragments| book(Entry::PurgeFragments { fragments });
    let have = Fragments { cultural: 2, unknown: 2, ..Fragments::NONE };
    let desk = desk(&["Sol", "Letnev"]).act(ANN, gain(have));
    // Two cultural fragments are not three; the unknown one that completes the set is purged as an unknown one.
    let desk = desk.refuses(ANN, purge(Fragments { cultural: 3, ..Fragments::NONE }), 21);
    let desk = desk.refuses(ANN, purge(Fragments { unknown: 3, ..Fragments::NONE }), 21);
    let desk = desk.act(ANN, purge(Fragments { cultural: 2, unknown: 1, ..Fragments::NONE }));
    let left = Fragments { unknown: 1, ..Fragments::NONE };
    assert_eq!(desk.spectator().players[0].fragments, left);
    assert!(desk.spectator().transacted.is_empty());
}

#[test]
fn ti_68_nobody_purges_what_another_has() {
    let three = Fragments { industrial: 3, ..Fragments::NONE };
    let desk = desk(&["Sol", "Letnev"]).act(BOB, book(Entry::GainFragments { fragments: three }));
    let desk = desk.refuses(ANN, book(Entry::PurgeFragments { fragments: three }), 21);
    assert_eq!(desk.spectator().players[1].fragments, three);
}

#[test]
fn ti_69_the_silver_flame_and_the_black_market_are_the_exceptions() {
    let flame = json!({"relics": ["The Silver Flame"]});
    is_legal(giving(flame.clone(), flame));
    let relic = json!({"relics": ["The Obsidian"]});
    let given = giving(relic.clone(), relic);
    is_barred(given.clone(), "TI-69");
    is_legal(but(given, json!({"in_force": ["black_market_dealings"]})));
}

#[test]
fn ti_21_one_relic_is_not_given_twice() {
    let flame = json!({"relics": ["The Silver Flame"]});
    is_barred(giving(flame, json!({"relics": ["The Silver Flame", "The Silver Flame"]})), "TI-21");
}
