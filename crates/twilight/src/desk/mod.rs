//! The desk: its commands, the events they lead to, and its state.

pub(crate) mod booking;
pub(crate) mod capacity;
pub mod command;
pub mod condition;
pub(crate) mod decide;
pub(crate) mod deeds;
pub mod effect;
pub(crate) mod event;
pub(crate) mod evolve;
pub(crate) mod exchange;
pub mod feature;
pub(crate) mod laid;
pub mod notice;
pub(crate) mod offers;
pub(crate) mod progress;
pub mod refusal;
pub mod setup;
pub(crate) mod state;
pub(crate) mod word;
