//! What goes into a game of Haggle and what comes out of it.

use parley::{Clause, Refusal, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "HaggleSetup")]
pub struct Setup {
    pub names: Vec<String>,
    pub rounds: u16,
}

#[derive(Clone, PartialEq, Debug, Error)]
#[error("names: two to six seats play one to fifty rounds")]
pub struct SetupError;

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "HaggleCommand")]
pub enum Command {
    /// Offers another seat this many coins of the lot, and keeps the rest.
    Offer {
        to: Seat,
        coins: u8,
    },
    Answer {
        accept: bool,
    },
    Pass,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Dealt { goals: Vec<u16> },
    Offered(Offer),
    Answered { by: Seat, accepted: bool },
    Passed { by: Seat },
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Offer {
    pub from: Seat,
    pub to: Seat,
    pub coins: u8,
}

/// An event as one audience learns of it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "HaggleNotice")]
pub enum Notice {
    Dealt { goal: u16 },
    Offered { from: Seat, to: Seat, coins: Option<u8> },
    Answered { by: Seat, accepted: bool },
    Passed { by: Seat },
}

#[derive(Clone, PartialEq, Debug, Error, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Refused {
    #[error("It is not your turn.")]
    NotYourTurn,
    #[error("An offer is of up to ten coins, for another seat.")]
    NoSuchOffer,
    #[error("There is no offer for you to answer.")]
    NothingToAnswer,
}

impl Refusal for Refused {
    fn clause(&self) -> Clause {
        let number = match self {
            Refused::NotYourTurn => 1,
            Refused::NoSuchOffer => 2,
            Refused::NothingToAnswer => 3,
        };
        Clause::new("HG", number)
    }
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "HaggleView")]
pub struct View {
    pub round: u16,
    pub turn: Option<Seat>,
    /// Who has to answer an offer.
    pub asked: Option<Seat>,
    pub lots: u16,
    pub own: Option<Own>,
    /// Everybody's, when the game is over.
    pub opened: Vec<Own>,
}

/// What only the seat itself knows.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "HaggleOwn")]
pub struct Own {
    pub goal: u16,
    pub purse: u16,
    /// The coins of an open offer by or to this seat.
    pub coins: Option<u8>,
}

/// Every legal command.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "HaggleOptions")]
pub struct Options {
    pub commands: Vec<Command>,
}

impl parley::Options for Options {
    type Command = Command;

    fn moves(&self) -> u64 {
        self.commands.len() as u64
    }

    fn nth_move(&self, n: u64) -> Option<Command> {
        self.commands.get(n as usize).copied()
    }

    fn contains(&self, command: &Command) -> bool {
        self.commands.contains(command)
    }
}
