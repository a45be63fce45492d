//! What a player counts when a table begins to record holdings exactly (TI-122).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::room;
use crate::table::goods::{Captive, Fragments};
use crate::table::hand::Note;
use crate::table::player::MOST_ACTION_CARDS;

/// Everything that a player holds, apart from what lies open on the table and is recorded anyway.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Holdings {
    pub trade_goods: u16,
    pub commodities: u16,
    pub fragments: Fragments,
    /// The total resources and influence of the player's ready planets.
    pub resources: u16,
    pub influence: u16,
    /// Other players' notes in hand. A player's own note is in their hand unless somebody else counts it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = room::GIFTS))]
    pub notes: Vec<Note>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MOST_ACTION_CARDS), inner(length(max = room::TITLE)))]
    pub action_cards: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = room::GIFTS), inner(length(max = room::TITLE)))]
    pub secrets: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = room::GIFTS))]
    pub captives: Vec<Captive>,
}

impl Holdings {
    /// The part that everybody may know: all but the cards.
    #[must_use]
    pub(crate) fn face_up(&self) -> Holdings {
        let Holdings {
            trade_goods,
            commodities,
            fragments,
            resources,
            influence,
            notes: _,
            action_cards: _,
            secrets: _,
            captives,
        } = self;
        Holdings {
            trade_goods: *trade_goods,
            commodities: *commodities,
            fragments: *fragments,
            resources: *resources,
            influence: *influence,
            notes: Vec::new(),
            action_cards: Vec::new(),
            secrets: Vec::new(),
            captives: captives.clone(),
        }
    }
}
