//! What a line of the log says: what happened, as far as its reader may know. Who that is, `sight` says.

use parley::{Faith, Resolution, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::deal::ledger::{Promise, PromiseRef};
use crate::deal::verdict::Class;
use crate::deal::{Act, Term};
use crate::desk::command::{Entry, Invocation, Loot};
use crate::desk::condition::Condition;
use crate::desk::effect::Hand;
use crate::desk::effect::look::Seen;
use crate::desk::feature::Feature;
use crate::galaxy::{PlanetId, SystemId};
use crate::round::moment::{Fresh, Moment};
use crate::table::goods::Bundle;
use crate::table::hand::{Note, Place};
use crate::transaction::eligibility::Right;

/// One line of somebody's log. What its reader may not know is `null`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Notice {
    /// For the two parties, as everything about an offer.
    Offered {
        from: Seat,
        to: Seat,
        number: u16,
        terms: Vec<Term>,
    },
    /// An offer came to its end.
    Resolved {
        from: Seat,
        to: Seat,
        number: u16,
        resolution: Resolution,
    },
    /// A deal was struck.
    Struck {
        from: Seat,
        to: Seat,
        number: u16,
        class: Class,
    },
    /// Components changed hands in a transaction. Notes follow by themselves.
    Exchanged {
        sides: (Seat, Seat),
        gives: Box<(Handed, Handed)>,
        right: Right,
    },
    /// Components were handed over because an effect says so (TI-26).
    Given {
        from: Seat,
        to: Seat,
        goods: Box<Handed>,
    },
    /// A note went from one place to another; from hand to hand it goes face down.
    NoteMoved {
        note: Option<Note>,
        from: Place,
        to: Place,
    },
    /// Trade goods came from an effect of a note.
    Gained {
        seat: Seat,
        count: u16,
    },
    /// Victory points changed with a note.
    Scored {
        seat: Seat,
        change: i8,
    },
    Silenced {
        seat: Seat,
    },
    /// A term that must be performed before this step ends. Which of a deal it is, its parties know.
    Bound {
        id: Option<PromiseRef>,
        by: Seat,
        to: Seat,
        term: Box<Term>,
    },
    /// A term that is only promised: for the two parties, as everything about a promise.
    Promised {
        promise: Box<Promise>,
    },
    /// What became of a term that was owed at once.
    Discharged {
        id: Option<PromiseRef>,
        by: Seat,
        to: Seat,
        faith: Faith,
    },
    /// What became of a promise.
    Settled {
        id: PromiseRef,
        by: Seat,
        faith: Faith,
    },
    /// What one party says became of a promise.
    Said {
        id: PromiseRef,
        by: Seat,
        faith: Faith,
    },
    Moved {
        moment: Moment,
        fresh: Fresh,
    },
    Passed {
        seat: Seat,
    },
    StrategyCardUsed {
        seat: Seat,
    },
    Reported {
        by: Seat,
        act: Act,
    },
    /// Resources, influence and trade goods that a deed cost.
    Spent {
        seat: Seat,
        resources: u16,
        influence: u16,
        goods: u16,
    },
    /// What the game gave or took in the open.
    Booked {
        seat: Seat,
        entry: Entry,
    },
    Drew {
        seat: Seat,
        card: Option<String>,
    },
    DrewSecret {
        seat: Seat,
        card: Option<String>,
    },
    /// A secret objective went back unseen.
    ReturnedSecret {
        seat: Seat,
        card: Option<String>,
    },
    /// Commodities went back because the value has sunk below them (TI-32).
    Overflowed {
        seat: Seat,
        count: u16,
    },
    PillageOpened {
        by: Seat,
        victim: Seat,
    },
    PillageClosed {
        by: Seat,
        victim: Seat,
    },
    Pillaged {
        by: Seat,
        victim: Seat,
        takes: Loot,
    },
    Neighboured {
        sides: (Seat, Seat),
        are: bool,
    },
    /// An ability or card opened the way for a transaction.
    Invoked {
        by: Seat,
        with: Seat,
        power: Invocation,
    },
    /// Somebody's presence on the map changed.
    Boarded {
        seat: Seat,
        change: Boarding,
    },
    /// The speaker token is with somebody else.
    SpeakerMoved {
        to: Seat,
    },
    /// Something came into force, or ended.
    Declared {
        by: Seat,
        condition: Condition,
        begins: bool,
    },
    /// An ability was used: an agent is exhausted by it, a hero purged.
    Used {
        by: Seat,
        ability: Ability,
        on: Option<Seat>,
    },
    /// Somebody has to hand over a note of their choice (TI-26).
    Demanded {
        by: Seat,
        from: Seat,
    },
    /// What was demanded was handed over.
    Yielded {
        by: Seat,
        from: Seat,
    },
    /// What was demanded, or could be taken, was let go, or is not there any more.
    Waived {
        by: Seat,
        from: Seat,
    },
    /// Somebody looked into another's hand; what was in it, those two know.
    Looked {
        by: Seat,
        at: Seat,
        hand: Hand,
        cards: Option<Seen>,
    },
    /// A hand lies open to somebody, who takes a card from it.
    Waylaid {
        by: Seat,
        from: Seat,
    },
    /// An action card was taken out of a hand, face down.
    Taken {
        by: Seat,
        from: Seat,
        card: Option<String>,
    },
    /// Somebody showed so many notes and action cards of their own hand.
    Shown {
        by: Seat,
        to: Seat,
        notes: usize,
        action_cards: usize,
        cards: Option<Seen>,
    },
    /// Somebody paid for research that another's ability allows.
    Researched {
        by: Seat,
        to: Seat,
    },
    /// Something on the map changed.
    Charted {
        by: Seat,
        feature: Feature,
    },
    Left {
        seat: Seat,
    },
}

/// What somebody handed over: goods, and so many cards from the hand.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Handed {
    /// Everything but cards from the hand.
    pub goods: Bundle,
    pub notes: usize,
    pub action_cards: usize,
    pub secrets: usize,
    /// Which cards: giver and taker know.
    pub cards: Option<Seen>,
}

/// A change of presence on the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Boarding {
    Entered(SystemId),
    Left(SystemId),
    Took(PlanetId),
    Lost(PlanetId),
}
