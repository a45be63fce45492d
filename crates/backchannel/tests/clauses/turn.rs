//! Section 2: the turn.

use backchannel::event::DeployCount;
use backchannel::refusal::PhaseName;
use backchannel::{
    Agreement, Command, Event, Mode, Queued, Refusal, Scenario, Setup, Target, TreatyRef,
};
use parley::Round;

use backchannel::refusal::Doing;

use crate::support::*;

const HAND: [&str; 5] = ["tribute-1", "troops-1", "troops-1", "trap-1", "ceasefire-1"];

/// Red holds `HAND` and has a garrison in b1 before which c1 falls.
fn armed() -> Scenario {
    three().land("b1", RED, 60).land("c1", BLUE, 1).hand(RED, &HAND)
}

/// Red in each phase of its turn.
fn moments() -> [(PhaseName, Scene); 5] {
    let mut occupying = play_from(armed());
    occupying.does(RED, attack("b1", "c1", Mode::Blitz));
    [
        (PhaseName::Deploy, play_from(armed().deploying(RED, 3))),
        (PhaseName::Attack, play_from(armed())),
        (PhaseName::Occupy, occupying),
        (PhaseName::Reinforce, play_from(armed().reinforcing(RED))),
        (PhaseName::Window, play_from(armed().window(RED))),
    ]
}

/// A command for each phase, and every action of the window.
fn commands() -> Vec<(PhaseName, Command)> {
    vec![
        (PhaseName::Deploy, deploy("a1", 1)),
        (PhaseName::Attack, attack("b2", "c2", Mode::Once)),
        (PhaseName::Attack, Command::EndAttack),
        (PhaseName::Occupy, Command::Occupy { troops: 5 }),
        (PhaseName::Reinforce, reinforce("b1", "b2", 1)),
        (PhaseName::Reinforce, Command::EndTurn),
        (PhaseName::Window, propose(BLUE, "tribute-1", &["troops-1", "troops-1"])),
        (PhaseName::Window, play_on("trap-1", "a1")),
        (PhaseName::Window, Command::Apply { card: card("troops-1") }),
        (PhaseName::Window, Command::Gamble { cards: slots(&["trap-1", "troops-1", "tribute-1"]) }),
        (PhaseName::Window, Command::Pass),
    ]
}

#[test]
fn bc_201_each_phase_has_its_own_commands() {
    for at in 0..5 {
        for (needs, command) in commands() {
            let (now, mut scene) = moments().into_iter().nth(at).unwrap();
            assert_eq!(scene.view(RED).phase, Some(now));
            if needs == now {
                scene.does(RED, command);
            } else {
                let refusal = scene.refused(RED, command);
                assert_eq!(refusal, Refusal::WrongPhase { needs, now });
                assert_eq!(clause(refusal), 201);
            }
        }
    }
}

#[test]
fn bc_201_nobody_moves_in_anothers_turn() {
    for (_, mut scene) in moments() {
        for (_, command) in commands() {
            let refusal = scene.refused(BLUE, command);
            assert_eq!((refusal, clause(refusal)), (Refusal::NotYourTurn, 201));
        }
    }
}

#[test]
fn bc_201_a_turn_goes_from_deploy_to_attack_to_reinforce_to_its_window() {
    let mut scene = play_from(armed().window(GREEN));
    let events = scene.does(GREEN, Command::Pass);
    assert!(events.contains(&Event::TurnStarted { seat: RED }), "the start is automatic");
    let phase = |scene: &Scene| scene.view(RED).phase.unwrap();
    assert_eq!(phase(&scene), PhaseName::Deploy);
    scene.does(RED, deploy("a1", scene.own(RED).deploy));
    assert_eq!(phase(&scene), PhaseName::Attack);
    scene.does(RED, attack("b1", "c1", Mode::Blitz));
    assert_eq!(phase(&scene), PhaseName::Occupy, "after a conquest");
    assert_eq!(scene.own(RED).occupying, Some((at("b1"), at("c1"))));
    scene.does(RED, Command::Occupy { troops: 50 });
    assert_eq!(phase(&scene), PhaseName::Attack, "after it, on with the attack");
    scene.takes(RED, "c1", "d1");
    assert_eq!(phase(&scene), PhaseName::Attack, "an occupy step after each conquest");
    scene.does(RED, Command::EndAttack);
    assert_eq!(phase(&scene), PhaseName::Reinforce);
    scene.does(RED, Command::EndTurn);
    assert_eq!((phase(&scene), scene.game().turn()), (PhaseName::Window, RED));
    let events = scene.does(RED, Command::Pass);
    assert!(events.contains(&Event::TurnStarted { seat: BLUE }));
}

