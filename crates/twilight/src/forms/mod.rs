//! What a form asks for, so that a client can draw it and knows no rule: entries in the books, abilities and cards
//! that the desk carries out, and what is charted on the map.

mod deed;
mod entry;
mod feature;
mod usage;

use schemars::JsonSchema;
use serde::Serialize;

pub use deed::deeds;
pub use entry::{EntryForm, EntryGroup, entries};
pub use feature::{FeatureForm, FeatureGroup, features};
pub use usage::{UseForm, UseGroup, uses};

/// A field of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "FormField")]
pub struct Field {
    /// What the command calls it.
    pub name: &'static str,
    pub kind: FieldKind,
    pub label: &'static str,
}

const fn field(name: &'static str, kind: FieldKind, label: &'static str) -> Field {
    Field { name, kind, label }
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
