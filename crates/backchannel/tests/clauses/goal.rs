//! What everybody may know of who wins, and of who holds the zones.

use backchannel::goal::{Threat, ZoneHoldings};
use backchannel::map::Zone;
use backchannel::notice::Category;
use backchannel::view::Border;
use backchannel::{Agreement, Command, Ending, Mode, Notice, Scenario, Setup};
use parley::{Audience, Game as _, Seat, SeatSet};

use crate::support::*;

const NORTH: Zone = Zone(0);

fn zone(scene: &Scene, seat: Seat, zone: Zone) -> ZoneHoldings {
    scene.view(seat).zones[zone.index()]
}

#[test]
fn bc_901_the_share_that_wins_is_told_in_territories() {
    let share = |share| calm_with(3, |setup: &mut Setup| setup.settings.map_share = share);
    let needed = |table: Scenario| play_from(table).view(RED).goal.needed;
    assert_eq!(needed(share(None)), None);
    assert_eq!(needed(share(Some(50))), Some(6));
    // Seven of twelve are less than 60 percent.
    assert_eq!(needed(share(Some(60))), Some(8));
}

#[test]
fn bc_901_the_rounds_that_are_left_include_this_one() {
    let limit = |limit| calm_with(3, |setup: &mut Setup| setup.settings.round_limit = limit);
    let left = |table: Scenario| play_from(table).view(RED).goal.rounds_left;
    assert_eq!(left(limit(Some(9)).round(9)), Some(1));
    assert_eq!(left(limit(Some(9)).round(4)), Some(6));
    assert_eq!(left(limit(None)), None);
}

#[test]
fn bc_901_everybody_is_warned_of_whoever_is_about_to_win() {
    let table = calm_with(3, |setup| setup.settings.map_share = Some(50)).land("b1", RED, 60);
    let mut scene = play_from(table.land("c1", BLUE, 1));
    let threat = |missing| Threat { seats: SeatSet::only(RED), ending: Ending::MapShare, missing };
    for audience in [RED, BLUE, GREEN].map(Audience::Seat).into_iter().chain([Audience::Spectator])
    {
        assert_eq!(scene.game().view(audience).goal.threats[0], threat(1));
    }
    scene.does(RED, attack("b1", "c1", Mode::Blitz));
    assert_eq!(scene.view(GREEN).goal.threats[0], threat(0));
}

#[test]
fn bc_902_those_who_would_share_the_victory_are_named() {
    let lands = ["b3", "c1", "c2"].into_iter().fold(calm(), |table, id| table.land(id, RED, 3));
    let table = lands.treaty(Agreement::Ceasefire, RED, GREEN, 9);
    let goal = play_from(table.clone()).view(BLUE).goal;
    assert_eq!(goal.sharing, [(RED, GREEN)]);
    let pair = SeatSet::only(RED).with(GREEN);
    assert!(goal.threats.contains(&Threat {
        seats: pair,
        ending: Ending::SharedVictory,
        missing: 1
    }));
    let alone = calm_with(3, |setup| setup.settings.shared_victory = false);
    let alone = play_from(alone.treaty(Agreement::Ceasefire, RED, GREEN, 9)).view(BLUE).goal;
    assert_eq!(alone.sharing, []);
}

#[test]
fn bc_901_the_ways_to_win_are_those_of_the_table() {
    let ways = |change: fn(&mut Setup)| play_from(calm_with(3, change)).view(RED).goal.ways;
    let all = [Ending::LastStanding, Ending::MapShare, Ending::SharedVictory, Ending::RoundLimit];
    assert_eq!(ways(|setup| setup.settings.map_share = Some(50)), all);
    let alone = |setup: &mut Setup| {
        setup.settings.shared_victory = false;
        setup.settings.round_limit = None;
    };
    assert_eq!(ways(alone), [Ending::LastStanding]);
}

#[test]
fn bc_903_what_land_and_troops_would_bring_is_open_and_its_leader_is_a_threat_in_the_last_rounds() {
    let limit = |round| {
        let table = calm_with(3, |setup: &mut Setup| setup.settings.round_limit = Some(9));
        play_from(table.land("b1", RED, 60).round(round))
    };
    let goal = limit(2).view(GREEN).goal;
    let scores: Vec<u16> = goal.standings.iter().filter_map(|it| it.score).collect();
    assert_eq!(goal.standings[0].seat, RED);
    assert!(scores.is_sorted_by(|one, other| one >= other) && scores.len() == 3, "{scores:?}");
    assert!((6_997..=7_000).contains(&scores.iter().sum::<u16>()), "hands bring the rest");
    let leads = Threat { seats: SeatSet::only(RED), ending: Ending::RoundLimit, missing: 0 };
    assert!(!goal.threats.contains(&leads), "it is early");
    assert!(limit(5).view(GREEN).goal.threats.contains(&leads));
    let endless = calm_with(3, |setup: &mut Setup| setup.settings.round_limit = None);
    let endless = play_from(endless).view(GREEN).goal;
    assert!(endless.standings.iter().all(|it| it.score.is_none()));
}

