//! Section 2, continued: going out of the game.

use backchannel::{Agreement, Command, Event, Notice, Refusal, Scenario, Setup};
use parley::Audience;

use crate::support::*;

/// Blue is down to c1 with one troop, next to Red's b1 with ninety; Green and Gold look on.
fn last_stand_with(change: impl FnOnce(&mut Setup)) -> Scenario {
    let scenario = given_with(4, change).land("b1", RED, 90).land("c1", BLUE, 1);
    scenario.land("d3", GREEN, 3).land("a3", GOLD, 3)
}

fn last_stand() -> Scenario {
    last_stand_with(|_| ())
}

#[test]
fn bc_209_a_seat_with_no_territory_is_out() {
    let mut scene = play_from(last_stand());
    assert!(scene.view(RED).scoreboard[1].is_in);
    let events = scene.takes(RED, "b1", "c1");
    assert!(events.contains(&Event::Eliminated { seat: BLUE, by: RED }));
    assert!(!scene.view(RED).scoreboard[1].is_in);
    assert!(scene.game().outcome().is_none(), "the others play on");
    let refusal = scene.refused(BLUE, Command::Pass);
    assert_eq!((refusal, clause(refusal)), (Refusal::Out, 209));
    scene.skip_turn();
    assert_eq!(scene.game().turn(), GREEN, "it has no more turns");
}

#[test]
fn bc_209_a_seat_with_one_territory_left_is_in() {
    let mut scene = play_from(last_stand().land("d1", BLUE, 1));
    let events = scene.takes(RED, "b1", "c1");
    assert!(!events.iter().any(|event| matches!(event, Event::Eliminated { .. })));
    assert!(scene.view(RED).scoreboard[1].is_in);
}

#[test]
fn bc_209_elimination_is_public() {
    let mut scene = play_from(last_stand());
    scene.takes(RED, "b1", "c1");
    let told = Notice::Eliminated { seat: BLUE, by: RED };
    for seat in [RED, BLUE, GREEN, GOLD] {
        assert!(scene.log(seat).contains(&told), "{seat}");
    }
    let mut spectators = scene.table.journal().log(Audience::Spectator);
    assert!(spectators.any(|notice| notice == told));
}

#[test]
fn bc_209_the_hand_goes_to_the_conqueror() {
    let hand = ["troops-1", "troops-2", "trap-1"];
    let mut scene = play_from(last_stand().hand(BLUE, &hand).hand(RED, &["levy-1"]));
    scene.takes(RED, "b1", "c1");
    for id in hand {
        assert_eq!(scene.has(RED, id), 1, "{id}");
    }
    assert_eq!((scene.own(RED).hand.total(), scene.own(BLUE).hand.total()), (4, 0));
    let scores = scene.view(GREEN).scoreboard;
    assert_eq!((scores[0].cards, scores[1].cards), (4, 0));
}

#[test]
fn bc_209_open_proposals_of_the_seat_are_void_and_its_cards_come_back_first() {
    let hand = ["tribute-1", "troops-1", "troops-2"];
    let mut scene = play_from(last_stand().hand(BLUE, &hand).window(BLUE));
    scene.does(BLUE, propose(GREEN, "tribute-1", &["troops-1", "troops-2"]));
    let before = scene.own(BLUE);
    let mut inherited = before.hand;
    inherited.add_all(before.locked.iter());
    assert_eq!(before.locked.total(), 3);
    scene.skip_to(RED);
    let mut expected = scene.own(RED).hand;
    expected.add_all(inherited.iter());
    let deployed = scene.own(RED).deploy;
    scene.does(RED, deploy("b1", deployed));
    let events = scene.takes(RED, "b1", "c1");
    assert!(events.contains(&Event::Voided { from: BLUE, to: GREEN, number: 1 }));
    assert_eq!(scene.own(RED).hand, expected);
    assert_eq!(scene.own(GREEN).received, []);
    assert_eq!(scene.refused(GREEN, accept(BLUE, &[])), Refusal::ProposalClosed);
}

#[test]
fn bc_209_open_proposals_to_the_seat_are_void() {
    let hand = ["tribute-1", "troops-1", "troops-1"];
    let mut scene = play_from(last_stand().hand(GREEN, &hand).window(GREEN));
    scene.does(GREEN, propose(BLUE, "tribute-1", &["troops-1", "troops-1"]));
    scene.skip_to(RED);
    let deployed = scene.own(RED).deploy;
    scene.does(RED, deploy("b1", deployed));
    assert_eq!(scene.own(GREEN).locked.total(), 3);
    scene.takes(RED, "b1", "c1");
    let own = scene.own(GREEN);
    assert_eq!((own.locked.total(), own.sent.len()), (0, 0));
    assert!(own.hand.contains_all(hand.map(card)));
    let id = parley::OfferRef { from: GREEN, number: 1 };
    assert!(scene.log(GREEN).contains(&Notice::Voided { to: BLUE, id }));
}

