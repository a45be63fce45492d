//! Section 3, continued: what tactical cards do.

use backchannel::event::Battle;
use backchannel::refusal::TargetName;
use backchannel::view::Land;
use backchannel::{
    Agreement, Card, Command, Event, Mode, Notice, Queued, Refusal, Scenario, Target, Territory,
    TreatyRef,
};
use parley::Seat;

use backchannel::refusal::Doing;

use crate::support::*;

/// Red attacks c1 from b1 once: what the trap took, and the fight.
fn into_trap(strength: u16, source: u32) -> (Option<u32>, Option<Battle>, Scene) {
    let scenario = three().land("b1", RED, source).land("c1", BLUE, 50).trap("c1", strength);
    let mut scene = play_from(scenario);
    let events = scene.does(RED, attack("b1", "c1", Mode::Once));
    let lost = events.iter().find_map(|event| match *event {
        Event::TrapSprung { attacker: RED, owner: BLUE, lost, .. } => Some(lost),
        _ => None,
    });
    (lost, battle(&events), scene)
}

#[test]
fn bc_304_a_trap_takes_up_to_three_or_six_troops_and_never_the_last() {
    for (strength, source, expected) in
        [(3, 20, 3), (3, 5, 3), (3, 4, 3), (3, 3, 2), (3, 2, 1), (6, 20, 6), (6, 7, 6), (6, 5, 4)]
    {
        let (lost, fight, scene) = into_trap(strength, source);
        assert_eq!(lost, Some(expected), "{strength} on {source}");
        let killed = fight.map_or(0, |fight| fight.attacker_lost);
        assert_eq!(scene.troops("b1"), source - expected - killed);
    }
}

#[test]
fn bc_304_a_trap_bites_before_the_first_roll() {
    let (_, fight, _) = into_trap(3, 5);
    assert_eq!(fight.unwrap().dice.attackers(), 1, "of five troops two are left to roll");
    let (_, fight, scene) = into_trap(3, 4);
    assert_eq!((fight, scene.troops("b1"), scene.troops("c1")), (None, 1, 50));
}

#[test]
fn bc_304_a_trap_is_spent_when_it_has_bitten() {
    let (_, _, mut scene) = into_trap(3, 20);
    assert!(scene.own(BLUE).traps.is_empty());
    let before = scene.troops("b1");
    let events = scene.does(RED, attack("b1", "c1", Mode::Once));
    assert!(!events.iter().any(|event| matches!(event, Event::TrapSprung { .. })));
    assert_eq!(scene.troops("b1"), before - battle(&events).unwrap().attacker_lost);
}

#[test]
fn bc_304_a_trap_bites_gunners_too() {
    let mut scene = play_from(three().land("a1", RED, 9).land("c2", BLUE, 9).trap("c2", 3));
    let events = scene.does(RED, attack("a1", "c2", Mode::Once));
    let (attacker, owner, from, to) = (RED, BLUE, at("a1"), at("c2"));
    assert_eq!(
        events[0],
        Event::TrapSprung { attacker, owner, from, to, lost: 3, repelled: false }
    );
}

#[test]
fn bc_304_a_trap_cannot_bite_before_it_takes_hold() {
    for (id, strength) in [("trap-1", 3), ("trap-2", 6)] {
        let scenario = three().land("b1", RED, 50).land("c1", BLUE, 50).hand(BLUE, &[id]);
        let mut scene = play_from(scenario.window(BLUE));
        scene.does(BLUE, play_on(id, "c1"));
        let bites = |scene: &mut Scene| {
            scene.skip_to(RED);
            let deployed = scene.own(RED).deploy;
            scene.does(RED, deploy("b1", deployed));
            let events = scene.does(RED, attack("b1", "c1", Mode::Once));
            events.iter().find_map(|event| match *event {
                Event::TrapSprung { lost, .. } => Some(lost),
                _ => None,
            })
        };
        assert_eq!(bites(&mut scene), None);
        assert!(scene.own(BLUE).traps.is_empty());
        scene.start_of(BLUE);
        assert_eq!(scene.own(BLUE).traps.into_iter().collect::<Vec<_>>(), [at("c1")]);
        assert_eq!(bites(&mut scene), Some(strength));
    }
}

