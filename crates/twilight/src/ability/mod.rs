//! Abilities, components and leaders that affect trading or who neighbours whom. Each is one row of
//! `data/abilities.json`; this module answers the desk's questions about a row (section 9 of the manual).

pub mod faction;
pub mod note;
pub mod power;
pub mod row;
pub mod traits;
pub mod usage;
pub mod window;

use std::borrow::Cow;
use std::fmt;
use std::sync::LazyLock;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, EnumAccess, Error, VariantAccess as _, Visitor};
use serde::{Serialize, Serializer};

use self::faction::Faction;
use self::row::{Kind, Row};
use self::traits::Trait;
use crate::similar::{Unknown, fold};

/// The rows that a player can have, in the order in which they were added: states are encoded by this order.
static HELD: LazyLock<Vec<&'static Row>> =
    LazyLock::new(|| row::all().iter().filter(|row| row.kind.is_held()).collect());

/// Their ids, in the form that serde needs.
static IDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| HELD.iter().map(|row| row.id).collect());

/// An ability, component or leader of one faction, as an index into their list. Serialised as its id, such as
/// `"carth"`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ability(u8);

impl Ability {
    pub fn all() -> impl ExactSizeIterator<Item = Ability> + Clone {
        (0..HELD.len() as u8).map(Ability)
    }

    pub fn row(self) -> &'static Row {
        HELD[usize::from(self.0)]
    }

    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// The printed name of the component.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    pub fn kind(self) -> Kind {
        self.row().kind
    }

    pub fn has(self, asked: Trait) -> bool {
        self.row().traits.has(asked)
    }

    /// The faction that it belongs to.
    pub fn faction(self) -> Faction {
        self.row().faction().expect("an ability is some faction's")
    }

    /// Whether another faction can gain it: technologies can be copied and leaders lent. Sheet abilities, units and
    /// breakthroughs stay with their faction.
    pub fn can_be_lent(self) -> bool {
        match self.kind() {
            Kind::Technology | Kind::Agent | Kind::Commander | Kind::Hero => true,
            Kind::Sheet | Kind::Unit | Kind::Breakthrough => false,
            Kind::ActionCard
            | Kind::Note
            | Kind::Law
            | Kind::Event
            | Kind::Relic
            | Kind::Rule
            | Kind::Edict
            | Kind::Planet => false,
        }
    }

    /// Finds an ability by id or name; spelling is matched loosely.
    ///
    /// # Errors
    /// The error names the closest match, or lists every ability.
    pub fn find(name: &str) -> Result<Ability, Unknown> {
        let folded = fold(name);
        let is_it = |it: &Ability| it.id() == name || it.row().names().any(|it| fold(it) == folded);
        let names = Ability::all().map(|it| (it.name(), it.name()));
        Ability::all().find(is_it).ok_or_else(|| Unknown::among("ability", name, names))
    }
}

impl fmt::Display for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// Serialised like an enum variant: by id in readable formats, by index in binary ones.
impl Serialize for Ability {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit_variant("Ability", u32::from(self.0), self.id())
    }
}

impl<'de> Deserialize<'de> for Ability {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ability, D::Error> {
        deserializer.deserialize_enum("Ability", &IDS, Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Ability;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the id of an ability")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Ability, A::Error> {
        let (Id(ability), rest) = data.variant()?;
        rest.unit_variant()?;
        Ok(ability)
    }
}

struct Id(Ability);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        deserializer.deserialize_identifier(IdReader).map(Id)
    }
}

struct IdReader;

impl Visitor<'_> for IdReader {
    type Value = Ability;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the id of an ability")
    }

    fn visit_u64<E: Error>(self, place: u64) -> Result<Ability, E> {
        let found = u8::try_from(place).ok().filter(|place| usize::from(*place) < HELD.len());
        found.map(Ability).ok_or_else(|| E::custom(format!("there is no ability {place}")))
    }

    fn visit_str<E: Error>(self, id: &str) -> Result<Ability, E> {
        let found = Ability::all().find(|ability| ability.id() == id);
        found.ok_or_else(|| E::unknown_variant(id, &IDS))
    }
}

impl JsonSchema for Ability {
    fn schema_name() -> Cow<'static, str> {
        "Ability".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let each = |it: Ability| json_schema!({ "const": it.id(), "description": it.row().text, "type": "string" });
        let all: Vec<Schema> = Ability::all().map(each).collect();
        json_schema!({
            "description": "An ability, component or leader of one faction that matters for trading or neighbours.",
            "oneOf": all,
        })
    }
}
