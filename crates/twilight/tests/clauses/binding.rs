//! Each reason for which a term does not bind, beside one that does (TI-72 … TI-81).

use parley::Faith;
use serde_json::{Value, json};
use twilight::{Act, Bundle, Class, Command, Finding, Moment, Step, When};

use crate::support::*;

fn at(step: &str) -> Value {
    json!({"step": step, "active": "Ann"})
}

#[track_caller]
fn binds(situation: Value) {
    let found = judged(situation);
    assert_eq!(found.class, Class::Binding, "{found}");
}

/// The first term that fails does so by that clause, and the deal with it.
#[track_caller]
fn fails(situation: Value, clause: &str) {
    let found = judged(situation);
    assert_eq!(found.class, Class::NonBinding, "{found}");
    let failing = found.terms.iter().find(|term| term.finding == Finding::Fails);
    assert_eq!(failing.expect("a failing term").reason.clause, clause, "{found}");
}

#[test]
fn ti_71_in_every_step_of_the_round_and_between_strangers() {
    let desk = desk_with(&["Sol", "Letnev", "Saar"], |setup| setup.neighbours.clear());
    let mut desk = desk;
    for step in Step::ALL {
        let moment = match step.phase() {
            twilight::Phase::Action => Moment::turn(CID, *step).asking(ANN),
            _ => Moment::of(*step).asking(ANN),
        };
        let words = Act::Words { text: "peace".to_owned() };
        desk = desk.moment(moment).strike(ANN, BOB, vec![later(BOB, words, When::SomeDay)]);
    }
    assert_eq!(desk.spectator().players[0].record.non_binding as usize, Step::ALL.len());
}

#[test]
fn ti_72_every_rule_for_transactions_holds_within_a_deal() {
    let with = |goods: Value| json!([{"by": "Bob", "give": goods}, {"by": "Ann", "choose": "Bob"}]);
    let once = json!({"transacted": [["Ann", "Bob"]]});
    is_barred(but(scene(at("production"), with(json!({"trade_goods": 1}))), once), "TI-10");
    is_barred(scene(at("production"), with(json!({"trade_goods": 6}))), "TI-21");
    is_barred(scene(at("production"), with(json!({"other": ["a vote"]}))), "TI-18");
    is_barred(scene(json!({"step": "ready_cards"}), with(json!({"trade_goods": 1}))), "TI-15");
    // A deal without an exchange needs none of this.
    let words = json!([{"by": "Ann", "choose": "a carrier"}]);
    is_legal(but(scene(at("production"), words), json!({"neighbours": []})));
}

#[test]
fn ti_72_an_exchange_that_is_barred_fails_the_deal() {
    let terms =
        json!([{"by": "Bob", "give": {"trade_goods": 1}}, {"by": "Ann", "choose": "a carrier"}]);
    let deal = scene(at("production"), terms);
    binds(deal.clone());
    fails(but(deal, json!({"neighbours": []})), "TI-08");
}

#[test]
fn ti_74_nothing_may_come_between() {
    let choose = |after: Option<&str>| {
        let mut term = json!({"by": "Ann", "choose": "a cruiser"});
        if let Some(after) = after {
            term["after"] = json!(after);
        }
        scene(at("production"), json!([term]))
    };
    binds(choose(None));
    for hazard in ["dice", "hidden_draw", "another_player", "cancel_window"] {
        fails(choose(Some(hazard)), "TI-74");
    }
}

#[test]
fn ti_74_both_parties_are_held_to_it() {
    let quiet = Act::Refrain { power: "Space Cannon".to_owned(), at: None };
    let choose = Act::Choose { what: "two fighters".to_owned(), at: None };
    let desk = desk(&["Sol", "Letnev", "Saar"]).turn(ANN, Step::SpaceCannonOffense);
    let desk = desk.strike(BOB, ANN, vec![now(BOB, quiet), now(ANN, choose.clone())]);
    assert_eq!(desk.spectator().owed.len(), 2);
    let fire = report(Act::Use { power: "Space Cannon".to_owned(), at: None });
    let desk = desk.refuses(BOB, fire.clone(), 74).act(CID, fire);
    let on = || Command::Advance { to: Step::Production };
    let desk = desk.refuses(ANN, on(), 74).act(ANN, report(choose)).act(ANN, on());
    let kept = |seat: usize| desk.spectator().players[seat].record.kept;
    assert_eq!((kept(0), kept(1)), (1, 1));
}

