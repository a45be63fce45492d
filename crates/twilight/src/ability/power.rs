//! What deals can be about: abilities of units and factions, cards, leaders, technologies, and the windows in which each
//! is used (TI-78, TI-81).

use std::collections::HashMap;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::Ability;
use super::faction::Faction;
use super::row::{self, Kind, Row};
use super::window::{self, Cost, NameRow, Opener, Proviso};
use crate::round::step::Step;
use crate::similar::{Unknown, fold};

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
    /// The active player.
    Active,
    /// The player who is asked.
    Asked,
    /// Any player except the one who is asked.
    NotAsked,
    /// Any player except the one who decides.
    NotDecider,
    /// The two sides of a combat.
    Combatant,
    /// The side of a combat that is not the active player.
    Defender,
    /// The winner of the combat that has just ended.
    Winner,
    /// A player other than the active one with units in the active system.
    Present,
    Speaker,
    /// The player who resolves edicts in Twilight's Fall.
    Tyrant,
    /// A player whose units roll for a unit ability in this step.
    Roller,
    /// A player whose units are hit in this step.
    Target,
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
    /// Whether its use is reported to the desk, which does not carry it out.
    #[serde(default)]
    reported: bool,
    /// What opens it right after it has happened.
    #[serde(default)]
    after: Vec<Opener>,
    #[serde(default)]
    cost: Cost,
    #[serde(default)]
    when: Vec<Proviso>,
    /// The strategy card that it is printed on.
    #[serde(default)]
    card: Option<&'static str>,
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
    pub name: &'static str,
    pub kind: Kind,
    also: &'static [&'static str],
    /// The faction whose sheet, unit, leader, technology or breakthrough it is.
    pub faction: Option<Faction>,
    pub steps: &'static [Step],
    pub who: Who,
    /// What opens it right after it has happened.
    pub after: &'static [Opener],
    /// Whether it is always in effect, so that nobody decides anything.
    pub passive: bool,
    /// Whether it opens in its steps only after something has happened there.
    pub awaits: bool,
    /// Whether it answers an action card that somebody has announced.
    pub cancels: bool,
    /// What else has to be so.
    pub when: &'static [Proviso],
    /// The ability that a player needs to use it.
    pub ability: Option<Ability>,
    /// The same, if the desk carries it out itself.
    pub needs: Option<Ability>,
    /// The legendary planet that it belongs to.
    pub planet: Option<&'static str>,
    /// Whether dice are rolled between the decision and its result.
    pub awaits_dice: bool,
    /// What it costs to use it.
    pub cost: Cost,
    /// The strategy card that it is printed on.
    pub card: Option<&'static str>,
    /// Whether it is a row of `data/abilities.json`, of which the desk knows more.
    pub of_desk: bool,
}

/// The names of powers, without what people leave out, and the place of each in [`all`].
static INDEX: LazyLock<HashMap<String, u16>> = LazyLock::new(|| {
    let mut index = HashMap::new();
    for (place, power) in all().iter().enumerate() {
        for name in power.names() {
            index.entry(fold(name)).or_insert(place as u16);
        }
    }
    index
});

static POWERS: LazyLock<Vec<Power>> = LazyLock::new(|| {
    let rows = row::all().iter().filter_map(Power::of);
    rows.chain(window::names().iter().map(Power::named)).collect()
});

impl Power {
    fn of(row: &'static Row) -> Option<Power> {
        let Some(deals) = &row.deals else { return Power::always(row) };
        let ability = Ability::all().find(|it| it.id() == row.id);
        Some(Power {
            steps: &deals.steps,
            who: deals.who,
            after: &deals.after,
            passive: false,
            when: &deals.when,
            ability,
            needs: ability.filter(|_| !deals.reported),
            awaits_dice: deals.awaits_dice,
            cost: deals.cost,
            card: deals.card,
            ..Power::bare(row)
        })
    }

    /// What is in effect without anybody ever deciding anything about it.
    fn always(row: &'static Row) -> Option<Power> {
        let lasts = matches!(row.kind, Kind::Law | Kind::Event | Kind::Relic);
        (row.kind.is_held() || lasts).then(|| Power::bare(row))
    }

    fn bare(row: &'static Row) -> Power {
        Power {
            name: row.name,
            kind: row.kind,
            also: row.also(),
            faction: row.faction(),
            steps: &[],
            who: Who::Anyone,
            after: &[],
            passive: true,
            awaits: false,
            cancels: false,
            when: &[],
            ability: None,
            needs: None,
            planet: None,
            awaits_dice: false,
            cost: Cost::default(),
            card: None,
            of_desk: true,
        }
    }

    fn named(row: &'static NameRow) -> Power {
        let window = row.window();
        Power {
            name: row.name,
            kind: row.kind,
            also: &row.also,
            faction: row.faction.map(|id| Faction::find(id).expect("a name's faction exists")),
            steps: &window.steps,
            who: window.who,
            after: &window.after,
            passive: window.passive,
            awaits: window.awaits,
            cancels: window.cancels,
            when: if row.when.is_empty() { &window.when } else { &row.when },
            ability: None,
            needs: None,
            planet: row.planet,
            awaits_dice: false,
            cost: row.price,
            card: row.card,
            of_desk: false,
        }
    }

    /// The full name and the short names.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        [self.name].into_iter().chain(self.also.iter().copied())
    }

    /// Whether it is the right to trade, which a term says by what is given.
    pub(crate) fn is_transaction(&self) -> bool {
        self.name == "Transaction"
    }
}

/// Everything that deals can be about.
pub fn all() -> &'static [Power] {
    &POWERS
}

/// Finds what a name refers to, if the desk knows it.
pub fn find(name: &str) -> Option<&'static Power> {
    INDEX.get(&fold(name)).map(|place| &all()[usize::from(*place)])
}

/// The same for a name that is folded already.
pub(crate) fn find_folded(folded: &str) -> Option<&'static Power> {
    INDEX.get(folded).map(|place| &all()[usize::from(*place)])
}

/// Finds what a name refers to among those that `fits`.
///
/// # Errors
/// The error names the closest match.
pub fn known(
    kind: &'static str,
    name: &str,
    fits: impl Fn(&Power) -> bool + Clone,
) -> Result<&'static Power, Unknown> {
    find(name).filter(|power| fits(power)).ok_or_else(|| {
        let names = all().iter().filter(|power| fits(power));
        let names = names.flat_map(|power| power.names().map(|name| (name, power.name)));
        Unknown { known: Vec::new(), ..Unknown::among(kind, name, names) }
    })
}

/// Whether two names refer to the same thing.
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

    #[test]
    fn no_two_things_share_a_name() {
        for power in all() {
            for name in power.names() {
                assert_eq!(find(name).map(|it| it.name), Some(power.name), "{name}");
            }
        }
    }
}
