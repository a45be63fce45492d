//! Bots that are programs of their own: anything that reads and writes lines of JSON can play.
//!
//! The protocol is described in `docs/agents.md`. A program gets the view and the options of its seat and nothing else;
//! whatever it does wrong costs it the move, which a caretaker makes, and never the game of the others.

mod bot;
mod fault;
mod process;
mod session;
mod spec;
pub mod wire;

use bots::{Bot, UnknownBot};

pub use bot::ProgramBot;
pub use fault::Fault;
pub use process::{ErrorOutput, MOST_LINE};
pub use session::{ProgramQuestion, ProgramReply, ProgramSession, RefusedAnswer, read_answer};
pub use spec::{MOST_BUDGET, MOST_MOVE, PREFIX, ProgramSpec, TimeControl};

/// A fresh bot of that name, for one seat of one game: one of the cast, or a program such as `agent:python3 bot.py`.
///
/// # Errors
/// If there is none; the error says why.
pub fn by_name(name: &str) -> Result<Box<dyn Bot>, UnknownBot> {
    match ProgramSpec::parse(name) {
        None => bots::by_name(name),
        Some(spec) => Ok(Box::new(ProgramBot::new(spec?, ErrorOutput::Keep))),
    }
}
