//! Bugs that are injected on purpose, to see that they are found.

use clap::ValueEnum;
use serde::Serialize;

/// A deliberate bug.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mutant {
    /// The store acknowledges before it has written.
    AcknowledgeEarly,
    /// The store does not return the idempotency key of a command.
    ForgetId,
    /// A connection whose user was dropped inside `begin` returns to the pool.
    DropInBegin,
    /// The network delivers to one client what was meant for another.
    LeakView,
}

impl Mutant {
    pub const ALL: [Mutant; 4] =
        [Mutant::AcknowledgeEarly, Mutant::ForgetId, Mutant::DropInBegin, Mutant::LeakView];
}
