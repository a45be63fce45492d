//! Commands that are almost like others: one value is changed.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Chance;

/// The command with one value changed, if the result is a command at all.
pub(super) fn mutated<C>(command: &C, chance: &mut Chance) -> Option<C>
where
    C: Serialize + DeserializeOwned + PartialEq,
{
    let mut document = serde_json::to_value(command).ok()?;
    let leaves = count(&document);
    if leaves == 0 {
        return None;
    }
    let mut place = chance.below(leaves);
    change(&mut document, &mut place, chance);
    serde_json::from_value(document).ok().filter(|changed| changed != command)
}

/// Values that are not objects, and lists, which can lose or repeat an item.
fn count(value: &Value) -> u64 {
    match value {
        Value::Object(fields) => fields.values().map(count).sum(),
        Value::Array(items) => 1 + items.iter().map(count).sum::<u64>(),
        _ => 1,
    }
}

/// Changes the value that `place` counts down to; returns whether it did.
fn change(value: &mut Value, place: &mut u64, chance: &mut Chance) -> bool {
    if let Value::Object(fields) = value {
        return fields.values_mut().any(|it| change(it, place, chance));
    }
    if *place == 0 {
        bend(value, chance);
        return true;
    }
    *place -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|it| change(it, place, chance)),
        _ => false,
    }
}

fn bend(value: &mut Value, chance: &mut Chance) {
    match value {
        Value::Bool(it) => *it = !*it,
        Value::Number(it) => {
            let number = it.as_u64().unwrap_or_default();
            let others = [number.wrapping_add(1), number.saturating_sub(1), 0, 255, 9_999, 65_535];
            *value = others[chance.index(others.len())].into();
        }
        Value::String(it) => it.push('x'),
        Value::Null => *value = 0.into(),
        Value::Array(items) if items.is_empty() => items.push(0.into()),
        Value::Array(items) => {
            let at = chance.index(items.len());
            match chance.one_in(2) {
                true => drop(items.remove(at)),
                false => items.push(items[at].clone()),
            }
        }
        Value::Object(_) => {}
    }
}
