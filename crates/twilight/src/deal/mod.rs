//! Deals: two parties and a list of terms, each of them somebody's to perform (TI-70).

pub mod judgement;
pub mod ledger;
pub(crate) mod opportunity;
pub mod verdict;
pub mod why;

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::room;
use crate::round::step::Step;
use crate::table::goods::Bundle;
use crate::table::hand::Note;
use crate::transaction::Transaction;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    pub parties: (Seat, Seat),
    #[schemars(length(min = 1, max = room::TERMS))]
    pub terms: Vec<Term>,
}

/// Something that one party will do, or will leave alone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Term {
    pub by: Seat,
    pub act: Act,
    /// When it is to be done; for something to be left alone, until when.
    #[serde(default)]
    pub when: When,
    /// What stands between the agreement and its performance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Hazard>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Hands something over to the other party.
    Transfer {
        goods: Bundle,
    },
    /// Produces units that cost so many resources in all.
    Produce {
        #[schemars(length(max = room::WORD))]
        unit: String,
        cost: u16,
    },
    /// Votes for an outcome, with at least so many votes.
    Vote {
        #[schemars(length(max = room::WORD))]
        outcome: String,
        votes: u16,
    },
    Abstain,
    /// Uses an ability; `at` is the step to which it belongs, where the desk cannot know.
    Use {
        #[schemars(length(max = room::WORD))]
        power: String,
        at: Option<Step>,
    },
    /// Does not use an ability.
    Refrain {
        #[schemars(length(max = room::WORD))]
        power: String,
        at: Option<Step>,
    },
    /// Plays a promissory note in a certain way.
    UseNote {
        note: Note,
    },
    /// Does not play a promissory note.
    KeepNote {
        note: Note,
    },
    /// Activates a system with a tactical action.
    Activate {
        #[schemars(length(max = room::WORD))]
        system: String,
    },
    /// Does not activate a system.
    LeaveAlone {
        #[schemars(length(max = room::WORD))]
        system: String,
    },
    /// Moves ships into a system.
    MoveInto {
        #[schemars(length(max = room::WORD))]
        system: String,
    },
    /// Does not move ships into a system.
    StayOut {
        #[schemars(length(max = room::WORD))]
        system: String,
    },
    /// Chooses a player, a card, a target.
    Choose {
        #[schemars(length(max = room::WORD))]
        what: String,
        at: Option<Step>,
    },
    /// Lets the other party replenish commodities with the Trade card.
    Replenish,
    Pass,
    /// Plays an action card, whatever comes of it.
    PlayCard {
        #[schemars(length(max = room::WORD))]
        card: String,
        at: Option<Step>,
    },
    /// What an action card brings about.
    CardResult {
        #[schemars(length(max = room::WORD))]
        card: String,
        #[schemars(length(max = room::WORD))]
        result: String,
    },
    /// Pays later: a debt (TI-29, TI-110).
    PayBack {
        goods: Bundle,
    },
    /// Anything else, in the parties' own words.
    Words {
        #[schemars(length(max = room::WORD))]
        text: String,
    },
}

/// When a term falls due. Everything but [`When::Now`] and the step that is open lies ahead.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// In the step that is open.
    #[default]
    Now,
    /// In a certain step of this turn or this agenda.
    At(Step),
    ThisTurn,
    ThisAgenda,
    ThisPhase,
    ThisRound,
    NextTurn,
    NextAgenda,
    NextRound,
    /// Before the game is over.
    SomeDay,
}

/// What can come between an agreement and its performance (TI-76, TI-77).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hazard {
    Dice,
    /// A card that nobody has seen.
    HiddenDraw,
    /// A decision that a third player, or the other party, is free to take either way.
    AnotherPlayer,
    /// A window in which somebody can cancel it.
    CancelWindow,
}