#[test]
fn ti_75_one_term_that_lies_ahead_frees_both_from_all_of_it() {
    let choose = Act::Choose { what: "Saudor".to_owned(), at: None };
    let words = Act::Words { text: "peace".to_owned() };
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::Production);
    let terms = vec![now(ANN, choose), later(BOB, words, When::NextRound)];
    let desk = desk.strike(ANN, BOB, terms);
    assert!(desk.spectator().owed.is_empty(), "strictly, nothing of it is owed");
    assert_eq!(desk.view(ANN).own.expect("Ann's own").promises.len(), 2);
    desk.act(ANN, Command::Advance { to: Step::EndOfAction });
}

#[test]
fn ti_76_playing_a_card_that_is_held_may_bind() {
    let play = json!([{"by": "Ann", "play": "Plague"}]);
    let with = |ann: Value| {
        let players = json!({"players": [but(json!({"name": "Ann"}), ann), "Bob", "Cid"]});
        but(scene(at("choose_action"), play.clone()), players)
    };
    let held = with(json!({"action_cards": ["Plague"]}));
    assert_eq!(judged(held.clone()).terms[0].reason.clause, "TI-76");
    binds(held);
    fails(with(json!({})), "TI-77");
    fails(with(json!({"action_cards": ["Bribery"]})), "TI-77");
    fails(with(json!({"action_cards": ["Plague"], "silenced": true})), "TI-98");
}

#[test]
fn ti_76_the_result_never_binds_though_the_card_is_there() {
    let terms = json!([
        {"by": "Ann", "play": "Plague"},
        {"by": "Ann", "result": {"card": "Plague", "result": "infantry die"}},
    ]);
    let players = json!({"players": [{"name": "Ann", "action_cards": ["Plague"]}, "Bob", "Cid"]});
    let deal = but(scene(at("choose_action"), terms), players);
    let found = judged(deal.clone());
    assert_eq!((found.terms[0].finding, found.terms[1].finding), (Finding::Binds, Finding::Fails));
    fails(deal, "TI-76");
}

#[test]
fn ti_77_what_one_gives_away_does_not_pay_for_it() {
    let terms =
        json!([{"by": "Ann", "give": {"trade_goods": 2}}, {"by": "Ann", "produce": "dreadnought"}]);
    let builder = |goods: u16| json!({"players": [{"name": "Ann", "trade_goods": goods, "resources": 1}, "Bob", "Cid"]});
    fails(but(scene(at("production"), terms.clone()), builder(4)), "TI-77");
    binds(but(scene(at("production"), terms), builder(5)));
}

#[test]
fn ti_77_two_units_are_paid_from_the_same_resources() {
    let terms =
        json!([{"by": "Ann", "produce": "dreadnought"}, {"by": "Ann", "produce": "carrier"}]);
    let builder = |resources: u16| json!({"players": [{"name": "Ann", "resources": resources}, "Bob", "Cid"]});
    fails(but(scene(at("production"), terms.clone()), builder(6)), "TI-77");
    binds(but(scene(at("production"), terms), builder(7)));
}

#[test]
fn ti_77_only_the_one_whose_decision_it_is() {
    let produce = |by: &str| json!([{"by": by, "produce": "destroyer"}]);
    let rich = json!({"players": [{"name": "Ann", "resources": 3}, {"name": "Bob", "resources": 3}, "Cid"]});
    binds(but(scene(at("production"), produce("Ann")), rich.clone()));
    fails(but(scene(at("production"), produce("Bob")), rich), "TI-77");
}

#[test]
fn ti_77_a_vote_binds_when_it_is_the_voters_turn_to_be_asked() {
    let vote = json!([{"by": "Bob", "vote": "for"}]);
    let voters = || json!({"players": ["Ann", {"name": "Bob", "influence": 1}, "Cid"]});
    let moment = |moment: Value| but(scene(moment, vote.clone()), voters());
    binds(moment(json!({"step": "vote", "asked": "Bob"})));
    fails(moment(json!({"step": "vote", "asked": "Cid"})), "TI-77");
    fails(moment(json!({"step": "after_revealed"})), "TI-77");
    fails(moment(at("production")), "TI-78");
}

#[test]
fn ti_78_what_is_left_alone_binds_in_its_window_and_no_further() {
    let quiet = |when: &str| json!([{"by": "Bob", "do_not_use": "Space Cannon", "when": when}]);
    binds(scene(at("space_cannon_offense"), quiet("now")));
    fails(scene(at("space_cannon_offense"), quiet("this_turn")), "TI-78");
    // Before ships have moved it is in the future, and afterwards it is over.
    fails(scene(at("activation"), quiet("now")), "TI-78");
    fails(scene(at("move_ships"), quiet("now")), "TI-78");
    fails(scene(at("production"), quiet("now")), "TI-78");
}

