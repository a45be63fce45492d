//! The bounds and defaults of what a form sends, as a module of the web client.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

/// What the generator of the types puts on top of its file.
const HEAD: &str = "/**\n * This file was auto-generated from the server's schema.\n * Do not make direct changes to the file.\n */\n\n";

/// The schemas that people fill in by forms.
const FORMS: [&str; 18] = [
    "Act",
    "BackchannelSettings",
    "Bundle",
    "Captive",
    "ChangeMe",
    "ClockSettings",
    "DealSpec",
    "DrawGalaxy",
    "Entry",
    "ImportReport",
    "NewPassword",
    "NewToken",
    "Planet",
    "Setup",
    "Sitting",
    "Situation",
    "TableSettings",
    "Technology",
];

struct Bounds {
    least: u64,
    most: u64,
    /// The default of a field.
    usual: Option<u64>,
}

/// The least, the most and the usual of every number, text and list in the forms.
pub(crate) fn of(schema: &Value) -> String {
    let mut text = HEAD.to_owned();
    text.push_str("export const limits = {\n");
    for form in FORMS {
        let mut bounds = BTreeMap::new();
        collect(&schema["components"]["schemas"][form], &mut bounds);
        let _ = writeln!(text, "  {form}: {{");
        for (field, Bounds { least, most, usual }) in bounds {
            let usual = usual.map_or_else(String::new, |usual| format!(", usual: {usual}"));
            let _ = writeln!(text, "    {field}: {{ least: {least}, most: {most}{usual} }},");
        }
        text.push_str("  },\n");
    }
    text.push_str("} as const;\n");
    text
}

fn collect(schema: &Value, bounds: &mut BTreeMap<String, Bounds>) {
    for variant in schema["oneOf"].as_array().into_iter().flatten() {
        collect(variant, bounds);
    }
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let first = |keys: [&str; 3]| keys.iter().find_map(|key| field[key].as_u64());
        if let Some(most) = first(["maximum", "maxLength", "maxItems"]) {
            let least = first(["minimum", "minLength", "minItems"]).unwrap_or(0);
            let usual = field["default"].as_u64();
            bounds.insert(name.clone(), Bounds { least, most, usual });
        }
    }
}
