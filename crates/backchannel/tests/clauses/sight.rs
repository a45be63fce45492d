//! Section 8: what each seat sees of the map.

use backchannel::view::{Land, Score};
use backchannel::{Agreement, Command, Mode, Notice, Queued, Target};
use parley::{Audience, Game as _, Round, Seat, SeatSet};

use crate::support::*;

const ALL: [&str; 12] = ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3"];

/// The squares in sight.
fn sees(scene: &Scene, audience: Audience) -> Vec<&'static str> {
    let lands = scene.game().view(audience).lands;
    let seen = |id: &&str| matches!(lands[at(id).index()], Land::Seen { .. });
    let mut squares: Vec<_> = ALL.into_iter().filter(seen).collect();
    squares.sort_unstable();
    squares
}

fn seat_sees(scene: &Scene, seat: Seat) -> Vec<&'static str> {
    sees(scene, Audience::Seat(seat))
}

fn land(scene: &Scene, seat: Seat, id: &str) -> Land {
    scene.view(seat).lands[at(id).index()]
}

const GREENS: [&str; 7] = ["a3", "c1", "c2", "c3", "d1", "d2", "d3"];

#[test]
fn bc_803_you_see_your_own_territories_and_their_neighbours() {
    let scene = play_from(calm());
    assert_eq!(seat_sees(&scene, RED), ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "d1"]);
    assert_eq!(
        seat_sees(&scene, BLUE),
        ["a1", "a3", "b1", "b2", "b3", "c1", "c2", "c3", "d1", "d2", "d3"],
    );
    // A link one way, or for guns only, is a link: both ends see each other.
    assert_eq!(seat_sees(&scene, GREEN), GREENS);
}

#[test]
fn bc_803_what_you_see_is_the_owner_and_the_troops() {
    let scene = play_from(calm().land("c1", BLUE, 7).neutral("c2", 4));
    assert_eq!(land(&scene, GREEN, "c1"), Land::Seen { owner: Some(BLUE), troops: 7 });
    assert_eq!(land(&scene, GREEN, "c2"), Land::Seen { owner: None, troops: 4 });
}

#[test]
fn bc_803_elsewhere_only_the_geography_is_known() {
    let scene = play_from(calm());
    for id in ["a1", "a2", "b1", "b2", "b3"] {
        assert_eq!(land(&scene, GREEN, id), Land::Unknown);
    }
    let other = calm().land("a1", RED, 9).land("a2", BLUE, 1).land("b1", BLUE, 2);
    let lands = |scene: &Scene| scene.view(GREEN).lands;
    assert_eq!(lands(&scene), lands(&play_from(other)));
}

#[test]
fn bc_803_an_intel_partner_shows_you_what_it_sees() {
    let scene = play_from(calm().treaty(Agreement::IntelPact, RED, GREEN, 9));
    for seat in [RED, GREEN] {
        assert_eq!(seat_sees(&scene, seat).len(), 12, "between them they see all");
    }
    let apart = play_from(calm().treaty(Agreement::Ceasefire, RED, GREEN, 9));
    assert_eq!(seat_sees(&apart, GREEN), GREENS);
}

#[test]
fn bc_803_a_partners_partner_shows_you_nothing() {
    let table = calm_with(4, |_| {}).land("d3", GOLD, 3);
    let table = table.treaty(Agreement::IntelPact, GREEN, GOLD, 9);
    let (chained, plain) =
        (play_from(table.clone().treaty(Agreement::IntelPact, RED, GREEN, 9)), play_from(table));
    assert!(seat_sees(&chained, GREEN).contains(&"a2"));
    assert_alike(&chained, &plain, Audience::Seat(GOLD));
}

