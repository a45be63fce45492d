//! Whole galaxies: every answer agrees with every other.

use parley::{Seat, SeatSet};
use twilight::galaxy::{Border, Breach, Galaxy, SystemId};

use super::{EIGHT_PLAYERS, FIVE_PLAYERS, FOUR_PLAYERS, galaxy};

#[test]
fn a_galaxy_travels() {
    let mut galaxy = galaxy(EIGHT_PLAYERS);
    galaxy.place(Seat(3), SystemId(7));
    galaxy.set_breach(SystemId(4), Some(Breach::Active));
    let json = serde_json::to_string(&galaxy).unwrap();
    assert_eq!(serde_json::from_str::<Galaxy>(&json).unwrap(), galaxy);
    let bytes = postcard::to_stdvec(&galaxy).unwrap();
    assert_eq!(postcard::from_bytes::<Galaxy>(&bytes).unwrap(), galaxy);
}

#[test]
fn a_galaxy_that_cannot_be_is_refused_with_the_field_that_is_wrong() {
    let read = |json: &str| serde_json::from_str::<Galaxy>(json).unwrap_err().to_string();
    let two = r#"{"systems": [{"name": "A", "at": [0, 0]}, {"name": "B", "at": [0, 0]}]}"#;
    assert_eq!(read(two), "there is already a tile at 0, 0; give B another place");
    let lost = r#"{"systems": [{"name": "A"}], "modifiers": {"hil_colish": 7}}"#;
    assert_eq!(read(lost), "hil_colish: there is no system 7; the last is 0");
    let seat = r#"{"modifiers": {"gate_folding": 16}}"#;
    assert_eq!(read(seat), "gate_folding: there is no seat 16; a table has at most sixteen seats");
    assert!(read(r#"{"sistems": []}"#).contains("unknown field `sistems`"));
}

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }

    fn flip(&mut self) -> bool {
        self.below(4) == 0
    }
}

/// Some galaxy with some modifiers, in which eight players are here and there.
fn somewhere(dice: &mut Dice) -> Galaxy {
    let mut galaxy = galaxy([FOUR_PLAYERS, FIVE_PLAYERS, EIGHT_PLAYERS][dice.below(3)]);
    galaxy.add_nexus().unwrap();
    let count = galaxy.systems().len();
    for seat in Seat::all(8) {
        for _ in 0..dice.below(4) {
            galaxy.place(seat, SystemId(dice.below(count) as u8));
        }
    }
    let someone = SeatSet::only(Seat(dice.below(8) as u8));
    galaxy.modifiers.wormhole_reconstruction = dice.flip();
    galaxy.modifiers.entangled = if dice.flip() { someone } else { SeatSet::EMPTY };
    galaxy.modifiers.modernized = if dice.flip() { someone } else { SeatSet::EMPTY };
    galaxy.modifiers.sundered = if dice.flip() { someone } else { SeatSet::EMPTY };
    galaxy.readings.sundered_parts_neighbours = dice.flip();
    galaxy
}

#[test]
fn ti_42_neighbours_are_mutual_and_every_answer_agrees() {
    let mut dice = Dice(42);
    for _ in 0..300 {
        let galaxy = somewhere(&mut dice);
        let (chart, table) = (galaxy.chart(), galaxy.chart().table());
        for one in Seat::all(8) {
            assert_eq!(table[one.index()], chart.neighbours_of(one));
            for other in Seat::all(8) {
                let met = chart.neighbours(one, other);
                assert_eq!(met, chart.neighbours(other, one));
                assert_eq!(met, table[one.index()].contains(other));
                let why = chart.why(one, other);
                assert_eq!(met, why.is_some());
                assert_eq!(why.map(Border::mirrored), chart.why(other, one));
            }
        }
    }
}

#[test]
fn ti_43_adjacency_is_mutual_for_every_viewer() {
    let mut dice = Dice(43);
    for _ in 0..20 {
        let galaxy = somewhere(&mut dice);
        let chart = galaxy.chart();
        let ids: Vec<SystemId> = galaxy.systems().map(|(id, _)| id).collect();
        for &one in &ids {
            assert!(!chart.adjacent(one, one), "TI-44");
            for &other in &ids {
                assert_eq!(chart.adjacent(one, other), chart.adjacent(other, one));
                let seen = chart.adjacent_for(Seat(0), one, other);
                assert_eq!(seen, chart.adjacent_for(Seat(0), other, one));
                assert_eq!(seen, chart.link(Some(Seat(0)), one, other).is_some());
            }
        }
    }
}
