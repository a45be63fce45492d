//! Who looks at whose hand, and who learns of it (TI-62, TI-84, TI-103).

use parley::{Audience, Seat};
use serde_json::json;
use twilight::ability::note::NoteKind;
use twilight::desk::command::Entry;
use twilight::desk::effect::look::Seen;
use twilight::desk::effect::{Effect, Hand};
use twilight::table::hand::Note;
use twilight::{Bundle, Command, Moment, Notice, Step};

use crate::support::*;

fn uses(effect: Effect) -> Command {
    Command::Use { effect }
}

/// The latest cards that an audience has seen of somebody else's.
fn seen(desk: &Desk, audience: Audience) -> Option<Seen> {
    let cards = |notice: Notice| match notice {
        Notice::Looked { cards, .. } | Notice::Shown { cards, .. } => cards,
        _ => None,
    };
    desk.log(audience).into_iter().filter_map(cards).next_back()
}

fn ceasefire(issuer: Seat) -> Note {
    Note { issuer, kind: NoteKind::CEASEFIRE }
}

#[test]
fn ti_62_maban_looks_at_the_notes_of_neighbours_and_nobody_else_sees_them() {
    let maban = |at| uses(effect("maban", json!({ "at": at })));
    let desk = desk_with(&["Naalu", "Sol", "Saar"], |setup| {
        setup.players[0].abilities = vec![ability("maban")];
        setup.neighbours = vec![(ANN, BOB)];
    });
    assert!(desk.lists(ANN, &maban(BOB)) && !desk.lists(ANN, &maban(CID)));
    let desk = desk.refuses(ANN, maban(CID), 8).refuses(BOB, maban(ANN), 62).act(ANN, maban(BOB));
    let notes = seen(&desk, Audience::Seat(ANN)).expect("Ann has looked").notes;
    assert_eq!(notes, desk.view(BOB).own.expect("Bob's own").notes);
    for audience in [Audience::Seat(CID), Audience::Spectator] {
        assert_eq!(seen(&desk, audience), None);
        let known = Notice::Looked { by: ANN, at: BOB, hand: Hand::Notes, cards: None };
        assert!(desk.log(audience).contains(&known), "that somebody looked is no secret");
    }
}

#[test]
fn ti_62_so_ata_looks_at_one_hand_of_the_active_player() {
    let so_ata = |hand| uses(effect("so_ata", json!({ "hand": hand })));
    let desk = desk_with(&["Yssaril", "Sol"], |setup| {
        setup.players[0].abilities = vec![ability("so-ata")];
        setup.players[1].action_cards = vec!["Bribery".to_owned()];
    });
    let desk =
        desk.act(BOB, Command::Book { entry: Entry::DrawSecret { card: "Fuel".to_owned() } });
    let desk = desk.turn(BOB, Step::StartOfTurn).refuses(ANN, so_ata(Hand::Secrets), 100);
    let look = |desk: Desk, hand| {
        let desk = desk.turn(BOB, Step::Activation).act(ANN, so_ata(hand));
        let cards = seen(&desk, Audience::Seat(ANN)).expect("Ann has looked");
        (desk.refuses(ANN, so_ata(hand), 28), cards)
    };
    let (desk, secrets) = look(desk, Hand::Secrets);
    assert_eq!(secrets, Seen { secrets: vec!["Fuel".to_owned()], ..Seen::default() });
    let (_, cards) = look(desk, Hand::ActionCards);
    assert_eq!(cards, Seen { action_cards: vec!["Bribery".to_owned()], ..Seen::default() });
}

fn ambush() -> Desk {
    let desk = desk_with(&["Sol", "Letnev", "Saar"], |setup| {
        setup.players[0].action_cards = vec!["Lie in Wait".to_owned()];
        setup.players[1].action_cards = vec!["Bribery".to_owned(), "Sabotage".to_owned()];
    });
    desk.turn(BOB, Step::StartOfTurn)
}

fn lie_in_wait() -> Command {
    uses(effect("lie_in_wait", json!({ "of": (BOB, CID) })))
}