#[test]
fn bc_803_a_partner_shows_you_what_its_recon_shows() {
    let look = Queued::Play { card: card("recon-1"), target: Target::Territory(at("d3")) };
    let table = calm_with(4, |_| {})
        .land("b2", GOLD, 3)
        .treaty(Agreement::IntelPact, RED, GOLD, 9)
        .queued(GOLD, look)
        .window(GREEN);
    let mut scene = play_from(table);
    assert!(!seat_sees(&scene, RED).contains(&"d3"));
    scene.does(GREEN, Command::Pass);
    assert!(seat_sees(&scene, RED).contains(&"d3"));
}

/// Green's recon takes hold at its turn start in round 1.
fn recon(id: &str, target: Target) -> Scene {
    let look = Queued::Play { card: card(id), target };
    let mut scene = play_from(calm().window(BLUE).queued(GREEN, look));
    assert_eq!(seat_sees(&scene, GREEN), GREENS);
    scene.does(BLUE, Command::Pass);
    scene
}

#[test]
fn bc_803_recon_shows_a_territory_and_its_neighbours_for_one_round() {
    let mut scene = recon("recon-1", Target::Territory(at("a1")));
    let looked = ["a1", "a2", "a3", "b1", "c1", "c2", "c3", "d1", "d2", "d3"];
    assert_eq!(seat_sees(&scene, GREEN), looked);
    scene.skip_to(BLUE);
    assert_eq!(seat_sees(&scene, GREEN), looked);
    scene.skip_to(GREEN);
    assert_eq!(seat_sees(&scene, GREEN), GREENS);
}

#[test]
fn bc_803_the_better_recon_shows_all_that_one_seat_holds() {
    let mut scene = recon("recon-2", Target::Seat(RED));
    let looked = ["a1", "a2", "a3", "b1", "b2", "c1", "c2", "c3", "d1", "d2", "d3"];
    assert_eq!(seat_sees(&scene, GREEN), looked);
    scene.skip_to(BLUE);
    assert_eq!(seat_sees(&scene, GREEN), looked);
    scene.skip_to(GREEN);
    assert_eq!(seat_sees(&scene, GREEN), GREENS);
}

#[test]
fn bc_803_what_you_once_saw_is_remembered_with_its_round() {
    let mut scene = recon("recon-1", Target::Territory(at("a1")));
    scene.skip_to(RED);
    let left = scene.own(RED).deploy;
    scene.does(RED, deploy("a1", left));
    let troops = 3 + left;
    assert_eq!(land(&scene, GREEN, "a1"), Land::Seen { owner: Some(RED), troops });
    scene.skip_to(GREEN);
    let memory = Land::Remembered { owner: Some(RED), troops, round: Round(2) };
    assert_eq!(land(&scene, GREEN, "a1"), memory);
    // What changes unseen does not change the memory, and nobody else remembers it.
    scene.skip_to(RED);
    let left = scene.own(RED).deploy;
    scene.does(RED, deploy("a1", left));
    assert_eq!(scene.troops("a1"), troops + left);
    assert_eq!(land(&scene, GREEN, "a1"), memory);
    assert_eq!(land(&scene, GREEN, "b3"), Land::Unknown);
}

#[test]
fn bc_803_a_lost_territory_is_remembered() {
    // Blue's only other territory is far away from Square c1.
    let table = ["b3", "c2", "c3"].into_iter().fold(calm(), |table, id| table.land(id, RED, 3));
    let table = table.land("d3", BLUE, 3).land("b1", RED, 60).land("c1", BLUE, 1).round(4);
    let mut scene = play_from(table);
    scene.does(RED, attack("b1", "c1", Mode::Blitz));
    assert_eq!(seat_sees(&scene, BLUE), ["c3", "d2", "d3"]);
    let Land::Remembered { owner, round, .. } = land(&scene, BLUE, "c1") else {
        panic!("a memory")
    };
    assert_eq!((owner, round), (Some(RED), Round(4)));
    let remembered = Land::Remembered { owner: Some(RED), troops: 3, round: Round(4) };
    assert_eq!(land(&scene, BLUE, "c2"), remembered);
}

