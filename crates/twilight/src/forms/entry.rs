//! Entries: the changes that a player can record.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Field, FieldKind as Kind, field};

/// The form for one kind of entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct EntryForm {
    /// Its name in the command.
    pub entry: &'static str,
    pub text: &'static str,
    pub group: EntryGroup,
    pub fields: &'static [Field],
}

/// The group in which a client lists an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub enum EntryGroup {
    Goods,
    Cards,
    #[serde(rename = "Fragments and relics")]
    Relics,
    #[serde(rename = "Technology and leaders")]
    Technology,
    Board,
}

use EntryGroup as In;

const fn entry(
    group: EntryGroup,
    entry: &'static str,
    text: &'static str,
    fields: &'static [Field],
) -> EntryForm {
    EntryForm { entry, text, group, fields }
}

const GOODS: &[Field] = &[field("count", Kind::Number, "Trade goods")];
const COMMODITIES: &[Field] = &[field("count", Kind::Number, "Commodities")];
const ACTION_CARD: &[Field] = &[field("card", Kind::Text, "Action card")];
const SECRET: &[Field] = &[field("card", Kind::Text, "Secret objective")];
const FRAGMENTS: Field = field("fragments", Kind::Fragments, "Fragments");
const RELIC: Field = field("relic", Kind::Text, "Relic");
const ABILITY: &[Field] = &[field("ability", Kind::Ability, "Technology, leader or breakthrough")];
const CAPTIVE: &[Field] = &[field("captive", Kind::Captive, "Unit")];

static ENTRIES: &[EntryForm] = &[
    entry(In::Goods, "gain_goods", "Gain trade goods", GOODS),
    entry(In::Goods, "spend_goods", "Spend trade goods", GOODS),
    entry(In::Goods, "replenish", "Replenish commodities", &[]),
    entry(In::Goods, "gain_commodities", "Gain commodities", COMMODITIES),
    entry(In::Goods, "convert", "Turn commodities into trade goods", COMMODITIES),
    entry(
        In::Goods,
        "ready",
        "Planets that are ready",
        &[
            field("resources", Kind::Number, "Resources"),
            field("influence", Kind::Number, "Influence"),
        ],
    ),
    entry(In::Goods, "points", "Victory points", &[field("points", Kind::Number, "Points in all")]),
    entry(
        In::Goods,
        "initiative",
        "Strategy cards and initiative",
        &[
            field("number", Kind::Number, "Initiative"),
            field("strategy_cards", Kind::Number, "Strategy cards to use"),
        ],
    ),
    entry(In::Cards, "draw", "Draw an action card", ACTION_CARD),
    entry(In::Cards, "discard", "Discard an action card", ACTION_CARD),
    entry(In::Cards, "draw_secret", "Draw a secret objective", SECRET),
    entry(In::Cards, "return_secret", "Return a secret objective", SECRET),
    entry(In::Cards, "score_secret", "Score a secret objective", SECRET),
    entry(In::Relics, "gain_fragments", "Gain fragments", &[FRAGMENTS]),
    entry(In::Relics, "purge_fragments", "Purge fragments", &[FRAGMENTS]),
    entry(In::Relics, "make_relic", "Purge fragments for a relic", &[FRAGMENTS, RELIC]),
    entry(In::Relics, "gain_relic", "Gain a relic", &[RELIC]),
    entry(In::Relics, "lose_relic", "Lose a relic", &[RELIC]),
    entry(In::Technology, "gain_ability", "Bring into use", ABILITY),
    entry(In::Technology, "lose_ability", "Lose the use of", ABILITY),
    entry(
        In::Technology,
        "gain_technology",
        "Research a technology",
        &[field("technology", Kind::Technology, "Technology")],
    ),
    entry(
        In::Technology,
        "lose_technology",
        "Lose a technology",
        &[field("name", Kind::Text, "Technology")],
    ),
    entry(
        In::Board,
        "hold_planet",
        "Control a planet that can be traded",
        &[field("planet", Kind::Planet, "Planet")],
    ),
    entry(In::Board, "lose_planet", "Lose such a planet", &[field("name", Kind::Text, "Planet")]),
    entry(
        In::Board,
        "stations",
        "Space stations",
        &[field("count", Kind::Number, "Stations under control")],
    ),
    entry(In::Board, "capture", "Capture a unit", CAPTIVE),
    entry(In::Board, "free_captive", "Let a captured unit go", CAPTIVE),
];

/// Every kind of entry.
pub fn entries() -> &'static [EntryForm] {
    ENTRIES
}
