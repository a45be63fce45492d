//! The wording of every kind of line.

use parley::{Audience, Faith, Game as _, Resolution, Seat, Seed};

use super::{JournalCategory, JournalPiece, line, plain};
use crate::ability::Ability;
use crate::ability::faction::Faction;
use crate::ability::note::NoteKind;
use crate::deal::ledger::{Due, Promise, PromiseRef};
use crate::deal::verdict::Class;
use crate::deal::{Act, Hazard, Term, When};
use crate::desk::command::{Entry, Invocation, Loot};
use crate::desk::condition::Condition;
use crate::desk::effect::Hand;
use crate::desk::effect::look::Seen;
use crate::desk::event::Event;
use crate::desk::feature::Feature;
use crate::desk::notice::{Boarding, Notice};
use crate::desk::setup::{Setup, Sitting};
use crate::galaxy::{Breach, Galaxy, PlanetId, SystemId, Wormhole};
use crate::game::Game;
use crate::round::moment::{Fresh, Moment};
use crate::round::step::Step;
use crate::sight::notice;
use crate::table::goods::{Bundle, Captive, Fragments};
use crate::table::hand::{Note, Place};
use crate::table::player::{Planet, Technology};
use crate::transaction::Transaction;
use crate::transaction::eligibility::Right;

mod table;

fn ability(id: &str) -> Ability {
    Ability::find(id).expect("an ability")
}

const ANN: Seat = Seat(0);
const BOB: Seat = Seat(1);

fn game() -> Game {
    let faction = |name| Faction::find(name).expect("a faction");
    let players =
        vec![Sitting::new("Ann", faction("Hacan")), Sitting::new("Bob", faction("Mentak"))];
    let galaxy = Galaxy::from_map_string("1 19 -1 -1 -1 -1").expect("a map");
    let setup = Setup { galaxy: Some(Box::new(galaxy)), ..Setup::standard(players) };
    Game::start(&setup, Seed::from_bytes([0; 32])).expect("a table")
}

/// The text for readers who may know everything about an event.
#[allow(clippy::needless_pass_by_value, reason = "callers make it on the spot")]
#[track_caller]
fn reads(event: Event, category: JournalCategory, words: &str) {
    told(&event, Audience::Replay, category, words);
}

/// The text for everybody else.
#[allow(clippy::needless_pass_by_value, reason = "callers make it on the spot")]
#[track_caller]
fn reads_outside(event: Event, category: JournalCategory, words: &str) {
    told(&event, Audience::Spectator, category, words);
}

#[track_caller]
fn told(event: &Event, audience: Audience, category: JournalCategory, words: &str) {
    let notice: Notice = notice(event, audience).expect("it is told");
    let pieces = line(&notice, &game());
    assert_eq!(plain(&pieces), words);
    assert!(notice.categories().contains(&category), "{words}");
    let named = words.contains("Ann") || words.contains("Bob");
    let linked = pieces.iter().any(|piece| matches!(piece, JournalPiece::Player { .. }));
    assert_eq!(named, linked, "{words}");
}

fn term(by: Seat, act: Act, when: When) -> Term {
    Term { by, act, when, after: None }
}

fn ceasefire() -> Note {
    Note { issuer: BOB, kind: NoteKind::CEASEFIRE }
}

const ID: PromiseRef = PromiseRef { from: ANN, to: BOB, number: 2, term: 1 };

fn promise(act: Act, when: When) -> Promise {
    let term = Term { after: Some(Hazard::Dice), ..term(BOB, act, when) };
    Promise {
        id: ID,
        by: BOB,
        to: ANN,
        term,
        due: Due::Never,
        faith: Faith::Pending,
        words: (None, None),
    }
}

fn vote() -> Act {
    Act::Vote { outcome: "for".into(), votes: 3 }
}

