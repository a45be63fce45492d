//! The messages of a socket or an event stream.

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::clock::ClockFace;
use super::game::AnyCommand;
use super::problem::Problem;
use super::table::TableSeat;

/// From the table to a client, in the order it happened.
///
/// `seq` counts what this audience was told, and nothing else: what is hidden leaves no gap.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "{Line}Message")]
pub enum Message<View, ViewPatch, Options, OptionsPatch, Line> {
    /// Everything, as it stands.
    View {
        seq: u32,
        /// The seat whose view it is; nobody's is a spectator's.
        seat: Option<Seat>,
        view: View,
        /// What may be done now; nothing for spectators.
        options: Option<Options>,
        /// The last lines of the log; more are to be had from the log itself.
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
    },
    /// The clock or the company changed, the game did not.
    Table { table: TableNews },
    /// The command was carried out, and is on disk; its effect is in the message with this `seq`.
    Accepted { id: String, seq: u32 },
    /// The command was refused and changed nothing.
    Refused { id: String, problem: Problem },
    /// The message could not be read.
    Problem { problem: Problem },
    /// The answer to a ping.
    Pong,
}

/// What is around the game.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct TableNews {
    pub clock: Option<ClockFace>,
    pub paused: bool,
    pub seats: Vec<TableSeat>,
    pub over: bool,
}

/// A line of somebody's log.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "{Line}LogLine")]
pub struct LogLine<Line> {
    /// Its place in that log, from 0.
    pub n: u32,
    #[serde(flatten)]
    pub line: Line,
}

/// From a client to the table.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Asks for something to be done. The `id` is the client's own and new for each command: the same one
    /// again is answered as before and done once.
    Command {
        #[schemars(
            length(min = 1, max = 64),
            regex(pattern = r"^[^\u0000-\u001f\u007f-\u009f]+$")
        )]
        id: String,
        #[schemars(with = "AnyCommand")]
        command: serde_json::Value,
    },
    /// Asks whether anybody is there; the socket's own ping is not open to a browser.
    Ping,
}

/// A command by HTTP.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The client's own, new for each command: no control characters.
    #[schemars(length(min = 1, max = 64), regex(pattern = r"^[^\u0000-\u001f\u007f-\u009f]+$"))]
    pub id: String,
    /// Which of one's seats it is for, if one has several.
    #[serde(default)]
    pub seat: Option<Seat>,
    #[schemars(with = "AnyCommand")]
    pub command: serde_json::Value,
}

/// The command was carried out, and is on disk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Receipt {
    pub id: String,
    /// The news with this number shows its effect.
    pub seq: u32,
}
