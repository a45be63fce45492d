//! The rulebook as tests: one file a section, each test named after the clause it is about.

mod commodities;
mod deals;
mod desk;
mod door;
mod notes;
mod open;
mod round;
mod support;
mod transactions;