#[test]
fn bc_209_a_deal_that_was_accepted_and_not_in_force_is_undone() {
    let hand = ["supply-pact-1", "troops-1", "troops-1"];
    let scenario = last_stand().hand(BLUE, &hand).hand(GREEN, &["troops-2", "troops-2"]);
    // Between Blue's window and the next round Gold takes Blue's last square.
    let mut scene = play_from(scenario.land("d1", GOLD, 90).window(BLUE));
    scene.does(BLUE, propose(GREEN, "supply-pact-1", &["troops-1", "troops-1"]));
    scene.does(GREEN, accept(BLUE, &["troops-2", "troops-2"]));
    scene.skip_to(GOLD);
    let deployed = scene.own(GOLD).deploy;
    scene.does(GOLD, deploy("d1", deployed));
    let before = scene.own(GOLD).hand.total();
    let events = scene.takes(GOLD, "d1", "c1");
    assert!(events.contains(&Event::Undone { from: BLUE, to: GREEN, number: 1 }));
    assert!(scene.own(GREEN).hand.contains_all([card("troops-2"), card("troops-2")]));
    assert_eq!(scene.own(GREEN).pending, []);
    assert_eq!(scene.own(GOLD).hand.total(), before + 3);
    scene.skip_to_round(2);
    assert_eq!(scene.own(GREEN).bonus, 0, "nothing is carried out");
}

#[test]
fn bc_209_agreements_of_the_seat_end() {
    let scenario = last_stand()
        .treaty(Agreement::Ceasefire, BLUE, GREEN, 9)
        .treaty(Agreement::IntelPact, BLUE, GOLD, 9)
        .treaty(Agreement::IntelPact, GREEN, GOLD, 9)
        .offensive(GREEN, GOLD, BLUE, 9)
        .offensive(RED, GOLD, GREEN, 9);
    let mut scene = play_from(scenario);
    assert_eq!(scene.view(RED).truces, [(BLUE, GREEN)]);
    scene.takes(RED, "b1", "c1");
    assert_eq!(scene.view(RED).truces, []);
    let treaties: Vec<_> =
        scene.own(GOLD).treaties.iter().map(|it| (it.agreement, it.against)).collect();
    let expected = [(Agreement::IntelPact, None), (Agreement::JointOffensive, Some(GREEN))];
    assert_eq!(treaties, expected, "what does not concern Blue stays in force");
    assert!(scene.log(RED).contains(&Notice::TruceEnded { sides: (BLUE, GREEN) }));
}

#[test]
fn bc_209_the_conqueror_inherits_up_to_its_limit() {
    let hand = ["levy-1", "levy-1", "levy-1", "levy-1", "levy-1", "muster-1", "muster-1"];
    let scenario = last_stand().hand(RED, &hand).hand(BLUE, &["troops-1"; 5]);
    let mut scene = play_from(scenario);
    scene.takes(RED, "b1", "c1");
    let own = scene.own(RED);
    assert_eq!((own.hand.total(), scene.has(RED, "troops-1")), (10, 3));
    assert_eq!(scene.own(BLUE).hand.total(), 0, "the rest is discarded");
}

#[test]
fn bc_209_the_conquerors_locked_cards_count_towards_its_limit() {
    let hand = ["tribute-1", "troops-1", "troops-1", "levy-1", "levy-1", "levy-1", "levy-1"];
    let scenario = last_stand_with(|setup| {
        (setup.settings.numbers.cards_per_turn, setup.settings.proposal_rounds) = (0, 9);
    });
    let scenario = scenario.hand(RED, &hand).hand(BLUE, &["troops-2"; 5]).window(RED);
    let mut scene = play_from(scenario);
    scene.does(RED, propose(GREEN, "tribute-1", &["troops-1", "troops-1"]));
    scene.skip_to(RED);
    let deployed = scene.own(RED).deploy;
    scene.does(RED, deploy("b1", deployed));
    scene.takes(RED, "b1", "c1");
    let own = scene.own(RED);
    assert_eq!((own.hand.total(), own.locked.total(), scene.has(RED, "troops-2")), (7, 3, 3));
}

#[test]
fn bc_209_what_the_conqueror_cannot_take_is_drawn_again() {
    let only_levies = |setup: &mut Setup| {
        for card in &mut setup.cards {
            card.copies = if ["levy-1", "troops-2"].contains(&&*card.id) { 20 } else { 0 };
        }
    };
    let scenario =
        last_stand_with(only_levies).hand(RED, &["levy-1"; 10]).hand(BLUE, &["troops-2"; 2]);
    let mut scene = play_from(scenario.deck(&[]).no_discards());
    scene.takes(RED, "b1", "c1");
    assert_eq!(scene.has(RED, "troops-2"), 0);
    let events = scene.start_of(GREEN);
    assert_eq!(drawn(&events, GREEN), [card("troops-2")]);
}

#[test]
fn bc_209_a_queued_action_of_the_seat_comes_to_nothing() {
    let scenario = last_stand().hand(BLUE, &["sabotage-1"]).window(BLUE);
    let mut scene = play_from(scenario);
    scene.does(BLUE, play("sabotage-1", backchannel::Target::Seat(GREEN)));
    scene.skip_to(RED);
    let deployed = scene.own(RED).deploy;
    scene.does(RED, deploy("b1", deployed));
    scene.takes(RED, "b1", "c1");
    assert_eq!(counted(&scene.start_of(GREEN), GREEN).sabotage, 0);
}
