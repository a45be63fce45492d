//! Who neighbours whom, by where they are and what joins systems.

use parley::SeatSet;
use twilight::galaxy::{
    Border, Breach, Galaxy, Hex, Lanes, Link, NexusSide, Side, SystemSet, Wormhole,
};

use super::{BLUE, RED, apart, facing, links, planet, system, touching};

#[test]
fn ti_40_players_in_one_system_are_neighbours() {
    let (mut galaxy, [only]) = apart([&[]]);
    galaxy.place(RED, only);
    assert_eq!(links(&galaxy), None);
    galaxy.place(BLUE, only);
    assert_eq!(links(&galaxy), Some(Link::Same));
    assert_eq!(galaxy.tell(&galaxy.why(RED, BLUE).unwrap()), "both are in S0");
}

#[test]
fn ti_40_players_in_adjacent_systems_are_neighbours() {
    let (galaxy, here, there) = touching();
    assert_eq!(galaxy.why(RED, BLUE), Some(Border { link: Link::Edge, here, there, by: None }));
    assert_eq!(galaxy.neighbours_of(RED), SeatSet::only(BLUE));
    assert_eq!(galaxy.occupied(RED), SystemSet::only(here));
}

#[test]
fn ti_40_nobody_is_a_neighbour_of_themselves() {
    let (galaxy, ..) = touching();
    assert!(!galaxy.neighbours(RED, RED));
    assert_eq!(galaxy.why(RED, RED), None);
}

#[test]
fn ti_41_a_controlled_planet_without_units_counts() {
    let (mut galaxy, [home, other]) = apart([&[], &[]]);
    galaxy.system_mut(home).planets.push(planet("Jord", false).into());
    galaxy.place(BLUE, home);
    galaxy.place(RED, other);
    let jord = galaxy.find_planet("jord").unwrap();
    assert_eq!(links(&galaxy), None);
    galaxy.gain(jord, RED);
    assert_eq!(galaxy.controller(jord), Some(RED));
    assert_eq!(links(&galaxy), Some(Link::Same));
    galaxy.lose(jord);
    assert_eq!(links(&galaxy), None);
}

#[test]
fn ti_41_units_that_have_left_the_board_do_not_count() {
    let (mut galaxy, _, there) = touching();
    galaxy.leave(BLUE, there);
    assert_eq!(links(&galaxy), None);
    assert!(galaxy.occupied(BLUE).is_empty());
}

#[test]
fn ti_42_adjacency_in_one_players_eyes_makes_both_neighbours() {
    let (mut galaxy, [here, there]) = facing([&[Wormhole::Alpha], &[Wormhole::Beta]]);
    galaxy.modifiers.entangled = SeatSet::only(BLUE);
    assert!(galaxy.adjacent_for(BLUE, here, there));
    assert!(!galaxy.adjacent_for(RED, here, there));
    assert_eq!(links(&galaxy), Some(Link::Entanglement));
    assert_eq!(galaxy.why(RED, BLUE).unwrap().by, Some(BLUE));
}

#[test]
fn ti_43_tiles_that_share_an_edge_are_adjacent() {
    let mut galaxy = Galaxy::new();
    let centre = galaxy.add(system("Centre", 0, 0)).unwrap();
    for side in Side::all() {
        let at = Hex::CENTRE.beyond(side);
        let near = galaxy.add(system("near", at.q, at.r)).unwrap();
        assert!(galaxy.adjacent(centre, near) && galaxy.adjacent(near, centre));
        let at = at.beyond(side);
        let far = galaxy.add(system("far", at.q, at.r)).unwrap();
        assert!(!galaxy.adjacent(centre, far));
    }
    assert_eq!(galaxy.chart().around(centre).len(), 6);
}

#[test]
fn ti_44_no_system_is_adjacent_to_itself() {
    let (mut galaxy, [here]) = apart([&[Wormhole::Alpha, Wormhole::Beta]]);
    galaxy.modifiers.wormhole_reconstruction = true;
    galaxy.modifiers.entangled = SeatSet::only(RED);
    galaxy.set_breach(here, Some(Breach::Active));
    galaxy.state_adjacent(here, here);
    galaxy.place(RED, here);
    assert!(!galaxy.adjacent(here, here));
    assert!(!galaxy.adjacent_for(RED, here, here));
}

