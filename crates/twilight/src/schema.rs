//! Schemas of what travels as a name: only the names there are.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::faction::Faction;
use crate::galaxy::{SystemId, SystemSet};
use crate::note::NoteKind;

impl JsonSchema for Faction {
    fn schema_name() -> Cow<'static, str> {
        "Faction".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let ids: Vec<&str> = Faction::all().map(Faction::id).collect();
        json_schema!({ "description": "A faction.", "type": "string", "enum": ids })
    }
}

impl JsonSchema for NoteKind {
    fn schema_name() -> Cow<'static, str> {
        "NoteKind".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let ids: Vec<&str> = NoteKind::all().map(NoteKind::id).collect();
        json_schema!({ "description": "A kind of promissory note.", "type": "string", "enum": ids })
    }
}

/// A text of so many letters, where no attribute can say so.
pub(crate) struct Text<const MOST: usize>;

impl<const MOST: usize> JsonSchema for Text<MOST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "maxLength": MOST })
    }
}

parley::index_set_schema!(SystemSet of SystemId);
