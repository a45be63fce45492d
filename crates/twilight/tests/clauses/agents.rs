//! Agents and laws that move commodities (TI-30 … TI-36).

use serde_json::json;
use twilight::desk::command::{Entry, Invocation, Loot};
use twilight::desk::condition::Condition;
use twilight::desk::effect::Effect;
use twilight::table::goods::Captive;
use twilight::{Act, Bundle, Command, Moment, Step};

use crate::support::*;

fn uses(effect: Effect) -> Command {
    Command::Use { effect }
}

fn book(entry: Entry) -> Command {
    Command::Book { entry }
}

#[test]
fn ti_32_carth_brings_two_commodities_as_far_as_they_fit() {
    let carth = || uses(effect("carth_gains", json!({})));
    let desk = desk(&["Hacan", "Sol"]).refuses(ANN, carth(), 100).turn(BOB, Step::Production);
    assert!(desk.lists(ANN, &carth()));
    let desk = desk.refuses(BOB, carth(), 32).act(ANN, carth());
    assert_eq!((desk.commodities(ANN), desk.player(ANN).exhausted), (2, vec![ability("carth")]));
    let desk = desk.refuses(ANN, carth(), 28);
    assert!(!desk.lists(ANN, &carth()));
    let desk = desk.act(ANN, book(Entry::GainCommodities { count: 3 }));
    let desk = desk.moment(Moment::of(Step::ReadyCards)).turn(BOB, Step::StartOfTurn);
    let desk = desk.act(ANN, carth());
    assert_eq!(desk.commodities(ANN), 6, "a fifth and a sixth do not fit");
    let desk = desk.moment(Moment::of(Step::ReadyCards)).turn(BOB, Step::StartOfTurn);
    desk.refuses(ANN, carth(), 32);
}

#[test]
fn ti_33_carth_lets_somebody_else_replenish_and_nobody_gains_trade_goods() {
    let carth = |of| uses(effect("carth_replenishes", json!({ "of": of })));
    let desk = desk(&["Hacan", "Sol", "Mentak"]).turn(CID, Step::StartOfTurn);
    let desk = desk.refuses(ANN, carth(ANN), 70).act(ANN, carth(BOB));
    assert_eq!((desk.commodities(BOB), desk.commodities(ANN)), (4, 0));
    assert!(desk.spectator().pillages.is_empty());
    desk.refuses(ANN, carth(CID), 28);
}

#[test]
fn ti_33_a_trade_agreement_may_be_played_when_carth_replenishes() {
    let agreement = twilight::table::hand::Note {
        issuer: BOB,
        kind: twilight::ability::note::NoteKind::TRADE_AGREEMENT,
    };
    let play = || Command::PlayNote { note: agreement };
    let desk = desk(&["Hacan", "Sol", "Saar"]).turn(CID, Step::StartOfTurn);
    let desk = desk.act(BOB, Command::Give { to: CID, goods: Bundle::note(agreement) });
    let desk = desk.refuses(CID, play(), 100);
    let desk =
        desk.act(ANN, uses(effect("carth_replenishes", json!({ "of": BOB })))).act(CID, play());
    assert_eq!((desk.goods(CID), desk.commodities(BOB)), (9, 0));
}

#[test]
fn ti_28_temporal_command_suite_readies_an_agent() {
    let desk = desk_with(&["Hacan", "Nomad"], |setup| {
        setup.players[1].abilities = vec![ability("temporal-command-suite")];
    });
    let carth = || uses(effect("carth_gains", json!({})));
    let suite = Invocation::Ability(ability("temporal-command-suite"));
    let desk = desk.turn(ANN, Step::StartOfTurn).act(ANN, carth()).turn(ANN, Step::ChooseAction);
    let desk = desk.refuses(ANN, carth(), 28).act(BOB, Command::Invoke { with: ANN, power: suite });
    assert_eq!(desk.act(ANN, carth()).commodities(ANN), 4);
}

#[test]
fn ti_36_the_stillness_of_stars_turns_commodities_and_opens_no_pillage() {
    let still = |unit: &str| {
        uses(effect("the_stillness_of_stars", json!({ "of": BOB, "unit": unit.to_owned() })))
    };
    let desk = desk(&["Cabal", "Letnev", "Mentak"]).turn(BOB, Step::TradeReplenish);
    let desk = desk.refuses(ANN, still("cruiser"), 33).act(BOB, book(Entry::Replenish));
    assert!(desk.lists(ANN, &still("cruiser")) && !desk.lists(ANN, &still("dreadnought")));
    let desk = desk.refuses(ANN, still("dreadnought"), 32).refuses(ANN, still("palace"), 19);
    let desk = desk.refuses(CID, still("cruiser"), 31).act(ANN, still("Cruiser"));
    assert_eq!((desk.goods(BOB), desk.commodities(BOB)), (7, 0));
    let captive = Captive { owner: BOB, unit: "cruiser".to_owned() };
    assert_eq!(desk.player(ANN).captives, [captive]);
    assert!(desk.spectator().pillages.is_empty());
    desk.turn(BOB, Step::TradeReplenish).act(BOB, book(Entry::Replenish)).refuses(
        ANN,
        still("cruiser"),
        28,
    );
}

