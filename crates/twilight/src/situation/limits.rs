//! The limits of the schema, for situations that no server has checked.

use serde_json::Value;

use super::Read;
use super::error::{SituationError, Wrong};

/// No limit of the schema is smaller, apart from the few facts that may be in dispute.
const SHORT: usize = 60;
const FEW: usize = 8;

/// Checks every text and every list against the schema.
pub(super) fn check(value: &Value) -> Read<()> {
    check_characters("", value)?;
    match is_small(value) {
        true => Ok(()),
        false => {
            let schema = super::schema();
            check_against(&schema, &schema, "", value)
        }
    }
}

/// Whether no limit can be exceeded, so that nobody has to look.
fn is_small(value: &Value) -> bool {
    match value {
        Value::String(text) => text.len() <= SHORT,
        Value::Array(list) => list.len() <= FEW && list.iter().all(is_small),
        Value::Object(fields) => {
            fields.iter().all(|(name, value)| name.as_str() != "undecided" && is_small(value))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => true,
    }
}

/// A line break could pass for the next line of the answer.
fn check_characters(path: &str, value: &Value) -> Read<()> {
    match value {
        Value::String(text) if text.chars().any(char::is_control) => {
            Err(SituationError::at(path, Wrong::ControlCharacter))
        }
        Value::Array(list) => {
            let mut each = list.iter().enumerate();
            each.try_for_each(|(at, value)| check_characters(&format!("{path}[{at}]"), value))
        }
        Value::Object(fields) => {
            fields.iter().try_for_each(|(name, value)| check_characters(&join(path, name), value))
        }
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn check_against(root: &Value, schema: &Value, path: &str, value: &Value) -> Read<()> {
    if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        let target = target.strip_prefix('#').and_then(|target| root.pointer(target));
        if let Some(target) = target {
            check_against(root, target, path, value)?;
        }
    }
    // Where a value can be one of several things, the loosest limit holds.
    for several in ["anyOf", "oneOf"] {
        let Some(all) = schema.get(several).and_then(Value::as_array) else { continue };
        let mut found = all.iter().filter(|one| can_be(root, one, value)).peekable();
        if found.peek().is_some() {
            let mut wrong = Ok(());
            for one in found {
                wrong = check_against(root, one, path, value);
                if wrong.is_ok() {
                    break;
                }
            }
            wrong?;
        }
    }
    let most = |name: &str| schema.get(name).and_then(Value::as_u64);
    let at = || if path.is_empty() { "the situation".to_owned() } else { path.to_owned() };
    let too_many = |count: usize, most: u64| {
        Err(SituationError::at(at(), Wrong::TooManyEntries { count, most }))
    };
    match value {
        Value::String(text) => {
            let count = text.chars().count();
            match most("maxLength") {
                Some(most) if count as u64 > most => {
                    Err(SituationError::at(at(), Wrong::TooLong { count, most }))
                }
                _ => Ok(()),
            }
        }
        Value::Array(list) => {
            if let Some(most) = most("maxItems").filter(|most| list.len() as u64 > *most) {
                return too_many(list.len(), most);
            }
            let Some(items) = schema.get("items") else { return Ok(()) };
            let mut each = list.iter().enumerate();
            each.try_for_each(|(at, value)| {
                check_against(root, items, &format!("{path}[{at}]"), value)
            })
        }
        Value::Object(fields) => {
            if let Some(most) = most("maxProperties").filter(|most| fields.len() as u64 > *most) {
                return too_many(fields.len(), most);
            }
            let Some(properties) = schema.get("properties") else { return Ok(()) };
            fields.iter().try_for_each(|(name, value)| match properties.get(name) {
                Some(schema) => check_against(root, schema, &join(path, name), value),
                None => Ok(()),
            })
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

/// Whether a value is of the type that a schema describes.
fn can_be(root: &Value, schema: &Value, value: &Value) -> bool {
    if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        let target = target.strip_prefix('#').and_then(|target| root.pointer(target));
        return target.is_none_or(|target| can_be(root, target, value));
    }
    let name = match value {
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
    };
    let same = |kind: &Value| kind.as_str().is_some_and(|kind| kind == name || kind == "integer");
    match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(same),
        Some(kind) => same(kind),
        None => true,
    }
}