#[test]
fn bc_803_what_an_intel_partner_showed_is_remembered_too() {
    let mut scene = play_from(calm().treaty(Agreement::IntelPact, RED, GREEN, 3));
    scene.skip_to_round(3);
    assert_eq!(seat_sees(&scene, GREEN), GREENS);
    assert!(matches!(land(&scene, GREEN, "a2"), Land::Remembered { owner: Some(RED), .. }));
    assert!(matches!(land(&scene, RED, "d3"), Land::Remembered { owner: Some(GREEN), .. }));
}

#[test]
fn bc_803_to_see_it_again_is_better_than_a_memory() {
    let table = calm().land("d1", GREEN, 60).land("c1", BLUE, 1);
    let mut scene = play_from(table.treaty(Agreement::IntelPact, RED, GREEN, 2).window(BLUE));
    scene.does(BLUE, Command::Pass);
    scene.skip_to_round(2);
    assert!(matches!(land(&scene, GREEN, "b1"), Land::Remembered { .. }));
    scene.skip_to(GREEN);
    scene.does(GREEN, attack("d1", "c1", Mode::Blitz));
    assert!(matches!(land(&scene, GREEN, "b1"), Land::Seen { owner: Some(RED), .. }));
}

#[test]
fn bc_803_the_scoreboard_is_public() {
    let table = calm_with(4, |_| {}).hand(RED, &["trap-1", "troops-1"]).land("a2", RED, 9);
    let scene = play_from(table.hand(GREEN, &["levy-1"]));
    let score = |seat, territories, troops, cards| Score {
        seat,
        is_in: territories > 0,
        territories,
        troops,
        cards,
        traitor_until: None,
        ceasefires: 0,
        betrayals: 0,
    };
    let board =
        [score(RED, 5, 21, 2), score(BLUE, 4, 12, 0), score(GREEN, 3, 9, 1), score(GOLD, 0, 0, 0)];
    let seats = Seat::all(4).map(Audience::Seat);
    for audience in seats.chain([Audience::Spectator, Audience::Replay]) {
        assert_eq!(scene.game().view(audience).scoreboard, board);
    }
}

#[test]
fn bc_803_without_fog_everybody_sees_everything_on_the_map() {
    assert!(setup(3).settings.fog, "fog is on unless it is switched off");
    let scene = play_from(calm_with(3, |setup| setup.settings.fog = false));
    for audience in [RED, BLUE, GREEN].map(Audience::Seat).into_iter().chain([Audience::Spectator])
    {
        assert_eq!(sees(&scene, audience).len(), 12);
        assert!(scene.game().view(audience).opened.is_empty(), "but nobody's cards");
    }
    let trapped = calm_with(3, |setup| setup.settings.fog = false).trap("c1", 3);
    assert_alike_outside(&scene, &play_from(trapped), RED);
}

#[test]
fn bc_803_a_spectator_sees_no_land_through_the_fog() {
    let scene = play_from(calm());
    let view = scene.game().view(Audience::Spectator);
    assert!(view.lands.iter().all(|land| *land == Land::Unknown));
    assert_eq!((view.own, view.turn), (None, Some(RED)));
}

/// Red takes Blue's last land; Gold and Green are far away.
fn blue_falls(lift_fog: bool) -> Scene {
    blue_falls_among(lift_fog, SeatSet::EMPTY)
}

fn blue_falls_among(lift_fog: bool, people: SeatSet) -> Scene {
    let scenario = calm_with(4, |setup| {
        setup.settings.lift_fog = lift_fog;
        setup.people = people;
    });
    let lands = scenario.land("b1", RED, 50).land("c1", BLUE, 1).land("d3", GOLD, 5);
    let others = ["b3", "c2", "c3", "d1", "d2"].into_iter();
    let mut scene = play_from(others.fold(lands, |lands, id| lands.land(id, GREEN, 3)));
    scene.takes(RED, "b1", "c1");
    assert!(!scene.view(BLUE).scoreboard[BLUE.index()].is_in);
    scene
}

