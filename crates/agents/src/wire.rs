//! The lines of the protocol, version 1. Each is one JSON object; unknown fields and types are ignored by both sides.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// A line to the program.
#[derive(Serialize, Debug)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToProgram<'a> {
    /// The first line. The program answers with [`Ready`].
    Hello { protocol: u32, host: &'a str },
    /// A game begins. Nothing is answered.
    Game(&'a GameLine<'a>),
    /// It is the seat's turn: a command is due.
    Act(AskLine<'a>),
    /// A proposal or a signal has arrived: a command, or `skip`.
    Answer(AskLine<'a>),
    /// The last answer was no good. There is another try if `again`.
    Refused {
        id: u64,
        text: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        clause: Option<&'a str>,
        again: bool,
    },
    /// The game is over; the input ends after it.
    End {
        #[serde(skip_serializing_if = "Option::is_none")]
        outcome: Option<&'a RawValue>,
        /// Moves that the caretaker made.
        forfeits: u64,
    },
}

/// What never changes during a game.
#[derive(Serialize, Debug)]
pub struct GameLine<'a> {
    /// The name of the rules, such as `backchannel`.
    pub game: &'a str,
    /// With their version, such as `backchannel/1`.
    pub rules: &'a str,
    pub seat: u8,
    pub seats: usize,
    pub names: &'a [String],
    /// What was agreed before play, with the map; known to everybody.
    pub setup: &'a RawValue,
    pub time: TimeLine,
}

#[derive(Serialize, Debug, Clone, Copy)]
pub struct TimeLine {
    pub move_ms: u64,
    pub game_ms: u64,
}

/// A question.
#[derive(Serialize, Debug)]
pub struct AskLine<'a> {
    pub id: u64,
    /// The time for this answer, and what is left for the game.
    pub time_ms: u64,
    pub left_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub menu: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<&'a str>,
}

/// One line of the menu.
#[derive(Serialize, Debug)]
pub struct MenuLine<'a, C> {
    pub n: usize,
    pub verb: &'a str,
    pub text: &'a str,
    pub command: &'a C,
}

/// The program's first line.
#[derive(Deserialize, Debug)]
pub struct Ready {
    #[serde(rename = "type")]
    pub kind: String,
    pub protocol: serde_json::Value,
    #[serde(default)]
    pub name: Option<String>,
    /// The parts of a question that it reads.
    #[serde(default)]
    pub wants: Option<Vec<QuestionPart>>,
}

/// A part of a question.
#[derive(Deserialize, Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub enum QuestionPart {
    View,
    Options,
    Menu,
    Text,
    /// One that a later version may have.
    #[serde(other)]
    Unknown,
}

impl QuestionPart {
    /// What a program gets that does not say.
    pub const USUAL: [QuestionPart; 3] =
        [QuestionPart::View, QuestionPart::Options, QuestionPart::Menu];
}

/// An answer: exactly one of `n`, `command` and `skip`.
#[derive(Deserialize, Debug)]
pub struct ProgramAnswer {
    pub id: u64,
    #[serde(default)]
    pub n: Option<u64>,
    #[serde(default)]
    pub command: Option<serde_json::Value>,
    #[serde(default)]
    pub skip: Option<bool>,
}