#[test]
fn bc_304_a_trap_for_a_territory_that_has_changed_hands_is_gone() {
    let scenario = three().land("b1", RED, 90).land("c1", BLUE, 1).hand(BLUE, &["trap-1"]);
    let mut scene = play_from(scenario.window(BLUE));
    scene.does(BLUE, play_on("trap-1", "c1"));
    scene.skip_to(RED);
    let deployed = scene.own(RED).deploy;
    scene.does(RED, deploy("b1", deployed));
    scene.takes(RED, "b1", "c1");
    let events = scene.start_of(BLUE);
    let action = Queued::Play { card: card("trap-1"), target: Target::Territory(at("c1")) };
    assert!(events.contains(&Event::Fizzled { seat: BLUE, action }));
    assert!(scene.own(RED).traps.is_empty() && scene.own(BLUE).traps.is_empty());
    let deployed = scene.own(BLUE).deploy;
    scene.does(BLUE, deploy("c2", deployed));
    let events = scene.does(BLUE, attack("c2", "c1", Mode::Once));
    assert!(matches!(events[..], [Event::Fought { .. }, ..]), "{events:?}");
}

#[test]
fn bc_304_a_trap_lasts_until_it_bites() {
    let mut scene = play_from(three().trap("c1", 3));
    scene.skip_to_round(5);
    assert_eq!(scene.own(BLUE).traps.len(), 1);
}

#[test]
fn bc_304_a_trap_is_hidden_from_all_others() {
    let played = |id: &str, place: &str| {
        let scenario = three().hand(BLUE, &["trap-1", "fortify-1"]).deck(&[]).no_discards();
        let mut scene = play_from(scenario.window(BLUE));
        scene.does(BLUE, play_on(id, place));
        scene.start_of(BLUE);
        scene
    };
    let (here, there) = (played("trap-1", "c1"), played("trap-1", "c3"));
    assert_ne!(here.own(BLUE).traps, there.own(BLUE).traps);
    for seat in [RED, GREEN] {
        assert_eq!(here.view(seat), there.view(seat));
        assert_eq!(here.log(seat), there.log(seat));
        assert_eq!(here.options(seat), there.options(seat));
    }
}

/// The losses of a roll in which the defender's first `fortified` dice count one more.
fn against_walls(fight: &Battle, fortified: usize) -> (u32, u32) {
    let dice = fight.dice;
    let pairs = (0..2).filter(|&pair| dice.attack[pair] > 0 && dice.defence[pair] > 0);
    let (won, lost): (Vec<usize>, Vec<usize>) = pairs
        .partition(|&pair| dice.attack[pair] > dice.defence[pair] + u8::from(pair < fortified));
    (lost.len() as u32, won.len() as u32)
}

#[test]
fn bc_304_a_fortified_defender_adds_one_to_its_highest_die_or_to_both() {
    for fortified in [1, 2] {
        let scenario = three().land("b1", RED, 20).land("c1", BLUE, 20).fortified("c1", fortified);
        let mut mattered = [false; 2];
        for seed in seeds(200) {
            let mut scene = play_from(scenario.clone().seed(seed));
            let fight = battle(&scene.does(RED, attack("b1", "c1", Mode::Once))).unwrap();
            let lost = (fight.attacker_lost, fight.defender_lost);
            assert_eq!(lost, against_walls(&fight, fortified.into()), "{:?}", fight.dice);
            for (pair, mattered) in mattered.iter_mut().enumerate() {
                *mattered |= fight.dice.attack[pair] == fight.dice.defence[pair] + 1;
            }
        }
        assert_eq!(mattered, [true; 2], "the one more was put to the test on both dice");
    }
}

#[test]
fn bc_304_a_fortification_lasts_from_its_taking_hold_to_the_next_turn_start() {
    for (id, dice) in [("fortify-1", 1), ("fortify-2", 2)] {
        let scenario = three().land("b1", RED, 90).land("c1", BLUE, 90).hand(BLUE, &[id]);
        let mut scene = play_from(scenario.window(BLUE));
        scene.does(BLUE, play_on(id, "c1"));
        let mut fortified = Vec::new();
        for _ in 0..3 {
            scene.skip_to(RED);
            let deployed = scene.own(RED).deploy;
            scene.does(RED, deploy("b1", deployed));
            let fight = battle(&scene.does(RED, attack("b1", "c1", Mode::Once))).unwrap();
            fortified.push(fight.dice.fortified);
            scene.start_of(BLUE);
        }
        assert_eq!(fortified, [0, dice, 0], "{id}");
    }
}

#[test]
fn bc_304_a_fortification_falls_with_its_territory() {
    let mut scene = play_from(three().land("b1", RED, 90).land("c1", BLUE, 1).fortified("c1", 2));
    scene.takes(RED, "b1", "c1");
    assert!(scene.own(RED).fortified.is_empty());
}

/// Red is in the corner a1, Green in d3 and b3, and Blue in a2.
fn far_apart() -> Scenario {
    let scenario = given(3).land("a1", RED, 3).land("a2", BLUE, 3);
    scenario.land("d3", GREEN, 4).land("b3", GREEN, 5)
}