#[test]
fn deals() {
    let gift = Act::Transfer { goods: Bundle::trade_goods(3) };
    let terms = vec![term(ANN, gift, When::Now), term(BOB, vote(), When::NextAgenda)];
    reads(
        Event::Offered { from: ANN, to: BOB, number: 2, terms },
        JournalCategory::Deals,
        "Ann offers Bob a deal: Ann gives 3 trade goods; Bob votes for with at least 3 votes, on the next agenda.",
    );
    for (resolution, words) in [
        (Resolution::Accepted, "Bob accepts Ann's offer no. 2."),
        (Resolution::Declined, "Bob declines Ann's offer no. 2."),
        (Resolution::Lapsed, "Ann's offer no. 2 to Bob has lapsed."),
        (Resolution::Void, "Ann's offer no. 2 to Bob is off the table."),
    ] {
        let event = Event::Resolved { from: ANN, to: BOB, number: 2, resolution };
        reads(event, JournalCategory::Deals, words);
    }
    for (class, words) in [
        (Class::Binding, "Ann and Bob strike a deal that binds them both TI-74."),
        (Class::NonBinding, "Ann and Bob strike a deal that binds neither of them TI-75."),
        (Class::PartlyBinding, "Ann and Bob strike a deal of which some terms bind TI-79."),
        (Class::Open, "Ann and Bob strike a deal; whether it binds, the rules leave open TI-79."),
    ] {
        reads(
            Event::Struck { from: ANN, to: BOB, number: 2, class },
            JournalCategory::Deals,
            words,
        );
    }
}

#[test]
fn promises() {
    reads(
        Event::Bound { promise: promise(Act::Activate { system: "Wellon".into() }, When::Now) },
        JournalCategory::Promises,
        "Bob is bound to Ann before this step ends: Bob activates Wellon, after dice.",
    );
    reads(
        Event::Promised { promise: promise(vote(), When::NextAgenda) },
        JournalCategory::Promises,
        "Bob gives Ann a promise that nothing enforces: Bob votes for with at least 3 votes, on the next agenda, after dice.",
    );
    let deal = "term 2 of Ann's deal no. 2 with Bob";
    for (faith, done, settled, said) in [
        (
            Faith::Kept,
            "has done what was owed:",
            "has kept a promise:",
            "was kept; the other has not said so",
        ),
        (
            Faith::Broken,
            "has not done what was owed:",
            "has broken a promise:",
            "was broken; the other has not said so",
        ),
        (
            Faith::Void,
            "no longer owes",
            "is no longer held to a promise:",
            "is void; the other has not said so",
        ),
        (Faith::Pending, "still owes", "still has a promise to keep:", "is still to be kept"),
    ] {
        let (id, by) = (ID, BOB);
        let line = format!("Bob {done} {deal}.");
        reads(Event::Discharged { id, by, faith }, JournalCategory::Promises, &line);
        let line = format!("Bob {settled} {deal}.");
        reads(Event::Settled { id, by, faith }, JournalCategory::Promises, &line);
        let line = format!("Bob says that {deal} {said}.");
        reads(Event::Said { id, by, faith }, JournalCategory::Promises, &line);
    }
}

