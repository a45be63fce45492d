//! Deals, and what binds (TI-70 … TI-84).

use parley::Faith;
use serde_json::{Value, json};
use twilight::{Act, Bundle, Class, Command, Finding, Step, When};

use crate::support::*;

fn production() -> Value {
    json!({"step": "production", "active": "Ann"})
}

fn dreadnought() -> Value {
    json!([{"by": "Bob", "give": {"trade_goods": 4}}, {"by": "Ann", "produce": "dreadnought"}])
}

fn builders(resources: u16) -> Value {
    json!({"players": [{"name": "Ann", "resources": resources},
                       {"name": "Bob", "trade_goods": 4}, "Cid"]})
}

#[test]
fn ti_70_a_deal_is_between_two_with_or_without_an_exchange() {
    let words = json!([{"by": "Ann", "say": "peace", "when": "this_round"}]);
    assert!(judged(scene(anns_turn(), words)).legal);
    let alone = but(
        scene(anns_turn(), gift()),
        json!({
            "deal": {"terms": [{"by": "Ann", "pass": true}]},
        }),
    );
    assert_eq!(try_judged(alone).expect_err("three could be meant").field, "deal.between");
}

#[test]
fn ti_71_any_two_at_any_time() {
    let desk = desk_with(&["Sol", "Letnev"], |setup| setup.neighbours.clear());
    let peace = Act::LeaveAlone { system: "Arc Prime".to_owned() };
    desk.strike(ANN, BOB, vec![later(ANN, peace, When::ThisRound)]);
}

#[test]
fn ti_72_with_an_exchange_the_rules_for_transactions_hold() {
    let desk = desk_with(&["Sol", "Letnev"], |setup| setup.neighbours.clear());
    let terms = vec![give(ANN, Bundle::trade_goods(1)), now(BOB, Act::Pass)];
    desk.turn(BOB, Step::ChooseAction).refuses(ANN, Command::Offer { to: BOB, terms }, 8);
}

#[test]
fn ti_73_every_deal_has_a_class() {
    let found = judged(but(scene(production(), dreadnought()), builders(4)));
    assert_eq!(found.class, Class::Binding);
    let found = judged(but(scene(anns_turn(), dreadnought()), builders(4)));
    assert_eq!(found.class, Class::NonBinding);
}

#[test]
fn ti_74_a_binding_deal_must_be_carried_out() {
    let produce = Act::Produce { unit: "dreadnought".to_owned(), cost: 4 };
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::Production);
    let terms = vec![give(BOB, Bundle::trade_goods(4)), now(ANN, produce.clone())];
    let desk = desk.strike(BOB, ANN, terms);
    assert_eq!(desk.goods(ANN), 9);
    let desk = desk.refuses(ANN, Command::Advance { to: Step::EndOfAction }, 74);
    let desk = desk.act(ANN, report(produce)).act(ANN, Command::Advance { to: Step::EndOfAction });
    assert_eq!(desk.spectator().players[0].record.kept, 1);
}

#[test]
fn ti_74_what_would_make_a_binding_term_impossible_is_refused() {
    use twilight::desk::command::Entry;
    let produce = Act::Produce { unit: "flagship".to_owned(), cost: 8 };
    let desk = desk(&["Sol", "Letnev", "Saar"]).turn(ANN, Step::Production);
    let desk = desk.strike(ANN, BOB, vec![now(ANN, produce)]);
    let spend = Command::Book { entry: Entry::SpendGoods { count: 2 } };
    let desk = desk.refuses(ANN, spend, 74);
    let offer = Command::Offer { to: CID, terms: vec![give(ANN, Bundle::trade_goods(2))] };
    let desk = desk.refuses(ANN, offer, 74);
    let id = desk.view(BOB).owed[0].promise.id;
    let desk = desk.act(BOB, Command::Release { promise: id });
    assert!(desk.view(BOB).owed.is_empty());
}

