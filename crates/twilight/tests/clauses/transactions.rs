//! Transactions (TI-01 … TI-29).

use parley::Seat;
use serde_json::json;
use twilight::desk::condition::Condition;
use twilight::{Bundle, Command, Moment, Step};

use crate::support::*;

#[test]
fn ti_01_a_transaction_has_two_sides_for_whatever_motive() {
    is_legal(scene(anns_turn(), gift()));
    let alone = but(
        scene(anns_turn(), gift()),
        json!({
            "players": [{"name": "Ann", "trade_goods": 5}, {"name": "Bob", "eliminated": true}, "Cid"],
        }),
    );
    is_barred(alone, "TI-01");
}

#[test]
fn ti_02_the_active_player_may_transact_once_with_each_neighbour() {
    let desk = desk(&["Sol", "Letnev", "Saar"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1))]);
    let desk = desk.strike(ANN, CID, vec![give(ANN, Bundle::trade_goods(1))]);
    let again =
        twilight::Command::Offer { to: BOB, terms: vec![give(ANN, Bundle::trade_goods(1))] };
    desk.refuses(ANN, again, 10);
}

#[test]
fn ti_03_one_of_the_two_must_be_active() {
    let cids = json!({"step": "start_of_turn", "active": "Cid"});
    is_barred(scene(cids, gift()), "TI-03");
}

#[test]
fn ti_04_either_party_may_open_the_negotiation() {
    let terms = || vec![give(BOB, Bundle::trade_goods(2))];
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn).strike(BOB, ANN, terms());
    assert_eq!(desk.goods(ANN), 7);
}

#[test]
fn ti_05_at_any_moment_of_the_turn_even_in_combat() {
    for step in ["start_of_turn", "assign_hits", "ground_combat_roll", "production", "end_of_turn"]
    {
        is_legal(scene(json!({"step": step, "active": "Ann"}), gift()));
    }
}

#[test]
fn ti_06_a_turn_on_which_one_passes_is_a_turn() {
    is_legal(scene(json!({"step": "passing", "active": "Ann"}), gift()));
}

#[test]
fn ti_07_who_has_passed_may_still_be_traded_with() {
    is_legal(but(
        scene(anns_turn(), gift()),
        json!({
            "players": [{"name": "Ann", "trade_goods": 5}, {"name": "Bob", "passed": true}, "Cid"],
        }),
    ));
}

#[test]
fn ti_08_strangers_cannot_transact_in_the_action_phase() {
    is_barred(but(scene(anns_turn(), gift()), json!({"neighbours": [["Ann", "Cid"]]})), "TI-08");
}

#[test]
fn ti_09_neighbourhood_is_tested_at_the_moment_of_the_transaction() {
    use twilight::Command::{Neighbour, Offer};
    let offer = || Offer { to: BOB, terms: vec![give(ANN, Bundle::trade_goods(1))] };
    let desk = desk_with(&["Sol", "Letnev"], |setup| setup.neighbours.clear());
    desk.turn(ANN, Step::MoveShips)
        .refuses(ANN, offer(), 8)
        .act(ANN, Neighbour { with: BOB, are: true })
        .act(ANN, offer());
}

#[test]
fn ti_10_neither_lost_neighbourhood_nor_another_action_refreshes_the_limit() {
    use twilight::Command::{Neighbour, Offer};
    let offer = || Offer { to: BOB, terms: vec![give(ANN, Bundle::trade_goods(1))] };
    desk(&["Sol", "Letnev"])
        .turn(ANN, Step::ChooseAction)
        .strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1))])
        .act(ANN, Neighbour { with: BOB, are: false })
        .act(ANN, Neighbour { with: BOB, are: true })
        .turn(ANN, Step::ComponentAction)
        .refuses(ANN, offer(), 10)
        .turn(BOB, Step::StartOfTurn)
        .act(ANN, offer());
}

#[test]
fn ti_11_in_the_agenda_phase_neighbours_or_not() {
    is_legal(but(scene(json!({"step": "after_revealed"}), gift()), json!({"neighbours": []})));
}

#[test]
fn ti_12_a_replacement_agenda_is_a_new_instance() {
    use twilight::Command::{Advance, Offer};
    let offer = || Offer { to: BOB, terms: vec![give(ANN, Bundle::trade_goods(1))] };
    desk(&["Sol", "Letnev"])
        .moment(Moment::of(Step::WhenRevealed))
        .strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1))])
        .refuses(ANN, offer(), 12)
        .act(ANN, Advance { to: Step::RevealAgenda })
        .act(ANN, offer());
}

