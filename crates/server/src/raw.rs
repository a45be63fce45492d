//! JSON that is kept as text: as a tree it would take many times the memory.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A piece of JSON that is rarely parsed.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RawJson(Box<RawValue>);

impl RawJson {
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn of(value: &impl Serialize) -> serde_json::Result<RawJson> {
        serde_json::value::to_raw_value(value).map(RawJson)
    }

    /// From a tree.
    pub fn tree(value: &serde_json::Value) -> RawJson {
        RawJson::of(value).expect("a tree of JSON can be written")
    }

    /// As text.
    pub fn text(&self) -> &str {
        self.0.get()
    }

    /// # Errors
    /// If it cannot be parsed as `T`.
    pub fn read<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        serde_json::from_str(self.0.get())
    }
}

impl PartialEq for RawJson {
    fn eq(&self, other: &RawJson) -> bool {
        self.0.get() == other.0.get()
    }
}
