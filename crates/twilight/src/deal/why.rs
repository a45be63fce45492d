//! Why a term binds or does not (TI-72 … TI-81), as a sentence with its clause.

use parley::Clause;
use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

use crate::ability::faction::Faction;
use crate::ability::window::Proviso;
use crate::deal::Hazard;
use crate::round::step::Step;
use crate::table::question::Question;
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
    #[error("What has just happened opens its window, and it binds for this one time.")]
    AnswersNow,

    #[error("{0}")]
    Barred(Bar),
    #[error("It is in the future: what happens after the open step cannot bind.")]
    LiesAhead,
    #[error("It belongs to {needs}, and this is {now}.", needs = .needs.words(), now = .now.words())]
    AnotherStep { needs: Step, now: Step },
    #[error("The performer is not the one who decides in this step.")]
    NotTheirDecision,
    #[error("It is not yet the performer's opportunity to vote.")]
    NotTheirVote,
    #[error("Its window opens only after something else that has not happened yet.")]
    NotYetOpen,
    #[error(
        "The desk does not know it, so it cannot be judged; a situation can declare its window as a `custom` name."
    )]
    UnknownPower,
    #[error("It cannot be judged: the judge knows no {kind} called {what:?}.")]
    Unrecognised { kind: &'static str, what: String },
    #[error("It cannot be judged: say what changes hands, with `give`.")]
    SayWhatIsGiven,
    #[error("It cannot be judged: say who the tyrant is, with `tyrant`.")]
    WhoIsTheTyrant,
    #[error("It cannot be judged: whether the votes are enough depends on {on}.")]
    VotesDepend { on: &'static str },
    #[error(
        "Free words cannot be judged; a typed term (give, produce, vote, use, play, choose, research, score …) can."
    )]
    FreeWords,
    #[error("It cannot be judged: {now} offers {offers}, and the words name nothing of that kind.", now = .now.words())]
    NotOffered { now: Step, offers: String },
    #[error("It is always in effect, so there is nothing to decide.")]
    NothingToDecide,
    #[error("The step is over and the next has not begun, so no window is open.")]
    BetweenSteps,
    #[error("It is printed on another strategy card than the one that is being resolved.")]
    OtherCard,
    #[error("It is not used in {}.", .step.words())]
    NotInThatStep { step: Step },
    #[error("It is for the player who is asked, and the performer is not asked now.")]
    NotAsked,
    #[error("It is for the active player, and the performer is not active.")]
    NotActive,
    #[error("It is for the other players, and the performer is the one whose moment it is.")]
    OthersOnly,
    #[error("The performer is not a side of this combat.")]
    NotInTheCombat,
    #[error("The performer is not the defender.")]
    NotTheDefender,
    #[error("The performer has not won this combat.")]
    NotTheWinner,
    #[error("The performer has no units in the active system.")]
    NoUnitsThere,
    #[error("It is for the speaker, and the performer is not the speaker.")]
    NotTheSpeaker,
    #[error("The performer has {has} command {} in the strategy pool and needs {needs}.", if *.has == 1 { "token" } else { "tokens" })]
    TooFewTokens { has: u16, needs: u16 },
    #[error("The present speaker cannot be chosen again.")]
    AlreadySpeaker,
    #[error("Political Censure: the performer cannot play action cards.")]
    Cardless,
    #[error("It is for the tyrant, and the performer is not the tyrant.")]
    NotTheTyrant,
    #[error("The performer's units do not roll in this step.")]
    NotTheirRoll,
    #[error(
        "It is played on the turn of the player who issued the note, and this is not that turn."
    )]
    IssuersTurn,
    #[error("{}", .needs.words())]
    Unmet { needs: Proviso },
    #[error("Nothing that has been announced can be answered with it.")]
    NothingToCancel,
    #[error(
        "Transparasteel Plating: players who have passed cannot play action cards in this turn."
    )]
    PassedOver,
    #[error("It cannot be used against the player who issued it.")]
    AgainstItsIssuer,
    #[error("Propagation: Nekro never researches.")]
    NeverResearches,
    #[error("It is a technology of another faction.")]
    AnothersTechnology,
    #[error("The performer has that technology already.")]
    HasTechnology,
    #[error("The performer does not hold that secret objective.")]
    SecretNotHeld,
    #[error("Every player assigns the hits on their own units.")]
    NotTheirUnits,
    #[error("The rules leave this open: {question}")]
    Unsettled { question: Question },
    #[error("This table has settled it: {}", .question.row().readings[1].says)]
    SettledAgainst { question: Question },
    #[error(
        "The performer has {} to spend and needs {needs}; only what the deal pays would make it possible.",
        .of.count(*.has)
    )]
    OnlyWithTheDeal { of: Means, has: u16, needs: u16 },
    #[error("The performer has {} to spend and needs {needs}.", .of.count(*.has))]
    CannotAfford { of: Means, has: u16, needs: u16 },
    #[error("Representative Government: every player has one vote.")]
    OneVoteEach,
    #[error("The performer can cast {has} {}, not {needs}; trade goods cannot buy votes.", if *.has == 1 { "vote" } else { "votes" })]
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
    #[error("The performer does not have that ability.")]
    LacksAbility,
    #[error("It belongs to {faction}, and the performer plays another faction.")]
    AnotherFactions { faction: Faction },
    #[error(
        "The performer has not gained it; what has been unlocked or researched is listed among the abilities."
    )]
    NotGained,
    #[error("It is exhausted.")]
    Exhausted,
    #[error("The performer does not have that relic.")]
    RelicNotHeld,
    #[error("The performer does not control {planet}.")]
    PlanetNotHeld { planet: &'static str },
    #[error("The performer does not own that law.")]
    LawNotOwned,
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

/// What something is paid with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Means {
    TradeGoods,
    Resources,
    Influence,
}