fn order(events: &[Event], wanted: &[fn(&Event) -> bool]) -> Vec<usize> {
    wanted.iter().map(|wanted| events.iter().position(wanted).expect("it happens")).collect()
}

#[test]
fn bc_202_effects_take_hold_then_cards_are_drawn_then_the_deploy_is_counted() {
    let action = Queued::Apply { card: card("troops-2") };
    let mut scene = play_from(three().window(GREEN).queued(RED, action));
    let events = scene.does(GREEN, Command::Pass);
    let places = order(
        &events,
        &[
            |event| matches!(event, Event::TurnStarted { seat: RED }),
            |event| matches!(event, Event::Reinforcements { seat: RED, .. }),
            |event| matches!(event, Event::Drew { seat: RED, .. }),
            |event| matches!(event, Event::DeployCounted { seat: RED, .. }),
        ],
    );
    assert!(places.is_sorted(), "{events:?}");
    assert_eq!(places[3], events.len() - 1, "the deploy is counted last");
}

#[test]
fn bc_202_penalties_are_set_before_the_deploy_is_counted() {
    let treaty = TreatyRef { with: BLUE, agreement: Agreement::Ceasefire, against: None };
    let target = Target::Treaty(treaty);
    let action = Queued::Play { card: card("betrayal-1"), target };
    let scenario = three().treaty(Agreement::Ceasefire, RED, BLUE, 9).queued(RED, action);
    let count = counted(&play_from(scenario.window(GREEN)).does(GREEN, Command::Pass), RED);
    assert_eq!((count.traitor, count.total), (2, 3));
}

#[test]
fn bc_202_at_a_rounds_start_proposals_expire_then_agreements_end_then_deals_activate() {
    let hand = ["tribute-1", "tribute-1", "troops-1", "troops-1", "troops-1", "troops-1"];
    let scenario = three().hand(RED, &hand).treaty(Agreement::IntelPact, RED, BLUE, 3);
    let mut scene = play_from(scenario.window(RED));
    scene.does(RED, propose(BLUE, "tribute-1", &["troops-1", "troops-1"]));
    scene.start_of(RED);
    scene.skip_to_window(RED);
    scene.does(RED, propose(GREEN, "tribute-1", &["troops-1", "troops-1"]));
    scene.does(GREEN, accept(RED, &[]));
    scene.skip_to(GREEN);
    scene.skip_to_window(GREEN);
    let events = scene.does(GREEN, Command::Pass);
    let places = order(
        &events,
        &[
            |event| *event == Event::RoundStarted { round: Round(3) },
            |event| matches!(event, Event::Lapsed { from: RED, to: BLUE, .. }),
            |event| matches!(event, Event::TreatyEnded { .. }),
            |event| matches!(event, Event::Activated { from: RED, to: GREEN, .. }),
            |event| matches!(event, Event::TurnStarted { seat: RED }),
        ],
    );
    assert!(places.is_sorted(), "{events:?}");
}

/// Red holds `count` squares of a grid without zones, and its turn is about to start.
fn holding(count: usize, change: impl FnOnce(&mut Setup)) -> Scenario {
    let bare = given_with(2, |setup| {
        setup.map.zones.clear();
        change(setup);
    });
    let squares = grid().territories;
    let red =
        squares[..count].iter().fold(bare, |scenario, place| scenario.land(&place.id, RED, 3));
    red.land("d3", BLUE, 3).window(BLUE)
}

fn count_of(scenario: Scenario) -> DeployCount {
    counted(&play_from(scenario).does(BLUE, Command::Pass), RED)
}

#[test]
fn bc_203_a_deploy_is_a_third_of_the_territories_rounded_down() {
    for (held, base) in [(6, 2), (8, 2), (9, 3), (11, 3)] {
        let count = count_of(holding(held, |setup| setup.settings.deploy_floor = 2));
        assert_eq!((count.base, count.total), (base, base), "{held} territories");
    }
}

#[test]
fn bc_203_a_deploy_is_no_lower_than_its_floor() {
    assert_eq!(count_of(holding(1, |_| ())).total, 3, "the floor is 3");
    for floor in [2, 10] {
        let count = count_of(holding(1, |setup| setup.settings.deploy_floor = floor));
        assert_eq!((count.base, count.total), (floor, floor));
    }
}