#[test]
fn what_changes_hands() {
    let transactions = JournalCategory::Transactions;
    let gives = (Bundle::note(Note { issuer: ANN, kind: NoteKind::CEASEFIRE }), Bundle::default());
    let transaction = Transaction { sides: (ANN, BOB), gives };
    reads(
        Event::Exchanged { transaction: transaction.clone(), right: Right::Turn, assumed: false },
        transactions,
        "Ann and Bob transact: Ann gives Ann's Ceasefire; Bob gives nothing.",
    );
    reads(
        Event::Exchanged {
            transaction,
            right: Right::Grant(ability("temporal-command-suite")),
            assumed: false,
        },
        transactions,
        "Ann and Bob transact by Temporal Command Suite: Ann gives Ann's Ceasefire; Bob gives nothing.",
    );
    reads(
        Event::Given { from: ANN, to: BOB, goods: Bundle::commodities(2) },
        transactions,
        "Ann hands 2 commodities to Bob by an effect, not in a transaction TI-26.",
    );
    for (from, to, category, words) in [
        (
            Place::Hand(ANN),
            Place::Hand(BOB),
            transactions,
            "Bob's Ceasefire goes from Ann's hand to Bob's hand.",
        ),
        (
            Place::Hand(ANN),
            Place::Play(ANN),
            JournalCategory::Holdings,
            "Bob's Ceasefire goes from Ann's hand to Ann's play area.",
        ),
        (
            Place::Play(ANN),
            Place::Unseen,
            JournalCategory::Holdings,
            "Bob's Ceasefire goes from Ann's play area to somebody's hand.",
        ),
        (
            Place::Hand(ANN),
            Place::Gone,
            JournalCategory::Holdings,
            "Bob's Ceasefire leaves the game TI-64.",
        ),
        (
            Place::Gone,
            Place::Hand(BOB),
            transactions,
            "Bob's Ceasefire goes from out of the game to Bob's hand.",
        ),
    ] {
        reads(Event::NoteMoved { note: ceasefire(), from, to }, category, words);
    }
    let (by, victim) = (BOB, ANN);
    reads(Event::PillageOpened { by, victim }, transactions, "Bob may pillage Ann.");
    reads(
        Event::PillageClosed { by, victim },
        transactions,
        "Bob lets the chance to pillage Ann go.",
    );
    reads(
        Event::Pillaged { by, victim, takes: Loot::TradeGood },
        transactions,
        "Bob pillages 1 trade good from Ann.",
    );
    reads(
        Event::Pillaged { by, victim, takes: Loot::Commodity },
        transactions,
        "Bob pillages 1 commodity from Ann.",
    );
    reads(
        Event::Invoked { by: ANN, with: BOB, power: Invocation::BlackMarketDealings },
        transactions,
        "Ann plays Black Market Dealings on the negotiation with Bob.",
    );
    reads(
        Event::Invoked {
            by: ANN,
            with: BOB,
            power: Invocation::Ability(ability("deepgloom-executable")),
        },
        transactions,
        "Ann may transact with Bob beside the ordinary transaction, by Deepgloom Executable.",
    );
    let (by, from) = (ANN, BOB);
    reads(
        Event::Demanded { by, from },
        transactions,
        "Ann demands a promissory note of Bob's choice TI-26.",
    );
    reads(
        Event::Yielded { by, from },
        transactions,
        "Bob has handed Ann the note that was demanded.",
    );
    reads(Event::Waived { by, from }, transactions, "Ann takes nothing more from Bob.");
    reads(
        Event::Waylaid { by, from },
        transactions,
        "Bob's action cards lie open to Ann, who takes one.",
    );
    reads(
        Event::Taken { by, from, card: "Sabotage".into() },
        transactions,
        "Ann takes Sabotage out of Bob's hand.",
    );
    reads(Event::Researched { by: ANN, to: BOB }, transactions, "Ann pays Bob for research.");
    reads(
        Event::Neighboured { sides: (ANN, BOB), are: true },
        transactions,
        "Ann and Bob are neighbours now.",
    );
    reads(
        Event::Neighboured { sides: (ANN, BOB), are: false },
        transactions,
        "Ann and Bob are no longer neighbours.",
    );
}

#[test]
fn what_players_hold() {
    let holdings = JournalCategory::Holdings;
    let seat = ANN;
    reads(Event::Gained { seat, count: 3 }, holdings, "Ann gains 3 trade goods from a note.");
    reads(Event::Scored { seat, change: 1 }, holdings, "Ann gains 1 victory point with a note.");
    reads(Event::Scored { seat, change: -1 }, holdings, "Ann loses 1 victory point with a note.");
    reads(
        Event::Spent { seat, resources: 2, influence: 0, goods: 1 },
        holdings,
        "Ann spends 2 resources and 1 trade good.",
    );
    reads(
        Event::Spent { seat, resources: 0, influence: 0, goods: 0 },
        holdings,
        "Ann spends nothing.",
    );
    reads(
        Event::Overflowed { seat, count: 2 },
        holdings,
        "Ann puts 2 commodities back, above the commodity value TI-32.",
    );
    reads(
        Event::Used { by: ANN, ability: ability("carth"), on: None },
        holdings,
        "Ann uses Carth of Golden Sands.",
    );
    reads(
        Event::Used { by: ANN, ability: ability("carth"), on: Some(BOB) },
        holdings,
        "Ann uses Carth of Golden Sands on Bob.",
    );
    let cards = Seen { notes: vec![ceasefire()], ..Seen::default() };
    reads(
        Event::Looked { by: ANN, at: BOB, hand: Hand::Notes, cards: cards.clone() },
        holdings,
        "Ann looks at Bob's promissory notes: Bob's Ceasefire.",
    );
    reads(
        Event::Shown { by: BOB, to: ANN, cards },
        holdings,
        "Bob shows Ann from the hand: Bob's Ceasefire.",
    );
}

