//! The arguments of the tools. Unknown fields are refused, and everything has a limit.

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The longest id of a table, and the longest other text.
const MOST_ID: usize = 64;
const MOST_TEXT: usize = 200;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// `true` for your own tables, those that wait for you first; otherwise open tables.
    #[serde(default)]
    pub mine: bool,
    /// Only tables of this game.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub ruleset: Option<String>,
    /// The last id of the previous page.
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub after: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateTable {
    /// Settings of the table as `POST /tables` takes them, with `game`; without them it is a quick game against bots.
    #[serde(default)]
    pub settings: Option<Value>,
    /// Of a quick game: a map of the library.
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub map: Option<String>,
    /// Of a quick game: the number of seats, yours included.
    #[serde(default)]
    #[schemars(range(min = 2, max = 8))]
    pub seats: Option<u8>,
    /// Of a quick game: `easy`, `normal` or `hard`.
    #[serde(default)]
    #[schemars(length(max = 10))]
    pub level: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sit {
    #[schemars(length(min = 1, max = 64))]
    pub table: String,
    /// Which seat; any free one if none is named.
    #[serde(default)]
    pub seat: Option<u8>,
    /// The code of the invite link, unless the table is open.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub invite: Option<String>,
    /// For the owner: this bot takes every seat that is still free.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub fill: Option<String>,
    /// For the owner: start the game afterwards.
    #[serde(default)]
    pub start: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Look {
    #[schemars(length(min = 1, max = 64))]
    pub table: String,
    /// Which of your seats, if you have several.
    #[serde(default)]
    pub seat: Option<u8>,
    /// The `seq` that you have seen: if nothing has happened since, the answer says so and is short.
    #[serde(default)]
    pub since: Option<u32>,
    /// Also the whole view and options as structured content.
    #[serde(default)]
    pub structured: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Menu {
    #[schemars(length(min = 1, max = 64))]
    pub table: String,
    /// Which of your seats, if you have several.
    #[serde(default)]
    pub seat: Option<u8>,
    /// Only commands of this kind, such as `attack` or `propose`.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub verb: Option<String>,
    /// Entries from this number on.
    #[serde(default)]
    #[schemars(range(max = 1000))]
    pub from: Option<u32>,
    /// How many entries; 50 if it is left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Act {
    #[schemars(length(min = 1, max = 64))]
    pub table: String,
    /// Which of your seats, if you have several.
    #[serde(default)]
    pub seat: Option<u8>,
    /// The number of an entry of the menu; needs `seq`.
    #[serde(default)]
    pub n: Option<u32>,
    /// The `seq` of the menu that the number is from.
    #[serde(default)]
    pub seq: Option<u32>,
    /// A typed command, instead of a number.
    #[serde(default)]
    pub command: Option<Value>,
    /// An idempotency key, new for each command: a retry with the same key is carried out once.
    #[serde(default)]
    #[schemars(length(min = 1, max = 64))]
    pub key: Option<String>,
    /// Only say what it would cost or lead to.
    #[serde(default)]
    pub preview: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Say {
    #[schemars(length(min = 1, max = 64))]
    pub table: String,
    /// Which of your seats, if you have several.
    #[serde(default)]
    pub seat: Option<u8>,
    /// The number of a phrase of the menu; needs `seq`. Without a number or a command, the answer lists what can be said.
    #[serde(default)]
    pub n: Option<u32>,
    /// The `seq` of the menu that the number is from.
    #[serde(default)]
    pub seq: Option<u32>,
    /// The typed command, as the phrases of the menu have it.
    #[serde(default)]
    pub command: Option<Value>,
    /// Send it; otherwise the answer is how it would read.
    #[serde(default)]
    pub send: bool,
    /// An idempotency key.
    #[serde(default)]
    #[schemars(length(min = 1, max = 64))]
    pub key: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    #[schemars(length(min = 1, max = 64))]
    pub table: String,
    /// Which of your seats, if you have several.
    #[serde(default)]
    pub seat: Option<u8>,
    /// The number of an offer of the menu; needs `seq`. Without a number or a deal, the answer lists them.
    #[serde(default)]
    pub n: Option<u32>,
    /// The `seq` of the menu that the number is from.
    #[serde(default)]
    pub seq: Option<u32>,
    /// The typed command of the deal, as the offers of the menu have it.
    #[serde(default)]
    pub deal: Option<Value>,
    /// Send it; otherwise the answer is what it would cost.
    #[serde(default)]
    pub send: bool,
    /// An idempotency key.
    #[serde(default)]
    #[schemars(length(min = 1, max = 64))]
    pub key: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    #[schemars(length(min = 1, max = 64))]
    pub table: String,
    /// Which of your seats, if you have several.
    #[serde(default)]
    pub seat: Option<u8>,
    /// The seat whose offer it is.
    pub from: u8,
    pub accept: bool,
    /// Put in the most that you can instead of the least, if it asks for cards.
    #[serde(default)]
    pub generous: bool,
    /// Send it; otherwise the answer is what it would cost.
    #[serde(default)]
    pub send: bool,
    /// An idempotency key.
    #[serde(default)]
    #[schemars(length(min = 1, max = 64))]
    pub key: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wait {
    #[schemars(length(min = 1, max = 64))]
    pub table: String,
    /// Which of your seats, if you have several.
    #[serde(default)]
    pub seat: Option<u8>,
    /// How long at most, in seconds; 20 if it is left out.
    #[serde(default)]
    #[schemars(range(min = 0, max = 20))]
    pub seconds: Option<u64>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The name of a game; by the letters of the clause if it is left out.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub book: Option<String>,
    /// A clause such as `BC-504`, or its number. Without it, the answer lists the sections.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub clause: Option<String>,
    /// A section, by its title or anchor.
    #[serde(default)]
    #[schemars(length(max = 80))]
    pub section: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Judge {
    /// A situation with a deal, as `backchannel judge --schema` describes it.
    pub situation: Value,
}

/// Reads the arguments of a tool.
///
/// # Errors
/// What is wrong with them, as a sentence.
pub fn read<T: DeserializeOwned>(arguments: Option<JsonObject>) -> Result<T, String> {
    let arguments = arguments.unwrap_or_default();
    if let Some(name) = arguments.iter().find_map(|(name, value)| is_long(name, value)) {
        return Err(format!("`{name}` is too long."));
    }
    serde_json::from_value(Value::Object(arguments))
        .map_err(|error| format!("The arguments cannot be used: {error}."))
}

/// The name of an argument that is longer than any may be; what is deeper is checked by the API.
fn is_long<'a>(name: &'a str, value: &Value) -> Option<&'a str> {
    let most = if name == "table" { MOST_ID } else { MOST_TEXT };
    value.as_str().filter(|text| text.len() > most).map(|_| name)
}

/// A part of a path, or of a query.
pub fn encoded(text: &str) -> String {
    let mut found = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => found.push(byte.into()),
            _ => found.push_str(&format!("%{byte:02X}")),
        }
    }
    found
}
