//! Section 7: signals.

use std::collections::BTreeSet;

use backchannel::map::{Territory, Zone};
use backchannel::phrases::{self, MOST_QUICK_PHRASES, QuickPhrase};
use backchannel::signal::{Concept, Phrase, Signal, Signals, Unspeakable, Word, WordKind};
use backchannel::{Agreement, Command, Mode, Notice, Refusal, SignalRef};
use parley::signal::{Conjunction, Reaction, SignalError, Template};
use parley::{Audience, Game as _, OfferRef, Seat, SeatSet};
use serde_json::json;

use crate::support::*;

fn scene() -> Scene {
    play_from(calm())
}

/// Something to say.
fn hello(to: Seat) -> Command {
    tell(to, "hold", None)
}

fn shout() -> Command {
    announce("hold", None)
}

fn public(from: Seat, number: u16) -> SignalRef {
    SignalRef { from, public: true, number }
}

fn unspeakable(fault: SignalError) -> Refusal {
    Refusal::BadSignal { why: Unspeakable::Fault(fault) }
}

fn template(id: &str) -> Template {
    phrase(id, None).first.template
}

#[test]
fn bc_701_a_signal_is_a_template_filled_or_left_empty_where_it_may_be() {
    let mut scene = scene();
    scene.does(RED, tell(BLUE, "hold", Some(Word::Territory(at("b1")))));
    scene.does(RED, tell(GREEN, "hold", None));
    let refusal = scene.refused(BLUE, tell(RED, "attack", None));
    assert_eq!(refusal, unspeakable(SignalError::SlotMissing(template("attack"))));
    let refusal = scene.refused(BLUE, tell(RED, "perhaps", Some(Word::Player(GREEN))));
    assert_eq!(refusal, unspeakable(SignalError::NoSlot(template("perhaps"))));
    let refusal = scene.refused(BLUE, tell(RED, "hold", Some(Word::Player(GREEN))));
    assert_eq!(refusal, unspeakable(SignalError::WrongKind(template("hold"))));
    let nonsense = Signal::single(Phrase::bare(Template(200)));
    let refusal = scene.refused(BLUE, Command::Signal { to: None, signal: nonsense });
    assert_eq!(refusal, unspeakable(SignalError::UnknownTemplate(Template(200))));
}

#[test]
fn bc_701_a_conjunction_chains_two() {
    let mut scene = scene();
    let catalogue = Signals::standard().catalogue();
    let by = catalogue.conjunction_named("or").expect("there is an or");
    let (first, then) =
        (phrase("hold", None).first, phrase("weak", Some(Word::Player(BLUE))).first);
    let signal = Signal::chained(first, by, then);
    scene.does(RED, Command::Signal { to: None, signal });
    assert_eq!(scene.own(GREEN).heard[0].signal, signal);
    let signal = Signal::chained(first, Conjunction(99), then);
    let refusal = scene.refused(BLUE, Command::Signal { to: None, signal });
    assert_eq!(refusal, unspeakable(SignalError::UnknownConjunction(Conjunction(99))));
}

#[test]
fn bc_701_there_is_no_room_for_free_text() {
    let said = |signal| {
        serde_json::from_value::<Command>(json!({"type": "signal", "to": 1, "signal": signal}))
    };
    assert!(said(json!({"first": {"template": 2}})).is_ok());
    assert!(said(json!({"first": {"template": "attack at dawn"}})).is_err());
    assert!(said(json!({"first": {"template": 2, "filler": "dawn"}})).is_err());
    assert!(said(json!("attack at dawn")).is_err());
    let noted = json!({"type": "signal", "signal": {"first": {"template": 2}}, "text": "hi"});
    assert!(serde_json::from_value::<Command>(noted).is_err());
}

#[test]
fn bc_702_five_kinds_of_vocabulary_fill_slots() {
    let words = [
        Word::Player(GREEN),
        Word::Territory(at("a1")),
        Word::Zone(Zone(0)),
        Word::Concept(Concept(0)),
        Word::Agreement(Agreement::Ceasefire),
    ];
    for word in words {
        let mut scene = scene();
        scene.does(RED, tell(BLUE, "talk", Some(word)));
        assert_eq!(scene.own(BLUE).heard[0].signal, phrase("talk", Some(word)));
    }
}