#[test]
fn ti_78_nothing_beyond_this_step_binds_not_even_a_payment() {
    for when in [
        "this_turn",
        "this_agenda",
        "this_phase",
        "this_round",
        "next_turn",
        "next_agenda",
        "next_round",
        "some_day",
        "end_of_turn",
    ] {
        let pays = json!([{"by": "Ann", "give": {"trade_goods": 1}, "when": when}]);
        fails(scene(at("production"), pays), "TI-78");
        let acts = json!([{"by": "Ann", "choose": "a target", "when": when}]);
        fails(scene(at("production"), acts), "TI-78");
    }
}

#[test]
fn ti_79_no_split_where_every_term_falls_alike() {
    let both = json!([{"by": "Ann", "choose": "a cruiser"}, {"by": "Ann", "choose": "Quann"}]);
    let found = judged(scene(at("production"), both));
    assert_eq!((found.strict, found.per_term, found.split), (Class::Binding, Class::Binding, None));
    let neither = json!([{"by": "Ann", "say": "peace", "when": "some_day"}]);
    let found = judged(scene(at("production"), neither));
    assert_eq!((found.strict, found.per_term), (Class::NonBinding, Class::NonBinding));
    assert_eq!(found.split, None);
}

#[test]
fn ti_82_a_word_against_oneself_settles_and_an_accusation_does_not() {
    let words = |text: &str| Act::Words { text: text.to_owned() };
    let desk = desk(&["Sol", "Letnev", "Saar"]);
    let desk = desk.strike(ANN, BOB, vec![later(ANN, words("one"), When::SomeDay)]);
    let desk = desk.strike(ANN, BOB, vec![later(ANN, words("two"), When::SomeDay)]);
    let ids: Vec<_> =
        desk.view(ANN).own.expect("hers").promises.iter().map(|it| it.promise.id).collect();
    let says = |at: usize, faith| Command::Settle { promise: ids[at], faith };
    let desk = desk.refuses(CID, says(0, Faith::Kept), 82).act(BOB, says(0, Faith::Broken));
    assert_eq!(desk.spectator().players[0].record.broken, 0);
    let desk = desk.act(ANN, says(0, Faith::Broken)).act(BOB, says(1, Faith::Kept));
    let record = desk.spectator().players[0].record;
    assert_eq!((record.kept, record.broken), (1, 1));
    assert_eq!((desk.goods(ANN), desk.goods(BOB)), (5, 5), "and nobody pays a penalty");
}

#[test]
fn ti_83_the_desk_takes_no_term_of_a_third() {
    let desk = desk(&["Sol", "Letnev", "Saar"]).turn(ANN, Step::StartOfTurn);
    let terms = vec![give(ANN, Bundle::trade_goods(1)), give(CID, Bundle::trade_goods(1))];
    let desk = desk.refuses(ANN, Command::Offer { to: BOB, terms }, 70);
    // Two deals are independent: one may come about without the other.
    let desk =
        desk.act(ANN, Command::Offer { to: CID, terms: vec![give(CID, Bundle::trade_goods(1))] });
    let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1))]);
    assert_eq!((desk.goods(ANN), desk.goods(BOB), desk.goods(CID)), (4, 6, 5));
}

#[test]
fn ti_84_true_or_not_a_word_is_heard_alike() {
    let claim = json!([{"by": "Ann", "say": "I hold no Sabotage", "when": "some_day"}]);
    let holding = |cards: &[&str]| {
        let players = json!({"players": [{"name": "Ann", "action_cards": cards}, "Bob", "Cid"]});
        judged(but(scene(anns_turn(), claim.clone()), players))
    };
    let (truth, lie) = (holding(&["Bribery"]), holding(&["Sabotage"]));
    assert!(truth.legal && lie.legal);
    assert_eq!(truth.to_string(), lie.to_string());
}

#[test]
fn ti_84_a_lie_at_the_desk_shows_nobody_a_card() {
    let claim = |card: &str| {
        let desk = desk_with(&["Sol", "Letnev", "Saar"], |setup| {
            setup.players[0].action_cards = vec![card.to_owned()];
        });
        let words = Act::Words { text: "I hold no Sabotage".to_owned() };
        desk.turn(ANN, Step::StartOfTurn).strike(ANN, BOB, vec![later(ANN, words, When::ThisRound)])
    };
    let (truth, lie) = (claim("Bribery"), claim("Sabotage"));
    assert_eq!(truth.view(BOB), lie.view(BOB));
    assert_eq!(truth.view(CID), lie.view(CID));
    assert_ne!(truth.view(ANN), lie.view(ANN));
    assert_eq!(lie.spectator().players[0].record.broken, 0, "a claim breaks no promise");
}