#[test]
fn ti_13_the_agenda_permission_makes_nobody_a_neighbour() {
    let desk = desk_with(&["Sol", "Letnev", "Mentak"], |setup| setup.neighbours.clear());
    let desk = desk.moment(Moment::of(Step::AfterRevealed));
    let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1))]);
    assert!(desk.spectator().neighbours.is_empty());
    assert!(desk.spectator().pillages.is_empty(), "Mentak pillages neighbours only");
}

#[test]
fn ti_14_the_permission_belongs_to_the_agenda_phase() {
    // An agenda inside the action phase is a step of somebody's turn, where strangers cannot trade.
    let inside = json!({"step": "component_action", "active": "Ann"});
    is_barred(but(scene(inside, gift()), json!({"neighbours": []})), "TI-08");
}

#[test]
fn ti_15_no_transactions_in_the_strategy_and_status_phases() {
    for step in ["start_of_strategy", "end_of_strategy", "score_objectives", "ready_cards"] {
        is_barred(scene(json!({"step": step}), gift()), "TI-15");
    }
}

#[test]
fn ti_16_a_transaction_is_no_action_and_moves_no_window() {
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    let before = desk.spectator().moment;
    let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1))]);
    assert_eq!(desk.spectator().moment, before);
}

#[test]
fn ti_17_one_note_from_each_giver() {
    let both = json!([
        {"by": "Ann", "give": {"note": "Ceasefire"}},
        {"by": "Bob", "give": {"note": "Ceasefire"}},
    ]);
    is_legal(scene(anns_turn(), both));
    let two = json!([
        {"by": "Ann", "give": {"note": "Ceasefire"}},
        {"by": "Ann", "give": {"note": "Trade Agreement"}},
    ]);
    is_barred(scene(anns_turn(), two), "TI-17");
}

#[test]
fn ti_18_nothing_else_unless_an_ability_says_so() {
    for what in ["a command token", "the speaker token", "2 votes", "Sol's agent"] {
        is_barred(scene(anns_turn(), json!([{"by": "Ann", "give": {"other": [what]}}])), "TI-18");
    }
    let cards = json!([{"by": "Ann", "give": {"action_cards": ["Bribery"]}}]);
    let holding = json!([{"name": "Ann", "action_cards": ["Bribery"]}, "Bob", "Cid"]);
    is_barred(but(scene(anns_turn(), cards.clone()), json!({"players": holding})), "TI-18");
    let hacan = json!([
        {"name": "Ann", "action_cards": ["Bribery"]},
        {"name": "Bob", "faction": "Hacan"}, "Cid",
    ]);
    is_legal(but(scene(anns_turn(), cards), json!({"players": hacan})));
}

#[test]
fn ti_19_captured_ships_go_home_and_nowhere_else() {
    let players = |unit: &str, of: &str| {
        json!([{"name": "Ann", "faction": "Vuil'raith", "captured": [{"unit": unit, "of": of}]},
               "Bob", "Cid"])
    };
    let hands = |unit: &str, of: &str| {
        let terms = json!([{"by": "Ann", "give": {"captured": [{"unit": unit, "of": of}]}}]);
        but(scene(anns_turn(), terms), json!({"players": players(unit, of)}))
    };
    is_legal(hands("cruiser", "Bob"));
    is_barred(hands("cruiser", "Cid"), "TI-19");
    is_barred(hands("fighter", "Bob"), "TI-19");
}

#[test]
fn ti_20_values_need_not_balance() {
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(5))]);
    assert_eq!((desk.goods(ANN), desk.goods(BOB)), (0, 10));
}

#[test]
fn ti_21_nothing_received_funds_what_is_given() {
    let terms = json!([
        {"by": "Ann", "give": {"trade_goods": 6}},
        {"by": "Bob", "give": {"trade_goods": 5}},
    ]);
    is_barred(scene(anns_turn(), terms), "TI-21");
}

#[test]
fn ti_22_the_active_players_effect_comes_first() {
    use parley::Audience;
    use twilight::Notice;
    let desk = desk(&["Sol", "Letnev", "Mentak"]).turn(ANN, Step::StartOfTurn);
    let swap = vec![give(ANN, Bundle::trade_goods(1)), give(BOB, Bundle::trade_goods(1))];
    let desk = desk.strike(BOB, ANN, swap);
    let opened = desk.log(Audience::Spectator).into_iter().filter_map(|notice| match notice {
        Notice::PillageOpened { victim, .. } => Some(victim),
        _ => None,
    });
    assert_eq!(opened.collect::<Vec<_>>(), [ANN, BOB]);
}

