//! The real binary, as a process of its own: what it has acknowledged is there whatever happens to it.

mod audit;
mod chance;
mod drill;
mod hostile;
mod kills;
mod options;
mod pair;
mod person;
mod player;
#[path = "../../../server/tests/support/postgres.rs"]
mod postgres;
mod process;
mod seat;
mod table;
