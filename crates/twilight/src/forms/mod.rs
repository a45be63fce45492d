//! What a form asks for, so that a client can draw it and knows no rule: what a desk begins with, terms of deals,
//! entries in the books, abilities and cards that the desk carries out, and what is charted on the map.

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
pub use setup::{ReadingChoice, ReadingForm, SetupForm, SwitchForm, setup};
pub use usage::{UseForm, UseGroup, uses};

/// A field of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "FormField")]
pub struct Field {
    /// What the command calls it.
    pub name: &'static str,
    pub kind: FieldKind,
    pub label: &'static str,
    /// What can be said of it by a tick.
    pub ticks: &'static [Tick],
}

/// A part of a field that is true or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "FormTick")]
pub struct Tick {
    /// What the command calls it.
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

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    Number,
    /// The name of a card, a relic, a planet or a technology.
    Text,
    /// So many of each kind.
    Fragments,
    /// One of one kind.
    Fragment,
    Ability,
    Technology,
    Planet,
    Captive,
    Unit,
    Seat,
    /// Two players.
    Pair,
    /// A note of the own hand.
    Note,
    /// One of the three hands of a player.
    Hand,
}
