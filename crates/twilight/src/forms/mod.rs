//! Descriptions of forms, so that a client can draw them without knowing a rule: the set-up of a desk, terms of deals,
//! entries, abilities and cards that the desk carries out, and features of the map.

mod act;
mod entry;
mod feature;
mod setup;
mod usage;

use schemars::JsonSchema;
use serde::Serialize;

pub use act::{ActAsk, ActForm, ActGroup, HazardForm, TermForms, WhenForm, terms};
pub use entry::{EntryForm, EntryGroup, entries};
pub(crate) use feature::features;
pub use feature::{FeatureForm, FeatureGroup};
pub use setup::{DeskStart, ReadingChoice, ReadingForm, SampleMap, SetupForm, SwitchForm, setup};
pub use usage::{UseForm, UseGroup, uses};

/// A field of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "FormField")]
pub struct Field {
    /// Its name in the command.
    pub name: &'static str,
    pub kind: FieldKind,
    pub label: &'static str,
    /// Its checkboxes.
    pub ticks: &'static [Tick],
}

/// A checkbox of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "FormTick")]
pub struct Tick {
    /// Its name in the command.
    pub name: &'static str,
    pub label: &'static str,
}

const PLANET: &[Tick] = &[
    Tick { name: "demilitarized", label: "Demilitarized Zone" },
    Tick { name: "pride_of_kenara", label: "Pride of Kenara" },
];
const TECHNOLOGY: &[Tick] = &[Tick { name: "of_faction", label: "of a faction" }];

const fn field(name: &'static str, kind: FieldKind, label: &'static str) -> Field {
    let ticks = match kind {
        FieldKind::Planet => PLANET,
        FieldKind::Technology => TECHNOLOGY,
        _ => &[],
    };
    Field { name, kind, label, ticks }
}

/// The type of a field, which decides how a client draws it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    Number,
    /// The name of a card, a relic, a planet or a technology.
    Text,
    /// A count of each kind.
    Fragments,
    /// A single item of a kind.
    Fragment,
    Ability,
    Technology,
    Planet,
    Captive,
    Unit,
    Seat,
    /// Two players.
    Pair,
    /// A note from the player's own hand.
    Note,
    /// One of a player's three hands of cards.
    Hand,
}
