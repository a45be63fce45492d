//! What changes adjacency besides the map (TI-50).

use parley::SeatSet;
use twilight::ability::faction::Faction;
use twilight::galaxy::{Conduit, Galaxy, Link, Memoria, Modifiers, SystemSet, Tether, Wormhole};

use super::{BLUE, GREEN, RED, apart, facing, links, touching};

#[test]
fn ti_50_wormhole_reconstruction_and_lost_star_chart_join_alpha_to_beta_for_all() {
    let (mut galaxy, [here, there]) = facing([&[Wormhole::Alpha], &[Wormhole::Beta]]);
    galaxy.modifiers.wormhole_reconstruction = true;
    assert_eq!(links(&galaxy), Some(Link::Reconstruction));
    assert!(galaxy.adjacent(here, there));
    galaxy.modifiers.wormhole_reconstruction = false;
    galaxy.modifiers.lost_star_chart = true;
    assert_eq!(links(&galaxy), Some(Link::StarChart));
    assert_eq!(galaxy.why(RED, BLUE).unwrap().by, None);
    galaxy.modifiers.lost_star_chart = false;
    assert_eq!(links(&galaxy), None);
}

#[test]
fn ti_50_hil_colish_carries_a_delta_wormhole() {
    let (mut galaxy, [here, _]) = facing([&[], &[Wormhole::Delta]]);
    galaxy.modifiers.hil_colish = Some(here);
    assert_eq!(links(&galaxy), Some(Link::Wormhole(Wormhole::Delta)));
}

#[test]
fn ti_50_lazax_gate_folding_works_unless_winnu_controls_mecatol_rex() {
    let mut galaxy = Galaxy::from_map_string("-1 -1 -1 -1 -1 -1 26").unwrap();
    let rex = galaxy.mecatol_rex().unwrap();
    galaxy.place(RED, rex);
    galaxy.place(BLUE, galaxy.find("Lodor").unwrap());
    assert_eq!(links(&galaxy), None);
    galaxy.modifiers.gate_folding = Some(GREEN);
    assert_eq!(links(&galaxy), Some(Link::Wormhole(Wormhole::Alpha)));
    galaxy.gain(galaxy.find_planet("Mecatol Rex").unwrap(), GREEN);
    assert_eq!(links(&galaxy), None);
}

#[test]
fn ti_50_void_tether_parts_everybody_but_its_owner() {
    let (mut galaxy, here, there) = touching();
    galaxy.modifiers.tethers = vec![Tether { owner: GREEN, between: (there, here) }];
    assert!(!galaxy.adjacent(here, there));
    assert_eq!(links(&galaxy), None);
    galaxy.modifiers.tethers = vec![Tether { owner: BLUE, between: (there, here) }];
    assert!(galaxy.adjacent_for(BLUE, here, there) && !galaxy.adjacent_for(RED, here, there));
    assert_eq!(links(&galaxy), Some(Link::Edge));
    assert_eq!(galaxy.why(RED, BLUE).unwrap().by, Some(BLUE));
}

#[test]
fn ti_50_spatial_conduit_joins_systems_but_makes_neighbours_only_by_a_tables_reading() {
    let (mut galaxy, [active, other]) = apart([&[], &[]]);
    galaxy.place(RED, active);
    galaxy.place(RED, other);
    galaxy.leave(RED, active);
    galaxy.place(BLUE, active);
    galaxy.modifiers.conduit = Some(Conduit { owner: RED, active });
    assert!(galaxy.adjacent(active, other));
    assert_eq!(links(&galaxy), None);
    galaxy.readings.conduit_makes_neighbours = true;
    assert_eq!(links(&galaxy), Some(Link::Conduit));
}

#[test]
fn ti_50_memoria_makes_neighbours_only_by_a_tables_reading() {
    let (mut galaxy, [flagship, mech]) = apart([&[], &[]]);
    galaxy.place(RED, flagship);
    galaxy.place(RED, mech);
    galaxy.place(BLUE, mech);
    galaxy.leave(RED, mech);
    let mechs = SystemSet::only(mech);
    galaxy.modifiers.memoria = Some(Memoria { owner: RED, flagship, mechs });
    assert!(!galaxy.adjacent_for(RED, flagship, mech), "only the flagship itself is adjacent");
    assert_eq!(links(&galaxy), None);
    galaxy.readings.memoria_makes_neighbours = true;
    assert_eq!(links(&galaxy), Some(Link::Memoria));
}

#[test]
fn ti_50_sundered_parts_neighbours_only_by_a_tables_reading() {
    let both: &[Wormhole] = &[Wormhole::Alpha];
    let (mut galaxy, ids) = facing([both, both]);
    galaxy.modifiers.sundered = SeatSet::only(RED);
    assert_eq!(links(&galaxy), Some(Link::Wormhole(Wormhole::Alpha)));
    galaxy.readings.sundered_parts_neighbours = true;
    assert_eq!(links(&galaxy), None);
    ids.into_iter().for_each(|id| galaxy.add_wormhole(id, Wormhole::Epsilon));
    assert_eq!(links(&galaxy), Some(Link::Wormhole(Wormhole::Epsilon)));
}

#[test]
fn ti_50_modernization_reaches_all_at_or_next_to_mecatol_rex() {
    let mut galaxy = Galaxy::from_map_string("19 -1 -1 -1 -1 -1 20 -1 -1 -1 -1 -1 21").unwrap();
    galaxy.place(RED, galaxy.find("Thibah").unwrap());
    galaxy.place(BLUE, galaxy.find("Wellon").unwrap());
    assert_eq!(links(&galaxy), None);
    galaxy.modifiers.modernized = SeatSet::only(RED);
    assert_eq!(links(&galaxy), Some(Link::Modernization));
    let border = galaxy.why(RED, BLUE).unwrap();
    assert_eq!(galaxy.tell(&border), "I.I.H.Q. Modernization reaches Wellon from Mecatol Rex");
    assert_eq!(galaxy.tell(&border.mirrored()), galaxy.tell(&border));
    galaxy.leave(BLUE, galaxy.find("Wellon").unwrap());
    galaxy.place(BLUE, galaxy.find("Vefut II").unwrap());
    assert_eq!(links(&galaxy), None, "two places away from Mecatol Rex");
    galaxy.place(BLUE, galaxy.mecatol_rex().unwrap());
    assert_eq!(links(&galaxy), Some(Link::Modernization));
}

#[test]
fn modifiers_of_the_sheets_are_in_force_from_the_start() {
    let creuss = Faction::find("Creuss").unwrap();
    let rebellion = Faction::find("Crimson Rebellion").unwrap();
    let sol = Faction::find("Sol").unwrap();
    let modifiers = Modifiers::of([(RED, creuss), (BLUE, sol), (GREEN, rebellion)]);
    assert_eq!(modifiers.entangled, SeatSet::only(RED));
    assert_eq!(modifiers.sundered, SeatSet::only(GREEN));
}
