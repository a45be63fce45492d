//! Section 1, continued: the map.

use backchannel::map::{MapFile, MapProblem};
use backchannel::view::Land;
use backchannel::{Command, Event, Map, Mode, Refusal, SetupError};

use crate::support::*;

#[test]
fn bc_102_a_one_way_link_is_crossed_one_way() {
    let mut scene = play_from(three().land("a3", RED, 9));
    scene.does(RED, attack("a3", "d1", Mode::Once));
    let mut scene = play_from(three().land("d1", GREEN, 9).attacking(GREEN));
    let refusal = scene.refused(GREEN, attack("d1", "a3", Mode::Once));
    assert_eq!((refusal, clause(refusal)), (Refusal::NotLinked, 205));
}

#[test]
fn bc_102_troops_march_along_a_one_way_link_one_way() {
    let apart = || given(2).land("a3", RED, 5).land("d1", RED, 5).land("c3", BLUE, 3);
    let mut scene = play_from(apart().reinforcing(RED));
    assert_eq!(scene.refused(RED, reinforce("d1", "a3", 1)), Refusal::NotJoined);
    scene.does(RED, reinforce("a3", "d1", 4));
    assert_eq!((scene.troops("a3"), scene.troops("d1")), (1, 9));
}

#[test]
fn bc_102_guns_kill_but_never_conquer() {
    let mut worn_down = 0;
    for seed in seeds(40) {
        let mut scene = play_from(three().land("a1", RED, 12).land("c2", BLUE, 6).seed(seed));
        let events = scene.does(RED, attack("a1", "c2", Mode::Blitz));
        assert!(!events.iter().any(|event| matches!(event, Event::Conquered { .. })));
        let (owner, left) = scene.land("c2");
        assert_eq!(owner, Some(BLUE));
        assert!(left == 1 || (left > 1 && scene.troops("a1") == 1), "a blitz goes to the end");
        worn_down += u32::from(left == 1);
    }
    assert!(worn_down > 5, "guns wear a garrison down to its last troop");
}

#[test]
fn bc_102_guns_kill_one_of_two_and_leave_the_last() {
    let mut both_dice_lost = false;
    for seed in seeds(60) {
        let mut scene = play_from(three().land("a1", RED, 9).land("c2", BLUE, 2).seed(seed));
        let fight = battle(&scene.does(RED, attack("a1", "c2", Mode::Once))).unwrap();
        let beaten = |place: usize| fight.dice.attack[place] > fight.dice.defence[place];
        both_dice_lost |= beaten(0) && beaten(1);
        assert_eq!(fight.defender_lost, u32::from(beaten(0) || beaten(1)));
        assert_eq!(scene.troops("c2"), 2 - fight.defender_lost);
    }
    assert!(both_dice_lost, "two dice lost, one troop killed");
}

#[test]
fn bc_102_there_is_nothing_to_bombard_where_one_troop_is_left() {
    let mut scene = play_from(three().land("a1", RED, 9).land("c2", BLUE, 1));
    let refusal = scene.refused(RED, attack("a1", "c2", Mode::Once));
    assert_eq!((refusal, clause(refusal)), (Refusal::NothingToBombard, 102));
    let offered = scene.options(RED).attack;
    assert!(offered.iter().all(|assault| assault.from != at("a1")), "{offered:?}");
}

#[test]
fn bc_102_nobody_crosses_a_bombard_link() {
    let mut scene = play_from(
        given(2).land("a1", RED, 5).land("c2", RED, 5).land("d3", BLUE, 3).reinforcing(RED),
    );
    assert_eq!(scene.refused(RED, reinforce("a1", "c2", 1)), Refusal::NotJoined);
    assert!(scene.options(RED).reinforce.is_empty());
    let mut scene = play_from(three().land("c2", BLUE, 9).attacking(BLUE));
    assert_eq!(scene.refused(BLUE, attack("c2", "a1", Mode::Once)), Refusal::NotLinked);
}

/// Three seats spread over a grid on which b2 keeps `least` and fits `most`.
fn limited(least: Option<u32>, most: Option<u32>) -> backchannel::Scenario {
    spread(given_with(3, |setup| {
        let place = &mut setup.map.territories[at("b2").index()];
        (place.least, place.most) = (least, most);
    }))
}

