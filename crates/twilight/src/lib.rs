//! The transactions and deals of Twilight Imperium, for a group that plays the board game.
//!
//! Folders follow the rulebook, and build on each other in one direction (`layers` is a test of that).

/// Abilities, factions and notes: the rows of `data/`, and what they are asked.
pub mod ability;
/// Deals, their terms, and the verdict whether they bind.
pub mod deal;
/// Commands, what they do, and what is written down.
pub mod desk;
/// What a form asks for.
pub mod forms;
/// Systems, wormholes and hyperlanes: who neighbours whom, and why.
pub mod galaxy;
/// The desk as the engine plays it.
mod game;
/// Notices as sentences.
pub mod narrate;
/// What the contract suite needs.
mod proof;
/// Phases, steps and windows of a round, and the moment that is open.
pub mod round;
/// Who may see what: views, options, notices.
pub mod sight;
/// The door for people: a situation as JSON in, a judgement out.
pub mod situation;
/// Who sits at the table, who holds what, what is in force.
pub mod table;
/// Whether two players may exchange something now, and what.
pub mod transaction;

#[cfg(test)]
mod layers;
mod room;
pub mod shared;
pub mod similar;

pub use deal::verdict::{Class, Finding, Verdict};
pub use deal::{Act, Deal, Term, When};
pub use desk::command::Command;
pub use desk::notice::Notice;
pub use desk::refusal::Refusal;
pub use desk::setup::{Setup, SetupError};
pub use game::Game;
pub use round::moment::Moment;
pub use round::step::{Phase, Step};
pub use sight::options::Options;
pub use sight::view::View;
pub use table::DeskTable;
pub use table::goods::Bundle;