fn in_sight(scene: &Scene, seat: Seat) -> Vec<Territory> {
    let lands = scene.view(seat).lands;
    let seen =
        (0u8..).map(Territory).zip(lands).filter(|(_, land)| matches!(land, Land::Seen { .. }));
    seen.map(|(place, _)| place).collect()
}

#[test]
fn bc_304_recon_shows_a_territory_and_its_neighbours_for_one_round() {
    let mut scene = play_from(far_apart().hand(RED, &["recon-1"]).window(RED));
    let plain = ["a1", "b1", "a2", "c2"].map(at);
    scene.does(RED, play_on("recon-1", "d3"));
    scene.skip_to(GREEN);
    assert_eq!(in_sight(&scene, RED), plain, "not before it takes hold");
    scene.skip_to(RED);
    let wide = ["a1", "b1", "a2", "c2", "d2", "c3", "d3"].map(at);
    assert_eq!(in_sight(&scene, RED), wide);
    scene.skip_turn();
    scene.skip_to(GREEN);
    assert_eq!(in_sight(&scene, RED), wide, "the whole round");
    scene.skip_to(RED);
    assert_eq!(in_sight(&scene, RED), plain);
    let memory = scene.view(RED).lands[at("d3").index()];
    assert!(matches!(memory, Land::Remembered { owner: Some(GREEN), .. }), "{memory:?}");
}

#[test]
fn bc_304_recon_of_the_second_tier_shows_all_that_one_seat_holds() {
    let mut scene =
        play_from(far_apart().land("d3", GREEN, 90).hand(RED, &["recon-2"]).window(RED));
    scene.does(RED, play("recon-2", Target::Seat(GREEN)));
    scene.start_of(RED);
    assert_eq!(in_sight(&scene, RED), ["a1", "b1", "a2", "c2", "b3", "d3"].map(at));
    scene.start_of(GREEN);
    let deployed = scene.own(GREEN).deploy;
    scene.does(GREEN, deploy("d3", deployed));
    scene.takes(GREEN, "d3", "c3");
    assert!(in_sight(&scene, RED).contains(&at("c3")), "also what it takes meanwhile");
    scene.skip_to(RED);
    assert_eq!(in_sight(&scene, RED), ["a1", "b1", "a2", "c2"].map(at));
}

#[test]
fn bc_304_nobody_learns_of_a_recon() {
    let played = |place: &str| {
        let scenario = three().hand(RED, &["recon-1"]).deck(&[]).no_discards().window(RED);
        let mut scene = play_from(scenario);
        scene.does(RED, play_on("recon-1", place));
        scene.start_of(RED);
        scene
    };
    let (one, other) = (played("d3"), played("d2"));
    for seat in [BLUE, GREEN] {
        assert_eq!((one.view(seat), one.log(seat)), (other.view(seat), other.log(seat)));
    }
}

#[test]
fn bc_304_a_sabotage_lowers_the_next_deploy_of_a_seat_once() {
    for (id, troops) in [("sabotage-1", 2), ("sabotage-2", 4)] {
        let scenario = three().bonus(BLUE, 0).hand(RED, &[id]).window(RED);
        let mut scene = play_from(scenario);
        let events = scene.does(RED, play(id, Target::Seat(BLUE)));
        assert_eq!(counted(&events, BLUE).sabotage, 0, "it has not taken hold");
        let count = counted(&scene.start_of(BLUE), BLUE);
        assert_eq!((count.sabotage, count.total), (troops, 3u32.saturating_sub(troops)), "{id}");
        assert_eq!(counted(&scene.start_of(BLUE), BLUE).sabotage, 0);
    }
}

#[test]
fn bc_304_two_saboteurs_add_up() {
    let target = Target::Seat(BLUE);
    let scenario = three().bonus(BLUE, 9).window(RED);
    let scenario = scenario.queued(RED, Queued::Play { card: card("sabotage-1"), target });
    let mut scene =
        play_from(scenario.queued(GREEN, Queued::Play { card: card("sabotage-2"), target }));
    assert_eq!(counted(&scene.does(RED, Command::Pass), BLUE).total, 12);
    let count = counted(&scene.start_of(BLUE), BLUE);
    assert_eq!((count.base, count.sabotage, count.total), (3, 6, 0));
}