impl Means {
    fn count(self, number: u16) -> String {
        match (self, number) {
            (Means::TradeGoods, 1) => "1 trade good".to_owned(),
            (Means::TradeGoods, _) => format!("{number} trade goods"),
            (Means::Resources, 1) => "1 resource".to_owned(),
            (Means::Resources, _) => format!("{number} resources"),
            (Means::Influence, _) => format!("{number} influence"),
        }
    }
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
    /// Whether nobody can judge it.
    pub const fn is_beyond_judging(&self) -> bool {
        matches!(
            self,
            Why::FreeWords
                | Why::UnknownPower
                | Why::NotOffered { .. }
                | Why::Unrecognised { .. }
                | Why::SayWhatIsGiven
                | Why::WhoIsTheTyrant
                | Why::VotesDepend { .. }
        )
    }

    /// How far a player is from being able to do it: the reason of whoever is nearest says most.
    pub(crate) const fn distance(&self) -> u8 {
        match self {
            Why::OwnNote | Why::AnotherFactions { .. } | Why::LacksAbility => 4,
            Why::CardNotHeld
            | Why::NoteNotHeld
            | Why::RelicNotHeld
            | Why::PlanetNotHeld { .. }
            | Why::LawNotOwned => 3,
            Why::NotTheirDecision
            | Why::NotAsked
            | Why::NotActive
            | Why::OthersOnly
            | Why::NotInTheCombat
            | Why::NotTheDefender
            | Why::NotTheWinner
            | Why::NoUnitsThere
            | Why::NotTheSpeaker
            | Why::NotTheTyrant
            | Why::NotTheirRoll
            | Why::NotTheirVote => 2,
            Why::AnotherStep { .. } | Why::NotYetOpen => 1,
            _ => 0,
        }
    }

    /// Whether the rules leave it open.
    pub fn is_open(&self) -> bool {
        match self {
            Why::TradeUnsettled | Why::Unsettled { .. } => true,
            Why::Barred(bar) => bar.is_open(),
            _ => false,
        }
    }

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
            | Why::UnknownPower
            | Why::FreeWords
            | Why::NotOffered { .. }
            | Why::NothingToDecide
            | Why::OtherCard
            | Why::NotAsked
            | Why::NotActive
            | Why::OthersOnly
            | Why::NotInTheCombat
            | Why::NotTheDefender
            | Why::NotTheWinner
            | Why::NoUnitsThere
            | Why::NotTheSpeaker
            | Why::TooFewTokens { .. }
            | Why::Unrecognised { .. }
            | Why::SayWhatIsGiven
            | Why::WhoIsTheTyrant
            | Why::NotTheTyrant
            | Why::NotTheirRoll
            | Why::IssuersTurn
            | Why::NothingToCancel
            | Why::PassedOver
            | Why::AgainstItsIssuer
            | Why::NeverResearches
            | Why::AnothersTechnology
            | Why::HasTechnology
            | Why::SecretNotHeld
            | Why::NotTheirUnits
            | Why::AnotherFactions { .. }
            | Why::NotGained
            | Why::Exhausted
            | Why::RelicNotHeld
            | Why::PlanetNotHeld { .. }
            | Why::LawNotOwned
            | Why::NoteNotHeld => ti(77),
            Why::EndsWithThisStep => ti(102),
            Why::AnswersNow => ti(100),
            Why::LiesAhead
            | Why::AnotherStep { .. }
            | Why::NotYetOpen
            | Why::ReachesFurther
            | Why::BetweenSteps
            | Why::NotInThatStep { .. } => ti(78),
            Why::AlreadySpeaker => ti(95),
            Why::Unsettled { question } | Why::SettledAgainst { question } => {
                ti(question.row().clause)
            }
            Why::PlayedNow | Why::CardResult => ti(76),
            Why::TooFewVotes { .. }
            | Why::VotesDepend { .. }
            | Why::OneVoteEach
            | Why::CannotVote
            | Why::Silenced
            | Why::Cardless => ti(98),
            Why::Unmet { needs } => ti(needs.clause()),
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
