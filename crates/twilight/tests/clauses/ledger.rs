//! Reminders, and promises that everybody reads (TI-125, TI-126).

use parley::Faith;
use twilight::desk::command::Entry;
use twilight::sight::promise::PromiseView;
use twilight::{Act, Bundle, Class, Command, Step, When};

use crate::support::*;

fn debt(desk: Desk, when: When) -> Desk {
    let pay = later(BOB, Act::PayBack { goods: Bundle::trade_goods(2) }, when);
    desk.strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1)), pay])
}

fn hers(desk: &Desk) -> PromiseView {
    desk.view(ANN).own.expect("hers").promises[0].clone()
}

#[test]
fn ti_125_a_promise_whose_time_has_come_is_marked() {
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    let desk = debt(desk, When::NextTurn);
    assert!(!hers(&desk).due_now, "Bob's next turn has not begun");
    let desk = desk.turn(BOB, Step::StartOfTurn);
    assert!(hers(&desk).due_now);
    let desk = desk.act(BOB, Command::Give { to: ANN, goods: Bundle::trade_goods(2) });
    assert!(!hers(&desk).due_now && hers(&desk).promise.faith == Faith::Kept);
}

#[test]
fn ti_125_a_debt_that_can_be_paid_is_marked_when_the_debtor_gains_goods() {
    let poor = desk_with(&["Sol", "Letnev"], |setup| setup.players[1].trade_goods = 0);
    let desk = debt(poor.turn(ANN, Step::StartOfTurn), When::NextRound);
    assert!(!hers(&desk).payable, "he has one");
    let desk = desk.act(BOB, Command::Book { entry: Entry::GainGoods { count: 1 } });
    assert!(hers(&desk).payable);
    let desk = desk.act(BOB, Command::Book { entry: Entry::SpendGoods { count: 2 } });
    assert!(!hers(&desk).payable);
}

#[test]
fn ti_125_of_a_table_that_does_not_count_nobody_knows_who_can_pay() {
    let loose = desk_with(&["Sol", "Letnev"], |setup| setup.loose = true);
    let desk = debt(loose.turn(ANN, Step::StartOfTurn), When::NextRound);
    assert!(!hers(&desk).payable);
}

#[test]
fn ti_126_an_open_ledger_is_read_by_everybody() {
    let desk = desk_with(&["Sol", "Letnev", "Xxcha"], |setup| setup.open_ledger = true);
    let desk = debt(desk.turn(ANN, Step::StartOfTurn), When::NextRound);
    let view = desk.spectator();
    assert_eq!(
        (view.ledger[0].promise.by, &*view.ledger[0].text),
        (BOB, "will pay back 2 trade goods, next round")
    );
    let struck = view.struck.expect("a deal");
    assert_eq!((struck.from, struck.class), (ANN, Class::NonBinding));
    assert_eq!(struck.terms[0], "Ann gives 1 trade good");
    let broken = Command::Settle { promise: hers(&desk).promise.id, faith: Faith::Broken };
    let desk = desk.act(BOB, broken);
    assert_eq!(desk.view(CID).ledger[0].promise.faith, Faith::Broken, "everybody sees it");
}

#[test]
fn ti_126_hidden_cards_stay_face_down_in_it() {
    use twilight::ability::note::NoteKind;
    use twilight::table::hand::Note;
    let promised = |kind: &str| {
        let note = Note { issuer: BOB, kind: NoteKind::find(kind).expect("a note") };
        let give = later(BOB, Act::Transfer { goods: Bundle::note(note) }, When::NextRound);
        let desk = desk_with(&["Sol", "Letnev", "Xxcha"], |setup| setup.open_ledger = true);
        desk.turn(ANN, Step::StartOfTurn).strike(ANN, BOB, vec![give])
    };
    let (one, other) = (promised("Ceasefire"), promised("Alliance"));
    assert_eq!(one.view(CID), other.view(CID));
    assert_eq!(one.spectator(), other.spectator());
    assert_ne!(one.view(ANN), other.view(ANN));
}

#[test]
fn ti_126_without_it_promises_are_between_two() {
    let desk = desk(&["Sol", "Letnev", "Xxcha"]).turn(ANN, Step::StartOfTurn);
    let desk = debt(desk, When::NextRound);
    let view = desk.view(CID);
    assert!(view.ledger.is_empty() && view.struck.is_none());
}
