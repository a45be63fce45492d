//! The rulebook as tests: one file a section, each test named after the clause it is about.

mod agents;
mod binding;
mod commodities;
mod contents;
mod corrections;
mod deals;
mod desk;
mod door;
mod features;
mod feeds;
mod forced;
mod gains;
mod ledger;
mod limits;
mod looks;
mod loose;
mod map;
mod notes;
mod open;
mod round;
mod support;
mod told;
mod transactions;
mod windows;
