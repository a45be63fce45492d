//! Tables that do not record holdings, and how they begin to (TI-121, TI-122).

use parley::{Audience, Seat, SeatSet};
use serde_json::json;
use twilight::ability::note::NoteKind;
use twilight::deal::verdict::Class;
use twilight::desk::command::Entry;
use twilight::desk::holdings::Holdings;
use twilight::desk::setup::Setup;
use twilight::table::goods::Fragments;
use twilight::table::hand::Note;
use twilight::{Act, Bundle, Command, Notice, Step, Term, When};

use crate::support::*;

fn loose(factions: &[&str]) -> Desk {
    desk_with(factions, |setup| setup.loose = true)
}

fn ceasefire(issuer: Seat) -> Note {
    Note { issuer, kind: NoteKind::find("Ceasefire").expect("a note") }
}

fn count(holdings: Holdings) -> Command {
    Command::Count { holdings }
}

fn goods(trade_goods: u16) -> Holdings {
    Holdings { trade_goods, ..Holdings::default() }
}

#[test]
fn ti_121_what_a_player_offers_is_taken_as_held_and_said_so() {
    let desk = loose(&["Sol", "Letnev"]).turn(ANN, Step::Production);
    let fragments = Fragments { cultural: 2, ..Fragments::NONE };
    let rich = Bundle { trade_goods: 40, fragments, ..Bundle::note(ceasefire(BOB)) };
    let dreadnought = Act::Produce { unit: "dreadnought".to_owned(), cost: 4 };
    let terms =
        vec![give(BOB, rich), Term { by: ANN, act: dreadnought, when: When::Now, after: None }];
    let found = desk.consider(BOB, ANN, terms.clone());
    assert_eq!(found.class, Class::Binding, "{found}");
    let said: Vec<&str> = found.remarks.iter().map(|it| it.clause.as_str()).collect();
    assert!(said.contains(&"TI-121"), "{found}");
    assert!(found.to_string().contains("What Bob and Ann offer is taken as held"), "{found}");
    let desk = desk.strike(BOB, ANN, terms);
    let notices = desk.log(Audience::Spectator);
    let exchanged = |notice: &Notice| matches!(notice, Notice::Exchanged { assumed: true, .. });
    assert!(notices.iter().any(exchanged), "the log says so: {notices:?}");
    let view = desk.view(ANN);
    assert!(view.loose);
    assert!(view.players.iter().all(|it| it.trade_goods == 0 && it.notes == 0), "none recorded");
    assert_eq!(view.owed.len(), 1, "what binds is owed as at any table");
}

#[test]
fn ti_121_at_an_exact_table_nothing_is_taken_as_held() {
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    let too_much = vec![give(ANN, Bundle::trade_goods(40))];
    let found = desk.consider(ANN, BOB, too_much.clone());
    assert!(!found.legal && found.remarks.is_empty(), "{found}");
    desk.refuses(ANN, Command::Offer { to: BOB, terms: too_much }, 21);
}

#[test]
fn ti_121_the_rest_of_the_rules_applies() {
    let desk = loose(&["Sol", "Letnev", "Xxcha"]).turn(ANN, Step::StartOfTurn);
    let terms = vec![give(BOB, Bundle::trade_goods(1))];
    let desk = desk.refuses(BOB, Command::Offer { to: CID, terms }, 3);
    let two = Bundle { notes: vec![ceasefire(ANN), ceasefire(CID)], ..Bundle::default() };
    let desk = desk.refuses(ANN, Command::Offer { to: BOB, terms: vec![give(ANN, two)] }, 17);
    let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1))]);
    let again = vec![give(ANN, Bundle::trade_goods(1))];
    desk.refuses(ANN, Command::Offer { to: BOB, terms: again }, 10);
}

