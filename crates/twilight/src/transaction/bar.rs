//! What prevents a transaction, with its clause (TI-01 … TI-21, TI-58).

use parley::Clause;
use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

use crate::round::step::Phase;
use crate::table::question::Question;

/// The clause with that number in the Twilight rules.
pub(crate) const fn ti(number: u16) -> Clause {
    Clause::new("TI", number)
}

/// Why a transaction is not allowed. `Display` is a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Error, JsonSchema)]
#[serde(tag = "bar", rename_all = "snake_case")]
pub enum Bar {
    #[error("A transaction is between two different players who are both in the game.")]
    NotTwoPlayers,
    #[error("Neither party is the active player, and in the action phase one of them must be.")]
    NeitherActive,
    #[error("These two have already had their one transaction of this turn.")]
    OncePerTurn,
    #[error("These two have already had their one transaction of this agenda.")]
    OncePerAgenda,
    #[error("They are not neighbours, and nothing here lifts that requirement.")]
    NotNeighbours,
    #[error("The {phase} phase has neither an active player nor an agenda, so there are no transactions in it.", phase = .phase.name())]
    NoTransactionsNow { phase: Phase },
    #[error("The event Hidden Agenda forbids transactions in the agenda phase.")]
    HiddenAgenda,
    #[error("Nothing would change hands.")]
    Empty,
    #[error("The giver may give at most one promissory note, and would give {given}.")]
    TooManyNotes { given: usize },
    #[error("The giver does not have that promissory note in hand.")]
    NoteNotInHand,
    #[error("That promissory note is in a play area, and such notes cannot be traded.")]
    NoteInPlay,
    #[error("Hubris: nobody can give Mahact their Alliance.")]
    Hubris,
    #[error(
        "Action cards can be exchanged only with Hacan (Arbiters), or under Black Market Dealings."
    )]
    ActionCards,
    #[error("Captured units can be returned only to their owner.")]
    CaptiveNotOwners,
    #[error("Captured fighters and infantry cannot be returned in a transaction.")]
    CaptiveTooSmall,
    #[error(
        "A planet can be traded only with Pride of Kenara on it, or with a Demilitarized Zone in the agenda phase."
    )]
    Planet,
    #[error("A planet with a Demilitarized Zone can be traded only in the agenda phase.")]
    ZoneOutsideAgenda,
    #[error("A planet with Pride of Kenara cannot be traded during a combat.")]
    KenaraInCombat,
    #[error(
        "Relics cannot be traded; The Silver Flame and Black Market Dealings are the exceptions."
    )]
    Relic,
    #[error("Secret objectives can be exchanged only under Black Market Dealings.")]
    Secret,
    #[error(
        "Technologies can be exchanged only under Age of Commerce, and faction technologies never."
    )]
    Technology,
    #[error("This cannot be exchanged: {what}.")]
    Untradable { what: String },
    #[error("The giver has {has} {} and would give {gives}.", one(.what, *.has))]
    TooFew { what: &'static str, has: u16, gives: u16 },
    #[error("The giver does not hold {what}.")]
    NotHeld { what: String },
    #[error("Whether they are neighbours depends on an effect that the rules leave open.")]
    NeighboursDisputed,
    #[error("Whether planets are readied \"while resolving an agenda\" is not settled.")]
    BetweenAgendas,
    #[error(
        "Whether a player whom an ability lets act outside their own turn counts as active is not settled."
    )]
    ActingOutsideTurn,
    #[error("Whether Malevolency can be given in an ordinary transaction is not settled.")]
    Malevolency,
    #[error("Censure: one of them cannot transact this round.")]
    Censured,
    #[error("The giver's faction cannot give commodities in a transaction.")]
    KeepsCommodities,
    #[error("A faction of one of them makes no transactions in the agenda phase.")]
    KeepsOutOfAgendas,
    #[error("The rules leave this open: {question}")]
    Unsettled { question: Question },
    #[error("This table has settled it: {}", .question.row().readings[1].says)]
    SettledAgainst { question: Question },
}

/// The singular of a kind of goods for the number one.
fn one(what: &'static str, count: u16) -> String {
    match (count, what.strip_suffix("ies"), what.strip_suffix('s')) {
        (1, Some(stem), _) => format!("{stem}y"),
        (1, None, Some(single)) => single.to_owned(),
        _ => what.to_owned(),
    }
}

impl Bar {
    pub fn clause(&self) -> Clause {
        ti(match self {
            Bar::NotTwoPlayers => 1,
            Bar::NeitherActive => 3,
            Bar::OncePerTurn => 10,
            Bar::OncePerAgenda => 12,
            Bar::NotNeighbours => 8,
            Bar::NoTransactionsNow { .. } => 15,
            Bar::HiddenAgenda => 11,
            Bar::Empty => 1,
            Bar::TooManyNotes { .. } => 17,
            Bar::NoteNotInHand => 58,
            Bar::NoteInPlay => 59,
            Bar::Hubris => 58,
            Bar::CaptiveNotOwners | Bar::CaptiveTooSmall => 19,
            Bar::ActionCards
            | Bar::Planet
            | Bar::ZoneOutsideAgenda
            | Bar::KenaraInCombat
            | Bar::Secret
            | Bar::Technology
            | Bar::Untradable { .. } => 18,
            Bar::Relic => 69,
            Bar::TooFew { .. } | Bar::NotHeld { .. } => 21,
            Bar::NeighboursDisputed => 50,
            Bar::BetweenAgendas => 107,
            Bar::ActingOutsideTurn => 106,
            Bar::Malevolency => 108,
            Bar::Censured => 2,
            Bar::KeepsCommodities => 18,
            Bar::KeepsOutOfAgendas => 11,
            Bar::Unsettled { question } | Bar::SettledAgainst { question } => question.row().clause,
        })
    }

    /// Whether the rules leave it open, so that the table has to choose.
    pub fn is_open(&self) -> bool {
        matches!(
            self,
            Bar::NeighboursDisputed
                | Bar::BetweenAgendas
                | Bar::ActingOutsideTurn
                | Bar::Malevolency
                | Bar::Unsettled { .. }
        )
    }
}
