//! The commands that players give to the desk.

use parley::{Faith, OfferRef, Seat, SeatSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::ability::row::{self, Row};
use crate::deal::ledger::PromiseRef;
use crate::deal::{Act, Term};
use crate::desk::condition::Condition;
use crate::desk::correction::Correction;
use crate::desk::effect::Effect;
use crate::desk::effect::look::Seen;
use crate::desk::fact::{Fact, FeedSource};
use crate::desk::feature::Feature;
use crate::desk::holdings::Holdings;
use crate::room;
use crate::round::moment::Moment;
use crate::round::step::Step;
use crate::table::goods::{Bundle, Captive, Fragments};
use crate::table::hand::Note;
use crate::table::player::{Planet, Technology};

/// What a player asks of the desk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Offers a deal to another player (TI-71).
    Offer {
        to: Seat,
        #[schemars(length(min = 1, max = room::TERMS))]
        terms: Vec<Term>,
    },
    Accept {
        offer: OfferRef,
    },
    Decline {
        offer: OfferRef,
    },
    /// Withdraws the open offer to another player.
    Withdraw {
        to: Seat,
    },
    /// Moves the table on to one of the steps that can follow; the player who decides does this.
    Advance {
        to: Step,
    },
    /// Sets the moment directly, at a table that uses only the desk.
    SetMoment {
        moment: Moment,
    },
    /// Reports what was done at the table. `units_of` names the players whose units are in an activated system.
    Report {
        act: Act,
        #[serde(default)]
        units_of: SeatSet,
    },
    /// Records what the game itself gave or took.
    Book {
        entry: Entry,
    },
    /// Hands something over because a game effect requires it; this is not a transaction (TI-26).
    Give {
        to: Seat,
        goods: Bundle,
    },
    /// Plays a promissory note from the hand (TI-57).
    PlayNote {
        note: Note,
    },
    /// Pillages a player, or declines the chance.
    Pillage {
        victim: Seat,
        takes: Option<Loot>,
    },
    /// Says whether a promise was kept. A statement against the player's own interest settles it.
    Settle {
        promise: PromiseRef,
        faith: Faith,
    },
    /// Releases the other party from something that is owed at once.
    Release {
        promise: PromiseRef,
    },
    /// Records that two players are neighbours now, or no longer are (TI-09).
    Neighbour {
        with: Seat,
        are: bool,
    },
    /// Invokes a card or ability that permits these two to transact when they otherwise could not (TI-08, TI-10,
    /// TI-18).
    Invoke {
        with: Seat,
        power: Invocation,
    },
    /// Records where the player's units are or which planets the player controls, at a table with a map (TI-40).
    Board {
        change: Presence,
    },
    /// Records who has the speaker token now (TI-95).
    Speaker {
        seat: Seat,
    },
    /// Records that a law, an event or the like begins or ends.
    Declare {
        condition: Condition,
        begins: bool,
    },
    /// Uses an ability or an action card that moves goods, replenishes somebody or reveals a hand.
    Use {
        effect: Effect,
    },
    /// Takes an action card from a hand that Lie in Wait has revealed.
    Take {
        from: Seat,
        #[schemars(length(max = room::WORD))]
        card: String,
    },
    /// Declines to take what an ability lets the player demand or take.
    Waive {
        from: Seat,
    },
    /// Shows notes and action cards from the player's own hand to another player (TI-84).
    Show {
        to: Seat,
        cards: Seen,
    },
    /// Records something on the map that changes adjacency, at a table with a map (TI-45 … TI-52).
    Chart {
        feature: Feature,
    },
    /// Counts everything that the player holds, at a table that does not record holdings. When everybody has counted,
    /// it records them exactly from then on (TI-122).
    Count {
        holdings: Holdings,
    },
    /// Records what a game elsewhere reports, where players have recorded nothing else (TI-123).
    Sync {
        source: FeedSource,
        #[schemars(length(max = room::FACTS))]
        facts: Vec<Fact>,
    },
    /// Decides a dispute between the feed and the desk (TI-124).
    Reconcile {
        fact: Fact,
        /// Whether the feed is right.
        take: bool,
    },
    /// Asks for a correction of what was entered wrongly, or agrees to one that was asked for (TI-127).
    Correct {
        correction: Correction,
    },
    /// Declines a correction, or withdraws one's own.
    LeaveIt {
        correction: Correction,
    },
    /// Leaves the game (TI-64).
    Leave,
}

/// What permits a transaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Invocation {
    /// The action card, played while these two are negotiating.
    BlackMarketDealings,
    /// An ability that permits a transaction.
    Ability(Ability),
}

impl Invocation {
    /// The ability that is invoked.
    pub fn row(self) -> &'static Row {
        match self {
            Invocation::BlackMarketDealings => {
                row::find("black-market-dealings").expect("the card has a row")
            }
            Invocation::Ability(ability) => ability.row(),
        }
    }
}

