//! Deals: two parties and a list of terms, each performed by one of them (TI-70).

pub mod answer;
pub(crate) mod choice;
pub mod judgement;
pub mod ledger;
pub mod lexicon;
pub mod open_point;
pub(crate) mod opportunity;
pub(crate) mod phrase;
pub(crate) mod subject;
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

/// An agreement between two parties (TI-70).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    pub parties: (Seat, Seat),
    #[schemars(length(min = 1, max = room::TERMS))]
    pub terms: Vec<Term>,
}

/// Something that one party will do, or refrain from doing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Term {
    pub by: Seat,
    pub act: Act,
    /// When it is due; for something not to be done, until when.
    #[serde(default)]
    pub when: When,
    /// What has to happen between the agreement and the performance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Hazard>,
}

/// What a term says that its performer does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Hands something over to the other party.
    Transfer {
        goods: Bundle,
    },
    /// Produces units at a total cost in resources.
    Produce {
        #[schemars(length(max = room::WORD))]
        unit: String,
        cost: u16,
    },
    /// Votes for an outcome with at least this many votes.
    Vote {
        #[schemars(length(max = room::WORD))]
        outcome: String,
        votes: u16,
    },
    Abstain,
    /// Uses an ability; `at` is the step in which it is used, where the desk cannot know.
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
    /// Plays an action card, whatever its result.
    PlayCard {
        #[schemars(length(max = room::WORD))]
        card: String,
        at: Option<Step>,
    },
    /// The result of an action card.
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
    /// Anything else, in the parties' own words. Nobody can judge it.
    Words {
        #[schemars(length(max = room::WORD))]
        text: String,
    },
    /// Does not choose a player, a card, a target.
    Avoid {
        #[schemars(length(max = room::WORD))]
        what: String,
        at: Option<Step>,
    },
    /// Researches a technology.
    Research {
        #[schemars(length(max = room::WORD))]
        technology: String,
    },
    /// Scores an objective.
    Score {
        #[schemars(length(max = room::WORD))]
        objective: String,
    },
}

/// When a term is due. Everything except [`When::Now`] and the open step is in the future.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// In the open step.
    #[default]
    Now,
    /// In a particular step of this turn or agenda.
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

/// What can come between the agreement and the performance (TI-76, TI-77).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hazard {
    Dice,
    /// A card that nobody has seen.
    HiddenDraw,
    /// A decision that a third player, or the other party, is free to make either way.
    AnotherPlayer,
    /// A window in which somebody can cancel it.
    CancelWindow,
}

impl Act {
    /// The verb of a sentence about it; the object follows.
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
            Act::Avoid { .. } => "does not choose",
            Act::Research { .. } => "researches",
            Act::Score { .. } => "scores",
        }
    }

    /// Whether goods are handed over; whatever is not paid stays a debt (TI-110).
    pub fn is_payment(&self) -> bool {
        matches!(self, Act::Transfer { .. } | Act::PayBack { .. })
    }

    /// Whether its performer needs goods, cards, planets to exhaust, or a leader or technology (TI-121).
    pub(crate) fn takes_holdings(&self) -> bool {
        match self {
            Act::Transfer { .. }
            | Act::Produce { .. }
            | Act::Vote { .. }
            | Act::Use { .. }
            | Act::UseNote { .. }
            | Act::KeepNote { .. }
            | Act::PlayCard { .. } => true,
            Act::PayBack { .. }
            | Act::Abstain
            | Act::Refrain { .. }
            | Act::Activate { .. }
            | Act::LeaveAlone { .. }
            | Act::MoveInto { .. }
            | Act::StayOut { .. }
            | Act::Choose { .. }
            | Act::Replenish
            | Act::Pass
            | Act::CardResult { .. }
            | Act::Words { .. }
            | Act::Avoid { .. }
            | Act::Research { .. }
            | Act::Score { .. } => false,
        }
    }

    /// Whether it hands over, plays or keeps a promissory note.
    pub(crate) fn is_about_notes(&self) -> bool {
        let named = matches!(self, Act::UseNote { .. } | Act::KeepNote { .. });
        named || !self.notes_given().is_empty()
    }

    /// Whether it is something not to do.
    pub fn is_abstention(&self) -> bool {
        matches!(
            self,
            Act::Refrain { .. }
                | Act::KeepNote { .. }
                | Act::LeaveAlone { .. }
                | Act::StayOut { .. }
                | Act::Avoid { .. }
        )
    }

    /// The notes that it hands over.
    pub(crate) fn notes_given(&self) -> &[Note] {
        if let Act::Transfer { goods } = self { &goods.notes } else { &[] }
    }

    /// The resources that it costs.
    pub(crate) fn production_cost(&self) -> u16 {
        if let Act::Produce { cost, .. } = self { *cost } else { 0 }
    }

    /// Whether it is reported to the desk. Not doing something cannot be reported; everything else has its own command,
    /// or nobody can say whether it was done.
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
            | Act::Words { .. }
            | Act::Research { .. }
            | Act::Score { .. } => true,
            Act::Transfer { .. }
            | Act::PayBack { .. }
            | Act::CardResult { .. }
            | Act::Pass
            | Act::UseNote { .. }
            | Act::Refrain { .. }
            | Act::KeepNote { .. }
            | Act::LeaveAlone { .. }
            | Act::StayOut { .. }
            | Act::Avoid { .. } => false,
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

    /// Everything to be handed over now, combined into one transaction (TI-25).
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

    /// Follows the description of the act.
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
    /// Every time other than a specific step.
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

    /// Follows the description of the act.
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

    /// Whether it is due in the open step.
    pub fn is_now(self, now: Step) -> bool {
        match self {
            When::Now => true,
            When::At(step) => step == now,
            _ => false,
        }
    }
}
