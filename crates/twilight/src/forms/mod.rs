//! Descriptions of forms, so that a client can draw them without knowing a rule: entries, abilities and cards that the
//! desk carries out, and features of the map.

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
    /// Its name in the command.
    pub name: &'static str,
    pub kind: FieldKind,
    pub label: &'static str,
}

const fn field(name: &'static str, kind: FieldKind, label: &'static str) -> Field {
    Field { name, kind, label }
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
