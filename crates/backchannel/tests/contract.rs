//! The contract suite on this ruleset: every map, every number of seats, every setting that
//! changes what can be known.

use backchannel::map::{MapFile, generate::generate, library};
use backchannel::{Game, Regime, Setup, Study};
use parley::Seed;
use parley::contract::{Tally, examine};

/// Every table that can be sat down at, with its number of seats.
fn tables() -> Vec<(MapFile, usize)> {
    let of_library = library::names().flat_map(|id| {
        let map = library::find(id).expect("the library knows its maps").file().clone();
        let seats = usize::from(map.seats.least)..=usize::from(map.seats.most);
        seats.map(move |seats| (map.clone(), seats))
    });
    let drawn = (2..=8).map(|seats| {
        let map = generate(seats, Seed::numbered(u64::from(seats), 7));
        (map.file().clone(), usize::from(seats))
    });
    of_library.chain(drawn).collect()
}

/// Examines one game on every table.
fn examine_all(number: u64, change: impl Fn(&mut Setup)) -> Tally {
    let mut tally = Tally::default();
    for (map, seats) in tables() {
        let mut setup = Setup::standard(map, seats);
        change(&mut setup);
        match examine::<Game>(&setup, Seed::numbered(number, seats as u64), 700) {
            Ok(more) => tally += more,
            Err(breach) => panic!("{} with {seats} seats, {breach}", setup.map.id),
        }
    }
    tally
}

/// A check that never ran is no check.
#[track_caller]
fn saw_enough(tally: &Tally) {
    assert!(tally.actions > 5_000, "{tally:?}");
    assert!(tally.refusals > 2_000, "{tally:?}");
    assert!(tally.twins > 1_000, "{tally:?}");
    assert!(tally.quiet > 300, "{tally:?}");
    assert!(tally.lookalikes > 100, "{tally:?}");
    assert!(tally.listed > 1_000, "{tally:?}");
}

#[test]
fn the_contract_holds_under_fog() {
    saw_enough(&examine_all(1, |_| {}));
}

#[test]
fn the_contract_holds_where_fog_lifts_for_those_who_are_out() {
    saw_enough(&examine_all(9, |setup| setup.settings.lift_fog = true));
}

#[test]
fn the_contract_holds_where_spectators_see_the_whole_map() {
    saw_enough(&examine_all(10, |setup| setup.settings.open_map = true));
}

#[test]
fn the_contract_holds_in_clear_weather() {
    saw_enough(&examine_all(2, |setup| setup.settings.fog = false));
}

#[test]
fn the_contract_holds_with_a_short_deck_and_small_hands() {
    let tally = examine_all(3, |setup| {
        setup.settings.numbers.hand_limit = 6;
        shorten_deck(setup);
    });
    assert!(tally.actions > 5_000 && tally.twins > 1_000, "{tally:?}");
}

#[test]
fn the_contract_holds_to_the_end_of_games() {
    let tally = examine_all(4, |setup| {
        setup.settings.round_limit = Some(4);
        setup.settings.map_share = Some(60);
        setup.settings.proposal_rounds = 1;
    });
    assert!(tally.finished > 10, "{tally:?}");
}

#[test]
fn the_contract_holds_where_agreements_are_binding() {
    let study = Study { agreements: Regime::Binding, signals: true };
    saw_enough(&examine_all(5, |setup| setup.settings.study = Some(study)));
}

#[test]
fn the_contract_holds_with_neither_agreements_nor_signals() {
    let study = Study { agreements: Regime::None, signals: false };
    let tally = examine_all(6, |setup| setup.settings.study = Some(study));
    assert!(tally.actions > 5_000 && tally.twins > 1_000 && tally.listed > 1_000, "{tally:?}");
}

/// Two cards of a kind at the most, and none to start with.
fn shorten_deck(setup: &mut Setup) {
    setup.cards.iter_mut().for_each(|card| card.copies = card.copies.min(2));
    let numbers = &mut setup.settings.numbers;
    numbers.starting_hand = 0;
    numbers.starting_agreements = 0;
    numbers.starting_troop_cards = 0;
}