#[test]
fn bc_102_the_least_troops_of_a_territory_stay_there() {
    let mut scene = play_from(limited(Some(3), None).land("b2", RED, 3));
    let refusal = scene.refused(RED, attack("b2", "c2", Mode::Once));
    assert_eq!(refusal, Refusal::TooFewToAttack { needed: 4, there: 3 });
    let mut scene = play_from(limited(Some(3), None).land("b2", RED, 5).reinforcing(RED));
    let refusal = scene.refused(RED, reinforce("b2", "b1", 3));
    assert_eq!(refusal, Refusal::MarchTooMany { most: 2 });
    scene.does(RED, reinforce("b2", "b1", 2));
    for seed in seeds(20) {
        let scenario = limited(Some(3), None).land("b2", RED, 9).land("c2", BLUE, 20);
        let mut scene = play_from(scenario.seed(seed));
        scene.does(RED, attack("b2", "c2", Mode::Blitz));
        assert!(scene.troops("b2") >= 3);
        match scene.options(RED).occupy {
            None => assert_eq!(scene.troops("b2"), 3),
            Some(span) => {
                scene.does(RED, Command::Occupy { troops: span.most });
                assert_eq!(scene.troops("b2"), 3);
            }
        }
    }
}

#[test]
fn bc_102_no_more_than_the_most_troops_of_a_territory_fit_on_it() {
    let mut scene = play_from(limited(None, Some(5)).deploying(RED, 9));
    let refusal = scene.refused(RED, deploy("b2", 3));
    assert_eq!((refusal, clause(refusal)), (Refusal::NoRoom { room: 2 }, 203));
    scene.does(RED, deploy("b2", 2));
    assert!(scene.options(RED).deploy.iter().all(|placing| placing.on != at("b2")));
    let mut scene = play_from(limited(None, Some(5)).land("b1", RED, 9).reinforcing(RED));
    assert_eq!(scene.refused(RED, reinforce("b1", "b2", 3)), Refusal::MarchTooMany { most: 2 });
    scene.does(RED, reinforce("b1", "b2", 2));
    assert_eq!(scene.troops("b2"), 5);
}

#[test]
fn bc_102_a_conquest_takes_in_no_more_troops_than_fit() {
    let scenario = limited(None, Some(5)).land("c2", BLUE, 60).land("b2", RED, 1);
    let mut scene = play_from(scenario.attacking(BLUE));
    scene.does(BLUE, attack("c2", "b2", Mode::Once));
    while scene.options(BLUE).occupy.is_none() {
        scene.does(BLUE, attack("c2", "b2", Mode::Once));
    }
    let refusal = scene.refused(BLUE, Command::Occupy { troops: 6 });
    assert_eq!(refusal, Refusal::OccupyRange { least: 3, most: 5 });
    scene.does(BLUE, Command::Occupy { troops: 5 });
    assert_eq!(scene.troops("b2"), 5);
}

#[test]
fn bc_102_a_territory_is_dealt_no_more_troops_than_fit_on_it() {
    let mut setup = setup(5);
    setup.settings.numbers.starting_troops = 9;
    setup.settings.numbers.neutral_troops = 9;
    setup.map.territories[at("b2").index()].most = Some(5);
    setup.map.territories[at("b3").index()].least = Some(11);
    let game = <backchannel::Game as parley::Game>::start(&setup, parley::Seed::numbered(0, 0));
    let scene = Scene { table: parley::Table::at(game.unwrap()) };
    assert_eq!((scene.troops("a1"), scene.troops("b2"), scene.troops("b3")), (9, 5, 11));
}

#[test]
fn bc_102_a_deploy_for_which_there_is_no_room_is_lost() {
    let cramped = given_with(2, |setup| setup.map.territories[at("a1").index()].most = Some(4));
    let scene = cramped.land("a1", RED, 3).land("d3", BLUE, 3).window(BLUE);
    let mut scene = play_from(scene);
    let count = counted(&scene.does(BLUE, Command::Pass), RED);
    assert_eq!((count.base, count.total), (3, 1));
    scene.does(RED, deploy("a1", 1));
    scene.does(RED, Command::EndAttack);
}