#[test]
fn bc_702_a_template_takes_every_kind_that_fits_it_and_no_other() {
    let scene = scene();
    for (template, spec) in Signals::standard().catalogue().templates() {
        for kind in WordKind::ALL {
            let word = Word::of(kind, 2).expect("every kind has three words");
            let signal = Signal::single(Phrase::filled(template, word));
            let answer = scene.answer(RED, Command::Signal { to: None, signal });
            assert_eq!(answer.is_ok(), spec.slot.contains(&kind), "{} with {word:?}", spec.id);
        }
        let bare = Signal::single(Phrase::bare(template));
        let answer = scene.answer(RED, Command::Signal { to: None, signal: bare });
        assert_eq!(answer.is_ok(), spec.optional || spec.slot.is_empty(), "{}", spec.id);
    }
}

#[test]
fn bc_702_words_are_those_of_the_table_and_your_own_name_where_it_makes_sense() {
    let mut scene = scene();
    for word in [
        Word::Player(GOLD),
        Word::Territory(Territory(12)),
        Word::Zone(Zone(4)),
        Word::Concept(Concept(20)),
    ] {
        let refusal = scene.refused(RED, tell(BLUE, "talk", Some(word)));
        assert_eq!(refusal, unspeakable(SignalError::UnknownWord), "{word:?}");
    }
    let refusal = scene.refused(RED, tell(BLUE, "spare_player", Some(Word::Player(RED))));
    assert_eq!(refusal, Refusal::BadSignal { why: Unspeakable::NamesSender });
    scene.does(RED, tell(BLUE, "leave_alone", Some(Word::Player(RED))));
}

/// What the table would suggest to a seat, each of which it may send.
fn quick(scene: &Scene, seat: Seat) -> Vec<QuickPhrase> {
    let game = scene.game();
    let quick = phrases::quick(game.rules(), &game.view(Audience::Seat(seat)));
    assert!(!quick.is_empty() && quick.len() <= MOST_QUICK_PHRASES);
    for &QuickPhrase { to, signal } in &quick {
        assert!(scene.answer(seat, Command::Signal { to, signal }).is_ok(), "{signal:?}");
    }
    quick
}

#[test]
fn bc_705_quick_phrases_fit_the_moment() {
    let mut scene = play_from(calm().land("b1", RED, 50).land("c1", BLUE, 1));
    let protest =
        QuickPhrase { to: Some(RED), signal: phrase("leave_alone", Some(Word::Player(BLUE))) };
    assert!(!quick(&scene, BLUE).contains(&protest));
    scene.does(RED, attack("b1", "c1", Mode::Blitz));
    assert_eq!(quick(&scene, BLUE)[0], protest);
    scene.does(GREEN, tell(BLUE, "talk", None));
    let agreed = QuickPhrase { to: Some(GREEN), signal: phrase("agreed", None) };
    assert_eq!(quick(&scene, BLUE)[0], agreed);
    scene.does(BLUE, tell(GREEN, "agreed", None));
    assert!(!quick(&scene, BLUE).contains(&agreed), "that channel is closed now");
    let all = phrases::quick(scene.game().rules(), &scene.game().view(Audience::Spectator));
    assert_eq!(all, [], "spectators say nothing");
}

#[test]
fn bc_703_one_private_signal_a_round_to_each_seat() {
    let mut scene = scene();
    scene.does(RED, hello(BLUE));
    assert_eq!(scene.refused(RED, hello(BLUE)), Refusal::PrivateLimit);
    assert_eq!(scene.options(RED).signal, SeatSet::only(GREEN));
    scene.does(RED, hello(GREEN));
    assert_eq!(scene.refused(RED, hello(GREEN)), Refusal::PrivateLimit);
    // A new turn is not a new round.
    scene.skip_to(GREEN);
    assert_eq!(scene.refused(RED, hello(BLUE)), Refusal::PrivateLimit);
    scene.skip_to_round(2);
    assert_eq!(scene.own(RED).may_signal, SeatSet::first(3).without(RED));
    scene.does(RED, hello(BLUE));
    assert_eq!(scene.refused(RED, hello(BLUE)), Refusal::PrivateLimit);
}

#[test]
fn bc_703_one_public_signal_a_round() {
    let mut scene = scene();
    scene.does(RED, shout());
    assert_eq!(scene.refused(RED, shout()), Refusal::PublicLimit);
    assert!(!scene.options(RED).broadcast && !scene.own(RED).may_broadcast);
    // It is apart from the private ones, and everybody has one.
    scene.does(RED, hello(BLUE));
    scene.does(BLUE, shout());
    scene.skip_to_round(2);
    assert!(scene.own(RED).may_broadcast);
    scene.does(RED, shout());
}

