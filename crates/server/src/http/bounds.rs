//! Enforces the limits of the schema: no list, text or map in a request is longer than the OpenAPI document says.
//! Stored data is not checked against them, because earlier releases may have accepted it.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use crate::wire::Problem;

/// The limits of one type of input.
pub struct Bounds(Value);

impl Bounds {
    pub fn of<T: JsonSchema>() -> Bounds {
        let generator = SchemaSettings::draft2020_12().for_deserialize().into_generator();
        Bounds(generator.into_root_schema_for::<T>().to_value())
    }

    /// # Errors
    /// `invalid` with the field that is too long.
    pub fn check(&self, value: &Value) -> Result<(), Problem> {
        let root = &self.0;
        let excess = Walk { root }.excess(root, value);
        excess.map_or(Ok(()), |excess| Err(excess.problem()))
    }

    /// # Errors
    /// `invalid` with the field that is too long.
    pub fn check_text(&self, json: &[u8]) -> Result<(), Problem> {
        self.check(&serde_json::from_slice(json).map_err(Problem::malformed)?)
    }

    /// Checks the pairs of a query or the parts of a path, which are all texts.
    ///
    /// # Errors
    /// `invalid` with the field that is too long.
    pub fn check_pairs(&self, pairs: &[(String, String)]) -> Result<(), Problem> {
        let root = &self.0;
        for (name, text) in pairs {
            let Some(field) = root.get("properties").and_then(|fields| fields.get(name)) else {
                continue;
            };
            if let Some(excess) = (Walk { root }).excess(field, &Value::from(text.as_str())) {
                return Err(excess.within(name).problem());
            }
        }
        Ok(())
    }
}

/// The limits of each type of input, computed on first use.
#[derive(Default)]
pub struct Schemas(Mutex<HashMap<TypeId, Arc<Bounds>>>);

impl Schemas {
    pub fn of<T: JsonSchema + 'static>(&self) -> Arc<Bounds> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bounds = known.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(Bounds::of::<T>()));
        Arc::clone(bounds)
    }
}

/// What is too long, and where.
struct Excess {
    field: String,
    has: usize,
    most: u64,
    things: &'static str,
}

impl Excess {
    fn within(mut self, name: &str) -> Excess {
        let joint = if self.field.is_empty() || self.field.starts_with('[') { "" } else { "." };
        self.field = format!("{name}{joint}{}", self.field);
        self
    }

    fn problem(self) -> Problem {
        let Excess { field, has, most, things } = self;
        let field = if field.is_empty() { ".".to_owned() } else { field };
        Problem::invalid(field, format!("It has {has} {things}, and no more than {most} fit."))
    }
}

struct Walk<'s> {
    root: &'s Value,
}

impl<'s> Walk<'s> {
    fn excess(&self, schema: &'s Value, value: &Value) -> Option<Excess> {
        let schema = schema.as_object()?;
        let own = match value {
            Value::String(text) => over(schema, "maxLength", text.chars().count(), "characters"),
            Value::Array(list) => self.in_list(schema, list),
            Value::Object(map) => self.in_map(schema, map),
            Value::Null | Value::Bool(_) | Value::Number(_) => None,
        };
        own.or_else(|| self.excess(self.referred(schema)?, value))
            .or_else(|| branches(schema, "allOf").find_map(|it| self.excess(it, value)))
            .or_else(|| self.in_choice(schema, "anyOf", value))
            .or_else(|| self.in_choice(schema, "oneOf", value))
    }

    fn in_list(&self, schema: &'s Map<String, Value>, list: &[Value]) -> Option<Excess> {
        let places = schema.get("prefixItems").and_then(Value::as_array);
        over(schema, "maxItems", list.len(), "entries").or_else(|| {
            list.iter().enumerate().find_map(|(index, item)| {
                let place = places.and_then(|places| places.get(index));
                let excess = self.excess(place.or_else(|| schema.get("items"))?, item)?;
                Some(excess.within(&format!("[{index}]")))
            })
        })
    }

    fn in_map(&self, schema: &'s Map<String, Value>, map: &Map<String, Value>) -> Option<Excess> {
        let fields = schema.get("properties").and_then(Value::as_object);
        over(schema, "maxProperties", map.len(), "fields").or_else(|| {
            map.iter().find_map(|(name, value)| {
                let field = fields.and_then(|fields| fields.get(name));
                let field = field.or_else(|| schema.get("additionalProperties"))?;
                Some(self.excess(field, value)?.within(name))
            })
        })
    }

    /// Whether one of the branches that may match has room for the value.
    fn in_choice(
        &self,
        schema: &'s Map<String, Value>,
        key: &str,
        value: &Value,
    ) -> Option<Excess> {
        let mut first = None;
        for branch in branches(schema, key).filter(|branch| self.fits(branch, value)) {
            match self.excess(branch, value) {
                None => return None,
                Some(excess) => drop(first.get_or_insert(excess)),
            }
        }
        first
    }