#[test]
fn bc_203_a_zone_pays_whoever_holds_all_of_it() {
    let start = |scenario: Scenario| {
        counted(&play_from(scenario.window(GREEN)).does(GREEN, Command::Pass), RED)
    };
    let whole = start(three());
    assert_eq!((whole.zones, whole.total), (2, 5));
    let half = start(three().land("b1", BLUE, 3));
    assert_eq!((half.zones, half.total), (0, 3));
}

#[test]
fn bc_203_overlapping_zones_all_pay() {
    let scenario = spread(given_with(3, |setup| {
        let mut second = setup.map.zones[0].clone();
        second.id = "east".to_owned();
        second.territories = vec!["b1".to_owned(), "b2".to_owned()];
        second.troops = 4;
        setup.map.zones.push(second);
    }));
    let count = counted(&play_from(scenario.window(GREEN)).does(GREEN, Command::Pass), RED);
    assert_eq!((count.zones, count.total), (6, 9));
}

#[test]
fn bc_203_a_negative_zone_costs_troops_and_no_deploy_is_below_zero() {
    let scenario = || spread(given_with(3, |setup| setup.map.zones[2].troops = -5)).window(BLUE);
    let mut scene = play_from(scenario());
    let count = counted(&scene.does(BLUE, Command::Pass), GREEN);
    assert_eq!((count.base, count.zones, count.total), (3, -5, 0));
    assert_eq!(scene.view(GREEN).phase, Some(PhaseName::Attack), "there is nothing to place");
    let count = counted(&play_from(scenario().bonus(GREEN, 6)).does(BLUE, Command::Pass), GREEN);
    assert_eq!(count.total, 4);
}

#[test]
fn bc_203_bonus_troops_come_on_top_and_debts_and_penalties_come_off() {
    let scenario = three().bonus(RED, 6).debt(RED, 4).traitor(RED, 9).window(GREEN);
    let count = counted(&play_from(scenario).does(GREEN, Command::Pass), RED);
    let expected =
        DeployCount { base: 3, zones: 2, bonus: 6, sabotage: 0, traitor: 2, repaid: 4, total: 5 };
    assert_eq!(count, expected);
}

#[test]
fn bc_203_bonus_troops_come_once() {
    let mut scene = play_from(three().bonus(RED, 6).window(GREEN));
    assert_eq!(counted(&scene.does(GREEN, Command::Pass), RED).bonus, 6);
    assert_eq!(counted(&scene.start_of(RED), RED).bonus, 0);
}

#[test]
fn bc_203_all_troops_are_placed_before_attacking() {
    let mut scene = play_from(three().deploying(RED, 5));
    scene.does(RED, deploy("b1", 3));
    assert_eq!(scene.refused(RED, deploy("b1", 3)), Refusal::DeployTooMany { left: 2, asked: 3 });
    assert!(!scene.options(RED).end_attack);
    scene.does(RED, deploy("a1", 2));
    assert_eq!((scene.troops("b1"), scene.troops("a1")), (6, 5));
    scene.does(RED, Command::EndAttack);
}

#[test]
fn bc_203_troops_are_placed_on_own_territories() {
    let mut scene = play_from(three().neutral("a1", 2).deploying(RED, 5));
    for (place, expected, number) in [
        (at("c1"), Refusal::NotYours { doing: Doing::Deploy }, 203),
        (at("a1"), Refusal::NotYours { doing: Doing::Deploy }, 203),
        (backchannel::Territory(12), Refusal::NoSuchTerritory, 102),
        (backchannel::Territory(200), Refusal::NoSuchTerritory, 102),
    ] {
        let refusal = scene.refused(RED, Command::Deploy { to: place, troops: 1 });
        assert_eq!((refusal, clause(refusal)), (expected, number));
    }
    let refusal = scene.refused(RED, deploy("b1", 0));
    assert_eq!((refusal, clause(refusal)), (Refusal::NoTroops { doing: Doing::Deploy }, 203));
    assert_eq!(clause(scene.refused(RED, deploy("b1", 6))), 203);
    let offered: Vec<_> = scene.options(RED).deploy.iter().map(|placing| placing.on).collect();
    assert_eq!(offered, ["b1", "a2", "b2", "a3", "b3"].map(at));
}

/// What Red draws at its turn start.
fn draws(scenario: Scenario) -> usize {
    drawn(&play_from(scenario.window(GREEN)).does(GREEN, Command::Pass), RED).len()
}

/// Red without the south, so that no zone pays it cards.
fn plain() -> Scenario {
    three().land("a3", BLUE, 3)
}

#[test]
fn bc_204_one_card_a_turn() {
    assert_eq!(draws(plain()), 1);
}

