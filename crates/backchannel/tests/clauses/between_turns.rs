//! Section 4: between-turn actions.

use std::collections::BTreeSet;

use backchannel::view::Debt;
use backchannel::{Card, Command, Event, Notice, Queued, Refusal, Scenario, Target};
use parley::OfferRef;

use backchannel::refusal::Doing;

use crate::support::*;

const HAND: [&str; 6] = ["tribute-1", "troops-1", "troops-1", "troops-2", "muster-1", "levy-1"];

fn window() -> Scenario {
    three().hand(RED, &HAND).window(RED)
}

fn gamble(ids: &[&str]) -> Command {
    Command::Gamble { cards: slots(ids) }
}

fn apply(id: &str) -> Command {
    Command::Apply { card: card(id) }
}

/// Everything that can be done in the window.
fn actions() -> [Command; 5] {
    [
        propose(BLUE, "tribute-1", &["troops-1", "troops-1"]),
        play("muster-1", Target::Nothing),
        apply("troops-2"),
        gamble(&["troops-1", "levy-1", "muster-1"]),
        Command::Pass,
    ]
}

#[test]
fn bc_401_there_is_one_action_after_the_turn() {
    for first in actions() {
        let mut scene = play_from(window());
        let events = scene.does(RED, first);
        assert!(events.contains(&Event::TurnStarted { seat: BLUE }), "the next seat begins");
        for second in actions() {
            let refusal = scene.refused(RED, second);
            assert_eq!(refusal, Refusal::NotYourTurn, "{second:?} after {first:?}");
        }
    }
}

#[test]
fn bc_401_the_window_is_open_before_the_next_seat_begins() {
    let mut scene = play_from(three().reinforcing(RED));
    scene.does(RED, Command::EndTurn);
    assert_eq!(scene.game().turn(), RED);
    let options = scene.options(RED);
    assert!(options.pass && !options.end_turn && options.attack.is_empty());
    assert!(!scene.options(BLUE).pass, "and to its own seat only");
}

#[test]
fn bc_401_what_the_hand_allows_is_offered() {
    let options = play_from(window()).options(RED);
    let propose: Vec<Card> = options.propose.iter().map(|pitch| pitch.card).collect();
    let play: Vec<Card> = options.play.iter().map(|ploy| ploy.card).collect();
    assert_eq!(propose, [card("tribute-1"), card("levy-1")]);
    assert_eq!(play, [card("muster-1")]);
    assert_eq!(options.apply, [card("troops-1"), card("troops-2")]);
    assert!(options.gamble && options.pass);
    let empty = play_from(three().hand(RED, &["tribute-1", "betrayal-1"]).window(RED)).options(RED);
    assert!(empty.propose.is_empty() && empty.play.is_empty() && empty.apply.is_empty());
    assert!(!empty.gamble && empty.pass);
}

#[test]
fn bc_402_the_cost_is_paid_at_once() {
    for (command, left) in [
        (play("muster-1", Target::Nothing), 5),
        (apply("troops-2"), 5),
        (gamble(&["troops-1", "levy-1", "muster-1"]), 3),
    ] {
        let mut scene = play_from(window());
        scene.does(RED, command);
        assert_eq!(scene.own(RED).hand.total(), left, "{command:?}");
        assert_eq!(scene.view(BLUE).scoreboard[0].cards, left);
    }
}

#[test]
fn bc_402_the_cards_of_a_proposal_are_locked_at_once() {
    let mut scene = play_from(window());
    scene.does(RED, propose(BLUE, "tribute-1", &["troops-1", "troops-1"]));
    let own = scene.own(RED);
    assert_eq!((own.hand.total(), own.locked.total()), (3, 3));
    assert_eq!(scene.view(BLUE).scoreboard[0].cards, 6, "they are still Red's");
}

#[test]
fn bc_402_a_proposal_reaches_its_recipient_at_once() {
    let mut scene = play_from(window());
    scene.does(RED, propose(BLUE, "tribute-1", &["troops-1", "troops-1"]));
    let id = OfferRef { from: RED, number: 1 };
    assert_eq!(scene.own(BLUE).received.iter().map(|it| it.id).collect::<Vec<_>>(), [id]);
    assert_eq!(scene.options(BLUE).answer.iter().map(|it| it.proposal).collect::<Vec<_>>(), [id]);
    let told = |notice: &Notice| matches!(notice, Notice::Proposed { to: BLUE, .. });
    assert!(scene.log(BLUE).iter().any(told));
}

