//! Section 8: secrets. Two games that differ only in a secret look alike to whom it does not concern.

use backchannel::{Agreement, Command, Mode, Notice, Queued, Scenario, Target};
use parley::{Audience, OfferRef, Seat, Seed};

use crate::support::*;

#[track_caller]
fn alike(one: Scenario, other: Scenario, seats: &[Seat]) {
    let (one, other) = (play_from(one), play_from(other));
    seats.iter().for_each(|&seat| assert_alike_outside(&one, &other, seat));
}

/// Plays both games on, turn by turn, and looks after each.
#[track_caller]
fn alike_for(turns: usize, mut one: Scene, mut other: Scene, seats: &[Seat]) {
    for _ in 0..turns {
        seats.iter().for_each(|&seat| assert_alike_outside(&one, &other, seat));
        one.skip_turn();
        other.skip_turn();
    }
    seats.iter().for_each(|&seat| assert_alike_outside(&one, &other, seat));
}

#[test]
fn bc_807_hands_are_secret() {
    for table in [calm(), calm().treaty(Agreement::IntelPact, RED, BLUE, 9)] {
        let hand = |ids: &[&str]| table.clone().hand(BLUE, ids);
        alike(hand(&["troops-1", "levy-1"]), hand(&["trap-2", "recon-1"]), &[RED, GREEN]);
    }
}

#[test]
fn bc_807_the_deck_and_the_discards_are_secret() {
    let deck = |ids: &[&str]| calm().deck(ids);
    alike(deck(&["troops-1"]), deck(&["trap-1", "levy-1"]), &[RED, BLUE, GREEN]);
    alike(calm().no_discards(), calm(), &[RED, BLUE, GREEN]);
    alike(deck(&[]).no_discards(), deck(&[]), &[RED, BLUE, GREEN]);
}

#[test]
fn bc_807_what_is_drawn_is_secret() {
    let draws = |ids: &[&str]| {
        let mut scene = play_from(spread(given(3)).deck(ids).window(RED));
        scene.does(RED, Command::Pass);
        scene
    };
    let (troops, traps) = (draws(&["troops-1"; 6]), draws(&["levy-1"; 5]));
    assert_ne!(troops.log(BLUE), traps.log(BLUE));
    assert_alike_outside(&troops, &traps, GREEN);
    assert_alike_outside(&troops, &traps, RED);
}

#[test]
fn bc_807_the_random_state_is_secret() {
    let seeded = |number| calm().seed(Seed::numbered(0, number));
    alike(seeded(1), seeded(2), &[RED, BLUE, GREEN]);
}

#[test]
fn bc_807_a_trap_is_secret() {
    // Also to an intel partner, to whoever looks at the place, and to its next attacker.
    for table in [calm(), calm().treaty(Agreement::IntelPact, RED, BLUE, 9)] {
        let trapped = table.clone().trap("c1", 3);
        alike(trapped.clone(), table.clone(), &[RED, GREEN]);
        assert!(play_from(trapped).own(BLUE).traps.contains(at("c1")));
    }
    let look = Queued::Play { card: card("recon-1"), target: Target::Territory(at("c1")) };
    let table = calm().queued(GREEN, look).window(BLUE);
    let (one, other) = (play_from(table.clone().trap("c1", 3)), play_from(table));
    alike_for(2, one, other, &[GREEN]);
}

#[test]
fn bc_807_a_trap_that_goes_unused_is_never_heard_of() {
    let table = || calm().land("b1", RED, 60).land("c1", BLUE, 1);
    let queue = || Queued::Play { card: card("trap-1"), target: Target::Territory(at("c1")) };
    let mut one = play_from(table().queued(BLUE, queue()));
    let mut other = play_from(table());
    for scene in [&mut one, &mut other] {
        scene.does(RED, attack("b1", "c1", Mode::Blitz));
        scene.does(RED, Command::Occupy { troops: 30 });
    }
    // It fizzles, because Square c1 is Blue's no more.
    alike_for(4, one, other, &[RED, GREEN]);
}