#[test]
fn bc_204_one_more_for_having_conquered_in_the_last_turn() {
    let mut scene = play_from(plain().land("b1", RED, 90).land("b2", RED, 90));
    scene.takes(RED, "b1", "c1");
    scene.takes(RED, "b2", "c2");
    assert_eq!(drawn(&scene.start_of(RED), RED).len(), 2, "one more, however much was taken");
    assert_eq!(drawn(&scene.start_of(RED), RED).len(), 1, "that was not in the last turn");
}

#[test]
fn bc_204_zones_pay_cards_and_cost_cards() {
    assert_eq!(draws(three()), 2, "the south is worth a card");
    let mut scene = play_from(three().land("d1", BLUE, 3).window(RED));
    assert_eq!(drawn(&scene.does(RED, Command::Pass), BLUE).len(), 0, "the moor costs one");
    let scenario = three().land("d1", BLUE, 3).conquered(BLUE).window(RED);
    assert_eq!(drawn(&play_from(scenario).does(RED, Command::Pass), BLUE).len(), 1);
}

#[test]
fn bc_204_draws_are_never_below_zero() {
    let moor = |setup: &mut Setup| setup.map.zones[3].cards = -5;
    let scenario = spread(given_with(3, moor)).land("d1", BLUE, 3).hand(BLUE, &["troops-1"]);
    let mut scene = play_from(scenario.conquered(BLUE).window(RED));
    assert_eq!(drawn(&scene.does(RED, Command::Pass), BLUE).len(), 0);
    assert_eq!(scene.own(BLUE).hand.total(), 1);
}

#[test]
fn bc_204_a_draw_over_the_limit_of_ten_is_skipped() {
    let hand = |count| three().hand(RED, &vec!["troops-1"; count]);
    assert_eq!((draws(hand(8)), draws(hand(9)), draws(hand(10))), (2, 1, 0));
}

#[test]
fn bc_204_locked_cards_count_towards_the_limit() {
    let hand = ["troops-1", "troops-1", "tribute-1", "trap-1", "trap-1", "trap-1"];
    let more = ["levy-1", "levy-1", "levy-1", "muster-1"];
    let mut scene = play_from(three().hand(RED, &hand).hand(RED, &more).window(RED));
    scene.does(RED, propose(BLUE, "tribute-1", &["troops-1", "troops-1"]));
    assert_eq!((scene.own(RED).hand.total(), scene.own(RED).locked.total()), (7, 3));
    assert_eq!(drawn(&scene.start_of(RED), RED), []);
}

/// A deck of so many troop cards, and no other card in the game.
fn few_cards(count: u8) -> Scenario {
    spread(given_with(3, |setup| {
        let numbers = &mut setup.settings.numbers;
        numbers.starting_hand = 0;
        (numbers.starting_agreements, numbers.starting_troop_cards) = (0, 0);
        for card in &mut setup.cards {
            card.copies = match &*card.id {
                "troops-1" => count,
                "ceasefire-1" => 1,
                _ => 0,
            };
        }
    }))
}

#[test]
fn bc_204_the_deck_is_finite() {
    let mut scene = play_from(few_cards(2).deck(&["troops-1"]).no_discards().window(GREEN));
    let events = scene.does(GREEN, Command::Pass);
    assert_eq!(drawn(&events, RED), [card("troops-1")], "two are due and one is left");
    assert!(!events.contains(&Event::Reshuffled));
    assert_eq!(drawn(&scene.start_of(RED), RED), []);
}

#[test]
fn bc_204_an_empty_deck_is_made_of_the_discards() {
    let mut scene = play_from(few_cards(1).deck(&["ceasefire-1"]).window(GREEN));
    let events = scene.does(GREEN, Command::Pass);
    assert_eq!(drawn(&events, RED), [card("ceasefire-1"), card("troops-1")]);
    let reshuffled = events.iter().position(|event| *event == Event::Reshuffled);
    let first = events.iter().position(|event| matches!(event, Event::Drew { .. }));
    assert!(reshuffled > first, "not before the deck is empty");
    assert_eq!(drawn(&scene.start_of(RED), RED), [], "every card is in a hand");
    assert_eq!(scene.own(RED).hand.total(), 2);
}

#[test]
fn bc_204_cards_that_were_used_come_back_through_the_discards() {
    let scenario = few_cards(1).hand(RED, &["troops-1"]).deck(&[]).no_discards();
    let mut scene = play_from(scenario.window(RED));
    let events = scene.does(RED, Command::Apply { card: card("troops-1") });
    assert_eq!(drawn(&events, BLUE), [card("troops-1")]);
}
