//! Section 2, continued: attack, occupy and reinforce.

use std::collections::BTreeSet;

use backchannel::event::{Beaten, Dice};
use backchannel::{Agreement, Command, Event, Mode, Refusal, Scenario, Territory, TerritorySet};

use backchannel::refusal::Doing;

use crate::support::*;

fn number(dice: &[u8]) -> usize {
    dice.iter().filter(|die| **die > 0).count()
}

/// What attacker and defender lose by a roll, as the rulebook would have a person work it out.
fn by_the_book(dice: Dice) -> (u32, u32) {
    let pairs = number(&dice.attack).min(number(&dice.defence));
    let won = (0..pairs).filter(|&pair| dice.attack[pair] > dice.defence[pair]).count() as u32;
    (pairs as u32 - won, won)
}

#[test]
fn bc_205_the_attacker_rolls_up_to_three_dice_and_the_defender_up_to_two() {
    for (source, attackers) in [(2, 1), (3, 2), (4, 3), (5, 3), (30, 3)] {
        for (target, defenders) in [(1, 1), (2, 2), (3, 2), (30, 2)] {
            let mut scene = play_from(three().land("b1", RED, source).land("c1", BLUE, target));
            let fight = battle(&scene.does(RED, attack("b1", "c1", Mode::Once))).unwrap();
            let rolled = (number(&fight.dice.attack), number(&fight.dice.defence));
            assert_eq!(rolled, (attackers, defenders), "{source} against {target}");
            assert_eq!(fight.rolls, 1);
        }
    }
}

#[test]
fn bc_205_highest_against_highest_ties_to_the_defender_one_troop_a_loss() {
    let mut seen = BTreeSet::new();
    let mut ties = 0;
    for (source, target) in [(2, 1), (4, 2), (3, 3), (20, 20), (20, 1)] {
        let scenario = three().land("b1", RED, source).land("c1", BLUE, target);
        for seed in seeds(150) {
            let mut scene = play_from(scenario.clone().seed(seed));
            let fight = battle(&scene.does(RED, attack("b1", "c1", Mode::Once))).unwrap();
            let dice = fight.dice;
            assert!(dice.attack.is_sorted_by(|a, b| a >= b), "{dice:?}");
            assert!(dice.defence[0] >= dice.defence[1], "{dice:?}");
            let lost = (fight.attacker_lost, fight.defender_lost);
            assert_eq!(lost, by_the_book(dice), "{dice:?}");
            let fell = fight.defender_lost == target;
            assert_eq!(scene.land("c1").0, Some(if fell { RED } else { BLUE }));
            if !fell {
                let left = (scene.troops("b1"), scene.troops("c1"));
                assert_eq!(left, (source - lost.0, target - lost.1));
            }
            seen.insert(lost);
            ties += u32::from(dice.attack[0] == dice.defence[0]);
        }
    }
    assert_eq!(seen, BTreeSet::from([(0, 1), (1, 0), (2, 0), (1, 1), (0, 2)]));
    assert!(ties > 50, "{ties}");
}

#[test]
fn bc_205_each_beaten_die_is_named() {
    let dice = Dice { attack: [6, 4, 2], defence: [5, 4], fortified: 0 };
    let beaten = |attack, defence| Beaten { attack, defence };
    assert_eq!(dice.beaten(), beaten([false, true, false], [true, false]));
    let fortified = Dice { fortified: 1, ..dice };
    assert_eq!(fortified.beaten(), beaten([true, true, false], [false, false]));
    let alone = Dice { attack: [3, 0, 0], defence: [2, 1], fortified: 0 };
    assert_eq!(alone.beaten(), beaten([false; 3], [true, false]));
}

#[test]
fn bc_205_the_dice_are_fair() {
    let mut scene = play_from(three().land("b1", RED, 30_000).land("c1", BLUE, 30_000));
    let mut faces = [[0u32; 6]; 2];
    for _ in 0..12_000 {
        let dice = battle(&scene.does(RED, attack("b1", "c1", Mode::Once))).unwrap().dice;
        dice.attack.iter().for_each(|&die| faces[0][usize::from(die) - 1] += 1);
        dice.defence.iter().for_each(|&die| faces[1][usize::from(die) - 1] += 1);
    }
    assert!(faces[0].iter().all(|count| (5700..6300).contains(count)), "{faces:?}");
    assert!(faces[1].iter().all(|count| (3800..4200).contains(count)), "{faces:?}");
}

