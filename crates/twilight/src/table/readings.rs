//! How a table has chosen to read what the rules leave open (TI-104 … TI-109).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::table::question::Settled;

/// A table's readings of what the rules leave open. What it has not chosen stays open.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Readings {
    /// TI-79, TI-104: what one failing term does to the rest of the deal.
    pub deals: DealReading,
    /// TI-109: whether commodities paid on the spot bind the holder of Trade to replenish the payer.
    pub trade_primary: Option<TradeReading>,
    /// TI-107: whether planets are readied "while resolving an agenda".
    pub ready_planets: Option<Permit>,
    /// TI-106: whether a player who acts outside their own turn counts as active.
    pub acting_outside_turn: Option<Permit>,
    /// TI-50, TI-53: whether an effect that the rules leave open makes neighbours.
    pub disputed_neighbours: Option<Permit>,
    /// TI-108: whether Malevolency may be given in an ordinary transaction.
    pub malevolency: Option<Permit>,
    /// Other open questions that the table has settled.
    #[serde(skip_serializing_if = "Settled::is_empty")]
    pub settled: Settled,
}

/// TI-79: the two readings of a deal with a failing term.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DealReading {
    /// One failing term makes the whole deal non-binding (TI-75, TI-78).
    #[default]
    Strict,
    /// Only the terms that can be performed at once bind (TI-77).
    PerTerm,
}

/// TI-109: the two readings of paying to be replenished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TradeReading {
    /// Following the example literally: never binding while the Trade primary is being resolved.
    Letter,
    /// Following the step rule: binding if both halves are due in the open step.
    StepRule,
}

/// A table's choice where the rules leave something open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Permit {
    Yes,
    No,
}
