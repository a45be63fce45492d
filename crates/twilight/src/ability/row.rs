//! The rows of `data/abilities.json`: everything that changes trading or that deals can be about.

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

/// Everything the desk knows about an ability, a card, a law, an event or a relic.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub id: &'static str,
    /// The printed name of the component.
    pub name: &'static str,
    /// A short name.
    #[serde(default)]
    also: Vec<&'static str>,
    pub kind: Kind,
    /// The faction it belongs to, for anything that a player can have.
    #[serde(default)]
    faction: Option<&'static str>,
    /// What it does, paraphrased.
    pub text: &'static str,
    /// The clause that applies to players without it.
    #[serde(default = "forced_giving")]
    pub clause: u16,
    /// Its effects on the rules.
    #[serde(default)]
    pub traits: Traits,
    /// When it can be used, if deals can be about it.
    #[serde(default)]
    pub deals: Option<Dealing>,
    /// The uses that the desk carries out itself.
    #[serde(default)]
    pub uses: Vec<UseRow>,
    /// Whether using it exhausts it. Agents are always exhausted.
    #[serde(default)]
    exhausts: bool,
    /// The hook for the lasting effect of its use or invocation.
    #[serde(default)]
    pub lands: Option<&'static str>,
    /// What it lets its owner record on the map.
    #[serde(default)]
    pub charts: Option<&'static str>,
    /// The condition that comes into force when it is declared.
    #[serde(default)]
    pub declares: Option<&'static str>,
    /// How much it raises the commodity value by (TI-32).
    #[serde(default)]
    pub value: u16,
}

/// TI-26, which applies to most rows.
fn forced_giving() -> u16 {
    26
}

/// What a row describes: a kind of component, or a rule of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Printed on a faction's sheet, and available from the first turn.
    Sheet,
    Technology,
    /// Available from the first turn, with Prophecy of Kings.
    Agent,
    /// Has to be unlocked. An Alliance lends it to others.
    Commander,
    /// Has to be unlocked, and is purged when used.
    Hero,
    Unit,
    Breakthrough,
    ActionCard,
    Note,
    Law,
    Event,
    Relic,
    /// Something that the game lets every unit or player do.
    Rule,
    /// What the tyrant of Twilight's Fall resolves in the benediction phase.
    Edict,
    /// The ability of a legendary planet.
    Planet,
}

impl Kind {
    /// Whether it is something that a player either has or lacks, by faction or by an entry.
    pub const fn is_held(self) -> bool {
        match self {
            Kind::Sheet
            | Kind::Technology
            | Kind::Agent
            | Kind::Commander
            | Kind::Hero
            | Kind::Unit
            | Kind::Breakthrough => true,
            Kind::ActionCard
            | Kind::Note
            | Kind::Law
            | Kind::Event
            | Kind::Relic
            | Kind::Rule
            | Kind::Edict
            | Kind::Planet => false,
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

    pub(super) fn also(&self) -> &[&'static str] {
        &self.also
    }

    /// The full name and the short name.
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

/// Finds the relic that a name refers to, if it is one that the rules name.
pub(crate) fn relic(name: &str) -> Option<&'static Row> {
    let folded = fold(name);
    relics().find(|row| is(row.name, &folded))
}

/// Finds the relic with exactly that name.
pub(crate) fn relic_called(name: &str) -> Option<&'static Row> {
    relics().find(|row| row.name == name)
}

/// Every relic that the rules name.
pub(crate) fn relics() -> impl Iterator<Item = &'static Row> {
    all().iter().filter(|row| row.kind == Kind::Relic)
}
