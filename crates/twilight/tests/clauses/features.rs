//! What changes the map during the game (TI-45 … TI-53), at tables with a map.

use parley::Seat;
use twilight::desk::command::{Entry, Presence};
use twilight::desk::feature::Feature;
use twilight::desk::setup::Setup;
use twilight::galaxy::{Breach, System, Wormhole};
use twilight::table::player::Planet;
use twilight::table::readings::Permit;
use twilight::{Bundle, Command, Step};

use crate::support::*;

/// Ann is at Lodor and Bob at Quann.
fn facing(factions: &[&str], change: impl FnOnce(&mut Setup)) -> Desk {
    mapped_with(factions, MAP, change).act(ANN, enter("Lodor")).act(BOB, enter("Quann"))
}

#[track_caller]
fn are_neighbours(desk: &Desk, are: bool) {
    let expected: &[(Seat, Seat)] = if are { &[(ANN, BOB)] } else { &[] };
    assert_eq!(desk.neighbours(), expected);
}

#[test]
fn ti_46_a_wormhole_token_makes_neighbours_while_it_lies() {
    let token =
        |lies| chart(Feature::Wormhole { system: "Quann".to_owned(), kind: Wormhole::Alpha, lies });
    let desk = facing(&["Sol", "Letnev"], |_| {});
    are_neighbours(&desk, false);
    let desk = desk.refuses(ANN, token(false), 9).act(ANN, token(true));
    are_neighbours(&desk, true);
    let desk = desk.refuses(BOB, token(true), 9).act(BOB, token(false));
    are_neighbours(&desk, false);
    let nowhere = Feature::Ingress { system: "Atlantis".to_owned(), lies: true };
    desk.refuses(ANN, chart(nowhere), 9);
    let token = token(true);
    desk_with(&["Sol", "Letnev"], |_| {}).refuses(ANN, token, 9);
}

#[test]
fn ti_46_hil_colish_carries_its_wormhole_along() {
    let ship =
        |system: Option<&str>| chart(Feature::HilColish { system: system.map(str::to_owned) });
    // The gate is in the north and adds Creuss' home system, off the map.
    let desk = mapped_with(&["Sol", "Creuss"], "17 -1 -1 25 -1 -1", |_| {});
    let desk = desk.act(ANN, enter("Quann")).act(BOB, enter("Creuss"));
    are_neighbours(&desk, false);
    let desk = desk.refuses(ANN, ship(Some("Quann")), 9).act(BOB, ship(Some("Quann")));
    are_neighbours(&desk, true);
    let desk = desk.refuses(BOB, ship(Some("Quann")), 9).act(BOB, ship(None));
    are_neighbours(&desk, false);
}

#[test]
fn ti_50_quantum_entanglement_works_from_the_first_turn_on() {
    are_neighbours(&facing(&["Sol", "Creuss"], |_| {}), true);
}

#[test]
fn ti_50_a_void_tether_parts_others_and_not_its_owner() {
    let tether = |lies| {
        let between = ("Lodor".to_owned(), "Mecatol Rex".to_owned());
        chart(Feature::VoidTether { between, lies })
    };
    let desk = mapped_with(&["Sol", "Letnev", "Empyrean"], MAP, |setup| {
        setup.players[2].abilities = vec![ability("void-tether")];
    });
    let desk = desk.act(ANN, enter("Lodor")).act(BOB, enter("Mecatol Rex"));
    are_neighbours(&desk, true);
    let desk =
        desk.refuses(ANN, tether(true), 9).act(CID, tether(true)).refuses(CID, tether(true), 9);
    are_neighbours(&desk, false);
    let desk = desk.act(CID, enter("Mecatol Rex"));
    // Ann and Empyrean are neighbours across it; so are Bob and Empyrean, who are in one system.
    assert_eq!(desk.neighbours(), [(ANN, CID), (BOB, CID)]);
    let desk = desk.act(CID, tether(false));
    assert_eq!(desk.neighbours(), [(ANN, BOB), (ANN, CID), (BOB, CID)]);
}

#[test]
fn ti_50_a_conduit_lasts_for_the_action_and_makes_neighbours_by_a_tables_reading() {
    let conduit = || chart(Feature::Conduit { active: "Quann".to_owned() });
    let able = |setup: &mut Setup| {
        setup.players[0].abilities = vec![ability("spatial-conduit-cylinders")];
    };
    let desk = facing(&["Jol-Nar", "Sol"], |setup| {
        able(setup);
        setup.readings.disputed_neighbours = Some(Permit::Yes);
    });
    let desk = desk.turn(ANN, Step::ChooseAction).refuses(ANN, conduit(), 100);
    let desk = desk.turn(ANN, Step::Activation).refuses(BOB, conduit(), 9).act(ANN, conduit());
    are_neighbours(&desk, true);
    are_neighbours(&desk.turn(ANN, Step::EndOfAction), false);
    let open = facing(&["Jol-Nar", "Sol"], able).turn(ANN, Step::Activation).act(ANN, conduit());
    are_neighbours(&open, false);
    // If the table has not chosen a reading, whether an exchange is legal is open.
    let offer = Command::Offer { to: BOB, terms: vec![give(ANN, Bundle::trade_goods(1))] };
    open.refuses(ANN, offer, 50);
}

