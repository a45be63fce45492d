//! Where the rules are open (TI-104 … TI-109), the reading that a table has chosen, once and for all.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A table's readings of what the rules leave open. What it has not chosen stays open.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Readings {
    /// TI-79, TI-104: what one failing term does to the rest of the deal.
    pub deals: DealReading,
    /// TI-109: whether commodities paid on the spot bind the holder of Trade who replenishes for them.
    pub trade_primary: Option<TradeReading>,
    /// TI-107: whether planets are readied "while resolving an agenda".
    pub ready_planets: Option<Permit>,
    /// TI-106: whether a player who acts outside their own turn counts as active.
    pub acting_outside_turn: Option<Permit>,
    /// TI-50, TI-53: whether a neighbour by an unverified effect is a neighbour.
    pub disputed_neighbours: Option<Permit>,
    /// TI-108: whether Malevolency may be given in an ordinary transaction.
    pub malevolency: Option<Permit>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DealReading {
    /// One failing term makes the whole deal non-binding (TI-75, TI-78).
    #[default]
    Strict,
    /// Only the terms that can be performed at once bind (TI-77).
    PerTerm,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TradeReading {
    /// The example's letter: never binding while the Trade primary is being resolved.
    Letter,
    /// The step rule: binding if both halves fall into the step that is open.
    StepRule,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Permit {
    Yes,
    No,
}
