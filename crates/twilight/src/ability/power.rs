//! Abilities of units and factions that deals can be about, and the steps in which each is used (TI-78, TI-81).

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::Ability;
use super::row::{self, Row};
use crate::round::step::Step;
use crate::similar::{self, fold};

/// Which players an opportunity is open to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The player who is asked, or else the active player.
    Decider,
    /// Any player who has what it takes.
    Anyone,
    /// Any player except the active one.
    NotActive,
}

/// When something that deals can be about may be used.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dealing {
    /// Empty if something else has to happen first, so that no step opens it by itself.
    #[serde(deserialize_with = "steps")]
    pub steps: Vec<Step>,
    pub who: Who,
    /// Whether dice are rolled between the decision and its result (TI-92).
    #[serde(default)]
    awaits_dice: bool,
    /// Whether the desk takes the parties' word for who has it.
    #[serde(default)]
    trusted: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Steps {
    Span(Span),
    Named(Vec<Step>),
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Span {
    Any,
    ActionPhase,
}

/// Steps by name, or a whole part of the round.
pub(super) fn steps<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<Step>, D::Error> {
    Ok(match Steps::deserialize(reader)? {
        Steps::Span(Span::Any) => Step::ALL.to_vec(),
        Steps::Span(Span::ActionPhase) => Step::ACTION_PHASE.to_vec(),
        Steps::Named(steps) => steps,
    })
}

/// Something that deals can be about.
#[derive(Clone, Copy, Debug)]
pub struct Power {
    row: &'static Row,
    pub name: &'static str,
    pub steps: &'static [Step],
    pub who: Who,
    /// The ability that a player needs to use it, where the desk checks that.
    pub needs: Option<Ability>,
    /// Whether dice are rolled between the decision and its result.
    pub awaits_dice: bool,
}

static POWERS: LazyLock<Vec<Power>> =
    LazyLock::new(|| row::all().iter().filter_map(Power::of).collect());

impl Power {
    fn of(row: &'static Row) -> Option<Power> {
        let Dealing { steps, who, awaits_dice, trusted } = row.deals.as_ref()?;
        let needs = Ability::all().find(|it| it.id() == row.id).filter(|_| !trusted);
        Some(Power { row, name: row.name, steps, who: *who, needs, awaits_dice: *awaits_dice })
    }
}

/// Every ability that deals can be about.
pub fn all() -> &'static [Power] {
    &POWERS
}

/// Finds the ability by name, if the desk knows it.
pub fn find(name: &str) -> Option<&'static Power> {
    let folded = fold(name);
    all().iter().find(|power| power.row.names().any(|name| similar::is(name, &folded)))
}

/// Whether two names refer to the same ability.
pub fn same(one: &str, other: &str) -> bool {
    match (find(one), find(other)) {
        (Some(one), Some(other)) => one.name == other.name,
        _ => fold(one) == fold(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaders_go_by_their_first_names_and_nobody_else_does() {
        assert!(same("Carth", "Carth of Golden Sands") && same("S’ula", "S'ula Mentarion"));
        assert!(same("Oracle", "The Oracle") && !same("Carth", "Xander"));
        assert!(find("Void").is_none() && !same("Void", "Voidwatch"));
    }
}