#[test]
fn bc_903_the_open_score_depends_on_nobodys_hand() {
    let (rich, poor) = (
        calm().hand(RED, &["betrayal-2", "troops-2"]),
        calm().hand(RED, &["troops-1", "troops-1"]),
    );
    let goal = |table: Scenario| play_from(table).view(GREEN).goal;
    assert_eq!(goal(rich), goal(poor));
}

#[test]
fn bc_807_nothing_about_the_goal_or_the_zones_depends_on_what_is_hidden() {
    // Green sees neither a1 nor b1: who holds them, and with how many, is hidden from it.
    let (one, other) = (calm().land("a1", RED, 9), calm().land("a2", RED, 9));
    assert_alike(&play_from(one), &play_from(other), Audience::Seat(GREEN));
    let swapped = calm().land("b2", BLUE, 3).land("b3", RED, 3);
    let (one, other) = (play_from(calm()).view(GREEN), play_from(swapped).view(GREEN));
    assert_eq!((one.zones, one.goal), (other.zones, other.goal));
}

#[test]
fn bc_803_a_zone_is_counted_as_far_as_it_is_known() {
    let scene = play_from(calm());
    let held = |seat: Seat, count| {
        let mut held = [0; 8];
        held[seat.index()] = count;
        held
    };
    let all = ZoneHoldings { holder: Some(RED), held: held(RED, 2), seen: 2, unknown: 0 };
    assert_eq!(zone(&scene, RED, NORTH), all);
    // Of the south Green sees a3 alone, along the one-way link.
    let half = ZoneHoldings { holder: None, held: held(RED, 1), seen: 1, unknown: 1 };
    assert_eq!(zone(&scene, GREEN, Zone(1)), half);
    let nothing = ZoneHoldings { holder: None, held: [0; 8], seen: 0, unknown: 2 };
    assert_eq!(zone(&scene, GREEN, NORTH), nothing);
}

#[test]
fn bc_803_a_seat_sees_who_could_attack_it_and_what_they_would_meet() {
    let scene = play_from(calm().land("c1", BLUE, 9).land("b1", RED, 4).land("d1", GREEN, 5));
    // Blue stands before a3, b1 and b2; what Green has beyond it cannot reach Red.
    let borders = scene.own(RED).borders;
    assert_eq!(borders, [Border { seat: BLUE, troops: 15, facing: 10, menaces: true }]);
    assert_eq!(scene.own(GREEN).borders[0].seat, BLUE);
    let truced = calm().land("c1", BLUE, 9).treaty(Agreement::Ceasefire, RED, BLUE, 9);
    assert!(!play_from(truced).own(RED).borders[0].menaces, "a ceasefire holds Blue back");
}

#[test]
fn bc_209_what_was_seen_of_a_seat_that_is_out_is_forgotten() {
    let table = calm().treaty(Agreement::IntelPact, RED, GREEN, 2);
    let table = ["b3", "c2", "c3"].into_iter().fold(table, |table, id| table.land(id, RED, 3));
    let table = table.land("b1", RED, 60).land("c1", BLUE, 1).land("d1", RED, 60);
    let mut scene = play_from(table.land("d2", GREEN, 3).window(BLUE));
    scene.does(BLUE, Command::Pass);
    scene.skip_to_round(2);
    scene.skip_to(RED);
    scene.skip_turn();
    scene.skip_to(RED);
    let left = scene.own(RED).deploy;
    scene.does(RED, deploy("b1", left));
    scene.does(RED, attack("b1", "c1", Mode::Blitz));
    let ghosts = scene.view(GREEN).lands.into_iter().filter_map(|land| land.known()?.0);
    assert!(!ghosts.collect::<Vec<_>>().contains(&BLUE));
}

#[test]
fn bc_801_every_filter_has_the_rounds_and_none_the_accounts_of_a_turn() {
    let mut scene = play_from(calm().window(RED));
    scene.does(RED, Command::Pass);
    scene.skip_to_round(2);
    let filters = [Category::Combat, Category::Public, Category::Signals, Category::Deals];
    let under = |filter| -> Vec<String> {
        let lines = scene.log(GREEN).into_iter().filter(|line| line.is_in(filter));
        let kind = |line| serde_json::to_value(line).expect("a line is data")["type"].clone();
        lines.map(|line| kind(line).as_str().expect("it has a type").to_owned()).collect()
    };
    for filter in filters {
        assert!(under(filter).contains(&"round_started".to_owned()));
        let bounty = Notice::Bounty { seat: RED, troops: 1 };
        assert!(!bounty.is_in(filter), "income is no deal");
        for routine in ["turn_started", "turn_ended", "deploy_counted", "passed", "drew"] {
            assert!(!under(filter).contains(&routine.to_owned()), "{routine} under {filter:?}");
        }
    }
}
