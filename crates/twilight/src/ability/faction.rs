//! The factions: what they start with, and how each trades differently (section 13 of the manual).

use std::borrow::Cow;
use std::fmt;
use std::sync::LazyLock;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::ability::note::NoteKind;
use crate::ability::row::{self, Kind};
use crate::ability::traits::{Trait, Traits};
use crate::similar::{Unknown, fold};

static FACTIONS: LazyLock<Vec<FactionSpec>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/factions.json"))
        .expect("the factions are in order")
});

/// The traits of each faction: from its sheet alone, and from everything it may gain during the game.
static TRAITS: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let of = |faction: Faction| {
        let rows = || row::all().iter().filter(move |row| row.is_of(faction.id()));
        let sheet = rows().filter(|row| row.kind == Kind::Sheet).map(|row| row.traits).collect();
        let abilities = Ability::all().filter(|it| it.row().is_of(faction.id())).collect();
        Known { sheet, all: rows().map(|row| row.traits).collect(), abilities }
    };
    Faction::all().map(of).collect()
});

struct Known {
    sheet: Traits,
    all: Traits,
    abilities: Vec<Ability>,
}

/// A faction, as an index into the list of all factions. Serialised as its id, such as `"hacan"`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Faction(u8);

/// The product that a faction was published in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expansion {
    Base,
    ProphecyOfKings,
    Codex,
    ThundersEdge,
}

impl Expansion {
    pub const ALL: [Expansion; 4] =
        [Expansion::Base, Expansion::ProphecyOfKings, Expansion::Codex, Expansion::ThundersEdge];

    pub const fn name(self) -> &'static str {
        match self {
            Expansion::Base => "Base game",
            Expansion::ProphecyOfKings => "Prophecy of Kings",
            Expansion::Codex => "Codex",
            Expansion::ThundersEdge => "Thunder’s Edge",
        }
    }
}

/// The parts of a faction sheet that matter for trading.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactionSpec {
    pub id: String,
    /// The full name, including the article.
    pub name: String,
    /// The short name that players use.
    pub short: String,
    /// Other names that are accepted.
    also: Vec<String>,
    pub expansion: Expansion,
    /// TI-32: the commodity value printed on the sheet, before any modifier.
    pub commodities: u8,
    notes: Vec<String>,
    /// The home system tile on the map. Keleres uses the home of another faction.
    #[serde(default)]
    pub home: Option<String>,
}

impl FactionSpec {
    /// The promissory notes that only this faction issues.
    pub fn notes(&self) -> impl Iterator<Item = NoteKind> {
        self.notes.iter().map(|id| NoteKind::find(id).expect("a faction's notes exist"))
    }

    fn names(&self) -> impl Iterator<Item = &str> + Clone {
        [&self.short, &self.name, &self.id].into_iter().chain(&self.also).map(String::as_str)
    }
}

impl Faction {
    /// Every faction, in the order used in the manual.
    pub fn all() -> impl ExactSizeIterator<Item = Faction> + Clone {
        (0..FACTIONS.len() as u8).map(Faction)
    }

    pub fn spec(self) -> &'static FactionSpec {
        &FACTIONS[usize::from(self.0)]
    }

    pub fn id(self) -> &'static str {
        &self.spec().id
    }

    /// Its abilities that matter for trading, including those it may gain later.
    pub fn abilities(self) -> &'static [Ability] {
        &self.known().abilities
    }

    /// Whether the ability is on its sheet or can be gained later.
    pub fn has(self, ability: Ability) -> bool {
        self.abilities().contains(&ability)
    }

    /// Whether anything on its sheet, or anything it can gain later, has this trait.
    #[inline]
    pub fn may(self, asked: Trait) -> bool {
        self.known().all.has(asked)
    }

    /// Whether anything on its sheet has this trait.
    #[inline]
    pub fn can(self, asked: Trait) -> bool {
        self.known().sheet.has(asked)
    }

    fn known(self) -> &'static Known {
        &TRAITS[usize::from(self.0)]
    }

    /// Its agents that matter for trading. With Prophecy of Kings they are available from the first turn.
    pub fn agents(self) -> impl Iterator<Item = Ability> {
        self.abilities().iter().copied().filter(|it| it.kind() == Kind::Agent)
    }

    /// Finds a faction by id, full name or short name. Case, accents, apostrophes and a leading "the" are ignored.
    ///
    /// # Errors
    /// The error names the closest match, or lists every faction.
    pub fn find(name: &str) -> Result<Faction, Unknown> {
        if let Some(faction) = Faction::all().find(|faction| faction.id() == name) {
            return Ok(faction);
        }
        let folded = fold(name);
        Faction::all()
            .find(|faction| faction.spec().names().any(|known| fold(known) == folded))
            .ok_or_else(|| Unknown::among("faction", name, names()))
    }
}

fn names() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    Faction::all().flat_map(|faction| {
        let spec = faction.spec();
        spec.names().map(|name| (name, spec.short.as_str()))
    })
}

impl fmt::Display for Faction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spec().short)
    }
}

impl Serialize for Faction {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Faction {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Faction::find(&name).map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Faction {
    fn schema_name() -> Cow<'static, str> {
        "Faction".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let ids: Vec<&str> = Faction::all().map(Faction::id).collect();
        json_schema!({ "description": "A faction.", "type": "string", "enum": ids })
    }
}