#[test]
fn bc_402_the_effect_comes_at_the_acting_seats_next_turn_start() {
    type Effect = fn(&Event) -> bool;
    let effects: [(Command, Effect); 3] = [
        (play("muster-1", Target::Nothing), |it| matches!(it, Event::Mustered { seat: RED, .. })),
        (apply("troops-2"), |it| matches!(it, Event::Reinforcements { seat: RED, .. })),
        (gamble(&["troops-1", "levy-1", "muster-1"]), |it| {
            matches!(it, Event::Drew { seat: RED, .. })
        }),
    ];
    for (command, effect) in effects {
        let mut scene = play_from(window());
        let events = scene.does(RED, command);
        assert!(!events.iter().any(effect), "not at once: {command:?}");
        assert!(scene.own(RED).queued.is_some());
        scene.skip_to(GREEN);
        let log: Vec<Event> = scene.table.journal().entries().iter().map(|it| it.event).collect();
        assert!(!log.iter().any(effect), "not in another's turn: {command:?}");
        assert!(scene.start_of(RED).iter().any(effect));
        assert_eq!(scene.own(RED).queued, None);
        assert!(
            !scene.start_of(RED)[1..]
                .iter()
                .any(|it| { matches!(it, Event::Mustered { .. } | Event::Reinforcements { .. }) }),
            "once"
        );
    }
}

#[test]
fn bc_402_nobody_else_sees_what_is_on_its_way() {
    let after = |command| {
        let mut scene = play_from(window().deck(&[]).no_discards());
        scene.does(RED, command);
        scene
    };
    // Both cost one card, which Blue does not get to see.
    let hidden = |scene: &Scene| -> Vec<Notice> {
        scene.log(GREEN).into_iter().filter(|it| !matches!(it, Notice::Drew { .. })).collect()
    };
    let (one, other) = (after(play("muster-1", Target::Nothing)), after(apply("troops-2")));
    assert_ne!(one.own(RED).queued, other.own(RED).queued);
    assert_eq!(one.view(GREEN), other.view(GREEN));
    assert_eq!(hidden(&one), hidden(&other));
}

#[test]
fn bc_403_a_self_applied_card_arrives_next_turn_and_half_is_owed_the_turn_after() {
    for (id, value, half) in [("troops-1", 3, 1), ("troops-2", 6, 3)] {
        let mut scene = play_from(window());
        scene.does(RED, apply(id));
        assert_eq!(scene.own(RED).debt, Debt { due: 0, later: half }, "it is known at once");
        let count = counted(&scene.start_of(RED), RED);
        assert_eq!((count.bonus, count.repaid, count.total), (value, 0, 5 + value));
        assert_eq!(scene.own(RED).debt, Debt { due: half, later: 0 });
        let count = counted(&scene.start_of(RED), RED);
        assert_eq!((count.bonus, count.repaid, count.total), (0, half, 5 - half));
        let count = counted(&scene.start_of(RED), RED);
        assert_eq!((count.bonus, count.repaid, count.total), (0, 0, 5), "it is paid");
        assert_eq!(scene.own(RED).debt, Debt::default());
    }
}

#[test]
fn bc_403_half_of_an_odd_value_is_rounded_down() {
    let scenario = spread(given_with(3, |setup| {
        setup.cards[0].kind = backchannel::CardKind::Troop { value: 1 };
    }));
    let action = Queued::Apply { card: card("troops-1") };
    let mut scene = play_from(scenario.queued(RED, action).window(GREEN));
    let events = scene.does(GREEN, Command::Pass);
    assert!(events.contains(&Event::Reinforcements { seat: RED, troops: 1, debt: 0 }));
    assert_eq!(scene.own(RED).debt, Debt::default());
}

#[test]
fn bc_403_what_a_deploy_cannot_cover_stays_owed() {
    let mut scene = play_from(three().debt(RED, 12).window(GREEN));
    let count = counted(&scene.does(GREEN, Command::Pass), RED);
    assert_eq!((count.repaid, count.total, scene.own(RED).debt.due), (5, 0, 7));
    let count = counted(&scene.start_of(RED), RED);
    assert_eq!((count.repaid, count.total, scene.own(RED).debt.due), (5, 0, 2));
    let count = counted(&scene.start_of(RED), RED);
    assert_eq!((count.repaid, count.total, scene.own(RED).debt.due), (2, 3, 0));
}

#[test]
fn bc_403_a_penalty_that_eats_the_deploy_leaves_the_debt_owed() {
    // Green's marsh costs it its whole deploy.
    let mut scene = play_from(three().debt(GREEN, 2).window(BLUE));
    let count = counted(&scene.does(BLUE, Command::Pass), GREEN);
    assert_eq!((count.zones, count.repaid, scene.own(GREEN).debt.due), (-3, 0, 2));
}

#[test]
fn bc_403_debts_add_up() {
    let mut scene = play_from(window());
    scene.does(RED, apply("troops-2"));
    scene.start_of(RED);
    scene.skip_to_window(RED);
    scene.does(RED, apply("troops-1"));
    let count = counted(&scene.start_of(RED), RED);
    assert_eq!((count.bonus, count.repaid, count.total), (3, 3, 5));
    let count = counted(&scene.start_of(RED), RED);
    assert_eq!((count.repaid, count.total), (1, 4));
}

#[test]
fn bc_403_only_a_free_troop_card_can_be_applied() {
    let mut scene = play_from(three().hand(RED, &["tribute-1", "troops-1"]).window(RED));
    for (command, expected, number) in [
        (apply("tribute-1"), Refusal::NotATroopCard, 403),
        (apply("troops-2"), Refusal::NotInHand { doing: Doing::Apply }, 403),
        (Command::Apply { card: Card(99) }, Refusal::NoSuchCard { doing: Doing::Apply }, 403),
    ] {
        let refusal = scene.refused(RED, command);
        assert_eq!((refusal, clause(refusal)), (expected, number));
    }
}