    /// Whether the value can be meant by that branch, whatever its length.
    fn fits(&self, schema: &'s Value, value: &Value) -> bool {
        let Some(schema) = schema.as_object() else { return schema != &Value::Bool(false) };
        let kind = schema.get("type").is_none_or(|kind| is_kind(kind, value));
        let only = schema.get("const").is_none_or(|only| only == value);
        let listed = schema.get("enum").and_then(Value::as_array);
        let whole = self.referred(schema).is_none_or(|it| self.fits(it, value));
        let any = |key| {
            let mut choices = branches(schema, key).peekable();
            choices.peek().is_none() || choices.any(|choice| self.fits(choice, value))
        };
        kind && only
            && whole
            && listed.is_none_or(|listed| listed.contains(value))
            && branches(schema, "allOf").all(|it| self.fits(it, value))
            && any("anyOf")
            && any("oneOf")
            && value.as_object().is_none_or(|map| self.has_fields(schema, map))
    }

    fn has_fields(&self, schema: &'s Map<String, Value>, map: &Map<String, Value>) -> bool {
        let mut required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
        let fields = schema.get("properties").and_then(Value::as_object);
        let closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
        required.all(|name| name.as_str().is_some_and(|name| map.contains_key(name)))
            && map.iter().all(|(name, value)| match fields.and_then(|fields| fields.get(name)) {
                Some(field) => self.fits(field, value),
                None => !closed,
            })
    }

    fn referred(&self, schema: &Map<String, Value>) -> Option<&'s Value> {
        let path = schema.get("$ref")?.as_str()?.strip_prefix('#')?;
        self.root.pointer(path)
    }
}

fn branches<'s>(schema: &'s Map<String, Value>, key: &str) -> impl Iterator<Item = &'s Value> {
    schema.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn over(
    schema: &Map<String, Value>,
    key: &str,
    has: usize,
    things: &'static str,
) -> Option<Excess> {
    let most = schema.get(key)?.as_u64().filter(|most| has as u64 > *most)?;
    Some(Excess { field: String::new(), has, most, things })
}

fn is_kind(kind: &Value, value: &Value) -> bool {
    let is = |kind: &Value| match kind.as_str() {
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("integer" | "number") => value.is_number(),
        _ => true,
    };
    kind.as_array().map_or_else(|| is(kind), |kinds| kinds.iter().any(is))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(JsonSchema)]
    #[allow(dead_code, reason = "only its schema is wanted")]
    struct Letter {
        #[schemars(length(max = 3))]
        to: String,
        #[schemars(length(max = 2))]
        pages: Vec<Page>,
        seal: Option<Seal>,
    }

    #[derive(JsonSchema)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    #[allow(dead_code, reason = "only its schema is wanted")]
    enum Page {
        Text {
            #[schemars(length(max = 5))]
            text: String,
        },
        Rhyme {
            #[schemars(length(max = 2))]
            text: String,
        },
    }

    #[derive(JsonSchema)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "only its schema is wanted")]
    enum Seal {
        Motto(#[schemars(length(max = 4))] String),
        Drawn {
            #[schemars(length(max = 1))]
            marks: Vec<u8>,
        },
    }

    #[track_caller]
    fn told(letter: &Value) -> Option<String> {
        Bounds::of::<Letter>().check(letter).err().map(|problem| problem.field.unwrap().into())
    }

    fn letter(pages: &Value, seal: &Value) -> Value {
        json!({ "to": "Bo", "pages": pages, "seal": seal })
    }

    #[test]
    fn what_fits_is_let_through() {
        let pages = json!([{ "kind": "text", "text": "Hello" }, { "kind": "rhyme", "text": "Oh" }]);
        assert_eq!(told(&letter(&pages, &json!(null))), None);
        assert_eq!(told(&letter(&pages, &json!("Fest"))), None);
        assert_eq!(told(&letter(&pages, &json!({ "marks": [1] }))), None);
    }

    #[test]
    fn what_is_too_long_is_named() {
        assert_eq!(told(&json!({ "to": "Anna", "pages": [] })).as_deref(), Some("to"));
        let page = json!({ "kind": "rhyme", "text": "Oh no" });
        let long = letter(&json!([page.clone()]), &json!(null));
        assert_eq!(told(&long).as_deref(), Some("pages[0].text"));
        let many = letter(&json!([page.clone(), page.clone(), page]), &json!(null));
        assert_eq!(told(&many).as_deref(), Some("pages"));
        let sealed = letter(&json!([]), &json!({ "marks": [1, 2] }));
        assert_eq!(told(&sealed).as_deref(), Some("seal.marks"));
        assert_eq!(told(&letter(&json!([]), &json!("Zweifel"))).as_deref(), Some("seal"));
    }

    #[test]
    fn characters_are_counted_and_not_bytes() {
        assert_eq!(told(&json!({ "to": "Zoë", "pages": [] })), None);
    }
}
