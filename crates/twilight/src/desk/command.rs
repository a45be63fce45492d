//! What a player may ask of the desk.

use parley::{Faith, OfferRef, Seat, SeatSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::ability::row::{self, Row};
use crate::deal::ledger::PromiseRef;
use crate::deal::{Act, Term};
use crate::desk::condition::Condition;
use crate::desk::effect::Effect;
use crate::desk::effect::look::Seen;
use crate::desk::feature::Feature;
use crate::room;
use crate::round::moment::Moment;
use crate::round::step::Step;
use crate::table::goods::{Bundle, Captive, Fragments};
use crate::table::hand::Note;
use crate::table::player::{Planet, Technology};

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
    /// Takes back the offer that is open to another player.
    Withdraw {
        to: Seat,
    },
    /// Moves the table on to a step that can follow; the one who decides does it.
    Advance {
        to: Step,
    },
    /// Sets the moment directly, at a table that only wants the desk.
    SetMoment {
        moment: Moment,
    },
    /// Says what was done at the table. `units_of` names the players whose units are in an activated system.
    Report {
        act: Act,
        #[serde(default)]
        units_of: SeatSet,
    },
    /// Enters what the game itself gave or took.
    Book {
        entry: Entry,
    },
    /// Hands something over because a game effect says so; not a transaction (TI-26).
    Give {
        to: Seat,
        goods: Bundle,
    },
    /// Plays a promissory note from the hand (TI-57).
    PlayNote {
        note: Note,
    },
    /// Robs a player by Pillage, or lets the chance go.
    Pillage {
        victim: Seat,
        takes: Option<Loot>,
    },
    /// Says what became of a promise. A word against one's own interest settles it.
    Settle {
        promise: PromiseRef,
        faith: Faith,
    },
    /// Lets the other party off something that is owed at once.
    Release {
        promise: PromiseRef,
    },
    /// Notes that two players are neighbours now, or no longer are (TI-09).
    Neighbour {
        with: Seat,
        are: bool,
    },
    /// Uses a card or an ability that lets these two transact otherwise than usual (TI-08, TI-10, TI-18).
    Invoke {
        with: Seat,
        power: Invocation,
    },
    /// Says where one's units are, or which planets one controls, at a table with a map (TI-40).
    Board {
        change: Presence,
    },
    /// Says who has the speaker token now: oneself, or whoever was chosen (TI-95).
    Speaker {
        seat: Seat,
    },
    /// Says that a law, an event or the like begins, or ends.
    Declare {
        condition: Condition,
        begins: bool,
    },
    /// Uses an ability or an action card that hands something over, fills somebody up or lets somebody look.
    Use {
        effect: Effect,
    },
    /// Takes an action card out of a hand that Lie in Wait has laid open.
    Take {
        from: Seat,
        #[schemars(length(max = room::WORD))]
        card: String,
    },
    /// Lets somebody keep what an ability lets one demand or take.
    Waive {
        from: Seat,
    },
    /// Shows notes and action cards of one's own hand to another player (TI-84).
    Show {
        to: Seat,
        cards: Seen,
    },
    /// Says what lies on the map or bends it, at a table with a map (TI-45 … TI-52).
    Chart {
        feature: Feature,
    },
    /// Leaves the game (TI-64).
    Leave,
}

/// What opens the way for a transaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Invocation {
    /// The action card, played while these two negotiate.
    BlackMarketDealings,
    /// One that opens a transaction.
    Ability(Ability),
}

impl Invocation {
    /// What is invoked.
    pub fn row(self) -> &'static Row {
        match self {
            Invocation::BlackMarketDealings => {
                row::find("black-market-dealings").expect("the card has a row")
            }
            Invocation::Ability(ability) => ability.row(),
        }
    }
}

/// A change of one's own presence on the map, by the names of systems and planets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// The first unit is in a system.
    Enter(#[schemars(length(max = room::WORD))] String),
    /// The last unit has left a system.
    Leave(#[schemars(length(max = room::WORD))] String),
    Take(#[schemars(length(max = room::WORD))] String),
    Lose(#[schemars(length(max = room::WORD))] String),
}

/// A change of one's own holdings that the game brings about.
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
    /// Takes commodities up to the value (TI-33).
    Replenish,
    /// Turns own commodities into trade goods by an effect (TI-36).
    Convert {
        count: u16,
    },
    GainFragments {
        fragments: Fragments,
    },
    PurgeFragments {
        fragments: Fragments,
    },
    /// Purges fragments that match for a relic, as an action (TI-68).
    MakeRelic {
        fragments: Fragments,
        #[schemars(length(max = room::WORD))]
        relic: String,
    },
    /// A technology, leader or breakthrough comes into use.
    GainAbility {
        ability: Ability,
    },
    LoseAbility {
        ability: Ability,
    },
    /// Takes an action card into the hand.
    Draw {
        #[schemars(length(max = room::WORD))]
        card: String,
    },
    Discard {
        #[schemars(length(max = room::WORD))]
        card: String,
    },
    /// Planets that are ready: their resources and influence.
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
    /// Takes a relic, by its name; there is one of each.
    GainRelic {
        #[schemars(length(max = room::WORD))]
        relic: String,
    },
    LoseRelic {
        #[schemars(length(max = room::WORD))]
        relic: String,
    },
    /// Captures a unit of somebody else (TI-19).
    Capture {
        captive: Captive,
    },
    /// A captured unit goes back to its owner's reinforcements by an effect.
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
    /// Takes a secret objective into the hand: which one, nobody else learns.
    DrawSecret {
        #[schemars(length(max = room::WORD))]
        card: String,
    },
    /// Puts a secret objective back, face down.
    ReturnSecret {
        #[schemars(length(max = room::WORD))]
        card: String,
    },
    /// Scores a secret objective, for everybody to see. Points are entered apart.
    ScoreSecret {
        #[schemars(length(max = room::WORD))]
        card: String,
    },
    /// Space stations that are under control now.
    Stations {
        count: u16,
    },
    /// A planet that could be traded is under control, with what is on it now.
    HoldPlanet {
        planet: Planet,
    },
    LosePlanet {
        #[schemars(length(max = room::WORD))]
        name: String,
    },
}

/// A name that an entry writes down.
pub(crate) enum Named<'a> {
    Relic(&'a mut String),
    Unit(&'a mut String),
    Planet(&'a mut String),
    /// A technology or a secret objective.
    Thing(&'a mut String),
}

impl Entry {
    /// The name in it that is put right before it is written down.
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

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Loot {
    TradeGood,
    Commodity,
}
