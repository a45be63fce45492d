//! Homebrew packs: factions, notes, abilities, cards and tiles that the publisher did not make. The format is documented
//! in the manual, and `data/packs` has an example.

use std::sync::LazyLock;

use parley::SeatSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Read;
use super::error::{SituationError, Wrong};
use super::names;
use crate::ability::power::{self, Who};
use crate::ability::traits::{Trait, Traits};
use crate::ability::window::{Cost, Event, Opener, Whose};
use crate::galaxy::Tiles;
use crate::room;
use crate::similar::fold;
use crate::table::scene::Custom;

/// The largest commodity value of a homebrew faction.
const MOST_COMMODITIES: u16 = 20;

/// A homebrew pack.
#[derive(Clone, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Pack {
    /// A short name, unique among the packs in use.
    #[schemars(length(max = room::TITLE))]
    pub id: String,
    #[schemars(length(max = room::WORD))]
    pub name: String,
    #[schemars(length(max = room::THINGS))]
    pub factions: Vec<PackFaction>,
    #[schemars(length(max = room::GIFTS))]
    pub notes: Vec<PackNote>,
    /// Abilities, leaders and technologies with their windows.
    #[schemars(length(max = room::THINGS))]
    pub abilities: Vec<PackPower>,
    /// Action cards with their windows.
    #[schemars(length(max = room::THINGS))]
    pub cards: Vec<PackPower>,
    /// Tiles, written as in `data/tiles.json`.
    #[schemars(length(max = room::THINGS))]
    pub tiles: Vec<Value>,
}

/// A homebrew faction.
#[derive(Clone, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PackFaction {
    #[schemars(length(max = room::WORD))]
    pub name: String,
    /// Other names that are accepted.
    #[schemars(length(max = room::GIFTS), inner(length(max = room::WORD)))]
    pub also: Vec<String>,
    pub commodities: u16,
    /// How it trades differently.
    #[schemars(length(max = room::GIFTS))]
    pub traits: Vec<Trait>,
    /// The id of its home tile.
    #[schemars(length(max = room::TITLE))]
    pub home: Option<String>,
}

/// A homebrew promissory note.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackNote {
    #[schemars(length(max = room::WORD))]
    pub name: String,
    /// The faction that issues it.
    #[schemars(length(max = room::WORD))]
    pub faction: String,
    #[serde(flatten)]
    pub window: PackWindow,
}

/// A homebrew ability, leader, technology or action card.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackPower {
    #[schemars(length(max = room::WORD))]
    pub name: String,
    /// The faction that has it; anybody if left out.
    #[serde(default)]
    #[schemars(length(max = room::WORD))]
    pub faction: Option<String>,
    #[serde(flatten)]
    pub window: PackWindow,
}

/// When something can be used, and whose decision that is.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PackWindow {
    /// The steps in which it can be used; empty if only something that has just happened opens it.
    #[serde(default)]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub steps: Vec<String>,
    #[serde(default = "decider")]
    pub who: Who,
    #[serde(default)]
    #[schemars(length(max = room::GIFTS))]
    pub after: Vec<Event>,
    #[serde(default)]
    pub cost: Cost,
}

fn decider() -> Who {
    Who::Decider
}

/// Reads one pack.
///
/// # Errors
/// The first field that is wrong, and how to fix it.
pub fn parse_pack(text: &str) -> Read<Pack> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let pack: Pack = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let field = error.path().to_string();
        SituationError::at(field, Wrong::Json(error.into_inner().to_string()))
    })?;
    pack.check("pack")?;
    Ok(pack)
}