#[test]
fn what_is_seen_from_behind() {
    let cards = Bundle {
        notes: vec![ceasefire()],
        action_cards: vec!["Sabotage".into(), "Bribery".into()],
        secrets: vec!["Spark a Rebellion".into()],
        ..Bundle::trade_goods(1)
    };
    let transaction = Transaction { sides: (ANN, BOB), gives: (cards, Bundle::default()) };
    reads_outside(
        Event::Exchanged { transaction, right: Right::Turn, assumed: false },
        JournalCategory::Transactions,
        "Ann and Bob transact: Ann gives 1 trade good, 1 promissory note, 2 action cards, 1 secret objective; Bob gives nothing.",
    );
    reads_outside(
        Event::Given { from: ANN, to: BOB, goods: Bundle::note(ceasefire()) },
        JournalCategory::Transactions,
        "Ann hands 1 promissory note to Bob by an effect, not in a transaction TI-26.",
    );
    let (from, to) = (Place::Hand(ANN), Place::Hand(BOB));
    reads_outside(
        Event::NoteMoved { note: ceasefire(), from, to },
        JournalCategory::Transactions,
        "A promissory note goes from Ann's hand to Bob's hand.",
    );
    let seen = |notes, action_cards: &[&str]| {
        let action_cards = action_cards.iter().map(|card| (*card).to_owned()).collect();
        Seen { notes, action_cards, secrets: Vec::new() }
    };
    for (hand, words) in [
        (Hand::Notes, "promissory notes"),
        (Hand::ActionCards, "action cards"),
        (Hand::Secrets, "secret objectives"),
    ] {
        let words = format!("Ann looks at Bob's {words}.");
        let cards = seen(vec![ceasefire()], &["Sabotage"]);
        let looked = Event::Looked { by: ANN, at: BOB, hand, cards };
        reads_outside(looked, JournalCategory::Holdings, &words);
    }
    reads_outside(
        Event::Taken { by: ANN, from: BOB, card: "Sabotage".into() },
        JournalCategory::Holdings,
        "Ann takes an action card out of Bob's hand.",
    );
    let cards = seen(vec![ceasefire(), ceasefire()], &["Sabotage"]);
    reads_outside(
        Event::Shown { by: ANN, to: BOB, cards },
        JournalCategory::Holdings,
        "Ann shows Bob 2 promissory notes and 1 action card from the hand.",
    );
    let card = || "Sabotage".to_owned();
    for (entry, words) in [
        (Entry::Draw { card: card() }, "Ann draws an action card."),
        (Entry::DrawSecret { card: card() }, "Ann draws a secret objective."),
        (Entry::ReturnSecret { card: card() }, "Ann puts a secret objective back unseen."),
    ] {
        reads_outside(Event::Booked { seat: ANN, entry }, JournalCategory::Holdings, words);
    }
}

#[test]
fn what_others_read_of_what_is_owed() {
    for (act, words) in [
        (Act::UseNote { note: ceasefire() }, "uses a card in hand"),
        (Act::PlayCard { card: "Sabotage".into(), at: None }, "uses a card in hand"),
        (Act::KeepNote { note: ceasefire() }, "does not use a card in hand"),
        (Act::Activate { system: "Wellon".into() }, "activates Wellon"),
    ] {
        let words = format!("Bob is bound to Ann before this step ends: Bob {words}, after dice.");
        let event = Event::Bound { promise: promise(act, When::Now) };
        reads_outside(event, JournalCategory::Promises, &words);
    }
    for (faith, words) in [
        (Faith::Kept, "Bob has done what was owed to Ann."),
        (Faith::Broken, "Bob has not done what was owed to Ann."),
        (Faith::Void, "Bob no longer owes Ann a term of a deal."),
        (Faith::Pending, "Bob still owes Ann a term of a deal."),
    ] {
        let event = Event::Discharged { id: ID, by: BOB, faith };
        reads_outside(event, JournalCategory::Promises, words);
    }
}

#[test]
fn what_others_read_nothing_of() {
    let gift = term(ANN, Act::Transfer { goods: Bundle::trade_goods(3) }, When::Now);
    let (from, to, number, by) = (ANN, BOB, 2, BOB);
    for event in [
        Event::Offered { from, to, number, terms: vec![gift] },
        Event::Resolved { from, to, number, resolution: Resolution::Declined },
        Event::Struck { from, to, number, class: Class::NonBinding },
        Event::Promised { promise: promise(vote(), When::NextAgenda) },
        Event::Settled { id: ID, by, faith: Faith::Kept },
        Event::Said { id: ID, by, faith: Faith::Kept },
    ] {
        for outsider in [Audience::Spectator, Audience::Seat(Seat(2))] {
            assert_eq!(notice(&event, outsider), None, "{event:?}");
        }
        assert!(notice(&event, Audience::Seat(ANN)).is_some(), "{event:?}");
    }
}
