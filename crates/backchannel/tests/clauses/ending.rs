//! Section 9: the end.

use backchannel::card::Cards;
use backchannel::view::Land;
use backchannel::{
    Agreement, CardCatalogue, CardKind, Command, Ending, Mode, Notice, Outcome, Refusal, Scenario,
    Setup,
};
use parley::{Audience, Game as _, Options as _, Round, Seat, SeatSet, Seed, Table};

use crate::support::*;

fn seats<const N: usize>(seats: [Seat; N]) -> SeatSet {
    seats.into_iter().collect()
}

fn scores<const N: usize>(parts: [u16; N]) -> [u16; 8] {
    std::array::from_fn(|seat| parts.get(seat).copied().unwrap_or(0))
}

#[track_caller]
fn outcome(scene: &Scene) -> Outcome {
    let outcome = scene.game().outcome().expect("the game is over");
    assert_eq!(outcome.scores.iter().map(|&score| u32::from(score)).sum::<u32>(), 10_000);
    outcome
}

/// Red stands ready in b1 to take c1, the last territory of Blue; Green has column d.
fn last_stand(change: impl FnOnce(&mut Setup)) -> Scenario {
    ["b3", "c2", "c3"]
        .into_iter()
        .fold(calm_with(3, change), |scenario, id| scenario.land(id, RED, 2))
        .land("b1", RED, 60)
        .land("c1", BLUE, 1)
}

/// Red stands ready to take Blue's last territory, and nobody else is there.
fn two_seats(change: impl FnOnce(&mut Setup)) -> Scenario {
    let squares = ["a1", "a2", "a3", "b2", "b3", "c2", "c3", "d1", "d2", "d3"];
    squares
        .into_iter()
        .fold(given_with(2, change), |scenario, id| scenario.land(id, RED, 2))
        .land("b1", RED, 60)
        .land("c1", BLUE, 1)
}

/// The other seats have played and the last round is over as things stand.
fn time_is_up(scenario: Scenario, last: Seat) -> Outcome {
    let mut scene = play_from(scenario.window(last));
    scene.does(last, Command::Pass);
    let outcome = outcome(&scene);
    assert_eq!(outcome.ending, Ending::RoundLimit);
    outcome
}

fn one_round(setup: &mut Setup) {
    setup.settings.round_limit = Some(1);
}

#[test]
fn bc_901_the_last_seat_standing_wins_all() {
    let mut scene = play_from(two_seats(|_| {}));
    scene.does(RED, attack("b1", "c1", Mode::Blitz));
    let outcome = outcome(&scene);
    assert_eq!((outcome.ending, outcome.winners), (Ending::LastStanding, seats([RED])));
    assert_eq!(outcome.scores, scores([10_000]));
    for seat in [RED, BLUE] {
        scene.last(seat, |line| *line == Notice::GameOver { outcome });
    }
}

#[test]
fn bc_901_while_two_are_left_the_game_goes_on() {
    let mut scene = play_from(last_stand(|_| {}));
    scene.does(RED, attack("b1", "c1", Mode::Blitz));
    assert_eq!(scene.game().outcome(), None);
    assert!(!scene.view(RED).scoreboard[1].is_in);
    scene.skip_turn();
    assert_eq!(scene.game().turn(), GREEN, "Blue's turn does not come");
}

#[test]
fn bc_901_a_share_of_the_map_wins_at_the_end_of_a_turn() {
    let half = |setup: &mut Setup| setup.settings.map_share = Some(50);
    let mut scene = play_from(calm_with(3, half).land("b1", RED, 60).land("c1", BLUE, 1));
    scene.does(RED, attack("b1", "c1", Mode::Blitz));
    scene.does(RED, Command::Occupy { troops: 30 });
    scene.does(RED, Command::EndAttack);
    assert_eq!(scene.game().outcome(), None, "six of twelve, but the turn is not over");
    scene.does(RED, Command::EndTurn);
    let outcome = outcome(&scene);
    assert_eq!((outcome.ending, outcome.winners), (Ending::MapShare, seats([RED])));
    assert_eq!(outcome.scores, scores([10_000]));
}

