//! The stored form of everything that happens at a table.

use parley::{Game, Seat, StateHash, Versions};
use serde::{Deserialize, Serialize};

/// One step of a table, as it is stored. `v` are the versions that it was written with; missing in the first release.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case", bound = "")]
pub enum StepBody<G: Game> {
    /// The events of the opening, before anybody moves.
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
        hand: PlayedBy,
        command: G::Command,
        events: Vec<G::Event>,
        hash: StateHash,
        /// The seat's own sequence number afterwards, so that a retry gets the same response.
        told: u32,
        /// A checkpoint: the sequence numbers of every seat, in seat order; only every so many steps.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counts: Option<Vec<Count>>,
    },
    /// A change around the game.
    Company {
        #[serde(default)]
        v: Option<Versions>,
        #[serde(flatten)]
        change: TableChange,
    },
}

impl<G: Game> StepBody<G> {
    /// The versions that it was written with.
    pub fn versions(&self) -> Option<Versions> {
        match self {
            StepBody::Opened { v, .. }
            | StepBody::Played { v, .. }
            | StepBody::Company { v, .. } => *v,
        }
    }

    /// The state hash after it, unless the state did not change.
    pub fn hash(&self) -> Option<StateHash> {
        match self {
            StepBody::Opened { hash, .. } | StepBody::Played { hash, .. } => Some(*hash),
            StepBody::Company { .. } => None,
        }
    }

    /// The seat that it is about.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            StepBody::Played { seat, .. } => Some(*seat),
            StepBody::Company { change, .. } => change.seat(),
            StepBody::Opened { .. } => None,
        }
    }

    pub(crate) fn events(&self) -> &[G::Event] {
        match self {
            StepBody::Opened { events, .. } | StepBody::Played { events, .. } => events,
            StepBody::Company { .. } => &[],
        }
    }

    pub(crate) fn counts(&self) -> Option<&[Count]> {
        match self {
            StepBody::Played { counts, .. } => counts.as_deref(),
            StepBody::Opened { .. } | StepBody::Company { .. } => None,
        }
    }
}

/// Sequence numbers of an audience: messages, lines of the log, signals.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Count(pub u32, pub u32, pub u32);

/// Who played a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayedBy {
    Person,
    Bot,
    Caretaker,
}

/// Changes around the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum TableChange {
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

impl TableChange {
    fn seat(&self) -> Option<Seat> {
        match self {
            TableChange::AskedPause { seat, .. }
            | TableChange::Relieved { seat }
            | TableChange::Returned { seat } => Some(*seat),
            TableChange::Resumed | TableChange::Closed => None,
        }
    }
}
