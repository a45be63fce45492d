//! Promissory notes (TI-55 … TI-66).

use parley::Audience;
use serde_json::json;
use twilight::ability::note::NoteKind;
use twilight::desk::command::{Command, Entry};
use twilight::table::hand::{Note, Place};
use twilight::{Act, Bundle, Class, Moment, Notice, Step};

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
    let moved = Notice::NoteMoved { note: None, from: Place::Hand(ANN), to: Place::Hand(BOB) };
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

#[test]
fn ti_56_ones_own_note_is_no_term_that_binds() {
    let terms = json!([{"by": "Ann", "use_note": "Ann's Political Secret"}]);
    let found = judged(scene(json!({"step": "when_revealed"}), terms));
    assert_eq!(found.terms[0].reason.clause, "TI-56");
    assert_eq!(found.class, Class::NonBinding);
}

#[test]
fn ti_58_a_note_may_go_back_to_the_one_who_issued_it() {
    let ceasefire = note(BOB, "Ceasefire");
    let desk = desk(&["Sol", "Letnev", "Saar"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.strike(ANN, BOB, vec![give(BOB, Bundle::note(ceasefire))]);
    let again = Command::Offer { to: CID, terms: vec![give(BOB, Bundle::note(ceasefire))] };
    let desk = desk.turn(BOB, Step::StartOfTurn).refuses(BOB, again, 58);
    let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::note(ceasefire))]);
    assert!(desk.view(BOB).own.expect("Bob's own").notes.contains(&ceasefire));
    assert!(!desk.view(ANN).own.expect("Ann's own").notes.contains(&ceasefire));
}

#[test]
fn ti_58_nobody_gives_mahact_their_alliance() {
    let alliance = json!([{"by": "Ann", "give": {"note": "Alliance"}}]);
    let to = |faction: &str| {
        let players = json!({"players": ["Ann", {"name": "Bob", "faction": faction}, "Cid"]});
        but(scene(anns_turn(), alliance.clone()), players)
    };
    is_barred(to("Mahact"), "TI-58");
    is_legal(to("Sol"));
}

#[test]
fn ti_59_not_even_back_to_its_issuer() {
    let terms = json!([{"by": "Ann", "give": {"note": "Bob's Alliance"}}]);
    let with = |place: &str, note: &str| json!({"players": [{"name": "Ann", place: [note]}, "Bob", "Cid"]});
    is_barred(but(scene(anns_turn(), terms), with("in_play", "Bob's Alliance")), "TI-59");
    let convoys = json!([{"by": "Ann", "give": {"note": "Bob's Ceasefire"}}]);
    is_legal(but(scene(anns_turn(), convoys), with("notes", "Bob's Ceasefire")));
}

#[test]
fn ti_60_a_note_that_came_back_may_be_traded_again() {
    let secret = note(BOB, "Political Secret");
    let desk = desk(&["Sol", "Letnev", "Saar"]).moment(Moment::of(Step::WhenRevealed));
    let desk = desk
        .strike(ANN, BOB, vec![give(BOB, Bundle::note(secret))])
        .act(ANN, Command::PlayNote { note: secret })
        .strike(BOB, CID, vec![give(BOB, Bundle::note(secret))]);
    assert!(desk.view(CID).own.expect("Cid's own").notes.contains(&secret));
}

#[test]
fn ti_61_a_note_for_the_play_area_works_only_there() {
    let pact = note(BOB, "Dark Pact");
    let desk = desk(&["Sol", "Empyrean"]).turn(ANN, Step::StartOfTurn);
    let desk = desk
        .strike(ANN, BOB, vec![give(BOB, Bundle::note(pact))])
        .act(ANN, Command::Book { entry: Entry::Replenish })
        .turn(BOB, Step::StartOfTurn)
        .strike(ANN, BOB, vec![give(ANN, Bundle::commodities(4))]);
    assert_eq!((desk.goods(ANN), desk.goods(BOB)), (5, 9), "a pact in hand pays nobody");
}

#[test]
fn ti_62_how_many_notes_is_public() {
    let desk = desk(&["Sol", "Letnev", "Saar"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::note(note(ANN, "Ceasefire")))]);
    let view = desk.view(CID);
    assert_eq!((view.players[0].notes, view.players[1].notes), (5, 7));
    assert_eq!(view.own.expect("Cid's own").notes.len(), 6, "Cid's own and nobody else's");
    assert!(desk.spectator().own.is_none());
}

#[test]
fn ti_62_an_offer_of_a_note_that_another_holds_gives_nothing_away() {
    // Whether Cid holds Bob's note is not for Ann to learn by asking Cid for it.
    let ask =
        Command::Offer { to: CID, terms: vec![give(CID, Bundle::note(note(BOB, "Ceasefire")))] };
    let without = desk(&["Sol", "Letnev", "Saar"]).turn(ANN, Step::StartOfTurn);
    let with = desk(&["Sol", "Letnev", "Saar"])
        .turn(CID, Step::StartOfTurn)
        .strike(BOB, CID, vec![give(BOB, Bundle::note(note(BOB, "Ceasefire")))])
        .turn(ANN, Step::StartOfTurn);
    let (without, with) = (without.act(ANN, ask.clone()), with.act(ANN, ask));
    let verdict = |desk: &Desk| desk.view(ANN).own.expect("Ann's own").sent[0].verdict.clone();
    assert_eq!(verdict(&without), verdict(&with));
    let accept = Command::Accept { offer: parley::OfferRef { from: ANN, number: 1 } };
    without.refuses(CID, accept.clone(), 58);
    with.act(CID, accept);
}

