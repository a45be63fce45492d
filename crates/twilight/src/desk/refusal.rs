//! Why the desk refuses a command, as a sentence with its clause.

use parley::Clause;
use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

use crate::ability::Ability;
use crate::round::step::Step;
use crate::transaction::bar::{Bar, ti};

/// Why a command was refused. `Display` is a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Error, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Refusal {
    #[error("There is no such seat at this table.")]
    NoSuchSeat,
    #[error("You have left the game.")]
    Out,
    #[error("That player is not in the game.")]
    TheyAreOut,
    #[error("A deal needs another player.")]
    ToYourself,
    #[error("Somebody holds more than seven action cards and has to discard first.")]
    DiscardFirst,
    #[error("A deal has one to {most} terms.")]
    Terms { most: usize },
    #[error("Names and texts have 1 to {most} characters, and numbers are below 10000.")]
    TooLong { most: usize },
    #[error("A deal has at most {most} characters in all; leave something out.")]
    DealTooLong { most: usize },
    #[error("A deal is between two players, and one of its terms is performed by a third.")]
    ThirdParty,
    #[error("You already have an open offer to that player.")]
    OfferOpen,
    #[error("There is no such offer.")]
    NoSuchOffer,
    #[error("{0}")]
    Barred(Bar),
    #[error("You do not hold that card.")]
    NotHeld,
    #[error("Players cannot play their own notes.")]
    OwnNote,
    #[error("That cannot be done in {}.", .now.words())]
    NotNow { now: Step },
    #[error("That note has already been played in this window.")]
    PlayedAlready,
    #[error("It is not up to you to move on.")]
    NotYours,
    #[error("{} cannot follow here.", sentence(*.to))]
    NotNext { to: Step },
    #[error("A player cannot pass before using their strategy cards.")]
    StrategyCardLeft,
    #[error("A binding deal has terms that are still to be performed in this step.")]
    StillOwed,
    #[error("More is owed in this step than the desk can store; perform some of it first.")]
    TooMuchOwed,
    #[error("The ledger has no room for another promise between you two.")]
    LedgerFull,
    #[error("A binding deal forbids it.")]
    Bound,
    #[error("This table moves on step by step.")]
    NotADesk,
    #[error("You have {has} of that, not {needs}.")]
    TooFew { has: u16, needs: u16 },
    #[error("Only {room} more commodities fit.")]
    OverCap { room: u16 },
    #[error("You cannot vote.")]
    CannotVote,
    #[error("That cannot be reported; the desk records it itself.")]
    NotADeed,
    #[error("There is nobody to pillage.")]
    NoPillage,
    #[error("There is no such promise by you or to you, or it is settled.")]
    NoSuchPromise,
    #[error("You have already said so.")]
    SaidAlready,
    #[error("This table computes neighbours from its map.")]
    ComputedNeighbours,
    #[error("This table has no map; neighbours are declared.")]
    NoMap,
    #[error("There is no such system or planet on the map.")]
    NoSuchPlace,
    #[error("That is already so.")]
    NoChange,
    #[error("That player is already the speaker.")]
    SpeakerAlready,
    #[error("There is only one of that, and somebody already has it.")]
    HeldAlready,
    #[error("You do not have that.")]
    NotYoursToLose,
    #[error("Nobody can have that many.")]
    TooMany,
    #[error("Players cannot capture their own units.")]
    OwnUnit,
    #[error("Only Hacan has Pride of Kenara.")]
    NotHacan,
    #[error("The desk already says so.")]
    NothingNew,
    #[error("{}", if *.begins { "That is already in force." } else { "That is not in force." })]
    InForceAlready { begins: bool },
    #[error("You do not have that ability.")]
    NotYourAbility,
    #[error("You do not have {ability}, or it is not in use.")]
    Lacks { ability: Ability },
    #[error("{ability} is exhausted.")]
    Exhausted { ability: Ability },
    #[error("{ability} has already been used in this window.")]
    UsedAlready { ability: Ability },
    #[error("Only its own faction can have {ability}.")]
    NotLent { ability: Ability },
    #[error("That player has not just replenished commodities.")]
    NotReplenished,
    #[error("The desk does not know a unit of that name.")]
    NoSuchUnit,
    #[error("A unit that costs {cost} exceeds their commodity value of {most}.")]
    TooDear { cost: u16, most: u16 },
    #[error("That player has none of it to give.")]
    NothingToGive,
    #[error("You two have not fought: the active player is part of every space combat.")]
    NotInCombat,
    #[error("There is nothing that you may demand or take from that player.")]
    NoDemand,
    #[error("Something that an ability demands has not been handed over yet.")]
    StillDemanded,
    #[error("These two have not just transacted.")]
    NoTransaction,
    #[error("That card is not in the revealed hand.")]
    NotThere,
    #[error("You can show only your own notes and action cards.")]
    NothingToShow,
    #[error("Nobody's ability lets you pay for research now.")]
    NoResearch,
    #[error("A relic takes {needs} matching fragments.")]
    NotASet { needs: u32 },
    #[error("There is one Demilitarized Zone, and it is attached to another planet.")]
    SecondZone,
    #[error("The last two players cannot leave.")]
    LastTwo,
    #[error("The feed and the desk do not differ about that.")]
    NoDispute,
    #[error("Nobody has asked for that correction, or it does not concern you.")]
    NoCorrection,
    #[error("That player decides what they hold.")]
    TheirsToSay,
    #[error("This table already records holdings exactly.")]
    ExactAlready,
    #[error("This table does not record how many that player has; hand them over by name instead.")]
    NotRecorded,
}