#[test]
fn bc_205_an_attack_needs_two_troops_and_an_enemy_at_the_end_of_a_link() {
    let mut scene = play_from(three().land("b1", RED, 1).neutral("c3", 1));
    let nowhere = Territory(12);
    for (command, expected, number) in [
        (attack("b1", "c1", Mode::Once), Refusal::TooFewToAttack { needed: 2, there: 1 }, 205),
        (attack("b2", "a2", Mode::Once), Refusal::OwnTarget, 205),
        (attack("b2", "c1", Mode::Once), Refusal::NotLinked, 205),
        (attack("b2", "b2", Mode::Once), Refusal::NotLinked, 205),
        (attack("c2", "b2", Mode::Once), Refusal::NotYours { doing: Doing::Attack }, 205),
        (attack("c3", "b3", Mode::Once), Refusal::NotYours { doing: Doing::Attack }, 205),
        (
            Command::Attack { from: at("b2"), to: nowhere, mode: Mode::Once },
            Refusal::NoSuchTerritory,
            102,
        ),
        (
            Command::Attack { from: nowhere, to: at("b2"), mode: Mode::Once },
            Refusal::NoSuchTerritory,
            102,
        ),
    ] {
        let refusal = scene.refused(RED, command);
        assert_eq!((refusal, clause(refusal)), (expected, number), "{command:?}");
    }
    scene.does(RED, attack("b3", "c3", Mode::Once));
}

#[test]
fn bc_205_a_neutral_garrison_defends_itself() {
    let mut scene = play_from(three().land("b1", RED, 90).neutral("c1", 9));
    let events = scene.takes(RED, "b1", "c1");
    let fight = battle(&events).unwrap();
    assert_eq!((fight.defender, fight.defender_lost), (None, 9));
    assert!(fight.attacker_lost > 0, "nine neutral troops do not fall for nothing");
}

#[test]
fn bc_205_there_is_no_limit_on_attacks() {
    let mut scene = play_from(three().land("b1", RED, 200).land("c1", BLUE, 200));
    for _ in 0..50 {
        scene.does(RED, attack("b1", "c1", Mode::Once));
    }
    let left = scene.troops("b1") + scene.troops("c1");
    assert_eq!(left, 300, "two losses a roll");
}

#[test]
fn bc_206_one_roll_is_enough_with_three_troops_and_a_blitz_needs_four() {
    let mut scene = play_from(three().land("b1", RED, 3).land("c1", BLUE, 9));
    for mode in [Mode::Blitz, Mode::StopLoss(2)] {
        let refusal = scene.refused(RED, attack("b1", "c1", mode));
        assert_eq!(refusal, Refusal::TooFewToBlitz { needed: 4, there: 3 });
        assert_eq!(clause(refusal), 206);
    }
    scene.does(RED, attack("b1", "c1", Mode::Once));
    for mode in [Mode::Blitz, Mode::StopLoss(2)] {
        let mut scene = play_from(three().land("b1", RED, 4));
        scene.does(RED, attack("b1", "c1", mode));
    }
}

#[test]
fn bc_206_a_blitz_ends_with_a_conquest_or_with_one_troop_left() {
    let mut conquests = 0;
    for seed in seeds(60) {
        let scenario = three().land("b1", RED, 12).land("c1", BLUE, 10);
        let mut scene = play_from(scenario.seed(seed));
        let fight = battle(&scene.does(RED, attack("b1", "c1", Mode::Blitz))).unwrap();
        assert!(fight.rolls > 4);
        if scene.land("c1").0 == Some(RED) {
            conquests += 1;
            assert_eq!(fight.defender_lost, 10);
        } else {
            assert_eq!((scene.troops("b1"), fight.attacker_lost), (1, 11));
        }
    }
    assert!((10..50).contains(&conquests), "{conquests}");
}

#[test]
fn bc_206_a_stop_loss_stops_at_the_chosen_number() {
    let mut stopped = BTreeSet::new();
    for seed in seeds(80) {
        let scenario = three().land("b1", RED, 12).land("c1", BLUE, 12);
        let mut scene = play_from(scenario.seed(seed));
        let fight = battle(&scene.does(RED, attack("b1", "c1", Mode::StopLoss(6)))).unwrap();
        if scene.land("c1").0 == Some(BLUE) {
            let left = scene.troops("b1");
            stopped.insert(left);
            let before = left + by_the_book(fight.dice).0;
            assert!(left <= 6 && before > 6, "from {before} to {left}");
        }
    }
    // The last roll was made above the number, and a roll can cost two.
    assert_eq!(stopped, BTreeSet::from([5, 6]));
}

