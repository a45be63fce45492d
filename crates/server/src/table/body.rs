//! What is written down of everything that happens at a table.

use parley::{Game, Seat, StateHash, Versions};
use serde::{Deserialize, Serialize};

/// One step of a table, as it is stored. `v` is the versions by which it was written; none before the first
/// release that told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case", bound = "")]
pub enum Body<G: Game> {
    /// What happened by itself before anybody moved.
    Opened {
        #[serde(default)]
        v: Option<Versions>,
        events: Vec<G::Event>,
        hash: StateHash,
    },
    /// A command that was accepted.
    Played {
        #[serde(default)]
        v: Option<Versions>,
        seat: Seat,
        hand: Hand,
        command: G::Command,
        events: Vec<G::Event>,
        hash: StateHash,
        /// What the seat's own count of news was afterwards, so that a retry gets the same answer.
        told: u32,
        /// What every seat had been told by then, in seat order; only now and then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counts: Option<Vec<Count>>,
    },
    /// The company changed, the game did not.
    Company {
        #[serde(default)]
        v: Option<Versions>,
        #[serde(flatten)]
        change: Change,
    },
}

impl<G: Game> Body<G> {
    /// The versions by which it was written.
    pub fn versions(&self) -> Option<Versions> {
        match self {
            Body::Opened { v, .. } | Body::Played { v, .. } | Body::Company { v, .. } => *v,
        }
    }

    /// The hash of the state after it, unless it left the state as it was.
    pub fn hash(&self) -> Option<StateHash> {
        match self {
            Body::Opened { hash, .. } | Body::Played { hash, .. } => Some(*hash),
            Body::Company { .. } => None,
        }
    }

    /// The seat that it is about.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Body::Played { seat, .. } => Some(*seat),
            Body::Company { change, .. } => change.seat(),
            Body::Opened { .. } => None,
        }
    }

    pub(crate) fn events(&self) -> &[G::Event] {
        match self {
            Body::Opened { events, .. } | Body::Played { events, .. } => events,
            Body::Company { .. } => &[],
        }
    }

    pub(crate) fn counts(&self) -> Option<&[Count]> {
        match self {
            Body::Played { counts, .. } => counts.as_deref(),
            Body::Opened { .. } | Body::Company { .. } => None,
        }
    }
}

/// How much somebody has been told: news, lines of the log, signals.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Count(pub u32, pub u32, pub u32);

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

impl Change {
    fn seat(&self) -> Option<Seat> {
        match self {
            Change::AskedPause { seat, .. }
            | Change::Relieved { seat }
            | Change::Returned { seat } => Some(*seat),
            Change::Resumed | Change::Closed => None,
        }
    }
}