#[test]
fn ti_23_terms_are_agreed_before_anything_moves() {
    use twilight::Command::Offer;
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.act(ANN, Offer { to: BOB, terms: vec![give(ANN, Bundle::trade_goods(2))] });
    assert_eq!((desk.goods(ANN), desk.goods(BOB)), (5, 5));
}

#[test]
fn ti_24_what_was_exchanged_stays_exchanged() {
    use parley::OfferRef;
    use twilight::Command::{Decline, Withdraw};
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(2))]);
    let desk = desk.refuses(ANN, Withdraw { to: BOB }, 23).refuses(
        BOB,
        Decline { offer: OfferRef { from: ANN, number: 1 } },
        23,
    );
    assert_eq!(desk.goods(BOB), 7);
}

#[test]
fn ti_25_a_transaction_in_a_deal_keeps_both_sets_of_rules() {
    let terms = json!([
        {"by": "Ann", "give": {"trade_goods": 1}},
        {"by": "Bob", "say": "peace", "when": "this_round"},
    ]);
    let found = judged(but(scene(anns_turn(), terms), json!({"neighbours": []})));
    assert!(!found.legal);
    assert_eq!(found.terms[0].reason.clause, "TI-08");
}

#[test]
fn ti_26_forced_giving_is_no_transaction() {
    use twilight::Command::{Give, Offer};
    let desk = desk_with(&["Sol", "Letnev"], |setup| setup.neighbours.clear());
    let desk =
        desk.turn(ANN, Step::CombatEnd).act(BOB, Give { to: ANN, goods: Bundle::trade_goods(2) });
    assert_eq!(desk.goods(ANN), 7);
    assert!(desk.spectator().transacted.is_empty());
    desk.refuses(ANN, Offer { to: BOB, terms: vec![give(ANN, Bundle::trade_goods(1))] }, 8);
}

#[test]
fn ti_27_a_note_bought_in_its_window_may_be_played_at_once() {
    use twilight::Command::PlayNote;
    use twilight::ability::note::NoteKind;
    use twilight::table::hand::Note;
    let note = Note { issuer: BOB, kind: NoteKind::find("Spy Net").expect("a note") };
    desk(&["Sol", "Yssaril"])
        .turn(ANN, Step::StartOfTurn)
        .strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1)), give(BOB, Bundle::note(note))])
        .act(ANN, PlayNote { note });
}

#[test]
fn ti_28_a_note_is_not_played_twice_in_one_window() {
    use twilight::Command::{Give, PlayNote};
    use twilight::ability::note::NoteKind;
    use twilight::table::hand::Note;
    let note = Note { issuer: BOB, kind: NoteKind::find("Spy Net").expect("a note") };
    desk(&["Sol", "Yssaril"])
        .turn(ANN, Step::StartOfTurn)
        .strike(ANN, BOB, vec![give(BOB, Bundle::note(note))])
        .act(ANN, PlayNote { note })
        .refuses(ANN, PlayNote { note }, 21)
        .act(BOB, Give { to: ANN, goods: Bundle::note(note) })
        .refuses(ANN, PlayNote { note }, 28)
        .turn(ANN, Step::StartOfTurn)
        .act(ANN, PlayNote { note });
}

#[test]
fn ti_29_debts_are_promises() {
    let terms = json!([{"by": "Bob", "pay_back": {"trade_goods": 3}, "when": "next_round"}]);
    let found = judged(scene(anns_turn(), terms));
    assert_eq!(found.terms[0].reason.clause, "TI-29");
}

#[test]
fn ti_02_a_censured_player_makes_no_transaction_until_the_round_ends() {
    let censure = Command::Declare { condition: Condition::Censure, begins: true };
    let desk = desk(&["Sol", "Letnev", "Hacan"]).turn(ANN, Step::StartOfTurn).act(BOB, censure);
    assert!(desk.spectator().in_force.contains(&Condition::Censure));
    let barred = |desk: &Desk, seat: Seat, with: Seat| {
        let own = desk.view(seat).own.expect("a seat");
        own.partners.into_iter().find(|it| it.seat == with).expect("a partner").barred
    };
    let why = barred(&desk, ANN, BOB).expect("a reason");
    assert_eq!((why.clause.as_str(), why.text.contains("Censure")), ("TI-02", true));
    assert!(barred(&desk, ANN, CID).is_none_or(|why| !why.text.contains("Censure")));
    let desk = desk.moment(Moment::of(Step::StartOfStrategy));
    assert!(!desk.spectator().in_force.contains(&Condition::Censure));
}