#[test]
fn bc_304_the_sabotaged_is_told_but_not_by_whom() {
    let mut scene = play_from(three().hand(RED, &["sabotage-1"]).window(RED));
    scene.does(RED, play("sabotage-1", Target::Seat(BLUE)));
    scene.start_of(RED);
    let taken_hold = Notice::Sabotaged { by: RED, seat: BLUE, troops: 2 };
    assert!(scene.log(RED).contains(&taken_hold));
    let told = |scene: &Scene, seat| {
        scene.log(seat).iter().any(|notice| {
            matches!(notice, Notice::DeployCounted { seat: BLUE, count } if count.sabotage == 2)
        })
    };
    assert!(!told(&scene, BLUE), "told now, it would know by whom");
    scene.start_of(BLUE);
    assert!(told(&scene, BLUE));
    for seat in [BLUE, GREEN] {
        let log = scene.log(seat);
        assert!(!log.iter().any(|notice| matches!(notice, Notice::Sabotaged { .. })), "{seat}");
    }
    assert!(!told(&scene, GREEN), "a third seat learns nothing");
}

#[test]
fn bc_304_a_muster_draws_one_more_card_or_two() {
    for (id, more) in [("muster-1", 1), ("muster-2", 2)] {
        let mut scene = play_from(three().hand(BLUE, &[id]).window(BLUE));
        scene.does(BLUE, play(id, Target::Nothing));
        assert_eq!(drawn(&scene.start_of(BLUE), BLUE).len(), 1 + more, "{id}");
        assert_eq!(drawn(&scene.start_of(BLUE), BLUE).len(), 1, "once");
    }
}

#[test]
fn bc_304_each_card_is_aimed_at_what_it_is_for() {
    let hand =
        ["betrayal-1", "trap-1", "fortify-1", "recon-1", "recon-2", "sabotage-1", "muster-1"];
    let scenario = three().hand(RED, &hand).treaty(Agreement::Ceasefire, RED, BLUE, 9);
    let mut scene = play_from(scenario.window(RED));
    let treaty = TreatyRef { with: BLUE, agreement: Agreement::Ceasefire, against: None };
    let targets = [
        (TargetName::Nothing, Target::Nothing),
        (TargetName::Territory, Target::Territory(at("a1"))),
        (TargetName::Seat, Target::Seat(BLUE)),
        (TargetName::Treaty, Target::Treaty(treaty)),
    ];
    for (id, needs) in hand.into_iter().zip([
        TargetName::Treaty,
        TargetName::Territory,
        TargetName::Territory,
        TargetName::Territory,
        TargetName::Seat,
        TargetName::Seat,
        TargetName::Nothing,
    ]) {
        for (name, target) in targets {
            if name == needs {
                let card = card(id);
                assert!(parley::Options::contains(
                    &scene.options(RED),
                    &Command::Play { card, target }
                ));
            } else {
                let refusal = scene.refused(RED, play(id, target));
                assert_eq!(
                    (refusal, clause(refusal)),
                    (Refusal::WrongTarget { needs }, 304),
                    "{id}"
                );
            }
        }
    }
}

#[test]
fn bc_304_a_card_that_cannot_be_played_is_refused() {
    let hand = ["trap-1", "fortify-1", "recon-1", "recon-2", "sabotage-1", "troops-1", "levy-1"];
    let red = spread(given(4)).hand(RED, &hand).trap("a1", 3).window(RED);
    let mut scene = play_from(red);
    let nowhere = Target::Territory(Territory(12));
    for (command, expected, number) in [
        (play_on("trap-1", "c1"), Refusal::NotYours { doing: Doing::Play }, 304),
        (play_on("trap-1", "a1"), Refusal::AlreadyTrapped, 304),
        (play("trap-1", nowhere), Refusal::NoSuchTerritory, 102),
        (play_on("fortify-1", "c1"), Refusal::NotYours { doing: Doing::Play }, 304),
        (play("recon-1", nowhere), Refusal::NoSuchTerritory, 102),
        (play("recon-2", Target::Seat(RED)), Refusal::TargetYourself, 304),
        (play("recon-2", Target::Seat(GOLD)), Refusal::TargetOut { doing: Doing::Play }, 304),
        (play("sabotage-1", Target::Seat(RED)), Refusal::TargetYourself, 304),
        (play("sabotage-1", Target::Seat(GOLD)), Refusal::TargetOut { doing: Doing::Play }, 304),
        (play("sabotage-1", Target::Seat(Seat(4))), Refusal::NoSuchSeat, 101),
        (play("sabotage-1", Target::Seat(Seat(255))), Refusal::NoSuchSeat, 101),
        (play("troops-1", Target::Nothing), Refusal::NotTactical, 304),
        (play("levy-1", Target::Seat(BLUE)), Refusal::NotTactical, 304),
        (play("muster-1", Target::Nothing), Refusal::NotInHand { doing: Doing::Play }, 304),
        (
            Command::Play { card: Card(99), target: Target::Nothing },
            Refusal::NoSuchCard { doing: Doing::Play },
            304,
        ),
    ] {
        let refusal = scene.refused(RED, command);
        assert_eq!((refusal, clause(refusal)), (expected, number), "{command:?}");
    }
}