#[test]
fn bc_807_a_queued_action_is_secret() {
    let hand = ["trap-1", "fortify-1", "sabotage-1", "recon-1", "muster-1", "troops-1"];
    let queue = |command: Command| {
        let mut scene = play_from(calm().hand(BLUE, &hand).window(BLUE));
        scene.does(BLUE, command);
        scene
    };
    let actions = [
        play_on("trap-1", "c1"),
        play_on("trap-1", "c2"),
        play_on("fortify-1", "c1"),
        play_on("recon-1", "a2"),
        play("sabotage-1", Target::Seat(RED)),
        play("sabotage-1", Target::Seat(GREEN)),
        play("muster-1", Target::Nothing),
        Command::Apply { card: card("troops-1") },
    ];
    for action in actions {
        let (one, other) = (queue(actions[0]), queue(action));
        // Until Blue's next turn, when it takes hold.
        alike_for(1, one, other, &[RED, GREEN]);
    }
}

#[test]
fn bc_807_what_was_burned_in_a_gamble_is_secret() {
    let hand = ["trap-1", "levy-1", "troops-1", "muster-1"];
    let burned = |ids: &[&str]| {
        let mut scene = play_from(calm().hand(BLUE, &hand).window(BLUE));
        scene.does(BLUE, Command::Gamble { cards: slots(ids) });
        scene
    };
    let one = burned(&["trap-1", "levy-1", "troops-1"]);
    let other = burned(&["levy-1", "troops-1", "muster-1"]);
    alike_for(3, one, other, &[RED, GREEN]);
}

#[test]
fn bc_807_a_saboteur_stays_unknown_to_its_victim() {
    let strike = || Queued::Play { card: card("sabotage-1"), target: Target::Seat(RED) };
    let game = |by| {
        let mut scene = play_from(calm().queued(by, strike()).window(RED));
        scene.does(RED, Command::Pass);
        scene
    };
    let (mut one, mut other) = (game(BLUE), game(GREEN));
    for scene in [&mut one, &mut other] {
        scene.skip_to_round(2);
        let told = scene.last(RED, |line| matches!(line, Notice::DeployCounted { .. }));
        assert!(matches!(told, Notice::DeployCounted { count, .. } if count.sabotage == 2));
    }
    assert_alike_outside(&one, &other, RED);
}

#[test]
fn bc_807_a_private_agreement_is_secret() {
    for agreement in [Agreement::IntelPact, Agreement::SafePassage] {
        let with = play_from(calm().treaty(agreement, RED, BLUE, 3));
        // While it is in force, when it ends, and after.
        alike_for(9, with, play_from(calm()), &[GREEN]);
    }
}

#[test]
fn bc_807_a_joint_offensive_is_secret_even_to_its_victim() {
    let with = play_from(calm().offensive(RED, BLUE, GREEN, 3));
    alike_for(9, with, play_from(calm()), &[GREEN]);
}

#[test]
fn bc_807_a_joint_offensive_that_is_only_proposed_is_secret_to_its_victim() {
    let table = || calm().hand(RED, &["joint-offensive-1", "troops-1"]).hand(BLUE, &["troops-1"]);
    let (mut with, mut without) = (play_from(table().window(RED)), play_from(table().window(RED)));
    with.does(RED, propose_against(BLUE, "joint-offensive-1", &["troops-1"], GREEN));
    with.does(BLUE, accept(RED, &["troops-1"]));
    without.does(RED, Command::Pass);
    alike_for(1, with, without, &[GREEN]);
}

#[test]
fn bc_807_the_bounty_of_a_joint_offensive_is_secret() {
    let taken = |table: Scenario| {
        let mut scene = play_from(table.land("c1", BLUE, 60).land("d1", GREEN, 1).attacking(BLUE));
        scene.does(BLUE, attack("c1", "d1", Mode::Blitz));
        scene
    };
    let (with, without) = (taken(calm().offensive(RED, BLUE, GREEN, 9)), taken(calm()));
    assert_eq!((with.own(BLUE).bonus, without.own(BLUE).bonus), (1, 0));
    assert_alike_outside(&with, &without, GREEN);
}

#[test]
fn bc_807_somebody_elses_proposal_is_answered_like_none() {
    let table = || calm().hand(RED, &["levy-1"]).hand(GREEN, &["troops-1", "troops-1"]).window(RED);
    let (mut with, mut without) = (play_from(table()), play_from(table()));
    with.does(RED, propose(BLUE, "levy-1", &[]));
    without.does(RED, Command::Pass);
    for command in [accept(RED, &[]), accept(RED, &["troops-1", "troops-1"]), decline(RED)] {
        assert_eq!(with.refused(GREEN, command), without.refused(GREEN, command));
    }
    assert_alike_outside(&with, &without, GREEN);
}

