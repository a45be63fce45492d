//! Why a term binds or does not (TI-72 … TI-81), as a sentence with its clause.

use parley::Clause;
use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

use crate::deal::Hazard;
use crate::round::step::Step;
use crate::transaction::bar::{Bar, ti};

/// The reason for a finding. `Display` is a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Error, JsonSchema)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum Why {
    #[error("It is a legal transaction now, and its giver holds it.")]
    ExchangedNow,
    #[error("The performer could do it in this step even without the deal.")]
    PerformableNow,
    #[error("The opportunity is open now and ends with this step.")]
    EndsWithThisStep,
    #[error("The card can be played now. Its result is not part of this term.")]
    PlayedNow,
    #[error(
        "The parties say that it can be done in this step, and the desk takes their word for it."
    )]
    TakenAtTheirWord,

    #[error("{0}")]
    Barred(Bar),
    #[error("It is in the future: what happens after the open step cannot bind.")]
    LiesAhead,
    #[error("It belongs to {needs}, and this is {now}. A deal made in that step could bind.", needs = .needs.words(), now = .now.words())]
    AnotherStep { needs: Step, now: Step },
    #[error("The performer is not the one who decides in this step.")]
    NotTheirDecision,
    #[error("It is not yet the performer's opportunity to vote.")]
    NotTheirVote,
    #[error("Its window opens only after something else that has not happened yet.")]
    NotYetOpen,
    #[error("The desk does not know this ability: use `at` to name the step in which it is used.")]
    UnknownPower,
    #[error(
        "The performer has {has} to spend and needs {needs}; only what the deal pays would make it possible."
    )]
    OnlyWithTheDeal { has: u16, needs: u16 },
    #[error("The performer has {has} to spend and needs {needs}.")]
    CannotAfford { has: u16, needs: u16 },
    #[error("The performer can cast {has} votes, not {needs}; trade goods cannot buy votes.")]
    TooFewVotes { has: u16, needs: u16 },
    #[error("The performer cannot vote at all.")]
    CannotVote,
    #[error("How a note will be used cannot bind until the note has been handed over.")]
    NoteNotYetHeld,
    #[error("The performer does not hold that note.")]
    NoteNotHeld,
    #[error("Players cannot play their own notes.")]
    OwnNote,
    #[error("That note is in the play area and takes effect by itself; there is nothing to play.")]
    NoteInPlay,
    #[error("That note takes effect when it is received; nobody chooses whether to play it.")]
    NotOptional,
    #[error("An announced retreat must be carried out if there is somewhere to go.")]
    Compulsory,
    #[error("The performer does not hold that action card.")]
    CardNotHeld,
    #[error("The performer does not have that ability, or it is exhausted.")]
    LacksAbility,
    #[error("A Political Secret bars the performer from action cards and faction abilities.")]
    Silenced,
    #[error("A player cannot pass before using their strategy cards.")]
    StrategyCardLeft,
    #[error("A player who has passed takes no further turn in this phase.")]
    HasPassed,
    #[error("{} between the agreement and its performance.", hazard(*.0))]
    InBetween(Hazard),
    #[error("An announced retreat happens only after this round's dice and hits.")]
    RetreatAfterDice,
    #[error("The result of an action card, or that it resolves at all, can never be guaranteed.")]
    CardResult,
    #[error(
        "A promise not to do something binds only while the opportunity is open, and no longer than this step."
    )]
    ReachesFurther,
    #[error("A debt to be paid later is a promise; the rules have no debts.")]
    Debt,
    #[error("A deal is between two players, and this term is performed by a third.")]
    ThirdParty,
    #[error(
        "While the Trade primary is being resolved, paying commodities to be replenished never binds."
    )]
    LetterOfTrade,
    #[error(
        "Paying commodities on the spot to be replenished: by the step rule it binds, by the literal example it does not."
    )]
    TradeUnsettled,
}

fn hazard(hazard: Hazard) -> &'static str {
    match hazard {
        Hazard::Dice => "Dice stand",
        Hazard::HiddenDraw => "A card that nobody has seen stands",
        Hazard::AnotherPlayer => "Another player's free decision stands",
        Hazard::CancelWindow => "A window in which it can be cancelled stands",
    }
}

impl Why {
    pub fn clause(&self) -> Clause {
        match self {
            Why::Barred(bar) => bar.clause(),
            Why::ExchangedNow => ti(74),
            Why::PerformableNow
            | Why::OnlyWithTheDeal { .. }
            | Why::CannotAfford { .. }
            | Why::NotTheirDecision
            | Why::NotTheirVote
            | Why::CardNotHeld
            | Why::LacksAbility
            | Why::TakenAtTheirWord
            | Why::UnknownPower
            | Why::NoteNotHeld => ti(77),
            Why::EndsWithThisStep => ti(102),
            Why::LiesAhead | Why::AnotherStep { .. } | Why::NotYetOpen | Why::ReachesFurther => {
                ti(78)
            }
            Why::PlayedNow | Why::CardResult => ti(76),
            Why::TooFewVotes { .. } | Why::CannotVote | Why::Silenced => ti(98),
            Why::NoteNotYetHeld => ti(65),
            Why::OwnNote => ti(56),
            Why::NoteInPlay => ti(63),
            Why::StrategyCardLeft | Why::HasPassed => ti(87),
            Why::InBetween(_) => ti(74),
            Why::RetreatAfterDice | Why::Compulsory => ti(92),
            Why::NotOptional => ti(57),
            Why::Debt => ti(29),
            Why::ThirdParty => ti(83),
            Why::LetterOfTrade => ti(94),
            Why::TradeUnsettled => ti(109),
        }
    }
}