#[test]
fn ti_45_matching_wormholes_make_neighbours_and_others_do_not() {
    for one in Wormhole::ALL {
        for other in Wormhole::ALL {
            let (galaxy, _) = facing([&[one], &[other]]);
            let expected = (one == other).then_some(Link::Wormhole(one));
            assert_eq!(links(&galaxy), expected, "{one} {other}");
        }
    }
}

#[test]
fn ti_46_a_token_adds_a_wormhole_and_takes_it_away_again() {
    let (mut galaxy, [here, _]) = facing([&[], &[Wormhole::Gamma]]);
    assert_eq!(links(&galaxy), None);
    galaxy.add_wormhole(here, Wormhole::Gamma);
    galaxy.add_wormhole(here, Wormhole::Gamma);
    assert_eq!(links(&galaxy), Some(Link::Wormhole(Wormhole::Gamma)));
    assert!(galaxy.remove_wormhole(here, Wormhole::Gamma));
    assert_eq!(links(&galaxy), Some(Link::Wormhole(Wormhole::Gamma)), "one token is left");
    assert!(galaxy.remove_wormhole(here, Wormhole::Gamma));
    assert!(!galaxy.remove_wormhole(here, Wormhole::Gamma));
    assert_eq!(links(&galaxy), None);
}

#[test]
fn ti_46_delta_joins_creuss_home_to_its_gate() {
    let galaxy = Galaxy::from_map_string("17 19 -1 20 -1 -1").unwrap();
    let (gate, home) = (galaxy.find("Creuss Gate").unwrap(), galaxy.find("Creuss").unwrap());
    let link = galaxy.chart().link(None, gate, home);
    assert_eq!(link, Some(Link::Wormhole(Wormhole::Delta)));
}

#[test]
fn ti_47_the_inactive_nexus_has_gamma_only() {
    let (mut galaxy, [here, _, gamma]) = apart([&[Wormhole::Alpha], &[], &[Wormhole::Gamma]]);
    let nexus = galaxy.add_nexus().unwrap();
    assert!(!galaxy.adjacent(nexus, here));
    assert!(galaxy.adjacent(nexus, gamma));
}

#[test]
fn ti_47_a_unit_placed_there_turns_the_nexus_over_at_once() {
    let holes: [&[Wormhole]; 3] = [&[Wormhole::Alpha], &[Wormhole::Beta], &[Wormhole::Gamma]];
    let (mut galaxy, ids) = apart(holes);
    let nexus = galaxy.add_nexus().unwrap();
    galaxy.place(RED, nexus);
    assert_eq!(galaxy.system(nexus).nexus, Some(NexusSide::Active));
    assert!(ids.iter().all(|&id| galaxy.adjacent(nexus, id)));
}

#[test]
fn ti_47_a_ship_turns_the_nexus_over_when_movement_ends() {
    let (mut galaxy, [alpha]) = apart([&[Wormhole::Alpha]]);
    let nexus = galaxy.add_nexus().unwrap();
    galaxy.end_movement();
    assert_eq!(galaxy.system(nexus).nexus, Some(NexusSide::Inactive), "nobody is there");
    galaxy.place(BLUE, alpha);
    galaxy.move_in(RED, nexus);
    assert_eq!(links(&galaxy), None);
    galaxy.end_movement();
    assert_eq!(links(&galaxy), Some(Link::Wormhole(Wormhole::Alpha)));
}

#[test]
fn ti_47_gaining_its_planet_turns_the_nexus_over() {
    let mut galaxy = Galaxy::new();
    let nexus = galaxy.add_nexus().unwrap();
    galaxy.gain(galaxy.find_planet("Mallice").unwrap(), RED);
    assert_eq!(galaxy.system(nexus).nexus, Some(NexusSide::Active));
}