fn sentence(step: Step) -> String {
    let words = step.words();
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    format!("{}{}", first.unwrap_or_default(), letters.as_str())
}

impl From<Bar> for Refusal {
    fn from(bar: Bar) -> Refusal {
        Refusal::Barred(bar)
    }
}

impl parley::Refusal for Refusal {
    fn clause(&self) -> Clause {
        use Refusal::*;
        match self {
            Barred(bar) => bar.clause(),
            NoSuchSeat | ToYourself | ThirdParty => ti(70),
            Out | TheyAreOut | LastTwo => ti(64),
            NoCorrection => ti(127),
            NoDispute | TheirsToSay => ti(124),
            ExactAlready => ti(122),
            NotRecorded => ti(121),
            DiscardFirst => ti(103),
            Terms { .. } | TooLong { .. } | DealTooLong { .. } => ti(70),
            OfferOpen | NoSuchOffer => ti(23),
            NotHeld | HeldAlready | NotYoursToLose | TooMany | NothingNew => ti(21),
            OwnUnit => ti(19),
            NotHacan => ti(18),
            OwnNote => ti(56),
            PlayedAlready => ti(28),
            NotNow { .. } => ti(100),
            NotYours => ti(101),
            NotNext { .. } | NotADesk | InForceAlready { .. } => ti(85),
            StrategyCardLeft => ti(87),
            SpeakerAlready => ti(95),
            StillOwed | Bound | TooMuchOwed => ti(74),
            TooFew { .. } => ti(21),
            OverCap { .. } => ti(32),
            CannotVote => ti(98),
            NotADeed | NothingToGive | NotInCombat | NoDemand | StillDemanded => ti(26),
            Lacks { ability } | NotLent { ability } => ti(ability.row().clause),
            Exhausted { .. } | UsedAlready { .. } => ti(28),
            NotReplenished => ti(33),
            NoSuchUnit => ti(19),
            TooDear { .. } => ti(32),
            NoTransaction => ti(100),
            NotThere => ti(21),
            NothingToShow => ti(84),
            NoResearch => ti(26),
            NotASet { .. } => ti(68),
            SecondZone => ti(18),
            NoPillage => ti(26),
            NoSuchPromise | SaidAlready | LedgerFull => ti(82),
            ComputedNeighbours | NoMap | NoSuchPlace | NoChange | NotYourAbility => ti(9),
        }
    }
}
