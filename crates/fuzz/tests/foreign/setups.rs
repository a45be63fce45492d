//! Set-ups, as a host sends them and a replay tells them.

use parley::contract::Subject;
use parley::{Seed, Table};
use serde_json::Value;

use crate::played::{RecordedGame, desks, look_around, wars};
use crate::target;

/// Enough to use everything in a set-up.
const MOVES: usize = 12;

fn examine<G: Subject>(input: &[u8], good: &[Value]) {
    let text = fuzz::document(input, good);
    let Ok(setup) = serde_json::from_slice::<G::Setup>(&text) else { return };
    match Table::<G>::open(&setup, Seed::numbered(9, 9)) {
        Ok(table) => {
            look_around(table.game());
            let played = RecordedGame::<G>::at_random(&setup, 9, MOVES);
            played.positions.iter().for_each(look_around);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn good<S: serde::Serialize>(setups: &[S]) -> Vec<Value> {
    let value = |setup| serde_json::to_value(setup).expect("a set-up is plain data");
    setups.iter().map(value).collect()
}

#[test]
fn backchannel_setups() {
    let good = good(&wars());
    target!("backchannel_setups", |input: &[u8]| examine::<backchannel::Game>(input, &good));
}

#[test]
fn twilight_setups() {
    let good = good(&desks());
    target!("twilight_setups", |input: &[u8]| examine::<twilight::Game>(input, &good));
}