#[test]
fn ti_63_forced_giving_puts_them_into_play_too_and_others_stay_hidden() {
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::CombatEnd);
    let forced = |name: &str| Command::Give { to: ANN, goods: Bundle::note(note(BOB, name)) };
    let desk = desk.act(BOB, forced("Support for the Throne")).act(BOB, forced("Ceasefire"));
    let ann = &desk.view(ANN).players[0];
    assert_eq!(ann.in_play, [note(BOB, "Support for the Throne")]);
    assert_eq!((ann.victory_points, ann.notes), (1, 7));
    let play = Command::PlayNote { note: note(BOB, "Support for the Throne") };
    desk.refuses(ANN, play, 21);
}

#[test]
fn ti_64_what_the_one_who_left_had_in_play_goes_home_as_well() {
    let support = note(ANN, "Support for the Throne");
    let ceasefire = note(CID, "Ceasefire");
    let desk = desk(&["Sol", "Letnev", "Saar"]).turn(ANN, Step::StartOfTurn);
    let desk = desk
        .strike(
            ANN,
            CID,
            vec![give(ANN, Bundle::note(support)), give(CID, Bundle::note(ceasefire))],
        )
        .act(CID, Command::Leave);
    let own = desk.view(ANN).own.expect("Ann's own");
    assert!(own.notes.contains(&support) && !own.notes.contains(&ceasefire));
    assert_eq!(desk.spectator().players[2].victory_points, 0);
    let offer = Command::Offer { to: CID, terms: vec![give(ANN, Bundle::trade_goods(1))] };
    desk.refuses(ANN, offer, 64).refuses(BOB, Command::Leave, 64);
}

#[test]
fn ti_65_a_note_that_is_held_already_may_bind_and_one_that_nobody_gives_may_not() {
    let at = |holds: &[&str], terms: serde_json::Value| {
        let players = json!({"players": [{"name": "Ann", "notes": holds}, "Bob", "Cid"]});
        judged(but(scene(json!({"step": "when_revealed"}), terms), players))
    };
    for verb in ["use_note", "do_not_use_note"] {
        let alone = || json!([{"by": "Ann", verb: "Bob's Political Secret"}]);
        assert_eq!(at(&["Bob's Political Secret"], alone()).class, Class::Binding);
        assert_eq!(at(&[], alone()).terms[0].reason.clause, "TI-77");
        let given = json!([
            {"by": "Bob", "give": {"note": "Political Secret"}},
            {"by": "Ann", verb: "Bob's Political Secret"},
        ]);
        let found = at(&[], given);
        assert_eq!(
            (found.class, found.terms[1].reason.clause.as_str()),
            (Class::NonBinding, "TI-65")
        );
        assert_eq!(found.terms[0].finding, twilight::Finding::Binds);
    }
}

#[test]
fn ti_66_only_the_holders_own_tactical_action_counts() {
    let alliance = note(BOB, "Alliance");
    let activate = || Command::Report {
        act: Act::Activate { system: "Arc Prime".to_owned() },
        units_of: parley::SeatSet::only(BOB),
    };
    let desk = desk(&["Sol", "Letnev", "Saar"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.strike(ANN, BOB, vec![give(BOB, Bundle::note(alliance))]);
    // A token that some other effect places is no activation, and neither is somebody else's.
    let desk = desk.turn(ANN, Step::Production).refuses(ANN, activate(), 100);
    let desk = desk.turn(CID, Step::ChooseAction).refuses(ANN, activate(), 100);
    let desk = desk.act(CID, activate());
    assert_eq!(desk.spectator().players[0].in_play, [alliance]);
    let desk = desk.turn(ANN, Step::ChooseAction).act(ANN, activate());
    assert!(desk.spectator().players[0].in_play.is_empty());
}

#[test]
fn ti_57_whether_support_is_played_is_nobodys_choice() {
    let terms = json!([
        {"by": "Bob", "give": {"note": "Support for the Throne"}},
        {"by": "Ann", "do_not_use_note": "Bob's Support for the Throne"},
    ]);
    let found = judged(scene(anns_turn(), terms));
    assert_eq!(found.terms[1].reason.clause, "TI-57", "{found}");
    let optional = json!([
        {"by": "Bob", "give": {"note": "Ceasefire"}},
        {"by": "Ann", "do_not_use_note": "Bob's Ceasefire"},
    ]);
    let found = judged(scene(anns_turn(), optional));
    assert_eq!(found.terms[1].reason.clause, "TI-65", "{found}");
}