#[test]
fn ti_103_lie_in_wait_takes_an_action_card_from_each_who_has_one() {
    let desk = ambush().refuses(ANN, lie_in_wait(), 100);
    let desk = desk.strike(BOB, CID, vec![give(BOB, Bundle::trade_goods(1))]);
    assert!(desk.lists(ANN, &lie_in_wait()));
    let desk = desk.refuses(CID, uses(effect("lie_in_wait", json!({ "of": (CID, BOB) }))), 70);
    let take = |card: &str| Command::Take { from: BOB, card: card.to_owned() };
    let desk = desk.refuses(ANN, take("Bribery"), 26).act(ANN, lie_in_wait());
    // Cid has no action cards, so there is one hand to take from.
    assert_eq!(desk.spectator().takings, [(ANN, BOB)]);
    let open = desk.view(ANN).own.expect("Ann's own").open_hands;
    assert_eq!(open[0].action_cards.len(), 2);
    assert!(desk.view(CID).own.expect("Cid's own").open_hands.is_empty());
    assert!(desk.lists(ANN, &take("Bribery")) && !desk.lists(ANN, &take("Parley")));
    let on = Command::SetMoment { moment: Moment::turn(BOB, Step::ChooseAction) };
    let desk = desk.refuses(BOB, on.clone(), 26).refuses(ANN, take("Parley"), 21);
    let desk = desk.act(ANN, take("Bribery")).refuses(ANN, take("Sabotage"), 26).act(BOB, on);
    assert_eq!(desk.view(ANN).own.expect("Ann's own").action_cards, [Some("Bribery".to_owned())]);
    assert_eq!((desk.player(ANN).action_cards, desk.player(BOB).action_cards), (1, 1));
}

#[test]
fn ti_103_which_card_was_taken_only_the_two_learn() {
    let after = |card: &str| {
        let desk = ambush().strike(BOB, CID, vec![give(BOB, Bundle::trade_goods(1))]);
        desk.act(ANN, lie_in_wait()).act(ANN, Command::Take { from: BOB, card: card.to_owned() })
    };
    let (one, other) = (after("Bribery"), after("Sabotage"));
    for audience in [Audience::Seat(CID), Audience::Spectator] {
        assert_eq!(one.log(audience), other.log(audience));
    }
    assert_eq!(seen(&one, Audience::Spectator), None);
    assert_eq!(one.view(CID), other.view(CID));
    assert_ne!(one.view(BOB), other.view(BOB));
}

#[test]
fn ti_13_lie_in_wait_is_for_two_neighbours_and_for_right_then() {
    let trade = |desk: Desk| desk.strike(BOB, CID, vec![give(BOB, Bundle::trade_goods(1))]);
    let apart = ambush().act(ANN, Command::Neighbour { with: CID, are: false });
    trade(apart).refuses(ANN, lie_in_wait(), 8);
    trade(ambush()).turn(BOB, Step::ChooseAction).refuses(ANN, lie_in_wait(), 100);
}

#[test]
fn ti_84_a_player_may_show_notes_and_action_cards_to_one_and_not_to_all() {
    let show = |cards: Seen| Command::Show { to: BOB, cards };
    let desk = desk_with(&["Sol", "Letnev", "Saar"], |setup| {
        setup.players[0].action_cards = vec!["Bribery".to_owned()];
    });
    let note = Seen { notes: vec![ceasefire(ANN)], ..Seen::default() };
    let card = Seen { action_cards: vec!["Bribery".to_owned()], ..note.clone() };
    let desk = desk.act(ANN, show(card.clone()));
    assert_eq!(seen(&desk, Audience::Seat(BOB)), Some(card));
    assert_eq!(seen(&desk, Audience::Seat(CID)), None);
    let told = Notice::Shown { by: ANN, to: BOB, notes: 1, action_cards: 1, cards: None };
    assert!(desk.log(Audience::Seat(CID)).contains(&told));
    let lie = Seen { notes: vec![ceasefire(BOB)], ..Seen::default() };
    let desk = desk.refuses(ANN, show(lie), 21).refuses(ANN, show(Seen::default()), 84);
    let twice = Seen { notes: vec![ceasefire(ANN); 2], ..Seen::default() };
    desk.refuses(ANN, show(twice), 21);
}
