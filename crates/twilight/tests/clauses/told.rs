//! What a view and the options say, so that no client has to work it out.

use parley::{Faith, Seat};
use twilight::ability::note::NoteKind;
use twilight::desk::condition::Condition;
use twilight::desk::feature::Feature;
use twilight::galaxy::Wormhole;
use twilight::sight::view::DeskOwn;
use twilight::{Act, Bundle, Command, Step, When};

use crate::support::*;

fn own(desk: &Desk, seat: Seat) -> DeskOwn {
    desk.view(seat).own.expect("a seat's own part")
}

/// The clause that bars a transaction between two; nothing if there may be one.
fn bar(desk: &Desk, seat: Seat, other: Seat) -> Option<String> {
    let partners = own(desk, seat).partners;
    let partner = partners.into_iter().find(|it| it.seat == other).expect("a partner");
    partner.barred.map(|reason| reason.clause)
}

fn apart(factions: &[&str]) -> Desk {
    desk_with(factions, |setup| setup.neighbours.clear()).turn(ANN, Step::StartOfTurn)
}

#[test]
fn ti_08_a_player_is_told_with_whom_there_is_a_transaction_and_why_not() {
    let factions = ["Sol", "Letnev", "Saar"];
    let near = desk(&factions).turn(ANN, Step::StartOfTurn);
    assert_eq!(bar(&near, ANN, BOB), None);
    assert_eq!(bar(&near, BOB, CID).as_deref(), Some("TI-03"), "neither is active");
    let traded = near.strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1))]);
    assert_eq!(bar(&traded, ANN, BOB).as_deref(), Some("TI-10"));
    assert_eq!(bar(&traded, ANN, CID), None);
    let far = apart(&factions);
    assert_eq!(bar(&far, ANN, BOB).as_deref(), Some("TI-08"));
    let declared = Command::Declare { condition: Condition::AgeOfCommerce, begins: true };
    assert_eq!(bar(&far.act(ANN, declared), ANN, BOB), None);
    let stations = desk_with(&factions, |setup| {
        setup.neighbours.clear();
        setup.players[0].stations = 1;
        setup.players[1].stations = 1;
    });
    let stations = stations.turn(ANN, Step::StartOfTurn);
    assert_eq!(bar(&stations, ANN, BOB), None);
    assert_eq!(bar(&stations, ANN, CID).as_deref(), Some("TI-08"));
}

#[test]
fn ti_55_the_notes_that_a_player_issues_are_those_of_the_game() {
    let issued = |desk: &Desk, seat| desk.player(seat).issues;
    let with = desk(&["Sol", "Mahact"]);
    assert!(issued(&with, ANN).contains(&NoteKind::ALLIANCE));
    assert!(!issued(&with, BOB).contains(&NoteKind::ALLIANCE), "Mahact has none");
    let without = desk_with(&["Sol", "Mahact"], |setup| setup.prophecy_of_kings = false);
    assert!(!issued(&without, ANN).contains(&NoteKind::ALLIANCE));
    assert!(issued(&without, ANN).contains(&NoteKind::CEASEFIRE));
    let left = desk(&["Sol", "Letnev", "Saar"]).act(BOB, Command::Leave);
    assert_eq!(issued(&left, BOB), [], "they leave the game with their issuer");
}

#[test]
fn ti_82_a_promise_says_what_may_be_said_of_it() {
    let words = Act::Words { text: "I stay my hand".to_owned() };
    let desk = desk(&["Sol", "Letnev"]);
    let desk = desk.strike(ANN, BOB, vec![later(ANN, words, When::SomeDay)]);
    let promised = |desk: &Desk, seat| own(desk, seat).promises[0].clone();
    let all = [Faith::Kept, Faith::Broken, Faith::Void];
    assert_eq!(promised(&desk, ANN).may_say, all);
    assert_eq!(promised(&desk, ANN).text, "promises: I stay my hand, some day");
    assert!(!promised(&desk, ANN).debt);
    let promise = promised(&desk, ANN).promise.id;
    let desk = desk.act(ANN, Command::Settle { promise, faith: Faith::Kept });
    assert_eq!(promised(&desk, ANN).may_say, [Faith::Broken, Faith::Void]);
    assert_eq!(promised(&desk, BOB).may_say, all);
    let desk = desk.act(BOB, Command::Settle { promise, faith: Faith::Kept });
    assert_eq!(promised(&desk, BOB).may_say, []);
}

