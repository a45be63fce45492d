//! What the desk carries out itself when a player uses an ability or a card, as its row says.

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

/// One way to use what a row is about.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UseRow {
    /// What commands call it.
    pub id: &'static str,
    /// Where it is not simply called as the row is.
    #[serde(default)]
    name: Option<&'static str>,
    /// What people call it when they promise it, where that is not the name of the row.
    #[serde(default)]
    power: Option<&'static str>,
    pub text: &'static str,
    /// Where they are not those of the row.
    #[serde(default, deserialize_with = "some_steps")]
    steps: Option<Vec<Step>>,
    #[serde(default)]
    who: Option<Who>,
    #[serde(default)]
    pub fields: Vec<Asked>,
    #[serde(default)]
    pub price: Price,
    /// Whether the trade goods go to the one it is used on, and are not spent.
    #[serde(default)]
    pub paid_to_target: bool,
    /// Whether it is used on the active player.
    #[serde(default)]
    pub on_active: bool,
    /// Whether it can be used again and again in one window.
    #[serde(default)]
    pub often: bool,
    /// Whether it is for the others, while the ability is at work.
    #[serde(default)]
    pub for_others: bool,
    /// Whether it opens a transaction, and is invoked for that.
    #[serde(default)]
    pub invoked: bool,
    /// What it does beyond all this.
    #[serde(default)]
    pub hook: Option<&'static str>,
}

fn some_steps<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<Option<Vec<Step>>, D::Error> {
    steps(reader).map(Some)
}

/// What a use asks for.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// What the command calls it.
    pub name: &'static str,
    pub kind: Ask,
    pub label: &'static str,
    /// A player who may be the user as well.
    #[serde(default)]
    pub own: bool,
    /// A player who has to be a neighbour.
    #[serde(default)]
    pub neighbour: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// The player on whom it is used.
    Seat,
    /// Two players.
    Pair,
    /// A note of the own hand.
    Note,
    /// One of the three hands of a player.
    Hand,
    Unit,
    /// One of one kind.
    Fragment,
}

/// What it costs beside a note that is among the fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "UsePrice")]
#[serde(deny_unknown_fields)]
pub struct Price {
    #[serde(default)]
    pub trade_goods: u16,
    #[serde(default)]
    pub influence: u16,
}

/// A use together with the row that it belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    pub row: &'static Row,
    pub spec: &'static UseRow,
    /// The ability that it is a use of; none for a card or a note.
    pub ability: Option<Ability>,
}

impl PartialEq for Use {
    fn eq(&self, other: &Use) -> bool {
        self.spec.id == other.spec.id
    }
}

impl Eq for Use {}

impl Use {
    /// Every use, invocations among them.
    pub fn all() -> &'static [Use] {
        &USES
    }

    /// Those that a command can ask for by their id.
    pub fn effects() -> impl Iterator<Item = Use> + Clone {
        USES.iter().copied().filter(|it| !it.spec.invoked)
    }

    pub fn find(id: &str) -> Option<Use> {
        Use::effects().find(|it| it.spec.id == id)
    }

    pub fn name(self) -> &'static str {
        self.spec.name.unwrap_or(self.row.name)
    }

    /// What people call it when they promise to use it, or not to.
    pub fn power(self) -> &'static str {
        self.spec.power.unwrap_or(self.row.name)
    }

    /// The steps in which it can be used; none where something has to happen first, which its hook knows.
    pub fn steps(self) -> &'static [Step] {
        match (&self.spec.steps, &self.row.deals) {
            (Some(own), _) => own,
            (None, Some(deals)) => &deals.steps,
            (None, None) => &[],
        }
    }

    /// Who can use it then.
    pub fn who(self) -> Who {
        let deals = self.row.deals.as_ref().map(|deals| deals.who);
        self.spec.who.or(deals).unwrap_or(Who::Anyone)
    }

    /// The ability without which nobody can use it.
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
