//! The real binary, as a separate process: what it has acknowledged is there whatever happens to it.

mod chance;
mod checker;
mod clock;
mod crowd;
mod desk;
mod disk;
mod drill;
mod faults;
mod game;
mod hang_up;
mod hostile;
mod mix;
mod options;
mod pair;
mod person;
mod plan;
mod player;
#[path = "../../../server/tests/support/postgres.rs"]
mod postgres;
mod process;
mod report;
mod seat;
mod table;
mod world;