#[test]
fn ti_110_a_debt_is_told_from_a_promise() {
    let pay = Act::PayBack { goods: Bundle::trade_goods(2) };
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.strike(ANN, BOB, vec![later(ANN, pay, When::NextRound)]);
    let debt = own(&desk, BOB).promises[0].clone();
    assert!(debt.debt);
    assert_eq!(debt.text, "will pay back 2 trade goods, next round");
}

#[test]
fn ti_50_who_may_chart_what_is_listed() {
    let desk = mapped_with(&["Sol", "Creuss", "Nomad"], MAP, |_| {});
    let texts = |desk: &Desk, seat| -> Vec<String> {
        desk.options(seat).charts.into_iter().map(|form| form.text).collect()
    };
    let has = |desk: &Desk, seat, part: &str| texts(desk, seat).iter().any(|it| it.contains(part));
    assert!(has(&desk, ANN, "alpha wormhole token"));
    assert!(!has(&desk, ANN, "Hil Colish") && !has(&desk, ANN, "Memoria"));
    assert!(has(&desk, BOB, "Hil Colish"));
    assert!(has(&desk, CID, "Memoria II, "));
    assert!(!has(&desk, CID, "a mech"), "there is no flagship yet");
    let lands = Feature::Memoria { flagship: Some("Lodor".to_owned()), mechs: Vec::new() };
    let desk = desk.act(CID, chart(lands));
    let mech = desk.options(CID).charts.into_iter().find(|form| form.text.contains("a mech"));
    let reached =
        Feature::Memoria { flagship: Some("Lodor".to_owned()), mechs: vec![String::new()] };
    assert_eq!(mech.expect("now there is").feature, reached);
    for form in desk.options(ANN).charts {
        let Feature::Wormhole { kind, lies, .. } = form.feature else { continue };
        let here = Feature::Wormhole { system: "Quann".to_owned(), kind, lies };
        assert!(desk.accepts(ANN, &chart(here)), "{}", form.text);
    }
}

#[test]
fn ti_46_what_was_charted_is_in_words_with_what_takes_it_away() {
    let token =
        |lies| Feature::Wormhole { system: "Quann".to_owned(), kind: Wormhole::Alpha, lies };
    let desk = mapped_with(&["Sol", "Creuss"], MAP, |_| {});
    let desk = desk.act(ANN, chart(token(true)));
    let ship = Feature::HilColish { system: Some("Lodor".to_owned()) };
    let desk = desk.act(BOB, chart(ship));
    let charted = desk.spectator().charted;
    let texts: Vec<&str> = charted.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(texts.len(), 2, "{texts:?}");
    assert!(texts.contains(&"alpha wormhole token") && texts.contains(&"Hil Colish"));
    let away = Feature::HilColish { system: None };
    assert_eq!(desk.options(ANN).removes, [token(false)]);
    assert!(desk.options(BOB).removes.contains(&away));
    for feature in desk.options(BOB).removes {
        assert!(desk.accepts(BOB, &chart(feature)));
    }
    let bare = desk.act(ANN, chart(token(false))).act(BOB, chart(away));
    assert_eq!(bare.spectator().charted, []);
}

#[test]
fn ti_71_what_waits_for_a_player_is_counted() {
    let desk = desk(&["Sol", "Letnev", "Saar"]).turn(ANN, Step::StartOfTurn);
    assert_eq!(own(&desk, BOB).waiting, 0);
    let terms = vec![give(ANN, Bundle::trade_goods(1))];
    let desk = desk.act(ANN, Command::Offer { to: BOB, terms });
    assert_eq!(own(&desk, BOB).waiting, 1);
    assert_eq!(own(&desk, ANN).waiting + own(&desk, CID).waiting, 0);
}