#[test]
fn ti_48_creuss_home_and_the_nexus_touch_nothing() {
    let mut galaxy = Galaxy::from_map_string("17 19 20 21 22 23").unwrap();
    let nexus = galaxy.add_nexus().unwrap();
    let home = galaxy.find("51").unwrap();
    let chart = galaxy.chart();
    assert!(chart.around(nexus).is_empty());
    assert_eq!(chart.around(home), SystemSet::only(galaxy.find("17").unwrap()));
}

#[test]
fn ti_51_every_ingress_is_adjacent_to_every_egress_and_to_no_ingress() {
    let (mut galaxy, [in_one, in_two, out_one, out_two]) = apart([&[], &[], &[], &[]]);
    for id in [in_one, in_two] {
        galaxy.system_mut(id).ingress = true;
    }
    for id in [out_one, out_two] {
        galaxy.system_mut(id).egress = true;
    }
    for ingress in [in_one, in_two] {
        for egress in [out_one, out_two] {
            assert!(galaxy.adjacent(ingress, egress) && galaxy.adjacent(egress, ingress));
        }
    }
    assert!(!galaxy.adjacent(in_one, in_two));
    assert!(!galaxy.adjacent(out_one, out_two));
}

#[test]
fn ti_52_active_breaches_are_adjacent_and_inactive_ones_are_not() {
    let (mut galaxy, [here, there]) = facing([&[], &[]]);
    galaxy.set_breach(here, Some(Breach::Active));
    galaxy.set_breach(there, Some(Breach::Inactive));
    assert_eq!(links(&galaxy), None);
    galaxy.set_breach(there, Some(Breach::Active));
    assert_eq!(links(&galaxy), Some(Link::Breach));
}

#[test]
fn ti_52_breaches_are_no_wormholes() {
    let (mut galaxy, ids) = facing([&[], &[]]);
    ids.into_iter().for_each(|id| galaxy.set_breach(id, Some(Breach::Active)));
    galaxy.modifiers.sundered = SeatSet::only(RED);
    galaxy.readings.sundered_parts_neighbours = true;
    assert_eq!(links(&galaxy), Some(Link::Breach));
    assert!(galaxy.system(ids[0]).wormholes().is_empty());
}

#[test]
fn ti_53_a_space_station_counts_only_by_a_tables_reading() {
    let (mut galaxy, [here, there]) = apart([&[], &[]]);
    galaxy.system_mut(here).planets.push(planet("Tsion Station", true).into());
    galaxy.gain(galaxy.find_planet("Tsion Station").unwrap(), RED);
    galaxy.place(BLUE, here);
    galaxy.place(RED, there);
    assert_eq!(links(&galaxy), None);
    galaxy.readings.stations_count = true;
    assert_eq!(links(&galaxy), Some(Link::Same));
}

#[test]
fn ti_54_coexisting_units_are_in_the_system() {
    let mut galaxy = Galaxy::from_map_string("19").unwrap();
    let wellon = galaxy.find("Wellon").unwrap();
    galaxy.gain(galaxy.find_planet("Wellon").unwrap(), RED);
    galaxy.place(BLUE, wellon);
    assert_eq!(links(&galaxy), Some(Link::Same));
}

#[test]
fn ti_54_neutral_units_are_nobodys_neighbours() {
    let (mut galaxy, _, there) = touching();
    galaxy.leave(BLUE, there);
    galaxy.system_mut(there).neutral = true;
    assert!(galaxy.neighbours_of(RED).is_empty());
}

#[test]
fn a_system_can_be_declared_adjacent_by_hand() {
    let (mut galaxy, [here, there]) = facing([&[], &[]]);
    galaxy.state_adjacent(here, there);
    assert_eq!(links(&galaxy), Some(Link::Stated));
}

#[test]
fn two_tiles_cannot_lie_in_one_place() {
    let (mut galaxy, ..) = touching();
    let refusal = galaxy.add(system("Elsewhere", 0, 1)).unwrap_err().to_string();
    assert_eq!(refusal, "there is already a tile at 0, 1; give Elsewhere another place");
    assert!(galaxy.add_hyperlane(Hex::CENTRE, Lanes::default()).is_err());
}
