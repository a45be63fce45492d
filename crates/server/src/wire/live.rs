//! The messages of a socket or an event stream.

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::clock::ClockFace;
use super::game::AnyCommand;
use super::problem::Problem;
use super::table::TableSeat;

/// A message from the table to a client, in the order in which things happened.
///
/// `seq` counts the messages to this audience only, so hidden events leave no gap.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "{Line}Message")]
pub enum Message<View, ViewPatch, Options, OptionsPatch, Line> {
    /// The complete current state.
    View {
        seq: u32,
        /// The seat whose view it is; `null` for a spectator.
        seat: Option<Seat>,
        view: View,
        /// What the seat can do now; `null` for spectators.
        options: Option<Options>,
        /// The latest lines of the log; earlier ones are available from the log endpoint.
        log: Vec<LogLine<Line>>,
        table: TableNews,
    },
    /// Something happened.
    News {
        seq: u32,
        log: Vec<LogLine<Line>>,
        /// The parts of the view that changed.
        view: ViewPatch,
        #[serde(skip_serializing_if = "Option::is_none")]
        options: Option<OptionsPatch>,
        #[serde(skip_serializing_if = "Option::is_none")]
        table: Option<TableNews>,
        /// Who made the move, in the history of a finished game only.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<MoveMaker>,
    },
    /// The clock or the people at the table changed, but not the game.
    Table { table: TableNews },
    /// The command was carried out and is stored on disk; its effect is in the message with this `seq`.
    Accepted { id: String, seq: u32 },
    /// The command was refused and changed nothing.
    Refused { id: String, problem: Problem },
    /// The message could not be read.
    Problem { problem: Problem },
    /// The response to a ping.
    Pong,
}

/// Who made a move of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct MoveMaker {
    /// The number of the step. If a bot made it, its reasons can be asked for by this number.
    pub step: u32,
    pub seat: Seat,
    pub hand: PlayedBy,
}

/// Who played a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayedBy {
    Person,
    Bot,
    Caretaker,
}

/// The state of the table around the game.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct TableNews {
    pub clock: Option<ClockFace>,
    pub paused: bool,
    pub seats: Vec<TableSeat>,
    pub over: bool,
    /// Milliseconds that a bot waits before each move, as it was last chosen.
    pub bot_pace_ms: u32,
    /// Whether every person is out, so that the rest can be skipped.
    pub left_to_bots: bool,
    /// Whether the bots that are left play to the end at once.
    pub skipped: bool,
    /// What bots hold against you, and against others as far as you know of it. Nothing at a table with masks until
    /// the end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memories: Vec<SeatMemory>,
    /// Words of the last rounds that were kept or broken, as far as you know of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<GivenWord>,
}

/// A word that somebody gave, and what became of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct GivenWord {
    pub by: Seat,
    /// The round in which it was broken or had been kept.
    pub round: u16,
    pub kept: bool,
    /// A sentence, such as "Ashdown attacked you against their promise."
    pub text: String,
}

/// Something that a bot has not forgotten.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SeatMemory {
    /// The seat of the bot.
    pub seat: Seat,
    /// A sentence, such as "Ashdown has not forgotten round 6: you attacked against your promise."
    pub text: String,
}

/// A line of a log.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "{Line}LogLine")]
pub struct LogLine<Line> {
    /// Its index in that log, from 0.
    pub n: u32,
    #[serde(flatten)]
    pub line: Line,
}

/// A message from a client to the table.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// A command. The `id` is an idempotency key that the client chooses, new for each command: a retry with the same
    /// key gets the same response and is carried out only once.
    Command {
        #[schemars(
            length(min = 1, max = 64),
            regex(pattern = r"^[^\u0000-\u001f\u007f-\u009f]+$")
        )]
        id: String,
        #[schemars(with = "AnyCommand")]
        command: serde_json::Value,
    },
    /// Tests the connection, because browsers cannot send WebSocket pings.
    Ping,
}

/// A command over HTTP.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The idempotency key that the client chooses, new for each command; no control characters.
    #[schemars(length(min = 1, max = 64), regex(pattern = r"^[^\u0000-\u001f\u007f-\u009f]+$"))]
    pub id: String,
    /// Which of your seats the command is for, if you have several.
    #[serde(default)]
    pub seat: Option<Seat>,
    #[schemars(with = "AnyCommand")]
    pub command: serde_json::Value,
}

/// An offer that both sides have agreed to aloud, from somebody who keeps both seats.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AgreedOrder {
    /// The idempotency key that the client chooses, new for each agreement; no control characters.
    #[schemars(length(min = 1, max = 60), regex(pattern = r"^[^\u0000-\u001f\u007f-\u009f]+$"))]
    pub id: String,
    /// Your seat that offers.
    pub seat: Seat,
    /// Your seat that accepts.
    pub with: Seat,
    /// The offer.
    #[schemars(with = "AnyCommand")]
    pub command: serde_json::Value,
}

/// The command was carried out and is stored on disk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Receipt {
    pub id: String,
    /// The message with this number shows its effect.
    pub seq: u32,
}
