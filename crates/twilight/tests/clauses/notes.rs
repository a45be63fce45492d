//! Section D: promissory notes.

use parley::Audience;
use serde_json::json;
use twilight::command::{Command, Entry};
use twilight::hand::Note;
use twilight::note::NoteKind;
use twilight::{Act, Bundle, Moment, Notice, Step};

use crate::support::*;

fn note(issuer: parley::Seat, name: &str) -> Note {
    Note { issuer, kind: NoteKind::find(name).expect("a note") }
}

#[test]
fn ti_55_everybody_begins_with_their_own_notes() {
    let desk = desk(&["Sol", "Empyrean", "Mahact"]);
    let counts: Vec<u8> = desk.spectator().players.iter().map(|player| player.notes).collect();
    assert_eq!(counts, [6, 7, 5]);
}

#[test]
fn ti_56_nobody_plays_their_own_notes() {
    let desk = desk(&["Sol", "Letnev"]).moment(Moment::of(Step::WhenRevealed));
    desk.refuses(ANN, Command::PlayNote { note: note(ANN, "Political Secret") }, 56);
}

#[test]
fn ti_57_playing_a_note_is_for_its_holder_to_choose() {
    let secret = note(BOB, "Political Secret");
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.strike(ANN, BOB, vec![give(BOB, Bundle::note(secret))]);
    let desk = desk.moment(Moment::of(Step::WhenRevealed));
    let desk = desk.act(ANN, Command::Advance { to: Step::AfterRevealed });
    assert!(desk.view(ANN).own.expect("Ann's own").notes.contains(&secret));
}

#[test]
fn ti_58_a_note_comes_from_the_givers_hand_whoever_issued_it() {
    let third = json!([{"by": "Ann", "give": {"note": "Cid's Ceasefire"}}]);
    is_barred(scene(anns_turn(), third.clone()), "TI-58");
    let holding = json!([{"name": "Ann", "notes": ["Cid's Ceasefire"]}, "Bob", "Cid"]);
    is_legal(but(scene(anns_turn(), third), json!({"players": holding})));
}

#[test]
fn ti_59_a_note_in_a_play_area_cannot_be_traded() {
    let support = note(BOB, "Support for the Throne");
    let desk = desk(&["Sol", "Letnev", "Saar"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.strike(ANN, BOB, vec![give(BOB, Bundle::note(support))]);
    let offer = Command::Offer { to: CID, terms: vec![give(ANN, Bundle::note(support))] };
    desk.refuses(ANN, offer, 59);
}

#[test]
fn ti_60_a_note_returns_when_it_has_been_resolved() {
    let agreement = note(BOB, "Trade Agreement");
    let desk = desk(&["Sol", "Letnev"]).turn(BOB, Step::TradeReplenish);
    let desk = desk
        .strike(ANN, BOB, vec![give(BOB, Bundle::note(agreement))])
        .act(BOB, Command::Book { entry: Entry::Replenish })
        .act(ANN, Command::PlayNote { note: agreement });
    assert_eq!((desk.commodities(BOB), desk.goods(ANN)), (0, 7));
    assert!(desk.view(BOB).own.expect("Bob's own").notes.contains(&agreement));
}

#[test]
fn ti_61_in_the_hand_a_note_neither_works_nor_returns() {
    let pact = note(BOB, "Dark Pact");
    let desk = desk(&["Sol", "Empyrean"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.strike(ANN, BOB, vec![give(BOB, Bundle::note(pact))]);
    let activate = Command::Report {
        act: Act::Activate { system: "The Dark".to_owned() },
        units_of: parley::SeatSet::only(BOB),
    };
    let desk = desk.turn(ANN, Step::ChooseAction).act(ANN, activate);
    assert!(desk.view(ANN).own.expect("Ann's own").notes.contains(&pact));
}

#[test]
fn ti_62_which_note_changed_hands_is_for_the_two() {
    let desk = |name: &str| {
        let terms = vec![give(ANN, Bundle::note(note(ANN, name)))];
        desk(&["Sol", "Letnev", "Saar"]).turn(ANN, Step::StartOfTurn).strike(ANN, BOB, terms)
    };
    let (one, other) = (desk("Ceasefire"), desk("Political Secret"));
    assert_eq!(one.view(CID), other.view(CID));
    assert_eq!(one.log(Audience::Seat(CID)), other.log(Audience::Seat(CID)));
    assert_ne!(one.view(BOB), other.view(BOB));
    let moved = Notice::NoteMoved { from: ANN, to: BOB };
    assert!(one.log(Audience::Spectator).contains(&moved), "that a note moved is public");
}

#[test]
fn ti_63_support_and_alliance_go_straight_into_play() {
    for name in ["Support for the Throne", "Alliance"] {
        let given = note(BOB, name);
        let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
        let desk = desk.strike(ANN, BOB, vec![give(BOB, Bundle::note(given))]);
        let ann = &desk.spectator().players[0];
        assert_eq!(ann.in_play, [given]);
        assert_eq!(ann.victory_points, u8::from(name.starts_with("Support")));
    }
}

#[test]
fn ti_64_notes_of_a_player_who_is_out_leave_the_game() {
    let (theirs, anns) = (note(CID, "Support for the Throne"), note(ANN, "Ceasefire"));
    let desk = desk(&["Sol", "Letnev", "Saar"]).turn(ANN, Step::StartOfTurn);
    let desk = desk
        .strike(ANN, CID, vec![give(CID, Bundle::note(theirs)), give(ANN, Bundle::note(anns))])
        .act(CID, Command::Leave);
    let view = desk.view(ANN);
    assert_eq!((view.players[0].victory_points, view.players[0].in_play.len()), (0, 0));
    assert!(view.own.expect("Ann's own").notes.contains(&anns));
    assert_eq!(view.players[2].notes, 0);
}

#[test]
fn ti_65_how_a_note_will_be_used_never_binds_before_it_is_handed_over() {
    let terms = json!([
        {"by": "Bob", "give": {"note": "Political Secret"}},
        {"by": "Ann", "do_not_use_note": "Bob's Political Secret"},
    ]);
    let found = judged(scene(json!({"step": "when_revealed"}), terms));
    assert_eq!(found.terms[1].reason.clause, "TI-65");
}

#[test]
fn ti_66_support_returns_when_its_holder_activates_a_system_of_its_issuer() {
    let support = note(BOB, "Support for the Throne");
    let activate = |units_of| Command::Report {
        act: Act::Activate { system: "Arc Prime".to_owned() },
        units_of,
    };
    let desk = desk(&["Sol", "Letnev", "Saar"]).turn(ANN, Step::ChooseAction);
    let desk = desk.strike(ANN, BOB, vec![give(BOB, Bundle::note(support))]);
    let desk = desk.act(ANN, activate(parley::SeatSet::only(CID)));
    assert_eq!(desk.spectator().players[0].victory_points, 1);
    let desk = desk.act(ANN, activate(parley::SeatSet::only(BOB)));
    assert_eq!(desk.spectator().players[0].victory_points, 0);
    assert!(desk.view(BOB).own.expect("Bob's own").notes.contains(&support));
}
