//! Why a command is refused, with the clause and as a sentence.

use parley::{Clause, Seat};
use serde::Serialize;
use thiserror::Error;

use crate::lockout::LockoutCause;
use crate::signal::Unspeakable;

/// Why a command was refused.
///
/// Nothing in it depends on what its seat may not know: somebody else's proposal and one that never
/// existed get the same answer, and so do a fogged territory and one that is merely out of reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "BackchannelRefusal")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Refusal {
    #[error("There is no such seat at this table.")]
    NoSuchSeat,
    #[error("The game is over.")]
    GameOver,
    #[error("A seat that is out of the game makes no more moves.")]
    Out,
    #[error("That seat is out of the game.")]
    TargetOut { doing: Doing },
    #[error("It is not your turn.")]
    NotYourTurn,
    #[error("That belongs to the {needs} phase, and this is the {now} phase.")]
    WrongPhase { needs: PhaseName, now: PhaseName },
    #[error("There is no such territory on this map.")]
    NoSuchTerritory,
    #[error("You do not hold that territory.")]
    NotYours { doing: Doing },
    #[error("Name at least one troop.")]
    NoTroops { doing: Doing },
    #[error("You have {left} troops left to deploy, not {asked}.")]
    DeployTooMany { left: u32, asked: u32 },
    #[error("Only {room} more troops fit there.")]
    NoRoom { room: u32 },
    #[error("There is no link from the one territory to the other along which to attack.")]
    NotLinked,
    #[error("You hold that territory yourself.")]
    OwnTarget,
    #[error("A ceasefire with that seat is in force, and it is kept.")]
    Ceasefire { with: Seat },
    #[error("An attack needs {needed} troops in its source, and there are {there}.")]
    TooFewToAttack { needed: u32, there: u32 },
    #[error("A blitz or a stop-loss needs {needed} troops in its source, and there are {there}.")]
    TooFewToBlitz { needed: u32, there: u32 },
    #[error("Guns cannot drive out the last troop, so there is nothing left to bombard.")]
    NothingToBombard,
    #[error("Stop at a number of troops from {least} to {most}.")]
    StopLossRange { least: u32, most: u32 },
    #[error("Move in with {least} to {most} troops.")]
    OccupyRange { least: u32, most: u32 },
    #[error("Choose two different territories.")]
    SameTerritory,
    #[error(
        "No chain of your own territories, or of a safe-passage partner's that you can see, joins the two."
    )]
    NotJoined,
    #[error("At most {most} troops can make that move.")]
    MarchTooMany { most: u32 },
    #[error("There is no such card.")]
    NoSuchCard { doing: Doing },
    #[error("You do not have those cards free to use.")]
    NotInHand { doing: Doing },
    #[error("That is not an agreement card.")]
    NotAnAgreement,
    #[error("That is not a tactical card.")]
    NotTactical,
    #[error("That is not a troop card.")]
    NotATroopCard,
    #[error("Slots take troop cards only.")]
    SlotsTakeTroopCards,
    #[error("This proposal needs {needed} troop cards from you, and {given} were given.")]
    WrongSlots { needed: u8, given: u8, doing: Doing },
    #[error(
        "Under the traitor mark this proposal needs {needed} troop cards from you, and {given} were given."
    )]
    TraitorSlots { needed: u8, given: u8 },
    #[error("You cannot make a deal with yourself.")]
    ToYourself,
    #[error("You have a proposal to that seat already, and it is still open.")]
    ProposalOpen,
    #[error(
        "{}: for {windows} more of your between-turn {} you may not propose to that seat, unless a ceasefire with it is in force.",
        .after.words(), if *.windows == 1 { "window" } else { "windows" }
    )]
    LockedOut { windows: u16, after: LockoutCause },
    #[error("A joint offensive names one living third seat.")]
    NeedsThirdSeat,
    #[error("Only a joint offensive names a third seat.")]
    NoThirdSeat,
    #[error("There is no such proposal to you.")]
    UnknownProposal,
    #[error("That proposal is no longer open: it was answered, it expired, or it is void.")]
    ProposalClosed,
    #[error("That card is aimed at {needs}.")]
    WrongTarget { needs: TargetName },
    #[error("You have no such agreement in force.")]
    NoSuchTreaty,
    #[error("A trap of yours lies there already.")]
    AlreadyTrapped,
    #[error("Aim at another seat.")]
    TargetYourself,
    #[error("A gamble burns three cards, not {given}.")]
    GambleThree { given: u8 },
    #[error("A seat that is out of the game hears no signals.")]
    ListenerOut,
    #[error("You cannot signal to yourself.")]
    SignalToYourself,
    #[error("{why}")]
    BadSignal { why: Unspeakable },
    #[error(
        "You have sent that seat its signal for this round; a reply or a reaction from it opens the channel again."
    )]
    PrivateLimit,
    #[error("You have sent your public signal for this round.")]
    PublicLimit,
    #[error("There is no such signal, or it is no longer the last one on its channel.")]
    UnknownSignal,
    #[error("You have reacted to that signal.")]
    AlreadyReacted,
    #[error("There is no such reaction.")]
    NoSuchReaction,
    #[error("There are no agreements in this study.")]
    NoAgreements,
    #[error("Agreements are binding in this study, so none can be betrayed.")]
    Binding,
    #[error("A ceasefire with that seat has been accepted, and in this study it binds at once.")]
    AcceptedCeasefire { with: Seat },
    #[error("Signals are switched off in this study.")]
    SignalsOff,
}

