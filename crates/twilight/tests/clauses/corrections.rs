//! Corrections of mis-entries, by agreement of those they touch (TI-127).

use parley::{Audience, Faith, Seat};
use twilight::desk::command::Entry;
use twilight::desk::correction::Correction;
use twilight::desk::fact::Fact;
use twilight::{Act, Bundle, Command, Step, When};

use crate::support::*;

fn goods(of: Seat, count: u16) -> Fact {
    Fact::TradeGoods { of, count }
}

fn correct(facts: Vec<Fact>) -> Command {
    Command::Correct { correction: Correction::Holdings { facts } }
}

fn started() -> Desk {
    desk(&["Sol", "Letnev", "Xxcha"]).turn(ANN, Step::StartOfTurn)
}

#[test]
fn ti_127_a_correction_is_made_when_everybody_whom_it_touches_agrees() {
    let swap = || correct(vec![goods(ANN, 7), goods(BOB, 3)]);
    let desk = started().act(ANN, swap());
    assert_eq!((desk.goods(ANN), desk.goods(BOB)), (5, 5), "Bob has not agreed");
    let waiting = &desk.view(BOB).corrections[0];
    assert_eq!(waiting.text, "Ann has 7 trade goods; Bob has 3 trade goods");
    assert!(waiting.may_agree && !desk.view(ANN).corrections[0].may_agree);
    let desk = desk.refuses(ANN, swap(), 82);
    let correction = waiting_on(&desk);
    let desk = desk.act(CID, Command::Correct { correction });
    assert_eq!(desk.goods(ANN), 5, "it does not touch Cid");
    let desk = desk.act(BOB, swap());
    assert_eq!((desk.goods(ANN), desk.goods(BOB)), (7, 3));
    assert!(desk.spectator().corrections.is_empty());
}

fn waiting_on(desk: &Desk) -> Correction {
    desk.spectator().corrections[0].correction.clone()
}

#[test]
fn ti_127_ones_own_entry_needs_nobody_else() {
    let desk = started().act(ANN, correct(vec![goods(ANN, 2)]));
    assert_eq!(desk.goods(ANN), 2);
}

#[test]
fn ti_127_it_can_be_declined_and_withdrawn() {
    let asked = || Correction::Holdings { facts: vec![goods(BOB, 9)] };
    let desk = started().act(ANN, Command::Correct { correction: asked() });
    let desk = desk.refuses(CID, Command::LeaveIt { correction: asked() }, 127);
    let desk = desk.act(BOB, Command::LeaveIt { correction: asked() });
    assert!(desk.spectator().corrections.is_empty() && desk.goods(BOB) == 5);
    let desk = desk.act(ANN, Command::Correct { correction: asked() });
    let desk = desk.act(ANN, Command::LeaveIt { correction: asked() });
    desk.refuses(ANN, Command::LeaveIt { correction: asked() }, 127);
}

#[test]
fn ti_127_a_transaction_stays_made() {
    let desk = started().strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(2))]);
    let desk = desk.act(ANN, correct(vec![goods(ANN, 4), goods(BOB, 6)]));
    let desk = desk.act(BOB, correct(vec![goods(ANN, 4), goods(BOB, 6)]));
    assert_eq!((desk.goods(ANN), desk.goods(BOB)), (4, 6), "one was meant");
    let again = vec![give(ANN, Bundle::trade_goods(1))];
    desk.refuses(ANN, Command::Offer { to: BOB, terms: again }, 10);
}

#[test]
fn ti_127_how_a_promise_ended_is_mended_between_its_two_parties() {
    let pay = later(BOB, Act::PayBack { goods: Bundle::trade_goods(2) }, When::NextRound);
    let desk = started().strike(ANN, BOB, vec![pay]);
    let promise = desk.view(ANN).own.expect("hers").promises[0].promise.id;
    let desk = desk.act(BOB, Command::Settle { promise, faith: Faith::Broken });
    assert_eq!(desk.player(BOB).record.broken, 1);
    let mend =
        || Command::Correct { correction: Correction::Promise { promise, faith: Faith::Kept } };
    let desk = desk.refuses(CID, mend(), 82);
    let before = (desk.view(CID), desk.log(Audience::Seat(CID)));
    let desk = desk.act(BOB, mend());
    assert_eq!((desk.view(CID), desk.log(Audience::Seat(CID))), before, "it is between two");
    let desk = desk.act(ANN, mend());
    let record = desk.player(BOB).record;
    assert_eq!((record.broken, record.kept), (0, 1));
    desk.refuses(ANN, mend(), 21);
}

#[test]
fn ti_127_only_what_can_be_is_asked_for() {
    let desk = started();
    let desk = desk.refuses(ANN, correct(vec![]), 21);
    let desk = desk.refuses(ANN, correct(vec![goods(ANN, 5)]), 21);
    let desk = desk.refuses(ANN, correct(vec![goods(Seat(9), 5)]), 64);
    let desk = desk.refuses(ANN, correct(vec![goods(ANN, 1), goods(ANN, 2)]), 21);
    let desk = desk.refuses(ANN, correct(vec![goods(ANN, 10_000)]), 70);
    let desk = desk.refuses(ANN, correct(vec![Fact::Commodities { of: ANN, count: 9 }]), 32);
    let desk = desk.refuses(ANN, correct(vec![Fact::Speaker { seat: BOB }]), 26);
    let desk = desk.act(ANN, Command::Book { entry: Entry::GainGoods { count: 1 } });
    assert_eq!(desk.goods(ANN), 6);
    let loose =
        desk_with(&["Sol", "Letnev"], |setup| setup.loose = true).turn(ANN, Step::StartOfTurn);
    loose.refuses(ANN, correct(vec![goods(ANN, 3)]), 121);
}
