//! A use with its arguments, such as `{"effect": "carth_replenishes", "of": 2}`, as the row requires.

use std::borrow::Cow;
use std::fmt;
use std::sync::LazyLock;

use parley::Seat;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::ability::usage::{Parameter, ParameterKind, Use};
use crate::room;
use crate::table::goods::Fragments;
use crate::table::hand::Note;

/// The field that names the use in a command.
const TAG: &str = "effect";

static IDS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| Use::effects().map(|it| it.spec.id).collect());

/// An ability or a card that is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    pub(crate) which: Use,
    /// One for each field of the row, in the same order.
    pub(crate) given: Vec<Given>,
}

/// The value of one field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Given {
    Seat(Seat),
    Pair(Seat, Seat),
    Note(Note),
    Hand(Hand),
    Unit(String),
    Fragment(Fragments),
}

/// The hidden cards of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hand {
    Notes,
    ActionCards,
    Secrets,
}

impl Hand {
    pub const ALL: [Hand; 3] = [Hand::Notes, Hand::ActionCards, Hand::Secrets];

    pub fn words(self) -> &'static str {
        match self {
            Hand::Notes => "promissory notes",
            Hand::ActionCards => "action cards",
            Hand::Secrets => "secret objectives",
        }
    }
}

impl Effect {
    /// Its name in promises to use it or not to use it.
    pub fn power(&self) -> &'static str {
        self.which.power()
    }
}

impl Given {
    fn read(kind: ParameterKind, value: Value) -> serde_json::Result<Given> {
        Ok(match kind {
            ParameterKind::Seat => Given::Seat(serde_json::from_value(value)?),
            ParameterKind::Pair => {
                let (one, other) = serde_json::from_value(value)?;
                Given::Pair(one, other)
            }
            ParameterKind::Note => Given::Note(serde_json::from_value(value)?),
            ParameterKind::Hand => Given::Hand(serde_json::from_value(value)?),
            ParameterKind::Unit => Given::Unit(serde_json::from_value(value)?),
            ParameterKind::Fragment => Given::Fragment(serde_json::from_value(value)?),
        })
    }
}

impl Serialize for Effect {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1 + self.given.len()))?;
        map.serialize_entry(TAG, self.which.spec.id)?;
        for (asked, given) in self.which.spec.fields.iter().zip(&self.given) {
            map.serialize_entry(asked.name, given)?;
        }
        map.end()
    }
}

/// The fields of an effect, each present once.
struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = Map<String, Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an effect with its fields")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
        let mut fields = Map::new();
        while let Some((name, value)) = access.next_entry::<String, Value>()? {
            if fields.contains_key(&name) {
                return Err(A::Error::custom(format!("duplicate field `{name}`")));
            }
            fields.insert(name, value);
        }
        Ok(fields)
    }
}

impl<'de> Deserialize<'de> for Effect {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Effect, D::Error> {
        let mut fields = deserializer.deserialize_map(Fields)?;
        let id = match fields.remove(TAG) {
            Some(Value::String(id)) => id,
            Some(other) => return Err(D::Error::custom(format!("{TAG} is no name: {other}"))),
            None => return Err(D::Error::missing_field(TAG)),
        };
        let which = Use::find(&id).ok_or_else(|| D::Error::unknown_variant(&id, &IDS))?;
        let mut read = |asked: &Parameter| {
            let value = fields.remove(asked.name);
            let value = value.ok_or_else(|| D::Error::missing_field(asked.name))?;
            let told = |error| D::Error::custom(format!("{}: {error}", asked.name));
            Given::read(asked.kind, value).map_err(told)
        };
        let given = which.spec.fields.iter().map(&mut read).collect::<Result<_, _>>()?;
        match fields.keys().next() {
            Some(more) => Err(D::Error::custom(format!("unknown field `{more}` of {id}"))),
            None => Ok(Effect { which, given }),
        }
    }
}

impl JsonSchema for Effect {
    fn schema_name() -> Cow<'static, str> {
        "Effect".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let all: Vec<Schema> = Use::effects().map(|it| shape(it, generator)).collect();
        json_schema!({ "description": "What a player does with an ability or a card.", "oneOf": all })
    }
}

fn shape(it: Use, generator: &mut SchemaGenerator) -> Schema {
    let tag = json_schema!({ "type": "string", "const": it.spec.id });
    let mut properties = Map::from_iter([(TAG.to_owned(), Value::from(tag))]);
    let mut required = vec![TAG];
    for asked in &it.spec.fields {
        properties.insert(asked.name.to_owned(), kind(asked.kind, generator).into());
        required.push(asked.name);
    }
    json_schema!({
        "type": "object",
        "description": format!("{}: {}", it.name(), it.spec.text),
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn kind(kind: ParameterKind, generator: &mut SchemaGenerator) -> Schema {
    match kind {
        ParameterKind::Seat => generator.subschema_for::<Seat>(),
        ParameterKind::Pair => generator.subschema_for::<(Seat, Seat)>(),
        ParameterKind::Note => generator.subschema_for::<Note>(),
        ParameterKind::Hand => generator.subschema_for::<Hand>(),
        ParameterKind::Unit => generator.subschema_for::<room::Text<{ room::WORD }>>(),
        ParameterKind::Fragment => generator.subschema_for::<Fragments>(),
    }
}
