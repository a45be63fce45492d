//! The contract suite on this ruleset: random play, conservation, nobody learns what they may not know.

use parley::contract::{Tally, examine};
use parley::{Seat, Seed};
use twilight::Game;
use twilight::ability::faction::Faction;
use twilight::desk::setup::{Setup, Sitting};
use twilight::galaxy::Galaxy;

fn table(factions: &[&str]) -> Setup {
    let sit = |(index, faction): (usize, &&str)| Sitting {
        abilities: Faction::find(faction).expect("a faction").abilities().to_vec(),
        trade_goods: 4,
        resources: 5,
        influence: 5,
        action_cards: ["Sabotage", "Lie in Wait", "Salvage"].map(str::to_owned).to_vec(),
        ..Sitting::new(format!("Player {index}"), Faction::find(faction).expect("a faction"))
    };
    let mut setup = Setup::standard(factions.iter().enumerate().map(sit).collect());
    let count = factions.len() as u8;
    setup.neighbours = (0..count).map(|seat| (Seat(seat), Seat((seat + 1) % count))).collect();
    setup
}

fn examine_all(series: u64, change: impl Fn(&mut Setup)) -> Tally {
    let tables: [&[&str]; 4] = [
        &["Hacan", "Mentak"],
        &["Sol", "Mentak", "Empyrean", "Mahact"],
        &["Hacan", "Argent", "Nekro", "Xxcha", "Firmament", "Yssaril"],
        &["Naalu", "Cabal", "Keleres", "Deepwrought", "Naaz-Rokha"],
    ];
    let mut tally = Tally::default();
    for (number, factions) in tables.into_iter().enumerate() {
        let mut setup = table(factions);
        change(&mut setup);
        match examine::<Game>(&setup, Seed::numbered(number as u64, series), 1_000) {
            Ok(more) => tally += more,
            Err(breach) => panic!("{factions:?}, {breach}"),
        }
    }
    tally
}

#[track_caller]
fn saw_enough(tally: &Tally) {
    assert!(tally.actions >= 4_000, "{tally:?}");
    assert!(tally.refusals > 300, "{tally:?}");
    assert!(tally.listed > 1_000, "{tally:?}");
    assert!(tally.twins > 100, "{tally:?}");
    assert!(tally.quiet > 50, "{tally:?}");
    assert!(tally.lookalikes > 50, "{tally:?}");
}

#[test]
fn the_contract_holds_step_by_step() {
    saw_enough(&examine_all(1, |setup| setup.agendas = true));
}

#[test]
fn the_contract_holds_at_a_desk() {
    saw_enough(&examine_all(2, |setup| setup.desk = true));
}

#[test]
fn the_contract_holds_at_a_loose_desk_that_becomes_exact() {
    saw_enough(&examine_all(5, |setup| {
        setup.desk = true;
        setup.loose = true;
    }));
}

#[test]
fn the_contract_holds_with_an_open_ledger() {
    saw_enough(&examine_all(6, |setup| {
        setup.desk = true;
        setup.open_ledger = true;
    }));
}

#[test]
fn the_contract_holds_on_a_map() {
    let map = Galaxy::from_map_string("26 19 39 25 41 20 82").expect("a map");
    saw_enough(&examine_all(4, |setup| {
        setup.desk = true;
        setup.galaxy = Some(Box::new(map.clone()));
    }));
}

#[test]
fn the_contract_holds_in_an_age_of_commerce() {
    saw_enough(&examine_all(3, |setup| {
        setup.desk = true;
        setup.age_of_commerce = true;
        setup.readings.deals = twilight::table::readings::DealReading::PerTerm;
    }));
}
