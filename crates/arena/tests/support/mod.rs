//! A small table for tests.
#![allow(dead_code, reason = "no test file uses all of it")]

pub(crate) mod replay;

use arena::ArenaPlan;
use backchannel::{Map, Setup};

pub(crate) fn setup(seats: usize) -> Setup {
    let map = Map::parse(include_str!("../data/twelve-fields.json")).expect("the map is right");
    Setup::standard(map.file().clone(), seats)
}

pub(crate) fn plan(seats: usize) -> ArenaPlan {
    ArenaPlan::new(setup(seats), ["random"])
}