#[test]
fn ti_75_a_non_binding_deal_is_nobodys_duty() {
    let peace = Act::LeaveAlone { system: "Arc Prime".to_owned() };
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.strike(ANN, BOB, vec![later(ANN, peace, When::ThisRound)]);
    let desk = desk.turn(ANN, Step::ChooseAction);
    let desk = desk.act(ANN, report(Act::Activate { system: "arc prime".to_owned() }));
    assert_eq!(desk.spectator().players[0].record.broken, 1);
}

#[test]
fn ti_76_the_result_of_an_action_card_never_binds() {
    let terms = json!([{"by": "Ann", "result": {"card": "Plague", "result": "infantry die"}}]);
    let found = judged(scene(json!({"step": "choose_action", "active": "Ann"}), terms));
    assert_eq!((found.class, found.terms[0].reason.clause.as_str()), (Class::NonBinding, "TI-76"));
}

#[test]
fn ti_77_only_what_could_be_done_without_the_deal_binds() {
    let rich = judged(but(scene(production(), dreadnought()), builders(4)));
    let poor = judged(but(scene(production(), dreadnought()), builders(0)));
    assert_eq!((rich.class, poor.class), (Class::Binding, Class::NonBinding));
    assert_eq!(poor.terms[1].reason.clause, "TI-77");
}

#[test]
fn ti_78_a_later_step_does_not_bind() {
    for step in ["activation", "move_ships", "space_cannon_offense", "establish_control"] {
        let moment = json!({"step": step, "active": "Ann"});
        let found = judged(but(scene(moment, dreadnought()), builders(4)));
        assert_eq!(found.terms[1].reason.clause, "TI-78", "{step}");
    }
}

#[test]
fn ti_79_both_readings_are_reported() {
    let found = judged(but(scene(production(), dreadnought()), builders(0)));
    assert_eq!((found.strict, found.per_term), (Class::NonBinding, Class::PartlyBinding));
    assert_eq!(found.split, Some(vec![1]));
    let house = but(
        but(scene(production(), dreadnought()), builders(0)),
        json!({"readings": {"deals": "per_term"}}),
    );
    assert_eq!(judged(house).class, Class::PartlyBinding);
}

#[test]
fn ti_80_no_refund_for_a_promise_that_was_not_kept() {
    let vote = Act::Vote { outcome: "for".to_owned(), votes: 1 };
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    let terms = vec![give(ANN, Bundle::trade_goods(2)), later(BOB, vote, When::NextAgenda)];
    let desk = desk.strike(ANN, BOB, terms);
    let desk = desk.moment(twilight::Moment::of(Step::Vote).asking(BOB));
    let desk = desk.act(BOB, report(Act::Abstain));
    assert_eq!((desk.goods(BOB), desk.spectator().players[1].record.broken), (7, 1));
}

#[test]
fn ti_81_immediately_is_the_step_that_is_open() {
    let terms = |when: &str| json!([{"by": "Ann", "choose": "a cruiser", "when": when}]);
    assert_eq!(judged(scene(production(), terms("now"))).class, Class::Binding);
    assert_eq!(judged(scene(production(), terms("production"))).class, Class::Binding);
    assert_eq!(judged(scene(production(), terms("this_turn"))).class, Class::NonBinding);
}

#[test]
fn ti_82_the_parties_word_settles_a_promise() {
    let words = Act::Words { text: "I stay my hand".to_owned() };
    let desk = desk(&["Sol", "Letnev"]);
    let desk = desk.strike(ANN, BOB, vec![later(ANN, words, When::SomeDay)]);
    let promise = desk.view(BOB).own.expect("Bob's own").promises[0].promise.id;
    let says = |faith| Command::Settle { promise, faith };
    // An accusation alone settles nothing; the promise stays pending until both agree.
    let desk = desk.act(BOB, says(Faith::Broken)).act(ANN, says(Faith::Kept));
    assert_eq!(desk.view(ANN).own.expect("Ann's own").promises[0].promise.faith, Faith::Pending);
    let desk = desk.act(BOB, says(Faith::Kept));
    assert_eq!(desk.spectator().players[0].record.kept, 1);
}

