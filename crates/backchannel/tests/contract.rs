//! The contract suite on this ruleset.

#[path = "clauses/support.rs"]
#[allow(dead_code, reason = "the clause tests use the rest")]
mod support;

use backchannel::Game;
use parley::Seed;
use parley::contract::{Tally, examine};

#[test]
fn the_contract_holds_in_random_play() {
    let mut tally = Tally::default();
    for seats in 2..=6 {
        for number in 0..6 {
            let mut setup = support::setup(seats);
            setup.settings.fog = number % 3 != 0;
            let seed = Seed::numbered(number, seats as u64);
            match examine::<Game>(&setup, seed, 4000) {
                Ok(more) => tally += more,
                Err(breach) => panic!("{seats} seats: {breach}"),
            }
        }
    }
    println!("{tally:?}");
    assert!(tally.twins > 1000 && tally.quiet > 100 && tally.lookalikes > 100, "{tally:?}");
}