#[test]
fn bc_901_a_turn_that_ends_with_a_move_wins_too() {
    let half = |setup: &mut Setup| setup.settings.map_share = Some(50);
    let mut scene = play_from(calm_with(3, half).land("b3", RED, 3).reinforcing(RED));
    scene.does(RED, reinforce("b3", "b2", 1));
    assert_eq!(outcome(&scene).ending, Ending::MapShare);
}

#[test]
fn bc_901_less_than_the_share_does_not_win() {
    for (share, wins) in [(42, false), (41, true)] {
        let change = |setup: &mut Setup| setup.settings.map_share = Some(share);
        let mut scene = play_from(calm_with(3, change).reinforcing(RED));
        scene.does(RED, Command::EndTurn);
        assert_eq!(scene.game().outcome().is_some(), wins, "5 of 12 are 41.7 %, not {share} %");
    }
}

#[test]
fn bc_901_without_the_setting_no_share_wins() {
    assert_eq!(setup(3).settings.map_share, None);
    let mut scene = play_from(two_seats(|_| {}).reinforcing(RED));
    scene.does(RED, Command::EndTurn);
    assert_eq!(scene.game().outcome(), None, "eleven of twelve");
}

#[test]
fn bc_901_the_round_limit_is_forty_unless_set_otherwise() {
    assert_eq!(setup(3).settings.round_limit, Some(40));
    let mut scene = play_from(calm().round(39).window(GREEN));
    scene.does(GREEN, Command::Pass);
    assert_eq!((scene.game().outcome(), scene.game().round()), (None, Round(40)));
    scene.skip_turn();
    scene.skip_turn();
    assert_eq!(scene.game().outcome(), None, "the last round is played to its end");
    scene.skip_turn();
    assert_eq!(outcome(&scene).ending, Ending::RoundLimit);
    assert_eq!(scene.game().round(), Round(40));
}

#[test]
fn bc_901_the_round_limit_can_be_changed_or_off() {
    let limited = |limit| calm_with(3, |setup| setup.settings.round_limit = limit);
    let mut scene = play_from(limited(Some(2)));
    while scene.game().outcome().is_none() {
        scene.skip_turn();
    }
    assert_eq!(scene.game().round(), Round(2));
    let mut scene = play_from(limited(None).round(40));
    scene.skip_to_round(42);
    assert_eq!(scene.game().outcome(), None);
}

#[test]
fn bc_902_the_last_two_under_a_ceasefire_share_the_victory() {
    let truce = |setup: &mut Setup| assert!(setup.settings.shared_victory);
    let table = last_stand(truce).treaty(Agreement::Ceasefire, RED, GREEN, 9);
    let mut scene = play_from(table);
    scene.does(RED, attack("b1", "c1", Mode::Blitz));
    let outcome = outcome(&scene);
    assert_eq!((outcome.ending, outcome.winners), (Ending::SharedVictory, seats([RED, GREEN])));
    assert!(outcome.scores[0] > outcome.scores[2] && outcome.scores[2] > 0);
    assert_eq!(outcome.scores[1], 0, "who is out has no share");
}

/// Red and Green, the last two, agree on a ceasefire or on an intel pact in round 1.
fn last_two_agree(id: &str, shared: bool) -> Scene {
    let table = calm_with(3, |setup| setup.settings.shared_victory = shared);
    let table = ["b3", "c1", "c2", "c3"]
        .into_iter()
        .fold(table, |table, square| table.land(square, RED, 3))
        .hand(RED, &[id, "troops-1"])
        .hand(GREEN, &["troops-1"])
        .window(RED);
    let mut scene = play_from(table);
    scene.does(RED, propose(GREEN, id, &["troops-1"]));
    scene.does(GREEN, accept(RED, &["troops-1"]));
    assert_eq!(scene.game().outcome(), None, "it is not in force yet");
    scene.skip_to_round(2);
    scene
}

