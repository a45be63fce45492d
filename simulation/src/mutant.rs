//! Faults that are put in on purpose, to see that they are found.

use clap::ValueEnum;
use serde::Serialize;

/// A world in which something is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mutant {
    /// The store says yes before it has written.
    AcknowledgeEarly,
    /// The store does not give back the idempotency key of a command.
    ForgetId,
    /// A connection whose user was dropped inside `begin` goes back to the pool.
    DropInBegin,
    /// The network delivers to one client what was meant for another.
    LeakView,
}

impl Mutant {
    pub const ALL: [Mutant; 4] =
        [Mutant::AcknowledgeEarly, Mutant::ForgetId, Mutant::DropInBegin, Mutant::LeakView];
}