#[test]
fn bc_206_a_stop_loss_stops_between_two_and_all_but_one() {
    let mut scene = play_from(three().land("b1", RED, 8));
    for keep in [0, 1, 8, 9] {
        let refusal = scene.refused(RED, attack("b1", "c1", Mode::StopLoss(keep)));
        assert_eq!(refusal, Refusal::StopLossRange { least: 2, most: 7 });
        assert_eq!(clause(refusal), 206);
    }
    for keep in [2, 7] {
        play_from(three().land("b1", RED, 8)).does(RED, attack("b1", "c1", Mode::StopLoss(keep)));
    }
}

#[test]
fn bc_206_a_stop_loss_that_a_trap_has_reached_rolls_no_dice() {
    let mut scene = play_from(three().land("b1", RED, 9).trap("c1", 3));
    let events = scene.does(RED, attack("b1", "c1", Mode::StopLoss(6)));
    assert_eq!((battle(&events), scene.troops("b1")), (None, 6));
    let mut scene = play_from(three().land("b1", RED, 9).trap("c1", 3));
    assert!(battle(&scene.does(RED, attack("b1", "c1", Mode::StopLoss(5)))).is_some());
}

/// Red has just taken c1, of one troop, from b1 by a single roll.
fn just_taken(source: u32) -> Scene {
    let scenario = three().land("b1", RED, source).land("c1", BLUE, 1);
    let lucky = seeds(100).find_map(|seed| {
        let mut scene = play_from(scenario.clone().seed(seed));
        scene.does(RED, attack("b1", "c1", Mode::Once));
        (scene.land("c1").0 == Some(RED)).then_some(scene)
    });
    lucky.expect("one try in a hundred succeeds")
}

#[test]
fn bc_207_at_least_the_dice_last_rolled_move_in_and_at_most_all_but_one() {
    for (source, least, most) in [(2, 1, 1), (3, 2, 2), (4, 3, 3), (5, 3, 4), (20, 3, 19)] {
        let mut scene = just_taken(source);
        let span = scene.options(RED).occupy.unwrap();
        assert_eq!((span.least, span.most), (least, most), "from {source}");
        for troops in [0, least - 1, most + 1] {
            let refusal = scene.refused(RED, Command::Occupy { troops });
            assert_eq!(refusal, Refusal::OccupyRange { least, most });
            assert_eq!(clause(refusal), 207);
        }
        scene.does(RED, Command::Occupy { troops: most });
        assert_eq!((scene.troops("b1"), scene.troops("c1")), (source - most, most));
        let mut scene = just_taken(source);
        scene.does(RED, Command::Occupy { troops: least });
        assert_eq!((scene.troops("b1"), scene.troops("c1")), (source - least, least));
    }
}

#[test]
fn bc_207_the_dice_that_count_are_those_of_the_last_roll() {
    // A blitz that ends with few troops rolled fewer dice at last than at first.
    let scenario = three().land("b1", RED, 6).land("c1", BLUE, 5);
    let tight = seeds(400).find_map(|seed| {
        let mut scene = play_from(scenario.clone().seed(seed));
        let fight = battle(&scene.does(RED, attack("b1", "c1", Mode::Blitz))).unwrap();
        (scene.land("c1").0 == Some(RED) && fight.dice.attackers() < 3).then_some((scene, fight))
    });
    let (scene, fight) = tight.expect("some blitz ends like that");
    assert_eq!(scene.options(RED).occupy.unwrap().least, fight.dice.attackers());
}

#[test]
fn bc_208_troops_march_along_a_chain_of_own_territories() {
    let mut scene = play_from(three().land("a1", RED, 9).reinforcing(RED));
    let events = scene.does(RED, reinforce("a1", "b3", 8));
    assert_eq!((scene.troops("a1"), scene.troops("b3")), (1, 11));
    assert!(events.contains(&Event::TurnEnded { seat: RED }), "one move, and the turn is over");
    let refusal = scene.refused(RED, reinforce("b3", "a1", 1));
    assert_eq!(clause(refusal), 201);
}

#[test]
fn bc_208_the_move_is_optional() {
    let mut scene = play_from(three().reinforcing(RED));
    assert_eq!(scene.does(RED, Command::EndTurn), [Event::TurnEnded { seat: RED }]);
}

