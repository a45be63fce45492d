//! Which game a table plays, and the game-specific parts of a message.
//!
//! Only the games know what those look like: their schemas are empty here, and the list of games fills them in.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, IgnoredAny, IntoDeserializer as _};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::raw::RawJson;

/// The name of a ruleset, such as `backchannel`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RulesetName(pub Box<str>);

impl fmt::Display for RulesetName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The ruleset and its own settings, as they were sent. Only the game itself interprets them.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSettings {
    ruleset: RulesetName,
    whole: RawJson,
}

/// The field that says which game the settings are for.
const TAG: &str = "ruleset";

impl GameSettings {
    /// # Errors
    /// If they cannot be serialised.
    pub fn write(ruleset: &str, settings: &impl Serialize) -> serde_json::Result<GameSettings> {
        #[derive(Serialize)]
        struct Tagged<'a, S> {
            ruleset: &'a str,
            #[serde(flatten)]
            settings: &'a S,
        }
        let whole = RawJson::of(&Tagged { ruleset, settings })?;
        Ok(GameSettings { ruleset: RulesetName(ruleset.into()), whole })
    }

    pub fn ruleset(&self) -> &RulesetName {
        &self.ruleset
    }

    /// The ruleset's own settings.
    ///
    /// # Errors
    /// Where and why they are invalid.
    pub fn read<S: DeserializeOwned>(
        &self,
    ) -> Result<S, serde_path_to_error::Error<serde_json::Error>> {
        let mut reader = serde_json::Deserializer::from_str(self.whole.text());
        serde_path_to_error::deserialize::<_, Untagged<S>>(&mut reader).map(|read| read.0)
    }

    /// As JSON.
    pub fn whole(&self) -> &RawJson {
        &self.whole
    }

    /// The name of its map, if it has one: `map` is the id of a map or a whole map with its `name`.
    pub fn map(&self) -> Option<String> {
        #[derive(Deserialize)]
        struct OnMap {
            map: Option<Choice>,
        }
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Choice {
            Named(String),
            Own { name: String },
        }
        match self.whole.read::<OnMap>().ok()?.map? {
            Choice::Named(name) | Choice::Own { name } => Some(name),
        }
    }
}

impl Serialize for GameSettings {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        self.whole.serialize(writer)
    }
}

impl<'de> Deserialize<'de> for GameSettings {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<GameSettings, D::Error> {
        #[derive(Deserialize)]
        struct Tag {
            ruleset: RulesetName,
        }
        let whole = RawJson::deserialize(reader)?;
        let Tag { ruleset } = whole.read().map_err(serde::de::Error::custom)?;
        Ok(GameSettings { ruleset, whole })
    }
}

/// Settings without the field that says which game they are for.
struct Untagged<S>(S);

impl<'de, S: Deserialize<'de>> Deserialize<'de> for Untagged<S> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        reader.deserialize_map(Fields(PhantomData)).map(Untagged)
    }
}

struct Fields<S>(PhantomData<S>);

impl<'de, S: Deserialize<'de>> Visitor<'de> for Fields<S> {
    type Value = S;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the settings of a game")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<S, A::Error> {
        S::deserialize(MapAccessDeserializer::new(WithoutTag(map)))
    }
}

struct WithoutTag<A>(A);

impl<'de, A: MapAccess<'de>> MapAccess<'de> for WithoutTag<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        while let Some(key) = self.0.next_key::<Cow<'de, str>>()? {
            if key != TAG {
                return seed.deserialize(key.into_deserializer()).map(Some);
            }
            self.0.next_value::<IgnoredAny>()?;
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.0.next_value_seed(seed)
    }
}

/// A message of a table, whatever it plays.
pub struct AnyMessage;
/// A line of the log.
pub struct AnyLine;
/// A command of a game.
pub struct AnyCommand;
/// The set-up that was agreed before play.
pub struct AnySetup;
/// A report on games between bots.
pub struct AnyReport;

macro_rules! filled_in {
    ($($Shape:ty, $name:literal, $description:expr;)*) => {
        $(impl JsonSchema for $Shape {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let mut schema = Schema::default();
                if let Some(description) = $description {
                    schema.insert("description".into(), description.into());
                }
                schema
            }
        })*
    };
}

filled_in! {
    RulesetName, "Ruleset", None::<&str>;
    GameSettings, "GameSettings", Some("The ruleset and its own settings.");
    AnyMessage, "AnyMessage", Some("A message of either ruleset.");
    AnyLine, "AnyLine", Some("A line of the log of either ruleset.");
    AnyCommand, "AnyCommand", Some("A command of either ruleset.");
    AnySetup, "AnySetup", Some("What both sides agreed on, with its map.");
    AnyReport, "AnyReport", Some("A report on games between bots.");
}
