//! JSON Schema of what travels as text but is no text inside.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::{Clause, Commitment, Seed, StateHash};

macro_rules! text_schema {
    ($Type:ident, $pattern:literal, $description:literal) => {
        impl JsonSchema for $Type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($Type).into()
            }

            fn schema_id() -> Cow<'static, str> {
                concat!("parley::", stringify!($Type)).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({
                    "type": "string",
                    "pattern": $pattern,
                    "description": $description,
                })
            }
        }
    };
}

text_schema!(Clause, "^[A-Z]+-[0-9]{2,5}$", "A numbered clause of a rulebook, such as `BC-504`.");
text_schema!(Seed, "^[0-9a-f]{64}$", "The secret that decides every random thing in a game.");
text_schema!(Commitment, "^[0-9a-f]{64}$", "The SHA-256 of a seed.");
text_schema!(StateHash, "^[0-9a-f]{16}$", "A fingerprint of the whole state.");
