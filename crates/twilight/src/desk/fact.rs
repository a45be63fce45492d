//! Facts: what a report says of this table, one by one, so that each can be compared with what the desk has recorded.

use parley::{Seat, SeatSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::desk::condition::Condition;
use crate::galaxy::{PlanetId, SystemId};
use crate::room;
use crate::round::moment::Moment;
use crate::table::goods::Fragments;
use crate::table::hand::Note;

/// Where a report comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FeedSource {
    /// The mod of Tabletop Playground.
    TabletopPlayground,
    /// The forum bot AsyncTI4.
    Asyncti4,
}

impl FeedSource {
    pub const fn name(self) -> &'static str {
        match self {
            FeedSource::TabletopPlayground => "Tabletop Playground",
            FeedSource::Asyncti4 => "AsyncTI4",
        }
    }
}

/// Debt tokens of one player that another has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct DebtTokens {
    pub by: Seat,
    pub to: Seat,
    pub count: u16,
}

/// One thing that a game elsewhere says of this table. All of it is public there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "fact", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "FeedFact")]
pub enum Fact {
    TradeGoods {
        of: Seat,
        count: u16,
    },
    Commodities {
        of: Seat,
        count: u16,
    },
    /// How many commodities a player replenishes to.
    CommodityValue {
        of: Seat,
        count: u16,
    },
    Fragments {
        of: Seat,
        fragments: Fragments,
    },
    Points {
        of: Seat,
        points: u8,
    },
    /// Debt tokens: how much one player owes another.
    Debt {
        by: Seat,
        to: Seat,
        count: u16,
    },
    /// Who has a promissory note face up in their play area.
    NoteInPlay {
        note: Note,
        by: Option<Seat>,
    },
    Speaker {
        seat: Seat,
    },
    /// Whose turn or which phase it is. The step within it is asked of the players.
    Moment {
        moment: Moment,
    },
    /// Whether a law or an event is in force; of a player's law, whose it is.
    Law {
        condition: Condition,
        of: Option<Seat>,
        holds: bool,
    },
    /// Who has units in a system.
    Units {
        system: SystemId,
        of: SeatSet,
    },
    Control {
        planet: PlanetId,
        by: Option<Seat>,
    },
    Neighbours {
        sides: (Seat, Seat),
        are: bool,
    },
    /// The map, for a desk that has none.
    Map {
        #[schemars(length(max = room::MAP_STRING))]
        map_string: String,
    },
}

impl Fact {
    /// Whether both are about the same thing, whatever they say of it.
    pub(crate) fn is_about_the_same(&self, other: &Fact) -> bool {
        match (self, other) {
            (Fact::TradeGoods { of: a, .. }, Fact::TradeGoods { of: b, .. })
            | (Fact::Commodities { of: a, .. }, Fact::Commodities { of: b, .. })
            | (Fact::CommodityValue { of: a, .. }, Fact::CommodityValue { of: b, .. })
            | (Fact::Fragments { of: a, .. }, Fact::Fragments { of: b, .. })
            | (Fact::Points { of: a, .. }, Fact::Points { of: b, .. }) => a == b,
            (Fact::Debt { by, to, .. }, Fact::Debt { by: debtor, to: creditor, .. }) => {
                (by, to) == (debtor, creditor)
            }
            (Fact::NoteInPlay { note: a, .. }, Fact::NoteInPlay { note: b, .. }) => a == b,
            (Fact::Speaker { .. }, Fact::Speaker { .. })
            | (Fact::Moment { .. }, Fact::Moment { .. })
            | (Fact::Map { .. }, Fact::Map { .. }) => true,
            (Fact::Law { condition: a, .. }, Fact::Law { condition: b, .. }) => a == b,
            (Fact::Units { system: a, .. }, Fact::Units { system: b, .. }) => a == b,
            (Fact::Control { planet: a, .. }, Fact::Control { planet: b, .. }) => a == b,
            (Fact::Neighbours { sides: a, .. }, Fact::Neighbours { sides: b, .. }) => a == b,
            _ => false,
        }
    }

    /// The player whose own holdings it is about.
    pub(crate) fn holder(&self) -> Option<Seat> {
        match self {
            Fact::TradeGoods { of, .. }
            | Fact::Commodities { of, .. }
            | Fact::CommodityValue { of, .. }
            | Fact::Fragments { of, .. }
            | Fact::Points { of, .. } => Some(*of),
            Fact::NoteInPlay { by, .. } => *by,
            Fact::Debt { .. }
            | Fact::Speaker { .. }
            | Fact::Moment { .. }
            | Fact::Law { .. }
            | Fact::Units { .. }
            | Fact::Control { .. }
            | Fact::Neighbours { .. }
            | Fact::Map { .. } => None,
        }
    }

    /// Whether nobody has recorded anything yet, if this is what the desk says.
    pub(crate) fn is_blank(&self) -> bool {
        match self {
            Fact::TradeGoods { count, .. }
            | Fact::Commodities { count, .. }
            | Fact::Debt { count, .. } => *count == 0,
            Fact::NoteInPlay { by, .. } => by.is_none(),
            Fact::Fragments { fragments, .. } => *fragments == Fragments::NONE,
            Fact::Points { points, .. } => *points == 0,
            Fact::Law { holds, .. } => !holds,
            Fact::Units { of, .. } => of.is_empty(),
            Fact::Control { by, .. } => by.is_none(),
            Fact::Neighbours { are, .. } => !are,
            Fact::Map { map_string } => map_string.is_empty(),
            Fact::CommodityValue { .. } | Fact::Speaker { .. } | Fact::Moment { .. } => false,
        }
    }
}
