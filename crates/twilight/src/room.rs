//! What a desk has room for: far more than any table needs, and so little that no desk becomes a burden.
//!
//! These bound what is written down (texts and lists of a command or a set-up), and stand in the schemas. What
//! comes together in the course of a game is bounded by the desk's capacity.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// Letters of a player's name.
pub(crate) const NAME: usize = 40;
/// Letters of a name on a set-up's sheet: a card, a relic, a planet, a system.
pub(crate) const TITLE: usize = 60;
/// Letters of whatever a player writes at the desk.
pub(crate) const WORD: usize = 200;
/// Goods, commodities, resources and the like stay below it.
pub(crate) const NUMBER: u16 = 10_000;
/// Terms of a deal.
pub(crate) const TERMS: usize = 12;
/// Things of one kind that are handed over at once.
pub(crate) const GIFTS: usize = 12;
/// Things of one kind in front of a player.
pub(crate) const THINGS: usize = 60;
/// Relics in front of a player when the desk opens; the game has fewer.
pub(crate) const RELICS: usize = 30;
/// Pairs of neighbours that a set-up names; there are 28.
pub(crate) const PAIRS: usize = 64;
/// Planets, anomalies or wormholes of one system.
pub(crate) const IN_A_SYSTEM: usize = 8;
/// Hyperlanes, or borders that are stated.
pub(crate) const LINKS: usize = 128;
/// Characters of a map string.
pub(crate) const MAP_STRING: usize = 2_000;

/// Void tethers on the map.
pub(crate) const TETHERS: usize = 16;

/// A text of so many letters, where no attribute can say so.
pub(crate) struct Text<const MOST: usize>;

impl<const MOST: usize> JsonSchema for Text<MOST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "maxLength": MOST })
    }
}
