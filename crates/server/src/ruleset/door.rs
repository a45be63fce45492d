//! A game in words, for players who are not built for it.

use serde::Serialize;
use serde_json::Value;

use crate::wire::door::ForeseenNote;

/// The longest menu.
pub const MOST_MENU: usize = 1000;

/// A command that is accepted now, in words.
#[derive(Clone, PartialEq, Debug)]
pub struct MenuItem<C> {
    /// Its kind, by which a menu is filtered.
    pub verb: String,
    /// It as a sentence.
    pub text: String,
    pub command: C,
}

impl<C: Serialize> MenuItem<C> {
    /// An entry of a game that has no words of its own: the fields of the command.
    pub fn plain(command: C) -> MenuItem<C> {
        let value = serde_json::to_value(&command).unwrap_or_default();
        MenuItem { verb: verb(&value), text: words(&value), command }
    }
}

/// A command in words, and what it would cost.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Foreseen {
    pub text: String,
    pub notes: Vec<ForeseenNote>,
}

impl Foreseen {
    /// The fields of a command.
    pub fn plain(command: &impl Serialize) -> Foreseen {
        let value = serde_json::to_value(command).unwrap_or_default();
        Foreseen { text: words(&value), notes: Vec::new() }
    }
}

/// Whatever can be serialised, as text with one line for each field.
pub fn outline(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    let Value::Object(fields) = value else { return value.to_string() };
    let fields = fields.iter().filter(|(_, value)| !is_empty(value));
    fields.map(|(name, value)| format!("{}: {value}\n", spaced(name))).collect()
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

/// The kind of a command, which is its `type`, or its only word.
fn verb(command: &Value) -> String {
    let kind = command.get("type").unwrap_or(command);
    kind.as_str().map_or_else(|| "command".to_owned(), str::to_owned)
}

/// "Set speaker; seat: 1."
fn words(command: &Value) -> String {
    let mut text = spaced(&verb(command));
    if let Some(first) = text.get(..1).map(str::to_uppercase) {
        text.replace_range(..1, &first);
    }
    let fields = command.as_object().into_iter().flatten();
    for (name, value) in fields.filter(|(name, value)| *name != "type" && !is_empty(value)) {
        text += &format!("; {}: {value}", spaced(name));
    }
    text + "."
}

fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_command_without_words_of_its_own_is_told_by_its_fields() {
        let item = MenuItem::plain(json!({ "type": "set_speaker", "seat": 1, "by": null }));
        assert_eq!((&*item.verb, &*item.text), ("set_speaker", "Set speaker; seat: 1."));
        assert_eq!(MenuItem::plain(json!("pass")).text, "Pass.");
        assert_eq!(MenuItem::plain(json!(7)).text, "Command.");
    }
}