/// A change of the player's own presence on the map, by names of systems and planets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// The player's first unit enters a system.
    Enter(#[schemars(length(max = room::WORD))] String),
    /// The player's last unit leaves a system.
    Leave(#[schemars(length(max = room::WORD))] String),
    Take(#[schemars(length(max = room::WORD))] String),
    Lose(#[schemars(length(max = room::WORD))] String),
}

/// A change of the player's own holdings that the game causes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "entry", rename_all = "snake_case", deny_unknown_fields)]
pub enum Entry {
    GainGoods {
        count: u16,
    },
    SpendGoods {
        count: u16,
    },
    GainCommodities {
        count: u16,
    },
    /// Replenishes commodities up to the value (TI-33).
    Replenish,
    /// Converts the player's own commodities into trade goods by an effect (TI-36).
    Convert {
        count: u16,
    },
    GainFragments {
        fragments: Fragments,
    },
    PurgeFragments {
        fragments: Fragments,
    },
    /// Purges matching fragments for a relic, as an action (TI-68).
    MakeRelic {
        fragments: Fragments,
        #[schemars(length(max = room::WORD))]
        relic: String,
    },
    /// Gains a technology, leader or breakthrough.
    GainAbility {
        ability: Ability,
    },
    LoseAbility {
        ability: Ability,
    },
    /// Draws an action card.
    Draw {
        #[schemars(length(max = room::WORD))]
        card: String,
    },
    Discard {
        #[schemars(length(max = room::WORD))]
        card: String,
    },
    /// The total resources and influence of the player's ready planets.
    Ready {
        resources: u16,
        influence: u16,
    },
    Points {
        points: u8,
    },
    Initiative {
        number: u8,
        strategy_cards: u8,
    },
    /// Gains a relic, by name; there is only one of each.
    GainRelic {
        #[schemars(length(max = room::WORD))]
        relic: String,
    },
    LoseRelic {
        #[schemars(length(max = room::WORD))]
        relic: String,
    },
    /// Captures another player's unit (TI-19).
    Capture {
        captive: Captive,
    },
    /// Returns a captured unit to its owner's reinforcements by an effect.
    FreeCaptive {
        captive: Captive,
    },
    GainTechnology {
        technology: Technology,
    },
    LoseTechnology {
        #[schemars(length(max = room::WORD))]
        name: String,
    },
    /// Draws a secret objective; nobody else learns which.
    DrawSecret {
        #[schemars(length(max = room::WORD))]
        card: String,
    },
    /// Returns a secret objective, face down.
    ReturnSecret {
        #[schemars(length(max = room::WORD))]
        card: String,
    },
    /// Scores a secret objective publicly. Points are recorded separately.
    ScoreSecret {
        #[schemars(length(max = room::WORD))]
        card: String,
    },
    /// The number of space stations that the player controls now.
    Stations {
        count: u16,
    },
    /// Controls a planet that can be traded, with its attachments.
    HoldPlanet {
        planet: Planet,
    },
    LosePlanet {
        #[schemars(length(max = room::WORD))]
        name: String,
    },
}

/// A name inside an entry.
pub(crate) enum Named<'a> {
    Relic(&'a mut String),
    Unit(&'a mut String),
    Planet(&'a mut String),
    /// A technology or a secret objective.
    Thing(&'a mut String),
}

impl Entry {
    /// The name inside it that has to be normalised before it is stored.
    pub(crate) fn named(&mut self) -> Option<Named<'_>> {
        match self {
            Entry::MakeRelic { relic, .. }
            | Entry::GainRelic { relic }
            | Entry::LoseRelic { relic } => Some(Named::Relic(relic)),
            Entry::Capture { captive } | Entry::FreeCaptive { captive } => {
                Some(Named::Unit(&mut captive.unit))
            }
            Entry::GainTechnology { technology } => Some(Named::Thing(&mut technology.name)),
            Entry::LoseTechnology { name } => Some(Named::Thing(name)),
            Entry::DrawSecret { card }
            | Entry::ReturnSecret { card }
            | Entry::ScoreSecret { card } => Some(Named::Thing(card)),
            Entry::HoldPlanet { planet } => Some(Named::Planet(&mut planet.name)),
            Entry::LosePlanet { name } => Some(Named::Planet(name)),
            Entry::GainGoods { .. }
            | Entry::SpendGoods { .. }
            | Entry::GainCommodities { .. }
            | Entry::Replenish
            | Entry::Convert { .. }
            | Entry::GainFragments { .. }
            | Entry::PurgeFragments { .. }
            | Entry::GainAbility { .. }
            | Entry::LoseAbility { .. }
            | Entry::Draw { .. }
            | Entry::Discard { .. }
            | Entry::Ready { .. }
            | Entry::Points { .. }
            | Entry::Initiative { .. }
            | Entry::Stations { .. } => None,
        }
    }
}

/// What pillage takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Loot {
    TradeGood,
    Commodity,
}
