//! A line of the log: what happened, as far as its reader may know. `sight` decides who that is.

use parley::{Faith, Resolution, Seat, SeatSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::deal::ledger::{Promise, PromiseRef};
use crate::deal::verdict::Class;
use crate::deal::{Act, Term};
use crate::desk::command::{Entry, Invocation, Loot};
use crate::desk::condition::Condition;
use crate::desk::correction::Correction;
use crate::desk::effect::Hand;
use crate::desk::effect::look::Seen;
use crate::desk::fact::{Fact, FeedSource};
use crate::desk::feature::Feature;
use crate::desk::holdings::Holdings;
use crate::galaxy::{PlanetId, SystemId};
use crate::round::moment::{Fresh, Moment};
use crate::table::goods::Bundle;
use crate::table::hand::{Note, Place};
use crate::transaction::eligibility::Right;

/// One line of a player's log. Whatever its reader may not know is `null`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Notice {
    /// Sent to the two parties only, like everything about an offer.
    Offered {
        from: Seat,
        to: Seat,
        number: u16,
        terms: Vec<Term>,
    },
    /// An offer ended.
    Resolved {
        from: Seat,
        to: Seat,
        number: u16,
        resolution: Resolution,
    },
    /// A deal was agreed.
    Struck {
        from: Seat,
        to: Seat,
        number: u16,
        class: Class,
    },
    /// Components changed hands in a transaction. Notes have lines of their own.
    Exchanged {
        sides: (Seat, Seat),
        gives: Box<(Handed, Handed)>,
        right: Right,
        /// Whether something was taken as held, because the table does not record holdings (TI-121).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        assumed: bool,
    },
    /// Components were handed over because of an effect (TI-26).
    Given {
        from: Seat,
        to: Seat,
        goods: Box<Handed>,
    },
    /// A note moved; between hands it moves face down.
    NoteMoved {
        note: Option<Note>,
        from: Place,
        to: Place,
    },
    /// Trade goods were gained from a note.
    Gained {
        seat: Seat,
        count: u16,
    },
    /// Victory points changed because of a note.
    Scored {
        seat: Seat,
        change: i8,
    },
    Silenced {
        seat: Seat,
    },
    /// A term that must be performed before this step ends. Only its parties know which term of which deal it is.
    Bound {
        id: Option<PromiseRef>,
        by: Seat,
        to: Seat,
        term: Box<Term>,
    },
    /// A term that is only promised. Sent to the two parties only, like everything about a promise.
    Promised {
        promise: Box<Promise>,
    },
    /// How a term that was owed at once ended.
    Discharged {
        id: Option<PromiseRef>,
        by: Seat,
        to: Seat,
        faith: Faith,
    },
    /// How a promise ended.
    Settled {
        id: PromiseRef,
        by: Seat,
        faith: Faith,
    },
    /// What one party says about a promise.
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
    /// Resources, influence and trade goods spent on an act.
    Spent {
        seat: Seat,
        resources: u16,
        influence: u16,
        goods: u16,
    },
    /// What the game gave or took publicly.
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
    /// A secret objective was returned unseen.
    ReturnedSecret {
        seat: Seat,
        card: Option<String>,
    },
    /// Commodities were returned because the value dropped below them (TI-32).
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
    /// An ability or card permitted a transaction.
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
    /// The speaker token moved.
    SpeakerMoved {
        to: Seat,
    },
    /// A condition came into force or ended.
    Declared {
        by: Seat,
        condition: Condition,
        begins: bool,
    },
    /// An ability was used: this exhausts an agent and purges a hero.
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
    /// A demand was met.
    Yielded {
        by: Seat,
        from: Seat,
    },
    /// A demand, or a chance to take something, was declined or became void.
    Waived {
        by: Seat,
        from: Seat,
    },
    /// Somebody looked at another player's hand; only those two know what was in it.
    Looked {
        by: Seat,
        at: Seat,
        hand: Hand,
        cards: Option<Seen>,
    },
    /// A hand is revealed to a player, who will take a card from it.
    Waylaid {
        by: Seat,
        from: Seat,
    },
    /// An action card was taken from a hand, face down.
    Taken {
        by: Seat,
        from: Seat,
        card: Option<String>,
    },
    /// Somebody showed this many notes and action cards from their own hand.
    Shown {
        by: Seat,
        to: Seat,
        notes: usize,
        action_cards: usize,
        cards: Option<Seen>,
    },
    /// Somebody paid for research that another player's ability permits.
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
    /// A player counted what they hold; others do not learn which cards (TI-122).
    Counted {
        seat: Seat,
        holdings: Box<Holdings>,
    },
    /// These players have counted the same note, so they have to count again.
    CountedTwice {
        seats: SeatSet,
    },
    /// Everybody has counted: holdings are recorded from now on.
    MadeExact,
    /// What a game elsewhere reports (TI-123).
    Synced {
        by: Seat,
        source: FeedSource,
        taken: Vec<Fact>,
        disputed: Vec<Fact>,
    },
    /// A feed has brought the map.
    Mapped {
        systems: usize,
    },
    /// Somebody asks for a correction, or agrees to it (TI-127).
    CorrectionAsked {
        by: Seat,
        correction: Correction,
    },
    /// A correction was declined or withdrawn.
    CorrectionDropped {
        by: Seat,
        correction: Correction,
    },
    /// Everybody whom it touches agrees: the record is mended.
    Corrected {
        by: Seat,
        correction: Correction,
    },
    /// A dispute between the feed and the desk was decided.
    Reconciled {
        by: Seat,
        fact: Fact,
        taken: bool,
    },
}

/// What somebody handed over: goods, and a number of hidden cards.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Handed {
    /// Everything except hidden cards.
    pub goods: Bundle,
    pub notes: usize,
    pub action_cards: usize,
    pub secrets: usize,
    /// Which cards they were; only giver and taker know.
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