impl Pack {
    /// Whether everything in it has a name, a window and a faction that exists.
    ///
    /// # Errors
    /// The first field that is wrong, and how to fix it.
    pub fn check(&self, field: &str) -> Read<()> {
        let at = |part: &str, wrong| Err(SituationError::at(format!("{field}.{part}"), wrong));
        if self.id.trim().is_empty() {
            return at("id", Wrong::NoName);
        }
        for (index, faction) in self.factions.iter().enumerate() {
            let part = format!("factions[{index}]");
            if fold(&faction.name).is_empty() {
                return at(&format!("{part}.name"), Wrong::NoName);
            }
            if self.factions[..index].iter().any(|it| fold(&it.name) == fold(&faction.name)) {
                return at(&format!("{part}.name"), Wrong::Twice(faction.name.clone()));
            }
            let is_king = twilights_fall().faction(&faction.name).is_some();
            if crate::ability::faction::Faction::find(&faction.name).is_ok() || is_king {
                return at(&format!("{part}.name"), Wrong::Official(faction.name.clone()));
            }
            if faction.commodities > MOST_COMMODITIES {
                let count = i64::from(faction.commodities);
                return at(&format!("{part}.commodities"), Wrong::TooMany(count));
            }
        }
        for (list, powers) in [("abilities", &self.abilities), ("cards", &self.cards)] {
            for (index, power) in powers.iter().enumerate() {
                let part = format!("{field}.{list}[{index}]");
                self.check_power(&part, &power.name, power.faction.as_deref(), &power.window)?;
            }
        }
        for (index, note) in self.notes.iter().enumerate() {
            let part = format!("{field}.notes[{index}]");
            self.check_power(&part, &note.name, Some(&note.faction), &note.window)?;
        }
        self.tiles(field, Tiles::standard()).map(drop)
    }

    fn check_power(
        &self,
        field: &str,
        name: &str,
        faction: Option<&str>,
        window: &PackWindow,
    ) -> Read<()> {
        if fold(name).is_empty() {
            return Err(SituationError::at(format!("{field}.name"), Wrong::NoName));
        }
        if power::find(name).is_some() {
            return Err(SituationError::at(
                format!("{field}.name"),
                Wrong::Official(name.to_owned()),
            ));
        }
        if let Some(typed) = faction.filter(|typed| self.faction(typed).is_none()) {
            let known = self.factions.iter().map(|it| it.name.as_str());
            return Err(names::unknown(&format!("{field}.faction"), "faction", typed, known));
        }
        if window.steps.is_empty() && window.after.is_empty() {
            return Err(SituationError::at(format!("{field}.steps"), Wrong::NoWindow));
        }
        window.steps(field).map(drop)
    }

    pub(super) fn faction(&self, typed: &str) -> Option<&PackFaction> {
        let folded = fold(typed);
        let named = |it: &&PackFaction| {
            fold(&it.name) == folded || it.also.iter().any(|name| fold(name) == folded)
        };
        self.factions.iter().find(named)
    }

    /// These tiles and those of the pack.
    pub(super) fn tiles(&self, field: &str, tiles: &Tiles) -> Read<Tiles> {
        let text = Value::Array(self.tiles.clone()).to_string();
        tiles.with(&text).map_err(|error| {
            SituationError::at(format!("{field}.tiles"), Wrong::Json(error.to_string()))
        })
    }
}

impl PackFaction {
    pub(super) fn traits(&self) -> Traits {
        self.traits.iter().copied().map(Traits::only).collect()
    }
}

impl PackWindow {
    fn steps(&self, field: &str) -> Read<Vec<crate::round::step::Step>> {
        let each = self.steps.iter().enumerate();
        each.map(|(at, typed)| names::step(&format!("{field}.steps[{at}]"), typed)).collect()
    }

    pub(super) fn custom(&self, field: &str, name: &str, of: Option<SeatSet>) -> Read<Custom> {
        Ok(Custom {
            name: name.to_owned(),
            steps: self.steps(field)?,
            who: self.who,
            after: self.after.iter().map(|event| Opener(*event, Whose::Any)).collect(),
            cost: self.cost,
            of,
        })
    }
}

/// The kings of Twilight's Fall, which have no notes of their own.
pub(super) fn twilights_fall() -> &'static Pack {
    static PACK: LazyLock<Pack> = LazyLock::new(|| {
        serde_json::from_str(include_str!("../../data/packs/twilights-fall.json"))
            .expect("the kings are in order")
    });
    &PACK
}