#[test]
fn bc_703_a_reply_opens_the_channel_again() {
    let mut scene = scene();
    scene.does(RED, hello(BLUE));
    scene.does(RED, hello(GREEN));
    scene.does(BLUE, hello(RED));
    assert_eq!(scene.refused(RED, hello(GREEN)), Refusal::PrivateLimit, "Green has not replied");
    scene.does(RED, hello(BLUE));
    assert_eq!(scene.refused(RED, hello(BLUE)), Refusal::PrivateLimit, "one reply, one signal");
    // Red's answer is a reply to Blue in its turn, and so on.
    for _ in 0..5 {
        scene.does(BLUE, hello(RED));
        scene.does(RED, hello(BLUE));
    }
}

#[test]
fn bc_703_a_public_signal_is_no_reply() {
    let mut scene = scene();
    scene.does(RED, hello(BLUE));
    scene.does(BLUE, shout());
    scene.does(BLUE, hello(GREEN));
    assert_eq!(scene.refused(RED, hello(BLUE)), Refusal::PrivateLimit);
}

#[test]
fn bc_703_a_reaction_opens_the_channel_again() {
    let mut scene = scene();
    scene.does(RED, hello(BLUE));
    scene.does(RED, hello(GREEN));
    scene.does(BLUE, react(RED, 1));
    assert_eq!(scene.refused(RED, hello(GREEN)), Refusal::PrivateLimit);
    scene.does(RED, hello(BLUE));
    assert_eq!(scene.refused(RED, hello(BLUE)), Refusal::PrivateLimit);
    scene.does(BLUE, react(RED, 2));
    scene.does(RED, hello(BLUE));
    // Blue's own channel was not touched by its reactions.
    scene.does(BLUE, hello(RED));
    assert_eq!(scene.refused(BLUE, hello(RED)), Refusal::PrivateLimit);
}

#[test]
fn bc_703_the_public_limit_is_never_reset() {
    let mut scene = scene();
    scene.does(RED, shout());
    for seat in [BLUE, GREEN] {
        scene.does(seat, react_to(public(RED, 1)));
        scene.does(seat, hello(RED));
        scene.does(seat, shout());
    }
    assert_eq!(scene.refused(RED, shout()), Refusal::PublicLimit);
}

#[test]
fn bc_703_one_reaction_per_signal_per_reader() {
    let mut scene = scene();
    scene.does(RED, hello(BLUE));
    scene.does(BLUE, react(RED, 1));
    assert_eq!(scene.refused(BLUE, react(RED, 1)), Refusal::AlreadyReacted);
    assert!(scene.options(BLUE).react.is_empty() && scene.own(BLUE).heard[0].reacted);
    // Of a public signal every reader has one.
    scene.does(RED, shout());
    for seat in [BLUE, GREEN] {
        scene.does(seat, react_to(public(RED, 1)));
        assert_eq!(scene.refused(seat, react_to(public(RED, 1))), Refusal::AlreadyReacted);
    }
}

#[test]
fn bc_703_only_the_last_signal_on_a_channel_can_be_reacted_to() {
    let mut scene = scene();
    scene.does(RED, hello(BLUE));
    scene.does(RED, shout());
    scene.skip_to_round(2);
    assert_eq!(scene.options(BLUE).react.len(), 2, "it keeps until the next");
    scene.does(RED, hello(BLUE));
    scene.does(RED, shout());
    for old in [SignalRef { from: RED, public: false, number: 1 }, public(RED, 1)] {
        assert_eq!(scene.refused(BLUE, react_to(old)), Refusal::UnknownSignal);
    }
    scene.does(BLUE, react(RED, 2));
    scene.does(BLUE, react_to(public(RED, 2)));
}

#[test]
fn bc_703_you_react_only_to_what_others_said_to_you() {
    let mut scene = scene();
    scene.does(RED, hello(BLUE));
    scene.does(RED, shout());
    assert_eq!(scene.refused(RED, react(RED, 1)), Refusal::UnknownSignal);
    assert_eq!(scene.refused(RED, react_to(public(RED, 1))), Refusal::UnknownSignal);
    assert_eq!(scene.refused(GREEN, react(RED, 1)), Refusal::UnknownSignal);
    assert_eq!(scene.refused(BLUE, react(GREEN, 1)), Refusal::UnknownSignal);
    assert_eq!(scene.refused(BLUE, react(Seat(9), 1)), Refusal::UnknownSignal);
}

#[test]
fn bc_703_reactions_are_a_small_fixed_set() {
    let signal = SignalRef { from: RED, public: false, number: 1 };
    for number in 0..6 {
        let mut scene = scene();
        scene.does(RED, hello(BLUE));
        let reaction = Reaction(number);
        scene.does(BLUE, Command::React { signal, reaction });
        let told = scene.last(RED, |line| matches!(line, Notice::Reacted { .. }));
        assert_eq!(told, Notice::Reacted { by: BLUE, signal, reaction });
    }
    let mut scene = scene();
    scene.does(RED, hello(BLUE));
    let refusal = scene.refused(BLUE, Command::React { signal, reaction: Reaction(6) });
    assert_eq!(refusal, Refusal::NoSuchReaction);
}