#[test]
fn ti_50_memoria_moves_and_its_reading_stays_the_tables() {
    let ship = |flagship: Option<&str>| {
        let mechs = vec!["Quann".to_owned()];
        chart(Feature::Memoria { flagship: flagship.map(str::to_owned), mechs })
    };
    let desk = facing(&["Nomad", "Sol"], |setup| {
        setup.readings.disputed_neighbours = Some(Permit::Yes);
    });
    let desk = desk.refuses(BOB, ship(Some("Lodor")), 9).act(ANN, ship(Some("Lodor")));
    are_neighbours(&desk, true);
    are_neighbours(&desk.act(ANN, ship(None)), false);
}

#[test]
fn ti_52_breaches_open_and_are_sealed() {
    let breach =
        |system: &str, breach| chart(Feature::Breach { system: system.to_owned(), breach });
    let desk = facing(&["Rebellion", "Sol"], |_| {});
    let desk = desk
        .refuses(BOB, breach("Lodor", Some(Breach::Active)), 9)
        .act(ANN, breach("Lodor", Some(Breach::Active)))
        .act(ANN, breach("Quann", Some(Breach::Inactive)));
    are_neighbours(&desk, false);
    let desk = desk.act(ANN, breach("Quann", Some(Breach::Active)));
    are_neighbours(&desk, true);
    // Any player may seal one.
    are_neighbours(&desk.act(BOB, breach("Quann", None)), false);
}

#[test]
fn ti_51_an_ingress_token_opens_the_way_to_the_fracture() {
    let ingress = |lies| chart(Feature::Ingress { system: "Lodor".to_owned(), lies });
    let desk = mapped_with(&["Sol", "Letnev"], MAP, |setup| {
        let map = setup.galaxy.as_mut().expect("a map");
        let egress = System { name: "Styx".to_owned(), egress: true, ..System::default() };
        map.add(egress).expect("there is room");
    });
    let desk = desk.act(ANN, enter("Lodor")).act(BOB, enter("Styx"));
    are_neighbours(&desk, false);
    let desk = desk.act(ANN, ingress(true));
    are_neighbours(&desk, true);
    are_neighbours(&desk.act(BOB, ingress(false)), false);
}

#[test]
fn ti_50_modernization_reaches_whoever_comes_near_mecatol_rex() {
    let gain =
        Command::Book { entry: Entry::GainAbility { ability: ability("iihq-modernization") } };
    // Ring 1 is empty except for Lodor; Keleres is far away at Quann.
    let far = "26 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 25";
    let desk = mapped_with(&["Keleres", "Sol"], far, |_| {});
    let desk = desk.act(ANN, enter("Quann")).act(BOB, enter("Lodor"));
    are_neighbours(&desk, false);
    let desk = desk.act(ANN, gain);
    are_neighbours(&desk, true);
    let leave = Command::Board { change: Presence::Leave("Lodor".to_owned()) };
    are_neighbours(&desk.act(BOB, leave), false);
}

#[test]
fn ti_40_hacans_units_leave_a_planet_that_is_traded_for_its_mech() {
    let lodor = Planet {
        name: "Lodor".to_owned(),
        demilitarized: false,
        pride_of_kenara: true,
        coexisting: false,
    };
    let goods = Bundle { planets: vec!["Lodor".to_owned()], ..Bundle::default() };
    let desk = mapped_with(&["Hacan", "Sol", "Saar"], MAP, |_| {});
    let desk = desk
        .act(ANN, enter("Lodor"))
        .act(CID, enter("Mecatol Rex"))
        .act(ANN, Command::Book { entry: Entry::HoldPlanet { planet: lodor } })
        .turn(ANN, Step::StartOfTurn);
    assert_eq!(desk.neighbours(), [(ANN, CID)]);
    let desk = desk.strike(ANN, BOB, vec![give(ANN, goods)]);
    assert_eq!(desk.neighbours(), [(BOB, CID)]);
    // Ships that stay in the system are recorded again.
    let desk = desk.act(ANN, enter("Lodor"));
    assert_eq!(desk.neighbours(), [(ANN, BOB), (ANN, CID), (BOB, CID)]);
}