#[test]
fn bc_102_the_map_is_known_to_all_and_who_holds_what_is_not() {
    let scene = play_from(three());
    assert_eq!(scene.game().rules().map.name(at("d3")), "Square d3");
    assert_eq!(scene.view(RED).lands[at("d3").index()], Land::Unknown);
    let seen = Land::Seen { owner: Some(GREEN), troops: 3 };
    assert_eq!(scene.view(BLUE).lands[at("d3").index()], seen);
}

fn errors(change: impl FnOnce(&mut MapFile)) -> Vec<MapProblem> {
    let mut file = grid();
    change(&mut file);
    let errors = Map::check(&file).errors;
    let refused = backchannel::Scenario::new(backchannel::Setup::standard(file, 3)).err();
    let expected = (!errors.is_empty()).then(|| SetupError::Map(errors.clone()).into());
    assert_eq!(refused, expected, "errors refuse the map, and only they");
    errors
}

/// Keeps the first `count` squares and what lies between them.
fn cut(file: &mut MapFile, count: usize) {
    file.territories.truncate(count);
    file.seats.most = 3;
    file.zones.clear();
    let left: Vec<String> = file.territories.iter().map(|place| place.id.clone()).collect();
    file.links.retain(|link| left.contains(&link.from) && left.contains(&link.to));
}

#[test]
fn bc_102_a_map_of_fewer_than_six_territories_is_refused() {
    assert_eq!(errors(|file| cut(file, 6)), []);
    let five = errors(|file| {
        cut(file, 5);
        file.seats.most = 2;
    });
    assert_eq!(five, [MapProblem::TooFewTerritories { count: 5 }]);
}

#[test]
fn bc_102_a_map_with_an_orphan_is_refused() {
    let found = errors(|file| file.links.retain(|link| link.from != "d3" && link.to != "d3"));
    let orphan = |problem: &MapProblem| matches!(problem, MapProblem::Orphan { field, .. } if field == "territories[11]");
    assert!(found.iter().any(orphan), "{found:?}");
}

#[test]
fn bc_102_a_map_with_a_territory_that_cannot_be_attacked_is_refused() {
    let found = errors(|file| {
        for link in file.links.iter_mut().filter(|link| link.to == "d3") {
            std::mem::swap(&mut link.from, &mut link.to);
            link.one_way = true;
        }
    });
    let safe = |problem: &MapProblem| matches!(problem, MapProblem::Unattackable { field, .. } if field == "territories[11]");
    assert!(found.iter().any(safe), "{found:?}");
}

#[test]
fn bc_102_a_map_in_parts_that_cannot_reach_each_other_is_refused() {
    let between = |link: &backchannel::map::file::LinkFile| {
        link.from.starts_with('b') && link.to.starts_with('c')
    };
    // What is left between the halves is a one-way link and a gun.
    let found = errors(|file| file.links.retain(|link| !between(link)));
    assert!(matches!(found[..], [MapProblem::Apart { .. }]), "{found:?}");
    let found = errors(|file| {
        file.links.retain(|link| !between(link) || link.from == "b2");
    });
    assert_eq!(found, []);
}

#[test]
fn bc_102_a_name_has_five_to_a_hundred_characters() {
    for (count, fits) in [(4, false), (5, true), (100, true), (101, false)] {
        let found = errors(|file| file.territories[0].name = "é".repeat(count));
        let field = "territories[0].name".to_owned();
        let expected = if fits { vec![] } else { vec![MapProblem::NameLength { field, count }] };
        assert_eq!(found, expected);
    }
}

#[test]
fn bc_102_a_dead_end_and_a_map_without_zones_are_warned_of_and_played() {
    let mut file = grid();
    assert_eq!(Map::check(&file).warnings, []);
    file.links.retain(|link| (&*link.from, &*link.to) != ("d2", "d3"));
    file.zones.clear();
    let warnings = Map::check(&file).warnings;
    let dead_end = |problem: &MapProblem| matches!(problem, MapProblem::DeadEnd { field, .. } if field == "territories[11]");
    assert!(warnings.iter().any(dead_end), "{warnings:?}");
    assert!(warnings.contains(&MapProblem::NoZones), "{warnings:?}");
    assert_eq!(warnings.len(), 2);
    assert!(Map::new(file).is_ok());
}
