//! The largest value that a schema allows.

use serde_json::{Map, Value, json};

/// How deep nested terms go.
const DEPTH: usize = 12;

pub struct Largest<'a> {
    pub document: &'a Value,
    /// Bytes that may still be used.
    pub left: usize,
}

impl Largest<'_> {
    pub fn of(&mut self, schema: &Value, depth: usize) -> Value {
        if let Some(name) = schema["$ref"].as_str() {
            let found = self.document.pointer(name.trim_start_matches('#'));
            return self.of(&found.expect("a reference leads somewhere").clone(), depth);
        }
        if let Some(choices) =
            ["oneOf", "anyOf", "allOf"].iter().find_map(|it| schema[it].as_array())
        {
            return self.best(choices, depth);
        }
        if let Some(fixed) = schema.get("const").or_else(|| schema["enum"].as_array()?.last()) {
            return fixed.clone();
        }
        match kind(schema) {
            "object" => self.object(schema, depth),
            "array" => self.array(schema, depth),
            "string" => self.text(schema),
            "integer" | "number" => schema.get("maximum").cloned().unwrap_or(json!(1)),
            "boolean" => json!(true),
            _ => Value::Null,
        }
    }

    /// The longest of several.
    fn best(&mut self, choices: &[Value], depth: usize) -> Value {
        let budget = self.left;
        let each = choices.iter().map(|choice| {
            let mut one = Largest { document: self.document, left: budget };
            (one.of(choice, depth), one.left)
        });
        let (best, left) = each.min_by_key(|(_, left)| *left).unwrap_or((Value::Null, budget));
        self.left = left;
        best
    }

    fn object(&mut self, schema: &Value, depth: usize) -> Value {
        let mut object = Map::new();
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let required =
                schema["required"].as_array().is_some_and(|it| it.contains(&json!(name)));
            if required || (depth < DEPTH && self.left > 0) {
                self.left = self.left.saturating_sub(name.len() + 4);
                object.insert(name.clone(), self.of(property, depth + 1));
            }
        }
        Value::Object(object)
    }

    fn array(&mut self, schema: &Value, depth: usize) -> Value {
        let most = schema["maxItems"].as_u64().unwrap_or(u64::MAX);
        let mut list = Vec::new();
        while (list.len() as u64) < most && self.left > 0 && depth < DEPTH {
            self.left = self.left.saturating_sub(1);
            list.push(self.of(&schema["items"], depth + 1));
        }
        Value::Array(list)
    }

    fn text(&mut self, schema: &Value) -> Value {
        let most = schema["maxLength"].as_u64().unwrap_or(u64::MAX) as usize;
        let text = "𐐀".repeat(most.min(self.left / 4));
        self.left = self.left.saturating_sub(text.len() + 2);
        json!(text)
    }
}

fn kind(schema: &Value) -> &str {
    match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).find(|it| *it != "null"),
        kind => kind.as_str(),
    }
    .unwrap_or_default()
}
