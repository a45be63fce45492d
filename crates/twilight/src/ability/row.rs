//! The rows of `data/abilities.json`: whatever changes trading, or that deals are made about.

use std::sync::LazyLock;

use serde::Deserialize;

use super::faction::Faction;
use super::power::Dealing;
use super::traits::Traits;
use super::usage::UseRow;
use crate::similar::{fold, is};

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let read = |text| serde_json::from_str::<Vec<Row>>(text).expect("the abilities are in order");
    let files = [
        include_str!("../../data/abilities.json"),
        #[cfg(test)]
        include_str!("../../tests/data/abilities.json"),
    ];
    files.into_iter().flat_map(read).collect()
});

/// Everything there is to know of an ability, a card, a law, an event or a relic.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub id: &'static str,
    /// What is printed on the component.
    pub name: &'static str,
    /// What it is called for short.
    #[serde(default)]
    also: Vec<&'static str>,
    pub kind: Kind,
    /// Whose it is, for what a player can have.
    #[serde(default)]
    faction: Option<&'static str>,
    /// What it does, in our words.
    pub text: &'static str,
    /// The clause that it bends, and that holds for whoever does not have it.
    #[serde(default = "forced_giving")]
    pub clause: u16,
    /// What the rules ask of it.
    #[serde(default)]
    pub traits: Traits,
    /// When it can be used, where deals are made about it.
    #[serde(default)]
    pub deals: Option<Dealing>,
    /// What the desk carries out when it is told to.
    #[serde(default)]
    pub uses: Vec<UseRow>,
    /// Whether it is exhausted by being used. Agents always are.
    #[serde(default)]
    exhausts: bool,
    /// What its use or invocation leaves behind: a hook of the desk.
    #[serde(default)]
    pub lands: Option<&'static str>,
    /// What it lets its owner chart on the map.
    #[serde(default)]
    pub charts: Option<&'static str>,
    /// What comes into force by it when it is declared.
    #[serde(default)]
    pub declares: Option<&'static str>,
    /// By how much it raises the commodity value (TI-32).
    #[serde(default)]
    pub value: u16,
}

/// TI-26, which most of them rest on.
fn forced_giving() -> u16 {
    26
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Printed on a faction's sheet, and there from the first turn on.
    Sheet,
    Technology,
    /// There from the first turn on, with Prophecy of Kings.
    Agent,
    /// To be unlocked; an Alliance lends it.
    Commander,
    /// To be unlocked, and purged by its use.
    Hero,
    Unit,
    Breakthrough,
    ActionCard,
    Note,
    Law,
    Event,
    Relic,
    /// What the game itself lets units and players do.
    Rule,
}

impl Kind {
    /// Whether a player has it or not, by their faction or by an entry.
    pub const fn is_held(self) -> bool {
        match self {
            Kind::Sheet
            | Kind::Technology
            | Kind::Agent
            | Kind::Commander
            | Kind::Hero
            | Kind::Unit
            | Kind::Breakthrough => true,
            Kind::ActionCard | Kind::Note | Kind::Law | Kind::Event | Kind::Relic | Kind::Rule => {
                false
            }
        }
    }
}

impl Row {
    pub fn faction(&self) -> Option<Faction> {
        self.faction.map(|id| Faction::find(id).expect("an ability's faction exists"))
    }

    pub fn is_of(&self, faction: &str) -> bool {
        self.faction == Some(faction)
    }

    pub fn exhausts(&self) -> bool {
        self.exhausts || self.kind == Kind::Agent
    }

    /// The full name, and what it is called for short.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        [self.name].into_iter().chain(self.also.iter().copied())
    }
}

pub fn all() -> &'static [Row] {
    &ROWS
}

pub(crate) fn find(id: &str) -> Option<&'static Row> {
    all().iter().find(|row| row.id == id)
}

/// The relic that is meant by a name, if it is one that the rules name.
pub(crate) fn relic(name: &str) -> Option<&'static Row> {
    let folded = fold(name);
    relics().find(|row| is(row.name, &folded))
}

/// The relic of exactly that name.
pub(crate) fn relic_called(name: &str) -> Option<&'static Row> {
    relics().find(|row| row.name == name)
}

/// The relics that the rules name.
pub(crate) fn relics() -> impl Iterator<Item = &'static Row> {
    all().iter().filter(|row| row.kind == Kind::Relic)
}