#[test]
fn bc_208_the_move_is_between_two_own_territories_that_are_joined() {
    let mut scene = play_from(
        three().land("a3", RED, 4).land("b2", BLUE, 3).land("a2", BLUE, 3).reinforcing(RED),
    );
    for (command, expected, number) in [
        (reinforce("a3", "a1", 1), Refusal::NotJoined, 208),
        (reinforce("a3", "a3", 1), Refusal::SameTerritory, 208),
        (reinforce("a3", "b2", 1), Refusal::NotYours { doing: Doing::Reinforce }, 208),
        (reinforce("b2", "a3", 1), Refusal::NotYours { doing: Doing::Reinforce }, 208),
        (reinforce("a3", "b3", 0), Refusal::NoTroops { doing: Doing::Reinforce }, 208),
        (reinforce("a3", "b3", 4), Refusal::MarchTooMany { most: 3 }, 208),
    ] {
        let refusal = scene.refused(RED, command);
        assert_eq!((refusal, clause(refusal)), (expected, number), "{command:?}");
    }
    let offered: Vec<_> = scene
        .options(RED)
        .reinforce
        .iter()
        .map(|march| (march.from, march.to, march.most))
        .collect();
    let expected = [("a1", "b1", 2), ("b1", "a1", 2), ("a3", "b3", 3), ("b3", "a3", 2)];
    assert_eq!(
        offered,
        expected.map(|(from, to, most)| (at(from), TerritorySet::only(at(to)), most))
    );
}

/// Red on both sides of Blue's b1, Blue on both sides of Red's b2.
fn interlaced() -> Scenario {
    let red = given(3).land("a1", RED, 5).land("c1", RED, 1).land("b2", RED, 1);
    red.land("b1", BLUE, 1).land("a2", BLUE, 5).land("c2", BLUE, 1).land("d3", GREEN, 1)
}

#[test]
fn bc_208_troops_march_through_a_safe_passage_partners_territories() {
    let mut scene = play_from(interlaced().reinforcing(RED));
    assert_eq!(scene.refused(RED, reinforce("a1", "c1", 4)), Refusal::NotJoined);
    let treaty = |seat| interlaced().treaty(Agreement::SafePassage, RED, BLUE, 9).reinforcing(seat);
    let mut scene = play_from(treaty(RED));
    assert_eq!(
        scene.refused(RED, reinforce("a1", "b1", 1)),
        Refusal::NotYours { doing: Doing::Reinforce }
    );
    scene.does(RED, reinforce("a1", "c1", 4));
    assert_eq!((scene.troops("c1"), scene.land("b1")), (5, (Some(BLUE), 1)));
    let mut scene = play_from(treaty(BLUE));
    scene.does(BLUE, reinforce("a2", "c2", 4));
}

#[test]
fn bc_208_other_agreements_open_no_roads() {
    for agreement in [Agreement::Ceasefire, Agreement::IntelPact] {
        let scenario = interlaced().treaty(agreement, RED, BLUE, 9);
        let mut scene = play_from(scenario.reinforcing(RED));
        assert_eq!(scene.refused(RED, reinforce("a1", "c1", 4)), Refusal::NotJoined);
    }
    let scenario = interlaced().treaty(Agreement::SafePassage, RED, GREEN, 9);
    let mut scene = play_from(scenario.reinforcing(RED));
    assert_eq!(scene.refused(RED, reinforce("a1", "c1", 4)), Refusal::NotJoined);
}

#[test]
fn bc_208_a_road_that_you_cannot_see_is_none() {
    // Red would have to cross c1, which it does not see: being let through would tell who holds it.
    let lay = |scenario: Scenario| {
        let red = scenario.land("a1", RED, 5).land("d2", RED, 1).land("d3", GREEN, 1);
        let blue = red.land("b1", BLUE, 1).land("c1", BLUE, 1).land("d1", BLUE, 1);
        blue.treaty(Agreement::SafePassage, RED, BLUE, 9).reinforcing(RED)
    };
    let mut scene = play_from(lay(given(3)));
    assert_eq!(scene.refused(RED, reinforce("a1", "d2", 4)), Refusal::NotJoined);
    let mut scene = play_from(lay(given_with(3, |setup| setup.settings.fog = false)));
    scene.does(RED, reinforce("a1", "d2", 4));
}
