//! Abilities and cards that the desk carries out: one path for all of them, and the hooks that rows name.

mod agents;
pub(crate) mod carry;
pub(crate) mod demand;
mod given;
pub(crate) mod hook;
pub mod look;
pub(crate) mod notes;
mod payment;
pub(crate) mod pillage;
pub(crate) mod relic;
pub(crate) mod uses;

#[cfg(test)]
mod added;

pub(crate) use self::agents::minister_pays;
pub use self::given::{Effect, Given, Hand};
