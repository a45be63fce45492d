//! What has happened at the desk, as it is stored. Everybody reads [notices](crate::desk::notice) instead.

use parley::{Faith, Resolution, Seat, SeatSet};
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
use crate::desk::notice::Boarding;
use crate::galaxy::Galaxy;
use crate::round::moment::{Fresh, Moment};
use crate::table::goods::Bundle;
use crate::table::hand::{Note, Place};
use crate::transaction::Transaction;
use crate::transaction::eligibility::Right;

/// An event outside this crate: it can be stored, loaded and applied, but not inspected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sealed(pub(crate) Event);

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Event {
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
    /// Components changed hands in a transaction. Notes have events of their own.
    Exchanged {
        transaction: Transaction,
        right: Right,
        /// Whether something was taken as held (TI-121).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        assumed: bool,
    },
    /// Components were handed over because of an effect (TI-26).
    Given {
        from: Seat,
        to: Seat,
        goods: Bundle,
    },
    /// A note moved.
    NoteMoved {
        note: Note,
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
    /// A term that must be performed before this step ends.
    Bound {
        promise: Promise,
    },
    /// A term that is only promised.
    Promised {
        promise: Promise,
    },
    /// How a term that was owed at once ended.
    Discharged {
        id: PromiseRef,
        by: Seat,
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
    Booked {
        seat: Seat,
        entry: Entry,
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
    /// Somebody looked at another player's hand.
    Looked {
        by: Seat,
        at: Seat,
        hand: Hand,
        cards: Seen,
    },
    /// A hand is revealed to a player, who will take a card from it.
    Waylaid {
        by: Seat,
        from: Seat,
    },
    Taken {
        by: Seat,
        from: Seat,
        card: String,
    },
    /// Somebody showed cards from their own hand.
    Shown {
        by: Seat,
        to: Seat,
        cards: Seen,
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
    /// A player counted what they hold (TI-122).
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
        agreed: Vec<Fact>,
        disputed: Vec<Fact>,
    },
    /// A feed has brought the map.
    Mapped {
        map_string: String,
        galaxy: Box<Galaxy>,
    },
    /// A dispute between the feed and the desk was decided.
    Reconciled {
        by: Seat,
        fact: Fact,
        taken: bool,
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
    /// The feed has moved on to this moment.
    Followed {
        moment: Moment,
    },
}