#[test]
fn ti_33_the_stillness_waits_for_somebody_who_replenished_in_this_step() {
    let still =
        uses(effect("the_stillness_of_stars", json!({ "of": BOB, "unit": "fighter".to_owned() })));
    desk(&["Cabal", "Letnev"])
        .turn(BOB, Step::TradeReplenish)
        .act(BOB, book(Entry::Replenish))
        .turn(BOB, Step::TradeChoosePlayers)
        .refuses(ANN, still, 33);
}

#[test]
fn ti_30_xander_lets_commodities_be_spent_for_one_step() {
    let desk = desk(&["Keleres", "Sol"]).act(BOB, book(Entry::Replenish));
    let desk = desk.turn(BOB, Step::Production);
    let ships = || report(Act::Produce { unit: "dreadnoughts".to_owned(), cost: 12 });
    let xander = |of| uses(effect("xander_alexin_victori", json!({ "of": of })));
    let desk = desk.refuses(BOB, ships(), 21).refuses(BOB, xander(BOB), 30);
    assert!(desk.lists(ANN, &xander(BOB)));
    let desk = desk.act(ANN, xander(BOB)).act(BOB, ships());
    // Four resources and five trade goods, and three of the commodities.
    assert_eq!((desk.goods(BOB), desk.commodities(BOB), desk.player(BOB).resources), (0, 1, 0));
    let desk = desk.refuses(ANN, xander(BOB), 28).turn(BOB, Step::EndOfAction);
    desk.refuses(BOB, book(Entry::SpendGoods { count: 1 }), 21);
}

#[test]
fn ti_30_by_xander_a_unit_may_bind_that_commodities_pay_for() {
    use serde_json::json;
    let ann = |spends: bool| {
        let ann =
            json!({"name": "Ann", "commodities": 3, "resources": 1, "spends_commodities": spends});
        json!({"players": [ann, {"name": "Bob", "trade_goods": 4}]})
    };
    let terms =
        json!([{"by": "Ann", "produce": "dreadnought"}, {"by": "Bob", "give": {"trade_goods": 1}}]);
    let scene = scene(json!({"step": "production", "active": "Ann"}), terms);
    let with = judged(but(scene.clone(), ann(true)));
    assert_eq!(with.class, twilight::Class::Binding, "{with}");
    let without = judged(but(scene, ann(false)));
    assert_eq!(without.terms[0].reason.clause, "TI-77", "{without}");
}

#[test]
fn ti_30_commodities_that_are_given_away_are_not_spent_as_well() {
    use serde_json::json;
    let players = json!({"players": [
        {"name": "Ann", "commodities": 3, "resources": 1, "spends_commodities": true},
        {"name": "Bob", "trade_goods": 4},
    ]});
    let terms =
        json!([{"by": "Ann", "produce": "dreadnought"}, {"by": "Ann", "give": {"commodities": 1}}]);
    let found = judged(but(scene(json!({"step": "production", "active": "Ann"}), terms), players));
    assert_eq!(found.terms[0].finding, twilight::Finding::Fails, "{found}");
}

#[test]
fn ti_33_the_minister_of_commerce_gains_for_each_neighbour_after_replenishing() {
    let law = |begins| Command::Declare { condition: Condition::MinisterOfCommerce, begins };
    let desk = desk_with(&["Sol", "Letnev", "Saar", "Mentak"], |setup| {
        setup.neighbours = vec![(ANN, BOB), (ANN, parley::Seat(3))];
    });
    let desk =
        desk.act(BOB, book(Entry::Replenish)).act(ANN, law(true)).refuses(ANN, law(true), 85);
    assert_eq!(desk.goods(BOB), 5);
    let desk = desk.act(ANN, book(Entry::Replenish));
    assert_eq!((desk.goods(ANN), desk.commodities(ANN)), (7, 4));
    // That is a gain of trade goods, so Mentak may pillage; Bob's was not.
    let mentak = parley::Seat(3);
    assert_eq!(desk.spectator().pillages, [(mentak, ANN)]);
    let desk = desk.act(mentak, Command::Pillage { victim: ANN, takes: Some(Loot::Commodity) });
    let desk =
        desk.act(ANN, book(Entry::Replenish)).act(BOB, law(true)).act(ANN, book(Entry::Replenish));
    assert_eq!(desk.goods(ANN), 9, "the law is Bob's now");
}

#[test]
fn ti_33_gaining_commodities_pays_no_minister() {
    let law = Command::Declare { condition: Condition::MinisterOfCommerce, begins: true };
    let desk = desk(&["Hacan", "Sol"]).act(ANN, law).turn(ANN, Step::StartOfTurn);
    let desk = desk.act(ANN, uses(effect("carth_gains", json!({}))));
    assert_eq!((desk.goods(ANN), desk.commodities(ANN)), (5, 2));
}
