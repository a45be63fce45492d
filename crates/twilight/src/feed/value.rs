//! Reading JSON of which nothing is certain: what is missing or has another type is left out.

use serde_json::Value;

/// Characters of a text that is looked at.
const TEXT: usize = 200;

pub(super) fn list<'a>(of: &'a Value, name: &str) -> &'a [Value] {
    of.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

pub(super) fn text<'a>(of: &'a Value, name: &str) -> Option<&'a str> {
    short(of.get(name)?)
}

/// A text that is not suspiciously long.
pub(super) fn short(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| text.len() <= TEXT)
}

pub(super) fn texts<'a>(of: &'a Value, name: &str) -> impl Iterator<Item = &'a str> {
    list(of, name).iter().filter_map(short)
}

/// A count below ten thousand; some programs write it as `3.0`.
pub(super) fn count(of: &Value, name: &str) -> Option<u16> {
    let number = of.get(name)?.as_f64().filter(|it| it.fract() == 0.0)?;
    (0.0..10_000.0).contains(&number).then_some(number as u16)
}

pub(super) fn points(of: &Value, name: &str) -> Option<u8> {
    count(of, name).and_then(|points| u8::try_from(points).ok())
}
