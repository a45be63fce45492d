//! The little that is done at a desk of Twilight: one offers, the other declines.

use serde_json::{Value, json};

/// A desk of two.
pub fn settings() -> Value {
    let players = ["hacan", "sol"].map(|faction| json!({"name": "", "faction": faction}));
    let setup = json!({"players": players, "desk": true, "neighbours": [[0, 1]]});
    json!({"game": {"ruleset": "twilight", "setup": setup}})
}

/// What a seat does with what it may do. Each offer has words of its own.
pub fn command(commands: &[Value], seat: usize, words: &str) -> Option<Value> {
    let listed = |kind: &str| commands.iter().find(|command| command["type"] == kind).cloned();
    if listed("withdraw").is_some() {
        return None;
    }
    listed("decline").or_else(|| {
        let act = json!({"act": "words", "text": words});
        Some(json!({"type": "offer", "to": 1 - seat, "terms": [{"by": seat, "act": act}]}))
    })
}