#[test]
fn bc_404_a_gamble_burns_three_cards_of_any_kind_and_draws_one() {
    for cards in [["troops-1", "troops-1", "troops-2"], ["tribute-1", "muster-1", "troops-2"]] {
        // Blue's turn start, without the south, draws one card of its own.
        let mut scene = play_from(three().hand(BLUE, &HAND).window(BLUE));
        scene.does(BLUE, gamble(&cards));
        assert_eq!(scene.own(BLUE).hand.total(), 3);
        let events = scene.start_of(BLUE);
        assert_eq!(drawn(&events, BLUE).len(), 2, "the gamble's and the turn's");
        assert_eq!(scene.own(BLUE).hand.total(), 5);
    }
}

#[test]
fn bc_404_the_draw_is_random() {
    let gambled = |seed| {
        let mut scene = play_from(three().hand(BLUE, &HAND).window(BLUE).seed(seed));
        scene.does(BLUE, gamble(&["troops-1", "troops-1", "troops-2"]));
        drawn(&scene.start_of(BLUE), BLUE)[0]
    };
    let cards: BTreeSet<Card> = seeds(40).map(gambled).collect();
    assert!(cards.len() > 10, "{cards:?}");
}

#[test]
fn bc_404_three_cards_are_burned_and_not_two_or_four() {
    let mut scene = play_from(window());
    for (cards, given) in [
        (&[][..], 0),
        (&["troops-1", "troops-1"][..], 2),
        (&["troops-1", "troops-1", "levy-1", "muster-1"][..], 4),
    ] {
        let refusal = scene.refused(RED, gamble(cards));
        assert_eq!((refusal, clause(refusal)), (Refusal::GambleThree { given }, 404));
    }
    for cards in [["troops-2", "troops-2", "levy-1"], ["troops-1", "levy-1", "trap-1"]] {
        assert_eq!(scene.refused(RED, gamble(&cards)), Refusal::NotInHand { doing: Doing::Gamble });
    }
}

#[test]
fn bc_404_locked_cards_cannot_be_burned() {
    let mut scene = play_from(window());
    scene.does(RED, propose(BLUE, "tribute-1", &["troops-1", "troops-1"]));
    scene.start_of(RED);
    scene.skip_to_window(RED);
    let locked = slots(&["troops-1", "troops-1", "tribute-1"]);
    let free = scene.own(RED).hand;
    assert!(!free.contains_all(locked.iter()), "the draws of this seed leave them apart");
    assert_eq!(
        scene.refused(RED, Command::Gamble { cards: locked }),
        Refusal::NotInHand { doing: Doing::Gamble }
    );
    scene.does(RED, gamble(&["troops-2", "levy-1", "muster-1"]));
}

/// Red's proposal lies before Blue, whose turn it is.
fn asked() -> Scene {
    let scenario = window().hand(BLUE, &["troops-2", "muster-1"]);
    let mut scene = play_from(scenario);
    scene.does(RED, propose(BLUE, "tribute-1", &["troops-1", "troops-1"]));
    scene
}

#[test]
fn bc_405_an_answer_does_not_use_up_the_action() {
    for answer in [accept(RED, &[]), decline(RED)] {
        let mut scene = asked();
        scene.skip_to_window(BLUE);
        scene.does(BLUE, answer);
        assert_eq!(scene.game().turn(), BLUE);
        scene.does(BLUE, play("muster-1", Target::Nothing));
        assert!(scene.own(BLUE).queued.is_some());
    }
}

#[test]
fn bc_405_an_answer_is_free_in_every_phase_of_anybodys_turn() {
    for answer in [accept(RED, &[]), decline(RED)] {
        let mut moments = 0;
        let mut scene = asked();
        while scene.game().round().0 < 3 && !scene.options(BLUE).answer.is_empty() {
            let seat = scene.game().turn();
            let phase = scene.view(seat).phase;
            let before = (seat, phase, scene.own(seat).deploy);
            let mut other = Scene { table: parley::Table::at(scene.game().clone()) };
            other.does(BLUE, answer);
            assert_eq!((seat, other.view(seat).phase, other.own(seat).deploy), before);
            moments += 1;
            let options = scene.options(seat);
            let command = if let Some(placing) = options.deploy.first() {
                Command::Deploy { to: placing.on, troops: placing.most }
            } else if options.end_attack {
                Command::EndAttack
            } else if options.end_turn {
                Command::EndTurn
            } else {
                Command::Pass
            };
            scene.does(seat, command);
        }
        assert!(moments > 15, "Blue was asked in the turns of all three, in every phase");
    }
}

#[test]
fn bc_405_an_action_does_not_stand_in_for_an_answer() {
    let mut scene = asked();
    scene.skip_to_window(BLUE);
    scene.does(BLUE, play("muster-1", Target::Nothing));
    assert_eq!(scene.game().turn(), GREEN);
    scene.does(BLUE, accept(RED, &[]));
}
