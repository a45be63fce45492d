//! Foreign JSON as a tree of limited size: a few bytes of text can become a hundred times as many in memory.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::{FeedError, LARGEST};

/// Values of a report. The largest games have a third of that.
const MOST_VALUES: usize = 1 << 16;

pub(super) fn parse(bytes: &[u8]) -> Result<Value, FeedError> {
    if bytes.len() > LARGEST {
        return Err(FeedError::TooLarge);
    }
    let left = Cell::new(MOST_VALUES);
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let whole = Branch { left: &left }.deserialize(&mut reader);
    let whole = whole.and_then(|whole| reader.end().map(|()| whole));
    whole.map_err(|error| match left.get() {
        0 => FeedError::TooLarge,
        _ => FeedError::NotJson(error.to_string()),
    })
}

/// A value, and how many may still follow.
#[derive(Clone, Copy)]
struct Branch<'a> {
    left: &'a Cell<usize>,
}

impl<'de> DeserializeSeed<'de> for Branch<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        let left = self.left.get().saturating_sub(1);
        self.left.set(left);
        match left {
            0 => Err(D::Error::custom("too many values")),
            _ => deserializer.deserialize_any(self),
        }
    }
}

impl<'de> Visitor<'de> for Branch<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = all.next_element_seed(self)? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut all: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some(name) = all.next_key()? {
            fields.insert(name, all.next_value_seed(self)?);
        }
        Ok(Value::Object(fields))
    }
}
