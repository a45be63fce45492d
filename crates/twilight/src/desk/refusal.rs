//! Why the desk turned a command down, in a sentence and with its clause.

use parley::Clause;
use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

use crate::ability::Ability;
use crate::round::step::Step;
use crate::transaction::bar::{Bar, ti};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Error, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Refusal {
    #[error("There is no such seat at this table.")]
    NoSuchSeat,
    #[error("You have left the game.")]
    Out,
    #[error("That player is not in the game.")]
    TheyAreOut,
    #[error("A deal needs somebody else.")]
    ToYourself,
    #[error("Somebody holds more than seven action cards and has to discard first.")]
    DiscardFirst,
    #[error("A deal has one to {most} terms.")]
    Terms { most: usize },
    #[error("Keep names and words between 1 and {most} characters, and numbers below 10000.")]
    TooLong { most: usize },
    #[error("A deal has at most {most} letters in all; leave something out.")]
    DealTooLong { most: usize },
    #[error("A deal is between two players, and one of its terms is performed by a third.")]
    ThirdParty,
    #[error("You have an offer to that player already, and it is still open.")]
    OfferOpen,
    #[error("There is no such offer.")]
    NoSuchOffer,
    #[error("{0}")]
    Barred(Bar),
    #[error("You do not hold that card.")]
    NotHeld,
    #[error("Nobody can play their own notes.")]
    OwnNote,
    #[error("That cannot be done in {}.", .now.words())]
    NotNow { now: Step },
    #[error("That note has been played in this window already.")]
    PlayedAlready,
    #[error("It is not your decision to move on.")]
    NotYours,
    #[error("{} cannot follow here.", sentence(*.to))]
    NotNext { to: Step },
    #[error("A player cannot pass before having used their strategy cards.")]
    StrategyCardLeft,
    #[error("A binding deal has terms that are still to be performed in this step.")]
    StillOwed,
    #[error("More is owed in this step than the desk has room for; perform some of it first.")]
    TooMuchOwed,
    #[error("You two have as many promises on the ledger as it has room for.")]
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
    #[error("That is not something to report; the desk sees it itself.")]
    NotADeed,
    #[error("There is nobody to pillage.")]
    NoPillage,
    #[error("There is no such promise of yours or to you, or it is settled.")]
    NoSuchPromise,
    #[error("You have said so already.")]
    SaidAlready,
    #[error("This table works its neighbours out from the map.")]
    ComputedNeighbours,
    #[error("This table has no map; neighbours are stated.")]
    NoMap,
    #[error("There is no such system or planet on the map.")]
    NoSuchPlace,
    #[error("That is how it stands already.")]
    NoChange,
    #[error("That player is the speaker already.")]
    SpeakerAlready,
    #[error("There is one of that, and it is held already.")]
    HeldAlready,
    #[error("You do not have that.")]
    NotYoursToLose,
    #[error("Nobody has as many of that.")]
    TooMany,
    #[error("Nobody captures their own units.")]
    OwnUnit,
    #[error("Pride of Kenara is Hacan's.")]
    NotHacan,
    #[error("That is what the desk has already.")]
    NothingNew,
    #[error("{}", if *.begins { "That is in force already." } else { "That is not in force." })]
    InForceAlready { begins: bool },
    #[error("You do not have that ability.")]
    NotYourAbility,
    #[error("You do not have {ability}, or it is not in use.")]
    Lacks { ability: Ability },
    #[error("{ability} is exhausted.")]
    Exhausted { ability: Ability },
    #[error("{ability} has been used in this window already.")]
    UsedAlready { ability: Ability },
    #[error("{ability} is its faction's own and comes to nobody else.")]
    NotLent { ability: Ability },
    #[error("That player has not replenished commodities just now.")]
    NotReplenished,
    #[error("The desk does not know a unit of that name.")]
    NoSuchUnit,
    #[error("A unit that costs {cost} is beyond their commodity value of {most}.")]
    TooDear { cost: u16, most: u16 },
    #[error("That player has none of it to give.")]
    NothingToGive,
    #[error("You two have not fought: the active player is in every space combat.")]
    NotInCombat,
    #[error("There is nothing that you may demand or take from that player.")]
    NoDemand,
    #[error("Something that an ability demands is still to be handed over.")]
    StillDemanded,
    #[error("These two have not transacted just now.")]
    NoTransaction,
    #[error("That card is not in the hand that lies open.")]
    NotThere,
    #[error("Show notes or action cards of your own; nothing else.")]
    NothingToShow,
    #[error("Nobody's ability lets you pay for research now.")]
    NoResearch,
    #[error("A relic takes {needs} fragments that match.")]
    NotASet { needs: u32 },
    #[error("There is one Demilitarized Zone, and it is attached to another planet.")]
    SecondZone,
    #[error("The last two players cannot leave.")]
    LastTwo,
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
