//! What players get who are not built for a game: the position as text, a numbered menu, a command in words.

use std::collections::BTreeMap;

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::game::AnyCommand;

/// The position of a seat as plain text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TableBrief {
    /// The last message to this seat that it contains.
    pub seq: u32,
    pub seat: Seat,
    pub over: bool,
    /// Whether the game waits for a move of this seat.
    pub due: bool,
    /// Offers that wait for its answer.
    pub proposals: u16,
    /// Signals that have reached it so far.
    pub signals: u32,
    pub text: String,
}

/// A page of what a seat may do now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MenuPage {
    /// The last message to this seat that it takes into account. When it has changed, so have the numbers.
    pub seq: u32,
    pub seat: Seat,
    /// Entries in all, of those that were asked for.
    pub total: u32,
    /// How many there are of each kind.
    pub verbs: BTreeMap<String, u32>,
    pub entries: Vec<NumberedCommand>,
    /// What a caretaker would do for a player who is away: the least committing move. `null` if no move is due.
    #[schemars(with = "Option<AnyCommand>")]
    pub caretaker: Option<serde_json::Value>,
}

/// What a command is for between two seats, in every game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CommandPurpose {
    /// It says something.
    Signal,
    /// It offers a deal.
    Offer,
    /// It accepts an offer of that seat.
    Accept { from: Seat },
    /// It declines an offer of that seat.
    Decline { from: Seat },
}

/// The kinds of purposes, by which a menu is filtered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PurposeKind {
    Signal,
    Offer,
    Accept,
    Decline,
}

impl CommandPurpose {
    pub fn kind(self) -> PurposeKind {
        match self {
            CommandPurpose::Signal => PurposeKind::Signal,
            CommandPurpose::Offer => PurposeKind::Offer,
            CommandPurpose::Accept { .. } => PurposeKind::Accept,
            CommandPurpose::Decline { .. } => PurposeKind::Decline,
        }
    }
}

/// A command that is accepted now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NumberedCommand {
    pub n: u32,
    /// Its kind.
    pub verb: String,
    /// It as a sentence.
    pub text: String,
    /// What it is for, if it is talk or a deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<CommandPurpose>,
    #[schemars(with = "AnyCommand")]
    pub command: serde_json::Value,
}

/// A command that is being considered.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandDraft {
    #[schemars(with = "AnyCommand")]
    pub command: serde_json::Value,
}

/// A command in words, before it is sent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CommandPreview {
    pub seq: u32,
    /// It as a sentence.
    pub text: String,
    /// What it is for, if it is talk or a deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<CommandPurpose>,
    /// Why it would be refused; `null` if it would be accepted.
    pub refusal: Option<ForeseenNote>,
    /// What it would cost, block or lead to.
    pub notes: Vec<ForeseenNote>,
}

/// Something to know about a command, with its clause if there is one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ForeseenNote {
    pub text: String,
    pub clause: Option<String>,
}