#[test]
fn bc_808_fog_lifts_for_those_who_are_out_where_the_table_says_so() {
    assert_eq!(seat_sees(&blue_falls(false), BLUE), [""; 0]);
    let scene = blue_falls(true);
    let mut all = ALL.to_vec();
    all.sort_unstable();
    assert_eq!(seat_sees(&scene, BLUE), all);
    assert_ne!(seat_sees(&scene, RED), all, "those who play on see as far as before");
}

#[test]
fn bc_808_fog_lifts_for_people_when_only_bots_remain_whatever_the_table_says() {
    let people = |seats: &[Seat]| seats.iter().fold(SeatSet::EMPTY, |all, seat| all.with(*seat));
    let sees = |seats| seat_sees(&blue_falls_among(false, people(seats)), BLUE).len();
    assert_eq!(sees(&[BLUE]), ALL.len());
    assert_eq!(sees(&[BLUE, GREEN]), 0, "Green plays on");
}

#[test]
fn bc_808_those_who_are_out_read_of_every_fight_and_of_nothing_private() {
    let mut scene = blue_falls(true);
    let hidden = scene.log(BLUE).len();
    scene.skip_to(GREEN);
    let deployed = scene.own(GREEN).deploy;
    scene.does(GREEN, deploy("d2", deployed));
    scene.does(GREEN, attack("d2", "d3", Mode::Once));
    let fought = scene.log(BLUE)[hidden..]
        .iter()
        .any(|line| matches!(line, Notice::Fought { to: Some(to), .. } if *to == at("d3")));
    assert!(fought, "{:?}", &scene.log(BLUE)[hidden..]);
    let (mut with, without) = (blue_falls(true), blue_falls(true));
    with.does(RED, tell(GREEN, "hold", None));
    assert_alike_outside(&with, &without, BLUE);
}

fn open_map(setup: &mut backchannel::Setup) {
    setup.settings.open_map = true;
}

#[test]
fn bc_809_spectators_see_the_whole_map_where_the_table_says_so() {
    assert!(!setup(3).settings.open_map, "it is off unless the table turns it on");
    let scene = play_from(calm_with(3, open_map).land("c1", BLUE, 7));
    assert_eq!(sees(&scene, Audience::Spectator).len(), 12);
    let lands = scene.game().view(Audience::Spectator).lands;
    assert_eq!(lands[at("c1").index()], Land::Seen { owner: Some(BLUE), troops: 7 });
    assert_eq!(seat_sees(&scene, GREEN), GREENS, "seats see as far as before");
}

#[test]
fn bc_809_spectators_read_of_every_fight_where_the_table_says_so() {
    let fights = |change: fn(&mut backchannel::Setup)| {
        let mut scene = play_from(calm_with(3, change).land("b1", RED, 9).land("c1", BLUE, 1));
        scene.does(RED, attack("b1", "c1", Mode::Once));
        let told = |line: &Notice| match line {
            Notice::Fought { from, to, report, .. } => Some((*from, *to, report.is_some())),
            _ => None,
        };
        scene.log_of(Audience::Spectator).iter().filter_map(told).collect::<Vec<_>>()
    };
    assert_eq!(fights(open_map), [(Some(at("b1")), Some(at("c1")), true)]);
    assert_eq!(fights(|_| {}), [(None, None, false)]);
}

#[test]
fn bc_809_hands_traps_and_private_deals_stay_closed_to_spectators() {
    let plain = || calm_with(3, open_map);
    let scene = play_from(plain());
    for other in [plain().trap("c1", 3), plain().fortified("c1", 1)] {
        assert_alike(&scene, &play_from(other), Audience::Spectator);
    }
    let view = scene.game().view(Audience::Spectator);
    assert!(view.own.is_none() && view.opened.is_empty());
    let (mut with, without) = (play_from(plain()), play_from(plain()));
    with.does(RED, tell(GREEN, "hold", None));
    assert_alike(&with, &without, Audience::Spectator);
}
