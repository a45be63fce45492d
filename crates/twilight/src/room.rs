//! Size limits: far more than any table needs, but small enough that no desk becomes a burden on the server.
//!
//! These limit the texts and lists of a command or a set-up, and are part of the schemas. What accumulates during a
//! game is limited by the desk's capacity.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// Characters in a player's name.
pub(crate) const NAME: usize = 40;
/// Characters in a name in a set-up: a card, a relic, a planet, a system.
pub(crate) const TITLE: usize = 60;
/// Characters in anything that a player types at the desk.
pub(crate) const WORD: usize = 200;
/// Counts of goods, commodities, resources and the like stay below it.
pub(crate) const NUMBER: u16 = 10_000;
/// Terms in a deal.
pub(crate) const TERMS: usize = 12;
/// Items of one kind handed over at once.
pub(crate) const GIFTS: usize = 12;
/// Items of one kind in front of a player.
pub(crate) const THINGS: usize = 60;
/// Relics in front of a player at the start; the game has fewer.
pub(crate) const RELICS: usize = 30;
/// Pairs of neighbours in a set-up; there are 28.
pub(crate) const PAIRS: usize = 64;
/// Planets, anomalies or wormholes in one system.
pub(crate) const IN_A_SYSTEM: usize = 8;
/// Hyperlanes, or declared borders.
pub(crate) const LINKS: usize = 128;
/// Characters in a map string.
pub(crate) const MAP_STRING: usize = 2_000;

/// Facts of one report of a feed: holdings, laws, 128 systems and their planets.
pub(crate) const FACTS: usize = 600;

/// Void tethers on the map.
pub(crate) const TETHERS: usize = 16;

/// A text of limited length, where no attribute can say so.
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