#[test]
fn bc_807_numbers_of_proposals_count_only_those_between_the_two() {
    let table = calm().hand(RED, &["levy-1", "levy-1"]).hand(BLUE, &["levy-1"]).window(RED);
    let mut scene = play_from(table);
    scene.does(RED, propose(GREEN, "levy-1", &[]));
    scene.does(GREEN, decline(RED));
    scene.skip_to_window(BLUE);
    scene.does(BLUE, propose(GREEN, "levy-1", &[]));
    scene.skip_to(RED);
    scene.skip_to_window(RED);
    scene.does(RED, propose(BLUE, "levy-1", &[]));
    let first = |from| OfferRef { from, number: 1 };
    assert_eq!(scene.own(BLUE).received[0].id, first(RED));
    assert_eq!(scene.own(GREEN).received[0].id, first(BLUE));
}

#[test]
fn bc_807_numbers_of_signals_count_only_those_on_the_channel() {
    let (mut with, mut without) = (play_from(calm()), play_from(calm()));
    with.does(RED, tell(GREEN, "hold", None));
    with.does(GREEN, react(RED, 1));
    with.does(RED, tell(GREEN, "hold", None));
    for scene in [&mut with, &mut without] {
        scene.does(RED, tell(BLUE, "hold", None));
        scene.does(RED, announce("hold", None));
    }
    assert_alike_outside(&with, &without, BLUE);
}

/// Blue is down to Square c1 and Green, in d1, is about to take it.
fn doomed() -> Scenario {
    ["b3", "c2", "c3"]
        .into_iter()
        .fold(calm(), |table, id| table.land(id, RED, 3))
        .land("c1", BLUE, 1)
        .land("d1", GREEN, 60)
}

fn fall(scene: &mut Scene) {
    scene.skip_to(GREEN);
    scene.does(GREEN, attack("d1", "c1", Mode::Blitz));
}

#[test]
fn bc_807_what_a_conqueror_inherits_is_between_it_and_the_dead() {
    let fallen = |ids: &[&str]| {
        let mut scene = play_from(doomed().hand(BLUE, ids));
        fall(&mut scene);
        assert_eq!(scene.own(GREEN).hand.total(), 2);
        scene
    };
    assert_alike_outside(&fallen(&["trap-1", "levy-1"]), &fallen(&["troops-1", "muster-1"]), RED);
}

#[test]
fn bc_807_what_lapses_with_a_dead_seat_stays_secret() {
    let table =
        || doomed().hand(RED, &["ceasefire-1", "troops-1"]).hand(BLUE, &["troops-1"]).window(RED);
    let game = |with: bool, accepts: bool| {
        let mut scene = play_from(table());
        let offer = propose(BLUE, "ceasefire-1", &["troops-1"]);
        scene.does(RED, if with { offer } else { Command::Pass });
        if accepts {
            scene.does(BLUE, accept(RED, &["troops-1"]));
        }
        fall(&mut scene);
        scene
    };
    let none = game(false, false);
    for other in [game(true, false), game(true, true)] {
        assert_alike_outside(&none, &other, GREEN);
        assert_eq!(other.own(RED).hand.total(), 2, "Red's cards have come back");
        assert_eq!(other.has(GREEN, "troops-1"), 1, "and Blue's, before Green took them");
    }
}

#[test]
fn bc_807_a_lockout_is_known_to_whom_it_binds_only() {
    let table = || calm().hand(RED, &["levy-1"]).window(RED);
    let (mut declined, mut open) = (play_from(table()), play_from(table()));
    declined.does(RED, propose(BLUE, "levy-1", &[]));
    open.does(RED, propose(BLUE, "levy-1", &[]));
    declined.does(BLUE, decline(RED));
    assert_eq!(declined.own(RED).lockouts.len(), 1);
    for seat in [BLUE, GREEN] {
        assert!(declined.own(seat).lockouts.is_empty());
    }
    alike_for(2, declined, open, &[GREEN]);
}

#[test]
fn bc_807_a_seat_that_is_out_learns_no_more_than_a_spectator() {
    let four = || calm_with(4, |_| {}).hand(RED, &["levy-1"]).window(RED);
    let (mut with, mut without) = (play_from(four()), play_from(four()));
    with.does(RED, propose(BLUE, "levy-1", &[]));
    without.does(RED, Command::Pass);
    assert_alike(&with, &without, Audience::Seat(GOLD));
    assert_eq!(with.log(GOLD), with.log_of(Audience::Spectator));
}
