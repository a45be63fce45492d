//! Changes a valid document in a few places.

use serde_json::{Map, Number, Value, json};

use crate::Choices;

/// Numbers at which something may overflow.
const EDGES: [i64; 17] = [
    0,
    1,
    -1,
    2,
    7,
    8,
    16,
    64,
    127,
    255,
    256,
    65_535,
    65_536,
    u32::MAX as i64,
    1 << 53,
    i64::MAX,
    i64::MIN,
];
/// The most times that something is repeated.
const MOST_TIMES: usize = 64;
/// Anything longer than this is not repeated, because its content may have been.
const LONG: usize = 40;
/// Deeper than a parser follows.
const DEEP: usize = 200;

pub(crate) fn bend(good: &Value, choices: &mut Choices<'_>) -> Value {
    let mut document = good.clone();
    for _ in 0..=choices.below(6) {
        let donor = seek(good, choices).clone();
        change(seek_mut(&mut document, choices), donor, choices);
    }
    document
}

/// Now and then the text itself is changed as well.
pub(crate) fn cut(mut text: Vec<u8>, choices: &mut Choices<'_>) -> Vec<u8> {
    if text.is_empty() || choices.below(16) != 15 {
        return text;
    }
    let place = (choices.number() % text.len() as u64) as usize;
    match choices.below(3) {
        0 => text.truncate(place),
        1 => text[place] = choices.byte(),
        _ => drop(text.splice(place..place, choices.rest().iter().copied())),
    }
    text
}

fn seek<'a>(mut at: &'a Value, choices: &mut Choices<'_>) -> &'a Value {
    while let Some(inside) = children(at).filter(|_| choices.below(10) != 9) {
        let which = choices.below(inside);
        at = match at {
            Value::Array(items) => &items[which],
            Value::Object(fields) => fields.values().nth(which).expect("there are so many"),
            _ => unreachable!("nothing else has children"),
        };
    }
    at
}

fn seek_mut<'a>(mut at: &'a mut Value, choices: &mut Choices<'_>) -> &'a mut Value {
    while let Some(inside) = children(at).filter(|_| choices.below(10) != 9) {
        let which = choices.below(inside);
        at = match at {
            Value::Array(items) => &mut items[which],
            Value::Object(fields) => fields.values_mut().nth(which).expect("there are so many"),
            _ => unreachable!("nothing else has children"),
        };
    }
    at
}

fn children(value: &Value) -> Option<usize> {
    let count = match value {
        Value::Array(items) => items.len(),
        Value::Object(fields) => fields.len(),
        _ => 0,
    };
    (count > 0).then_some(count)
}

fn change(place: &mut Value, donor: Value, choices: &mut Choices<'_>) {
    match choices.below(16) {
        0 => *place = donor,
        1 => *place = any(choices),
        _ => match place {
            Value::Array(items) => change_list(items, donor, choices),
            Value::Object(fields) => change_fields(fields, donor, choices),
            Value::Number(number) => *number = another_number(number, choices),
            Value::String(text) => *text = another_text(text, donor, choices),
            Value::Bool(is) => *is = !*is,
            Value::Null => *place = donor,
        },
    }
}

fn any(choices: &mut Choices<'_>) -> Value {
    match choices.below(8) {
        0 => Value::Null,
        1 => json!([]),
        2 => json!({}),
        3 => json!(true),
        4 => json!(""),
        5 => json!(choices.number()),
        6 => json!(f64::from_bits(choices.number())),
        _ => (0..DEEP).fold(Value::Null, |inside, _| json!([inside])),
    }
}

fn change_list(items: &mut Vec<Value>, donor: Value, choices: &mut Choices<'_>) {
    let count = items.len();
    if count == 0 {
        return items.push(donor);
    }
    let (one, other) = (choices.below(count), choices.below(count));
    match choices.below(7) {
        0 => drop(items.remove(one)),
        1 => items.insert(one, items[other].clone()),
        2 => items.swap(one, other),
        3 => items.insert(one, donor),
        4 => items.truncate(one),
        5 => items[one] = items[other].clone(),
        _ if count > LONG => items.reverse(),
        _ => {
            let times = 1 + choices.below(MOST_TIMES);
            *items = items.iter().cloned().cycle().take(count * times).collect();
        }
    }
}

fn change_fields(fields: &mut Map<String, Value>, donor: Value, choices: &mut Choices<'_>) {
    let names: Vec<String> = fields.keys().cloned().collect();
    if names.is_empty() {
        fields.insert("type".to_owned(), donor);
        return;
    }
    let (one, other) = (choices.one_of(&names), choices.one_of(&names));
    match choices.below(4) {
        0 => drop(fields.remove(&one)),
        1 => drop(fields.insert(one, fields[&other].clone())),
        2 => drop(fields.insert(one, donor)),
        _ => drop(fields.insert(format!("{one}s"), donor)),
    }
}

fn another_number(number: &Number, choices: &mut Choices<'_>) -> Number {
    let near = number.as_i64().unwrap_or_default();
    match choices.below(8) {
        0 => near.saturating_add(1).into(),
        1 => near.saturating_sub(1).into(),
        2 => choices.byte().into(),
        3 => choices.number().into(),
        4 => u64::MAX.into(),
        5 => Number::from_f64(f64::from_bits(choices.number())).unwrap_or_else(|| 0.into()),
        _ => choices.one_of(&EDGES).into(),
    }
}

fn another_text(text: &str, donor: Value, choices: &mut Choices<'_>) -> String {
    match (choices.below(8), donor) {
        (0, _) => String::new(),
        (1, _) if text.len() <= LONG => text.repeat(1 + choices.below(MOST_TIMES)),
        (2, _) => format!("{text}\0"),
        (3, _) => "\u{202e}🗺️ß".repeat(1 + choices.below(40)),
        (4, _) => text.to_uppercase(),
        (5, _) => format!("-{}", choices.number()),
        (_, Value::String(other)) => other,
        (_, other) => other.to_string(),
    }
}