#[test]
fn ti_121_what_is_spent_or_discarded_need_not_have_been_recorded() {
    let desk = loose(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.act(ANN, Command::Book { entry: Entry::SpendGoods { count: 3 } });
    let desk = desk.act(ANN, Command::Book { entry: Entry::Convert { count: 2 } });
    let desk = desk.act(ANN, Command::Book { entry: Entry::Discard { card: "Sabotage".into() } });
    assert_eq!(desk.view(ANN).players[0].trade_goods, 0);
}

#[test]
fn ti_121_an_old_set_up_is_exact() {
    let text = json!({"players": [{"name": "Ann", "faction": "sol"}, {"name": "Bob", "faction": "hacan"}]});
    let setup: Setup = serde_json::from_value(text).expect("a set-up");
    assert!(!setup.loose);
    let written = serde_json::to_value(&setup).expect("plain data");
    assert!(written.get("loose").is_none(), "and is written as it was");
}

#[test]
fn ti_122_when_everybody_has_counted_the_table_is_exact() {
    let desk = loose(&["Sol", "Letnev", "Xxcha"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.act(ANN, count(Holdings { notes: vec![ceasefire(BOB)], ..goods(3) }));
    let desk = desk.act(BOB, count(goods(5)));
    assert!(desk.view(ANN).loose);
    assert_eq!(desk.view(ANN).uncounted, SeatSet::only(CID));
    let desk = desk.act(CID, count(Holdings { commodities: 4, ..goods(1) }));
    let view = desk.view(ANN);
    assert!(!view.loose && view.uncounted.is_empty());
    let counted: Vec<u16> = view.players.iter().map(|it| it.trade_goods).collect();
    assert_eq!(counted, [3, 5, 1]);
    assert!(view.own.expect("hers").notes.contains(&ceasefire(BOB)));
    assert!(!desk.view(BOB).own.expect("his").notes.contains(&ceasefire(BOB)), "Ann has it");
    assert!(
        desk.view(CID).own.expect("his").notes.contains(&ceasefire(CID)),
        "nobody else counted it"
    );
    let desk = desk.refuses(ANN, count(goods(9)), 122);
    let terms = vec![give(ANN, Bundle::trade_goods(4))];
    desk.refuses(ANN, Command::Offer { to: BOB, terms }, 21);
}

#[test]
fn ti_122_who_has_counted_is_checked_and_the_others_are_not() {
    let desk = loose(&["Sol", "Letnev", "Xxcha"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.act(ANN, count(goods(3)));
    let terms = vec![give(ANN, Bundle::trade_goods(4))];
    let desk = desk.refuses(ANN, Command::Offer { to: BOB, terms }, 21);
    let desk = desk.strike(
        ANN,
        BOB,
        vec![give(ANN, Bundle::trade_goods(2)), give(BOB, Bundle::commodities(2))],
    );
    assert_eq!(
        desk.view(ANN).players[0].trade_goods,
        3,
        "what she counted follows what she trades"
    );
    assert_eq!(desk.view(ANN).players[1].trade_goods, 0, "he has not counted");
}

#[test]
fn ti_122_a_note_that_two_players_count_is_counted_again() {
    let desk = loose(&["Sol", "Letnev", "Xxcha"]).turn(ANN, Step::StartOfTurn);
    let with = |note: Note| Holdings { notes: vec![note], ..goods(1) };
    let desk = desk.act(ANN, count(with(ceasefire(CID))));
    let desk = desk.act(CID, count(goods(1)));
    let desk = desk.act(BOB, count(with(ceasefire(CID))));
    let view = desk.view(CID);
    assert!(view.loose, "they contradict each other");
    assert_eq!(view.uncounted, SeatSet::only(ANN).with(BOB));
    let desk = desk.act(BOB, count(with(ceasefire(CID))));
    let desk = desk.act(ANN, count(goods(2)));
    assert!(!desk.view(CID).loose);
    assert!(desk.view(BOB).own.expect("his").notes.contains(&ceasefire(CID)));
}

#[test]
fn ti_122_nobody_else_learns_which_cards_were_counted() {
    let cards = |name: &str| Holdings { action_cards: vec![name.to_owned()], ..goods(1) };
    let with = |name: &str, issuer: Seat| {
        let desk = loose(&["Sol", "Letnev", "Xxcha"]).turn(ANN, Step::StartOfTurn);
        desk.act(ANN, count(Holdings { notes: vec![ceasefire(issuer)], ..cards(name) }))
    };
    let (one, other) = (with("Sabotage", BOB), with("Bribery", CID));
    assert_eq!(one.view(BOB), other.view(BOB));
    assert_eq!(one.log(Audience::Seat(BOB)), other.log(Audience::Seat(BOB)));
    assert_ne!(one.view(ANN), other.view(ANN));
}

#[test]
fn ti_122_a_count_is_possible() {
    let desk = loose(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.refuses(ANN, count(Holdings { commodities: 9, ..goods(1) }), 32);
    let desk = desk.refuses(ANN, count(Holdings { notes: vec![ceasefire(ANN)], ..goods(1) }), 21);
    let cards = vec!["Sabotage".to_owned(); 8];
    let desk = desk.refuses(ANN, count(Holdings { action_cards: cards, ..goods(1) }), 21);
    let long = vec!["x".repeat(61)];
    let desk = desk.refuses(ANN, count(Holdings { secrets: long, ..goods(1) }), 70);
    let terms = vec![Term {
        by: ANN,
        act: Act::Refrain { power: "Space Cannon".to_owned(), at: None },
        when: When::Now,
        after: None,
    }];
    let desk = desk.turn(ANN, Step::SpaceCannonOffense).strike(ANN, BOB, terms);
    desk.refuses(ANN, count(goods(1)), 74);
}
