//! What a table decides before the desk opens, with the choice that it has without deciding.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::desk::setup::Setup;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SetupForm {
    /// What is played with or not.
    pub switches: Vec<SwitchForm>,
    /// How the table reads what the rules leave open.
    pub readings: Vec<ReadingForm>,
}

/// A field of the set-up that is on or off.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SwitchForm {
    pub field: &'static str,
    pub label: &'static str,
    pub hint: &'static str,
    pub clause: Option<&'static str>,
    /// As it is where nobody says otherwise.
    pub on: bool,
}

/// A field of the readings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ReadingForm {
    pub field: &'static str,
    pub text: &'static str,
    pub clause: &'static str,
    pub choices: &'static [ReadingChoice],
    /// What is read where nobody says otherwise; nothing if it then stays open.
    pub usual: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ReadingChoice {
    pub value: &'static str,
    pub text: &'static str,
}

const fn choice(value: &'static str, text: &'static str) -> ReadingChoice {
    ReadingChoice { value, text }
}

const SWITCHES: [(&str, &str, &str, Option<&str>); 4] = [
    ("prophecy_of_kings", "Prophecy of Kings", "Alliance notes and agents.", Some("TI-55")),
    ("agendas", "The custodians token is gone", "Rounds have an agenda phase.", Some("TI-85")),
    (
        "age_of_commerce",
        "Age of Commerce",
        "Nobody has to be a neighbour; commodities have no cap; technologies are shared.",
        None,
    ),
    ("hidden_agenda", "Hidden Agenda", "No transactions in the agenda phase.", None),
];

const PERMIT: &[ReadingChoice] = &[choice("yes", "yes"), choice("no", "no")];
const DEALS: &[ReadingChoice] =
    &[choice("strict", "fails the deal"), choice("per_term", "fails alone")];
const TRADE: &[ReadingChoice] = &[choice("letter", "never bind"), choice("step_rule", "bind")];

const READINGS: [(&str, &str, &str, &[ReadingChoice]); 6] = [
    ("deals", "One failing term", "TI-104", DEALS),
    ("trade_primary", "Commodities on the spot for being replenished", "TI-109", TRADE),
    ("ready_planets", "Transactions while planets are readied", "TI-107", PERMIT),
    ("acting_outside_turn", "Who acts outside their turn is active", "TI-106", PERMIT),
    ("disputed_neighbours", "Neighbours by an unverified effect", "TI-50", PERMIT),
    ("malevolency", "Malevolency in a transaction", "TI-108", PERMIT),
];

/// What is decided, each with its default.
pub fn setup() -> SetupForm {
    let usual = serde_json::to_value(Setup::standard(Vec::new())).unwrap_or_default();
    let on = |field: &str| usual[field] == Value::Bool(true);
    let read = |field: &str| usual["readings"][field].as_str().map(str::to_owned);
    SetupForm {
        switches: SWITCHES
            .map(|(field, label, hint, clause)| SwitchForm {
                field,
                label,
                hint,
                clause,
                on: on(field),
            })
            .to_vec(),
        readings: READINGS
            .map(|(field, text, clause, choices)| ReadingForm {
                field,
                text,
                clause,
                choices,
                usual: read(field),
            })
            .to_vec(),
    }
}