#[test]
fn bc_703_a_private_exchange_is_nobody_elses() {
    let (mut with, without) = (scene(), scene());
    with.does(RED, hello(BLUE));
    with.does(BLUE, react(RED, 1));
    with.does(BLUE, hello(RED));
    assert_alike_outside(&with, &without, GREEN);
}

#[test]
fn bc_704_a_living_seat_may_signal_at_any_time() {
    let phases = [
        calm().deploying(RED, 3),
        calm().attacking(RED),
        calm().reinforcing(RED),
        calm().window(RED),
    ];
    for phase in phases {
        for seat in [RED, BLUE, GREEN] {
            let mut scene = play_from(phase.clone());
            let other = if seat == RED { BLUE } else { RED };
            scene.does(seat, shout());
            scene.does(seat, hello(other));
            scene.does(other, react(seat, 1));
        }
    }
    let mut occupying = play_from(calm().land("b1", RED, 50).land("c1", BLUE, 1));
    occupying.does(RED, attack("b1", "c1", Mode::Blitz));
    assert!(occupying.options(RED).occupy.is_some());
    occupying.does(BLUE, hello(RED));
    occupying.does(RED, hello(BLUE));
}

#[test]
fn bc_704_a_seat_that_is_out_neither_signals_nor_is_signalled_to() {
    let mut scene = play_from(calm_with(4, |_| {}));
    scene.does(RED, shout());
    for command in [shout(), hello(RED), react_to(public(RED, 1))] {
        assert_eq!(scene.refused(GOLD, command), Refusal::Out);
    }
    assert_eq!(scene.refused(RED, hello(GOLD)), Refusal::ListenerOut);
    assert!(!scene.options(RED).signal.contains(GOLD));
    assert_eq!(scene.refused(RED, hello(RED)), Refusal::SignalToYourself);
    assert_eq!(scene.refused(RED, hello(Seat(4))), Refusal::NoSuchSeat);
}

#[test]
fn bc_704_fog_does_not_hide_the_words() {
    // Green can see neither Square a1 nor most of the north.
    for word in [Word::Territory(at("a1")), Word::Zone(Zone(0))] {
        let mut scene = scene();
        scene.does(RED, tell(GREEN, "hold", Some(word)));
        scene.does(RED, announce("attack", Some(word)));
        let heard: Vec<Signal> = scene.own(GREEN).heard.iter().map(|heard| heard.signal).collect();
        assert_eq!(heard, [phrase("hold", Some(word)), phrase("attack", Some(word))]);
        let read = scene.log(GREEN).into_iter().filter_map(|line| match line {
            Notice::Signalled { signal, .. } => Some(signal),
            _ => None,
        });
        assert_eq!(read.collect::<Vec<_>>(), heard);
    }
}

#[test]
fn bc_704_a_signal_reaches_those_it_was_sent_to() {
    let mut scene = scene();
    scene.does(RED, hello(BLUE));
    scene.does(RED, shout());
    let heard = |audience| {
        let lines = scene.log_of(audience).into_iter();
        lines.filter(|line| matches!(line, Notice::Signalled { .. })).count()
    };
    assert_eq!((heard(Audience::Seat(RED)), heard(Audience::Seat(BLUE))), (2, 2));
    assert_eq!((heard(Audience::Seat(GREEN)), heard(Audience::Spectator)), (1, 1));
    // To hear of a deal in a signal is not to have one.
    assert!(scene.game().view(Audience::Seat(BLUE)).own.expect("Blue's own").received.is_empty());
    let nothing = Command::Decline { proposal: OfferRef { from: RED, number: 1 } };
    assert_eq!(scene.refused(BLUE, nothing), Refusal::UnknownProposal);
}

#[test]
fn bc_705_the_catalogue_is_as_large_as_promised() {
    let catalogue = Signals::standard().catalogue();
    assert!(catalogue.templates().len() >= 30);
    let moods: BTreeSet<_> = catalogue.templates().map(|(_, spec)| spec.mood).collect();
    assert_eq!(moods.len(), 6);
    assert_eq!(catalogue.conjunctions().len(), 8);
    assert_eq!(catalogue.nouns(WordKind::Concept).map(<[String]>::len), Some(20));
    assert_eq!(catalogue.reactions().len(), 6);
}