#[test]
fn bc_902_it_ends_as_soon_as_the_ceasefire_is_in_force() {
    let scene = last_two_agree("ceasefire-1", true);
    assert_eq!(outcome(&scene).ending, Ending::SharedVictory);
    assert_eq!(outcome(&scene).winners, seats([RED, GREEN]));
    assert_eq!(scene.game().view(Audience::Seat(RED)).turn, None, "no turn begins after it");
    let told = scene.log(GREEN);
    assert!(matches!(told[told.len() - 1], Notice::GameOver { .. }));
}

#[test]
fn bc_902_only_a_ceasefire_between_the_last_two_counts() {
    assert_eq!(last_two_agree("intel-pact-1", true).game().outcome(), None);
    // Nor does a ceasefire while a third is in.
    let mut scene = play_from(calm().treaty(Agreement::Ceasefire, RED, GREEN, 9));
    scene.skip_to_round(3);
    assert_eq!(scene.game().outcome(), None);
    // Nor one with the seat that has just gone out.
    let table = last_stand(|_| {}).treaty(Agreement::Ceasefire, GREEN, BLUE, 9);
    let mut scene = play_from(table);
    scene.does(RED, attack("b1", "c1", Mode::Blitz));
    assert_eq!(scene.game().outcome(), None);
}

#[test]
fn bc_902_shared_victory_can_be_switched_off() {
    let mut scene = last_two_agree("ceasefire-1", false);
    assert_eq!(scene.game().outcome(), None);
    assert_eq!(scene.view(RED).truces, [(RED, GREEN)]);
    scene.skip_to_round(4);
    let off = |setup: &mut Setup| setup.settings.shared_victory = false;
    let table = last_stand(off).treaty(Agreement::Ceasefire, RED, GREEN, 9);
    let mut scene = play_from(table);
    scene.does(RED, attack("b1", "c1", Mode::Blitz));
    assert_eq!(scene.game().outcome(), None);
}

#[test]
fn bc_903_half_for_territories_a_fifth_for_troops_three_tenths_for_the_hand() {
    // Territories 5, 4 and 3 of 12; troops 15 + 5, 12 and 8 of 40; hands 8, 4 and 6 of 18.
    let table = calm_with(3, one_round)
        .land("a1", RED, 8)
        .land("d1", GREEN, 2)
        .hand(RED, &["troops-1", "ceasefire-2", "trap-1"])
        .hand(BLUE, &["troops-2", "levy-1"])
        .hand(GREEN, &["recon-2"]);
    // Red: 50 × 5/12 + 20 × 20/40 + 30 × 8/18 = 20.8333 + 10 + 13.3333 = 44.1667
    // Blue: 50 × 4/12 + 20 × 12/40 + 30 × 4/18 = 16.6667 + 6 + 6.6667 = 29.3333
    // Green: 50 × 3/12 + 20 × 8/40 + 30 × 6/18 = 12.5 + 4 + 10 = 26.5
    let outcome = time_is_up(table, GREEN);
    assert_eq!(outcome.scores, scores([4417, 2933, 2650]));
    assert_eq!(outcome.winners, seats([RED]));
}

#[test]
fn bc_903_what_each_card_is_worth() {
    let worths = [
        ("troops-1", 1),
        ("troops-2", 2),
        ("safe-passage-1", 2),
        ("joint-offensive-2", 4),
        ("sabotage-1", 3),
        ("muster-2", 6),
    ];
    for (id, worth) in worths {
        let hands = |setup: &mut Setup| {
            one_round(setup);
            setup.settings.numbers.score = [0, 0, 100];
        };
        let table = two_seats(hands).hand(RED, &[id]).hand(BLUE, &["troops-2", "troops-2"]);
        // Against a hand worth four.
        let red = (10_000.0 * f64::from(worth) / f64::from(worth + 4)).round() as u16;
        assert_eq!(time_is_up(table, BLUE).scores, scores([red, 10_000 - red]), "{id}");
    }
    for spec in CardCatalogue::standard().specs() {
        let base = match spec.kind {
            CardKind::Troop { .. } => 1,
            CardKind::Agreement(_) => 2,
            CardKind::Tactical { .. } => 3,
        };
        assert_eq!(spec.worth, base * u32::from(spec.tier), "{}", spec.id);
    }
}

