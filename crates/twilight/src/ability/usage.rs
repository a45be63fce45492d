//! Uses of abilities and cards that the desk carries out itself, as their rows describe them.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Ability;
use super::power::{Who, steps};
use super::row::{self, Kind, Row};
use crate::round::step::Step;

static USES: LazyLock<Vec<Use>> = LazyLock::new(|| {
    let each = |row: &'static Row| {
        let ability = Ability::all().find(|it| it.id() == row.id);
        row.uses.iter().map(move |spec| Use { row, spec, ability })
    };
    row::all().iter().flat_map(each).collect()
});

/// One way to use the thing that a row describes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UseRow {
    /// Its id in commands.
    pub id: &'static str,
    /// Its name, if it differs from the row's.
    #[serde(default)]
    name: Option<&'static str>,
    /// Its name in promises, if it differs from the row's.
    #[serde(default)]
    power: Option<&'static str>,
    pub text: &'static str,
    /// Its steps, if they differ from the row's.
    #[serde(default, deserialize_with = "some_steps")]
    steps: Option<Vec<Step>>,
    #[serde(default)]
    who: Option<Who>,
    #[serde(default)]
    pub fields: Vec<Parameter>,
    #[serde(default)]
    pub price: Price,
    /// Whether the trade goods go to the target instead of being spent.
    #[serde(default)]
    pub paid_to_target: bool,
    /// Whether the target is always the active player.
    #[serde(default)]
    pub on_active: bool,
    /// Whether it can be used more than once in one window.
    #[serde(default)]
    pub often: bool,
    /// Whether it is for the other players, while the ability is in effect.
    #[serde(default)]
    pub for_others: bool,
    /// Whether it permits a transaction, and is invoked for that purpose.
    #[serde(default)]
    pub invoked: bool,
    /// The hook for everything else that it does.
    #[serde(default)]
    pub hook: Option<&'static str>,
}

fn some_steps<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<Option<Vec<Step>>, D::Error> {
    steps(reader).map(Some)
}

/// A parameter of a use.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// Its name in the command.
    pub name: &'static str,
    pub kind: ParameterKind,
    pub label: &'static str,
    /// Whether the player may be the user.
    #[serde(default)]
    pub own: bool,
    /// Whether the player has to be a neighbour.
    #[serde(default)]
    pub neighbour: bool,
}

/// The type of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ParameterKind {
    /// The player it is used on.
    Seat,
    /// Two players.
    Pair,
    /// A note from the user's own hand.
    Note,
    /// One of a player's three hands of cards.
    Hand,
    Unit,
    /// A single item of a kind.
    Fragment,
}

/// Its price, apart from any note among its fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "UsePrice")]
#[serde(deny_unknown_fields)]
pub struct Price {
    #[serde(default)]
    pub trade_goods: u16,
    #[serde(default)]
    pub influence: u16,
}

/// A use together with its row.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    pub row: &'static Row,
    pub spec: &'static UseRow,
    /// The ability being used; `None` for a card or a note.
    pub ability: Option<Ability>,
}

impl PartialEq for Use {
    fn eq(&self, other: &Use) -> bool {
        self.spec.id == other.spec.id
    }
}

impl Eq for Use {}

impl Use {
    /// Every use, including invocations.
    pub fn all() -> &'static [Use] {
        &USES
    }

    /// The uses that a command can name by id.
    pub fn effects() -> impl Iterator<Item = Use> + Clone {
        USES.iter().copied().filter(|it| !it.spec.invoked)
    }

    pub fn find(id: &str) -> Option<Use> {
        Use::effects().find(|it| it.spec.id == id)
    }

    pub fn name(self) -> &'static str {
        self.spec.name.unwrap_or(self.row.name)
    }

    /// Its name in promises to use it or not to use it.
    pub fn power(self) -> &'static str {
        self.spec.power.unwrap_or(self.row.name)
    }

    /// The steps in which it can be used; empty if something else has to happen first, which its hook checks.
    pub fn steps(self) -> &'static [Step] {
        match (&self.spec.steps, &self.row.deals) {
            (Some(own), _) => own,
            (None, Some(deals)) => &deals.steps,
            (None, None) => &[],
        }
    }

    /// Which players can use it then.
    pub fn who(self) -> Who {
        let deals = self.row.deals.as_ref().map(|deals| deals.who);
        self.spec.who.or(deals).unwrap_or(Who::Anyone)
    }

    /// The ability that a player needs to use it.
    pub fn needs(self) -> Option<Ability> {
        self.ability.filter(|_| !self.spec.for_others)
    }

    pub fn is_card(self) -> bool {
        self.row.kind == Kind::ActionCard
    }

    pub fn is_note(self) -> bool {
        self.row.kind == Kind::Note
    }
}
