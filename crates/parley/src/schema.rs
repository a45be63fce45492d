//! JSON Schemas of types that are serialised as text.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::{Clause, Commitment, Entropy, Secret, Seed, StateHash};

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
text_schema!(Commitment, "^[0-9a-f]{64}$", "A SHA-256 that is shown before what it stands for.");
text_schema!(Secret, "^[0-9a-f]{64}$", "What the host of a table adds to its seed.");
text_schema!(Entropy, "^[0-9a-fA-F]{64}$", "The 32 random bytes that a seat adds to the seed.");
text_schema!(StateHash, "^[0-9a-f]{16}$", "A hash of the whole state.");