#[test]
fn bc_903_locked_cards_are_part_of_the_hand() {
    let table = || {
        calm_with(3, one_round)
            .hand(RED, &["ceasefire-1", "troops-1"])
            .hand(BLUE, &["troops-2", "troops-1"])
            .hand(GREEN, &["muster-1"])
            .window(RED)
    };
    let end = |mut scene: Scene| {
        while scene.game().outcome().is_none() {
            scene.skip_turn();
        }
        outcome(&scene)
    };
    let mut passed = play_from(table());
    passed.does(RED, Command::Pass);
    let mut open = play_from(table());
    open.does(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
    let mut pending = play_from(table());
    pending.does(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
    pending.does(BLUE, accept(RED, &["troops-2"]));
    let expected = end(passed);
    assert_eq!(end(open), expected);
    assert_eq!(end(pending), expected);
}

#[test]
fn bc_903_scores_make_a_hundred_percent_to_the_last_hundredth() {
    for troops in 1..40 {
        let table = calm_with(3, one_round)
            .land("a1", RED, troops)
            .land("c1", BLUE, troops * 7 % 13 + 1)
            .hand(RED, &["troops-1", "troops-1"])
            .hand(GREEN, &["trap-1", "levy-2"]);
        time_is_up(table, GREEN);
    }
    // Where nobody has a hand, or where all is neutral but for one square each.
    time_is_up(calm_with(3, one_round), GREEN);
    let bare = given_with(3, one_round).land("a1", RED, 1).land("b1", BLUE, 1).land("c1", GREEN, 1);
    time_is_up(bare, GREEN);
}

#[test]
fn bc_903_a_tie_at_the_top_is_shared_whatever_the_rounding() {
    let equal =
        given_with(3, one_round).land("a1", RED, 1).land("b1", BLUE, 1).land("c1", GREEN, 1);
    let outcome = time_is_up(equal, GREEN);
    assert_eq!(outcome.scores, scores([3334, 3333, 3333]));
    assert_eq!(outcome.winners, seats([RED, BLUE, GREEN]));
}

#[test]
fn bc_903_a_tie_reached_in_different_ways_is_a_tie() {
    // Red: 50 × 1/3 + 20 × 1/3 + 30 × 8/9 = 50, to the last fraction.
    let table = given_with(2, one_round)
        .land("a1", RED, 1)
        .land("c1", BLUE, 1)
        .land("d1", BLUE, 1)
        .hand(RED, &["ceasefire-2", "levy-2"])
        .hand(BLUE, &["troops-1"]);
    let outcome = time_is_up(table, BLUE);
    assert_eq!(outcome.scores, scores([5000, 5000]));
    assert_eq!(outcome.winners, seats([RED, BLUE]));
}

/// A game that was played to its end, with secrets left on the table.
fn finished() -> Scene {
    let table = calm_with(3, one_round)
        .hand(RED, &["ceasefire-1", "troops-1", "muster-1"])
        .hand(BLUE, &["trap-1", "troops-1"])
        .hand(GREEN, &["levy-1"])
        .trap("c2", 3)
        .window(RED);
    let mut scene = play_from(table);
    scene.does(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
    scene.skip_turn();
    scene.skip_to_window(GREEN);
    scene.does(GREEN, propose(BLUE, "levy-1", &[]));
    outcome(&scene);
    scene
}

#[test]
fn bc_904_when_the_game_is_over_everything_is_open() {
    let scene = finished();
    let above = scene.game().view(Audience::Replay);
    for audience in [RED, BLUE, GREEN].map(Audience::Seat).into_iter().chain([Audience::Spectator])
    {
        let view = scene.game().view(audience);
        assert!(view.lands.iter().all(|land| matches!(land, Land::Seen { .. })));
        assert_eq!(view.lands, above.lands);
        assert_eq!(view.opened.len(), 3);
        let heap = |ids: &[&str]| ids.iter().map(|id| card(id)).collect::<Cards>();
        assert_eq!(view.opened[0].hand, heap(&["muster-1"]));
        assert_eq!(view.opened[0].locked, heap(&["ceasefire-1", "troops-1"]));
        assert_eq!(view.opened[1].hand, heap(&["trap-1", "troops-1"]));
        assert_eq!(view.opened[1].received.len(), 2, "both proposals");
        assert!(view.opened[1].traps.contains(at("c2")));
        assert_eq!(view.opened[2].sent.len(), 1);
    }
}

#[test]
fn bc_904_before_the_end_nothing_is_open() {
    let scene = play_from(calm().hand(BLUE, &["trap-1"]));
    for audience in [RED, GREEN].map(Audience::Seat).into_iter().chain([Audience::Spectator]) {
        assert!(scene.game().view(audience).opened.is_empty());
    }
}

#[test]
fn bc_904_the_full_log_has_what_each_seat_was_not_told() {
    let scene = finished();
    let proposals = |audience| {
        let lines = scene.log_of(audience).into_iter();
        lines.filter(|line| matches!(line, Notice::Proposed { .. })).count()
    };
    assert_eq!(proposals(Audience::Replay), 2);
    assert_eq!((proposals(Audience::Seat(RED)), proposals(Audience::Seat(GREEN))), (1, 1));
    let named = |line: &Notice| !matches!(line, Notice::Deployed { to: None, .. });
    assert!(scene.log_of(Audience::Replay).iter().all(named), "no fog from above");
}

#[test]
fn bc_904_a_replay_shows_it_from_any_seats_eyes_and_from_above() {
    let mut setup = setup(3);
    setup.settings.round_limit = Some(2);
    let audiences = || {
        let seats = [RED, BLUE, GREEN].map(Audience::Seat).into_iter();
        seats.chain([Audience::Spectator, Audience::Replay])
    };
    let seed = Seed::numbered(7, 7);
    let mut live = Scene { table: Table::open(&setup, seed).expect("a table") };
    let mut seen = Vec::new();
    while live.game().outcome().is_none() {
        let views: Vec<_> = audiences().map(|audience| live.game().view(audience)).collect();
        seen.push((live.table.journal().entries().len(), views));
        live.skip_turn();
    }
    let mut replay = backchannel::Game::start(&setup, seed).expect("a table");
    let entries = live.table.journal().entries();
    for (at, entry) in entries.iter().enumerate() {
        if let Some((_, views)) = seen.iter().find(|(when, _)| *when == at) {
            assert!(audiences().map(|audience| replay.view(audience)).eq(views.iter().cloned()));
        }
        replay.evolve(&entry.event);
    }
    assert_eq!(replay.encode(), live.game().encode());
}

#[test]
fn bc_904_after_the_end_there_are_no_more_commands() {
    let mut scene = finished();
    assert!(scene.game().awaiting().is_empty());
    for seat in [RED, BLUE, GREEN] {
        let options = scene.options(seat);
        assert_eq!((options.moves(), options.words()), (0, 0));
        let own = scene.own(seat);
        assert!(!own.may_broadcast && own.may_signal.is_empty());
    }
    let tries = [
        Command::Pass,
        Command::EndTurn,
        deploy("a1", 1),
        propose(BLUE, "levy-1", &[]),
        accept(GREEN, &[]),
        decline(RED),
        tell(RED, "hold", None),
        announce("hold", None),
        react(RED, 1),
    ];
    for command in tries {
        assert_eq!(scene.refused(BLUE, command), Refusal::GameOver, "{command:?}");
    }
}
