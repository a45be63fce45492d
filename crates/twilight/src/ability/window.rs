//! Named windows, and the cards, leaders and technologies that are used in them: the rows of `data/windows.json`.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::power::{Who, steps};
use super::row::Kind;
use crate::round::step::Step;

static DATA: LazyLock<Data> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/windows.json")).expect("the windows are in order")
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
struct Data {
    windows: Vec<WindowRow>,
    names: Vec<NameRow>,
}

/// When something can be used, and whose decision that is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowRow {
    pub id: &'static str,
    /// Empty if only something that has just happened opens it.
    #[serde(deserialize_with = "steps")]
    pub steps: Vec<Step>,
    pub who: Who,
    /// What opens it right after it has happened.
    #[serde(default)]
    pub after: Vec<Opener>,
    /// Whether it is always in effect, so that nobody decides anything.
    #[serde(default)]
    pub passive: bool,
    /// Whether it opens in its steps only after one of these events.
    #[serde(default)]
    pub awaits: bool,
    /// Whether it answers an action card that somebody has announced.
    #[serde(default)]
    pub cancels: bool,
    #[serde(default)]
    pub when: Vec<Proviso>,
    #[serde(default)]
    words: Option<&'static str>,
}

/// What has to be so before something can be used, besides its window and its price.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Proviso {
    MayTransact,
    HasStation,
    HasPassed,
    TwoHaveNotPassed,
    ActiveHasStrategyCard,
    CanVote,
    HasAFragment,
    HasMatchingFragments,
    HasActionCard,
    /// Somebody who can be pillaged.
    HasVictim,
}

impl Proviso {
    /// Why it is not so, as a sentence about the performer.
    pub const fn words(self) -> &'static str {
        match self {
            Proviso::MayTransact => "There is nobody with whom the performer may trade now.",
            Proviso::HasStation => "The performer controls no space station.",
            Proviso::HasPassed => "It is for players who have passed, and the performer has not.",
            Proviso::TwoHaveNotPassed => "It needs two players who have not passed.",
            Proviso::ActiveHasStrategyCard => "The active player has no readied strategy card.",
            Proviso::CanVote => "The performer cannot vote at all.",
            Proviso::HasAFragment => "The performer has no relic fragment to purge.",
            Proviso::HasMatchingFragments => {
                "The performer does not have enough matching relic fragments."
            }
            Proviso::HasActionCard => "The performer has no action card to discard.",
            Proviso::HasVictim => {
                "Pillage needs a neighbour who traded or gained, has at least three trade goods and is not protected."
            }
        }
    }

    pub const fn clause(self) -> u16 {
        match self {
            Proviso::CanVote => 98,
            Proviso::HasAFragment | Proviso::HasMatchingFragments => 68,
            Proviso::HasPassed | Proviso::TwoHaveNotPassed => 87,
            Proviso::HasStation => 53,
            Proviso::MayTransact => 2,
            Proviso::ActiveHasStrategyCard | Proviso::HasActionCard | Proviso::HasVictim => 77,
        }
    }
}

/// An event that opens a window, and whose it has to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opener(pub Event, pub Whose);

/// What can just have happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "JustHappened")]
pub enum Event {
    /// Two players have resolved a transaction.
    Transaction,
    /// A player has gained trade goods.
    GoodsGained,
    /// A card or an ability has been announced and is not resolved yet.
    Played,
    Replenished,
    Researched,
    /// A unit was destroyed.
    Destroyed,
    /// A unit has sustained damage.
    Sustained,
    Pillaged,
    AgentExhausted,
    TokenPlaced,
    TokenSpent,
    AllPassed,
    /// A splice of Twilight's Fall.
    Splice,
}

/// Whose event opens the window of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    Own,
    Others,
    Any,
    /// That of a neighbour, or a transaction with that player.
    Neighbours,
    /// A transaction of two neighbours, of which that player is neither.
    TwoNeighbours,
}

/// A card, leader, technology or the like with its window.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NameRow {
    pub name: &'static str,
    #[serde(default)]
    pub also: Vec<&'static str>,
    pub kind: Kind,
    #[serde(default)]
    pub faction: Option<&'static str>,
    window: &'static str,
    /// The strategy card that it is printed on.
    #[serde(default)]
    pub card: Option<&'static str>,
    #[serde(default)]
    pub price: Cost,
    /// The legendary planet that it belongs to.
    #[serde(default)]
    pub planet: Option<&'static str>,
    #[serde(default)]
    pub when: Vec<Proviso>,
}

/// What it costs to use something.
#[derive(
    Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "WindowCost")]
pub struct Cost {
    pub strategy_tokens: u16,
    pub trade_goods: u16,
    pub resources: u16,
    pub influence: u16,
}

impl WindowRow {
    /// When it is open, in words.
    pub fn words(&self) -> String {
        match self.words {
            Some(words) => words.to_owned(),
            None => self.id.replace('-', " "),
        }
    }
}

impl NameRow {
    pub(crate) fn window(&self) -> &'static WindowRow {
        find(self.window).expect("a name's window exists")
    }
}

pub(crate) fn names() -> &'static [NameRow] {
    &DATA.names
}

/// Every named window.
pub fn all() -> &'static [WindowRow] {
    &DATA.windows
}

fn find(id: &str) -> Option<&'static WindowRow> {
    DATA.windows.iter().find(|row| row.id == id)
}