/// What a seat was about when it was refused something that can go wrong in several places.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Doing {
    Deploy,
    Attack,
    Reinforce,
    Propose,
    Accept,
    Play,
    Apply,
    Gamble,
}

impl Doing {
    /// The clause that says how it is done.
    fn clause(self) -> u16 {
        match self {
            Doing::Deploy => 203,
            Doing::Attack => 205,
            Doing::Reinforce => 208,
            Doing::Propose => 502,
            Doing::Accept => 503,
            Doing::Play => 304,
            Doing::Apply => 403,
            Doing::Gamble => 404,
        }
    }
}

/// A phase as a refusal names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PhaseName {
    Deploy,
    Attack,
    Occupy,
    Reinforce,
    Window,
}

impl std::fmt::Display for PhaseName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            PhaseName::Deploy => "deploy",
            PhaseName::Attack => "attack",
            PhaseName::Occupy => "occupy",
            PhaseName::Reinforce => "reinforce",
            PhaseName::Window => "between-turn",
        })
    }
}

/// What a tactical card wants to be aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TargetName {
    Nothing,
    Territory,
    Seat,
    Treaty,
}

impl std::fmt::Display for TargetName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            TargetName::Nothing => "nothing at all",
            TargetName::Territory => "a territory",
            TargetName::Seat => "a seat",
            TargetName::Treaty => "an agreement of yours that is in force",
        })
    }
}

impl parley::Refusal for Refusal {
    fn clause(&self) -> Clause {
        use Refusal::*;
        Clause::new(
            "BC",
            match self {
                NoSuchSeat => 101,
                NoSuchTerritory => 102,
                GameOver => 901,
                Out => 209,
                NotYourTurn | WrongPhase { .. } => 201,
                NotYours { doing } | NoTroops { doing } => doing.clause(),
                NoSuchCard { doing } | NotInHand { doing } => doing.clause(),
                WrongSlots { doing, .. } => doing.clause(),
                TargetOut { doing: Doing::Propose } => 506,
                TargetOut { doing } => doing.clause(),
                DeployTooMany { .. } | NoRoom { .. } => 203,
                NotLinked | OwnTarget | TooFewToAttack { .. } => 205,
                NothingToBombard => 102,
                Ceasefire { .. } => 305,
                TooFewToBlitz { .. } | StopLossRange { .. } => 206,
                OccupyRange { .. } => 207,
                SameTerritory | NotJoined | MarchTooMany { .. } => 208,
                NotAnAgreement | SlotsTakeTroopCards => 502,
                NotTactical | WrongTarget { .. } | NoSuchTreaty | AlreadyTrapped => 304,
                TargetYourself | TraitorSlots { .. } => 304,
                NotATroopCard => 403,
                ToYourself | ProposalOpen => 506,
                LockedOut { after: LockoutCause::Deal, .. } => 602,
                LockedOut { after: LockoutCause::Decline, .. } => 604,
                NeedsThirdSeat | NoThirdSeat => 302,
                UnknownProposal => 503,
                ProposalClosed => 504,
                GambleThree { .. } => 404,
                SignalToYourself | ListenerOut => 704,
                BadSignal { .. } => 701,
                NoAgreements => 1102,
                Binding | AcceptedCeasefire { .. } => 1103,
                SignalsOff => 1104,
                PrivateLimit | PublicLimit | UnknownSignal | AlreadyReacted | NoSuchReaction => 703,
            },
        )
    }
}
