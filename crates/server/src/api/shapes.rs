//! Fills the game-specific parts of the schemas from the list of games.

use schemars::{Schema, SchemaGenerator};
use serde_json::{Value, json};

use crate::ruleset::{Hosted, Rulesets};

/// Fills in what `wire` leaves open.
pub(super) fn fill(generator: &mut SchemaGenerator, games: &Rulesets) {
    let mut settings = Vec::new();
    let mut any: [Vec<Value>; 4] = Default::default();
    let mut reports = Vec::new();
    for game in games.iter() {
        let shapes = game.shapes(generator);
        settings.push(shapes.settings.to_value());
        reports.extend(shapes.report.map(Schema::to_value));
        let own = [shapes.message, shapes.line, shapes.command, shapes.setup];
        any.iter_mut().zip(own).for_each(|(all, own)| all.push(own.to_value()));
    }
    let names: Vec<_> = games.iter().map(Hosted::name).collect();
    let [messages, lines, commands, setups] = any;
    let filled = [
        ("Ruleset", json!({ "type": "string", "enum": names })),
        ("GameSettings", json!({ "oneOf": settings })),
        ("AnyMessage", json!({ "anyOf": messages })),
        ("AnyLine", json!({ "anyOf": lines })),
        ("AnyCommand", json!({ "anyOf": commands })),
        ("AnySetup", json!({ "anyOf": setups })),
        ("AnyReport", json!({ "anyOf": reports })),
    ];
    let definitions = generator.definitions_mut();
    for (name, schema) in filled {
        // Unreferenced schemas are removed.
        if let (Some(Value::Object(open)), Value::Object(schema)) =
            (definitions.get_mut(name), schema)
        {
            open.extend(schema);
        }
    }
    show_example(definitions, games);
}

/// The example of a table's settings uses the first game.
fn show_example(definitions: &mut serde_json::Map<String, Value>, games: &Rulesets) {
    let Some(game) = games.iter().next() else { return };
    let settings = definitions.get_mut("TableSettings").and_then(|it| it.get_mut("examples"));
    for example in settings.and_then(Value::as_array_mut).into_iter().flatten() {
        example["game"] = game.example();
        example["game"]["ruleset"] = game.name().into();
    }
}