#[test]
fn ti_82_promises_between_others_do_not_crowd_out_your_own() {
    let say = |text: &str| Act::Words { text: text.to_owned() };
    let mut desk = desk(&["Sol", "Letnev", "Hacan"]);
    for text in ["one", "two", "three", "four"] {
        desk = desk.strike(BOB, CID, vec![later(BOB, say(text), When::SomeDay)]);
    }
    let desk = desk.strike(ANN, BOB, vec![later(ANN, say("mine"), When::SomeDay)]);
    let promise = desk.view(ANN).own.expect("Ann's own").promises[0].promise.id;
    assert!(desk.lists(ANN, &Command::Settle { promise, faith: Faith::Kept }));
}

#[test]
fn ti_74_your_view_says_what_keeps_the_step_from_ending() {
    let produce = Act::Produce { unit: "dreadnought".to_owned(), cost: 4 };
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::Production);
    let held = |desk: &Desk, seat| desk.view(seat).own.expect("their own").held;
    assert_eq!(held(&desk, ANN), None);
    let terms = vec![give(BOB, Bundle::trade_goods(1)), now(ANN, produce.clone())];
    let desk = desk.strike(ANN, BOB, terms);
    assert_eq!(held(&desk, ANN).expect("she owes it").clause, "TI-74");
    assert_eq!(held(&desk, BOB), None, "it is not his to end the step");
    assert_eq!(held(&desk.act(ANN, report(produce)), ANN), None);
}

#[test]
fn ti_83_what_a_third_performs_is_a_deal_of_its_own() {
    let terms = json!([{"by": "Ann", "give": {"trade_goods": 1}}, {"by": "Cid", "pass": true}]);
    let found = judged(scene(json!({"step": "choose_action", "active": "Ann"}), terms));
    let legs: Vec<_> = found.legs.iter().map(|leg| (leg.between[0].as_str(), leg.class)).collect();
    assert_eq!(legs, [("Ann", Class::Binding), ("Cid", Class::NonBinding)]);
    assert_eq!((found.terms[0].finding, found.terms[1].by.as_str()), (Finding::Binds, "Cid"));
}

#[test]
fn ti_84_words_are_free_and_a_claim_is_no_term() {
    let words = json!([{"by": "Ann", "say": "I hold no Sabotage", "when": "some_day"}]);
    assert_eq!(judged(scene(anns_turn(), words)).class, Class::NonBinding);
}

#[test]
fn ti_102_something_left_alone_is_kept_when_its_window_closes() {
    let quiet = Act::Refrain { power: "Space Cannon".to_owned(), at: None };
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::SpaceCannonOffense);
    let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1)), now(BOB, quiet)]);
    let fire = report(Act::Use { power: "space cannon".to_owned(), at: None });
    let desk = desk.refuses(BOB, fire, 74);
    assert_eq!(desk.spectator().players[1].record.kept, 0);
    let desk = desk.act(ANN, Command::Advance { to: Step::CombatStart });
    assert_eq!(desk.spectator().players[1].record.kept, 1);
}

#[test]
fn ti_110_a_debt_is_kept_by_paying_and_broken_by_not_paying() {
    let owe = |when| later(BOB, Act::PayBack { goods: Bundle::trade_goods(2) }, when);
    let lend = || give(ANN, Bundle::trade_goods(2));
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    let desk =
        desk.strike(ANN, BOB, vec![lend(), owe(When::ThisRound)]).turn(BOB, Step::StartOfTurn);
    let desk = desk.strike(BOB, ANN, vec![give(BOB, Bundle::trade_goods(2))]);
    assert_eq!(desk.spectator().players[1].record.kept, 1);
    let desk =
        desk.turn(ANN, Step::StartOfTurn).strike(ANN, BOB, vec![lend(), owe(When::ThisTurn)]);
    let desk = desk.turn(BOB, Step::StartOfTurn);
    assert_eq!(desk.spectator().players[1].record.broken, 1);
}
