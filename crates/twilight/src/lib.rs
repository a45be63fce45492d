//! The transactions and deals of Twilight Imperium, for groups that play the board game.
//!
//! Modules follow the rulebook and depend on each other in one direction, which a test checks.

/// Abilities, factions and notes: the rows of `data/` and questions about them.
pub mod ability;
/// Deals, their terms, and the verdict on whether they bind.
pub mod deal;
/// Commands, the events they lead to, and the state.
pub mod desk;
/// Games that are recorded elsewhere, read from foreign bytes.
pub mod feed;
/// Descriptions of the forms that a client draws.
pub mod forms;
/// Systems, wormholes and hyperlanes: who neighbours whom, and why.
pub mod galaxy;
/// The desk as a game of the engine.
mod game;
/// Notices as sentences.
pub mod narrate;
/// Support for the contract suite.
mod proof;
/// The phases, steps and windows of a round, and the current moment.
pub mod round;
/// Who may see what: views, options, notices.
pub mod sight;
/// The judge: a situation as JSON in, a judgement out.
pub mod situation;
/// The players, what they hold, and what is in force.
pub mod table;
/// Whether two players may transact now, and what they may exchange.
pub mod transaction;

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
