//! What is written down of everything that happens at a table.

use parley::{Game, Seat, StateHash};
use serde::{Deserialize, Serialize};

/// One step of a table, as it is stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case", bound = "")]
pub enum Body<G: Game> {
    /// What happened by itself before anybody moved.
    Opened { events: Vec<G::Event>, hash: StateHash },
    /// A command that was accepted.
    Played {
        seat: Seat,
        hand: Hand,
        command: G::Command,
        events: Vec<G::Event>,
        hash: StateHash,
        /// What the seat's own count of news was afterwards, so that a retry gets the same answer.
        told: u32,
    },
    /// The company changed, the game did not.
    Company(Change),
}

/// By whom a seat was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hand {
    Person,
    Bot,
    Caretaker,
}

/// What can happen around the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum Change {
    /// A seat asks for a pause, or takes it back.
    AskedPause {
        seat: Seat,
        asks: bool,
    },
    Resumed,
    /// A bot plays for the seat from here on.
    Relieved {
        seat: Seat,
    },
    /// The person at the seat is back.
    Returned {
        seat: Seat,
    },
    /// The table was closed by its owner.
    Closed,
}
