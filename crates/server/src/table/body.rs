//! The stored form of everything that happens at a table.

use parley::{Game, Seat, StateHash, Versions};
use serde::{Deserialize, Serialize};

use crate::wire::live::{MoveMaker, PlayedBy};

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
        /// How a bot came to it; missing if a person or a caretaker made the move, and in older steps.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        thought: Option<BotThought>,
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

    /// Who made the move, if it was one.
    pub(crate) fn maker(&self, step: u32) -> Option<MoveMaker> {
        match self {
            StepBody::Played { seat, hand, .. } => {
                Some(MoveMaker { step, seat: *seat, hand: *hand })
            }
            StepBody::Opened { .. } | StepBody::Company { .. } => None,
        }
    }

    /// The same step with how a bot came to it.
    #[must_use]
    pub(crate) fn thought_of(mut self, how: Option<BotThought>) -> Self {
        if let StepBody::Played { thought, .. } = &mut self {
            *thought = how;
        }
        self
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

/// What a bot was asked before it made a move, so that its decisions can be repeated when the game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BotThought {
    /// Which bot it was: another one begins without memories, even on the same seat.
    pub mind: u32,
    /// Everything that it was asked since its last move; this move is the answer to the last question.
    pub asked: Vec<BotQuestion>,
}

/// One question to a bot: how many steps the table had, what was asked, and whether it had talked enough for that turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BotQuestion(pub u32, pub BotTask, pub bool);

/// What a bot is asked to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BotTask {
    Act,
    Answer,
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
    /// The owner chose how long bots wait before a move.
    Paced {
        bot_pace_ms: u32,
    },
    /// Only bots play on, and somebody who is out wants to see the end at once.
    Skipped,
}

impl TableChange {
    fn seat(&self) -> Option<Seat> {
        match self {
            TableChange::AskedPause { seat, .. }
            | TableChange::Relieved { seat }
            | TableChange::Returned { seat } => Some(*seat),
            TableChange::Resumed
            | TableChange::Closed
            | TableChange::Paced { .. }
            | TableChange::Skipped => None,
        }
    }
}