impl Act {
    /// What the performer does, to stand before what it is done to.
    pub(crate) const fn verb(&self) -> &'static str {
        match self {
            Act::Transfer { .. } => "gives",
            Act::Produce { .. } => "produces",
            Act::Vote { .. } => "votes",
            Act::Abstain => "abstains",
            Act::Use { .. } => "uses",
            Act::Refrain { .. } => "does not use",
            Act::UseNote { .. } | Act::PlayCard { .. } => "plays",
            Act::KeepNote { .. } => "does not play",
            Act::Activate { .. } => "activates",
            Act::LeaveAlone { .. } => "does not activate",
            Act::MoveInto { .. } => "moves into",
            Act::StayOut { .. } => "does not move into",
            Act::Choose { .. } => "chooses",
            Act::Replenish => "lets the other replenish with Trade",
            Act::Pass => "passes",
            Act::CardResult { .. } => "achieves with",
            Act::PayBack { .. } => "will pay back",
            Act::Words { .. } => "promises",
        }
    }

    /// Whether something is to be handed over: what is left of it is a debt (TI-110).
    pub fn is_payment(&self) -> bool {
        matches!(self, Act::Transfer { .. } | Act::PayBack { .. })
    }

    /// Whether it is something to leave alone rather than to do.
    pub fn is_abstention(&self) -> bool {
        matches!(
            self,
            Act::Refrain { .. }
                | Act::KeepNote { .. }
                | Act::LeaveAlone { .. }
                | Act::StayOut { .. }
        )
    }

    /// Whether the desk learns of it by a report. What is left alone is no deed; the rest has a command of its own,
    /// or nobody can say that it was done.
    pub fn is_deed(&self) -> bool {
        match self {
            Act::Produce { .. }
            | Act::Vote { .. }
            | Act::Abstain
            | Act::Use { .. }
            | Act::Activate { .. }
            | Act::MoveInto { .. }
            | Act::Choose { .. }
            | Act::Replenish
            | Act::PlayCard { .. }
            | Act::Words { .. } => true,
            Act::Transfer { .. }
            | Act::PayBack { .. }
            | Act::CardResult { .. }
            | Act::Pass
            | Act::UseNote { .. }
            | Act::Refrain { .. }
            | Act::KeepNote { .. }
            | Act::LeaveAlone { .. }
            | Act::StayOut { .. } => false,
        }
    }
}

impl Deal {
    pub fn other(&self, party: Seat) -> Seat {
        if self.parties.0 == party { self.parties.1 } else { self.parties.0 }
    }

    pub fn involves(&self, seat: Seat) -> bool {
        self.parties.0 == seat || self.parties.1 == seat
    }

    /// All that is to be handed over now, put together as the one transaction that it is (TI-25).
    pub fn transaction(&self, now: Step) -> Transaction {
        let mut gives = (Bundle::default(), Bundle::default());
        for term in &self.terms {
            if let (Act::Transfer { goods }, true) = (&term.act, term.when.is_now(now)) {
                let side = if term.by == self.parties.0 { &mut gives.0 } else { &mut gives.1 };
                side.add(goods);
            }
        }
        Transaction { sides: self.parties, gives }
    }
}

impl Hazard {
    pub const ALL: [Hazard; 4] =
        [Hazard::Dice, Hazard::HiddenDraw, Hazard::AnotherPlayer, Hazard::CancelWindow];

    /// To follow what is to be done.
    pub const fn words(self) -> &'static str {
        match self {
            Hazard::Dice => "after dice",
            Hazard::HiddenDraw => "after a hidden draw",
            Hazard::AnotherPlayer => "after another player's decision",
            Hazard::CancelWindow => "unless it is cancelled",
        }
    }
}

impl When {
    /// Every time that is not a certain step.
    pub const SPANS: [When; 9] = [
        When::Now,
        When::ThisTurn,
        When::ThisAgenda,
        When::ThisPhase,
        When::ThisRound,
        When::NextTurn,
        When::NextAgenda,
        When::NextRound,
        When::SomeDay,
    ];

    /// To follow what is to be done.
    pub fn words(self) -> String {
        let words = match self {
            When::Now => "now, in this step",
            When::At(step) => return format!("in {}", step.words()),
            When::ThisTurn => "this turn",
            When::ThisAgenda => "this agenda",
            When::ThisPhase => "this phase",
            When::ThisRound => "this round",
            When::NextTurn => "on the next turn",
            When::NextAgenda => "on the next agenda",
            When::NextRound => "next round",
            When::SomeDay => "some day",
        };
        words.to_owned()
    }

    /// Whether it falls into the step that is open.
    pub fn is_now(self, now: Step) -> bool {
        match self {
            When::Now => true,
            When::At(step) => step == now,
            _ => false,
        }
    }
}
