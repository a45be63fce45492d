//! JSON Schemas of types that are serialised in another form.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::card::{Card, Cards, MOST_KINDS, MOST_SLOTS, Slots};
use crate::view::{Closed, ClosedWords};

impl JsonSchema for Cards {
    fn schema_name() -> Cow<'static, str> {
        "Cards".into()
    }

    fn schema_id() -> Cow<'static, str> {
        "backchannel::Cards".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A heap of cards, in catalogue order.",
            "type": "array",
            "items": generator.subschema_for::<Card>(),
            "maxItems": MOST_KINDS * usize::from(u8::MAX),
        })
    }
}

impl JsonSchema for Slots {
    fn schema_name() -> Cow<'static, str> {
        "Slots".into()
    }

    fn schema_id() -> Cow<'static, str> {
        "backchannel::Slots".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The cards that fill one side of a proposal, or that are burned in a gamble.",
            "type": "array",
            "items": generator.subschema_for::<Card>(),
            "maxItems": MOST_SLOTS,
        })
    }
}

impl JsonSchema for Closed {
    fn schema_name() -> Cow<'static, str> {
        "Closed".into()
    }

    fn schema_id() -> Cow<'static, str> {
        "backchannel::Closed".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        ClosedWords::json_schema(generator)
    }
}
