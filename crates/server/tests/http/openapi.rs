//! The OpenAPI document, and that it is true.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::server;

async fn document() -> Value {
    server().await.nobody().get("/api/openapi.json").await.ok()
}

fn operations(document: &Value) -> Vec<(String, &Value)> {
    let paths = document["paths"].as_object().unwrap().iter();
    let each = paths.flat_map(|(path, item)| {
        item.as_object().unwrap().iter().map(move |(method, it)| (format!("{method} {path}"), it))
    });
    each.collect()
}

#[tokio::test]
async fn every_operation_has_a_name_a_line_and_a_tag() {
    let document = document().await;
    assert_eq!(document["openapi"], "3.1.0");
    let operations = operations(&document);
    assert!(operations.len() > 50, "{}", operations.len());
    let mut ids = BTreeSet::new();
    for (name, operation) in &operations {
        let id = operation["operationId"].as_str().unwrap_or_else(|| panic!("{name} has no id"));
        assert!(ids.insert(id), "{id} comes twice");
        assert!(operation["summary"].is_string(), "{name}");
        assert_eq!(operation["tags"].as_array().unwrap().len(), 1, "{name}");
    }
}

#[tokio::test]
async fn every_operation_tells_all_its_answers() {
    let document = document().await;
    for (name, operation) in operations(&document) {
        let responses = operation["responses"].as_object().unwrap();
        let has = |status: &str| responses.contains_key(status);
        assert!(["101", "200", "201", "204"].into_iter().any(has), "{name}");
        assert!(has("404") && has("500") && has("503"), "{name}");
        if operation.get("requestBody").is_some() {
            assert!(has("400") && has("413") && has("415") && has("422"), "{name}");
        }
        let signed_in = operation["security"].as_array().is_some_and(|ways| !ways.is_empty());
        assert!(!signed_in || (has("401") && has("403") && has("429")), "{name}");
        for (status, response) in responses.iter().filter(|(status, _)| ***status > *"3") {
            let schema = &response["content"]["application/problem+json"]["schema"]["$ref"];
            assert_eq!(schema, "#/components/schemas/Problem", "{name} {status}");
        }
    }
}

#[tokio::test]
async fn every_parameter_of_a_path_is_described() {
    let document = document().await;
    for (name, operation) in operations(&document) {
        for part in name.split('{').skip(1).map(|part| part.split('}').next().unwrap()) {
            let parameters = operation["parameters"].as_array().unwrap();
            let found = parameters.iter().find(|it| it["name"] == part && it["in"] == "path");
            assert_eq!(found.unwrap_or_else(|| panic!("{name}: {part}"))["required"], true);
        }
    }
}

#[tokio::test]
async fn every_reference_leads_somewhere() {
    fn references(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(map) => {
                for (key, value) in map {
                    match value.as_str() {
                        Some(text) if key == "$ref" => drop(found.insert(text.to_owned())),
                        _ => references(value, found),
                    }
                }
            }
            Value::Array(list) => list.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }
    let document = document().await;
    let mut found = BTreeSet::new();
    references(&document, &mut found);
    assert!(found.len() > 50);
    for reference in found {
        let pointer = reference.strip_prefix('#').unwrap_or_else(|| panic!("{reference}"));
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
}

/// The places in a schema where something has no limit.
fn unbounded(
    document: &Value,
    schema: &Value,
    path: &str,
    known: &mut BTreeSet<String>,
) -> Vec<String> {
    let Some(schema) = schema.as_object() else { return Vec::new() };
    if let Some(Value::String(name)) = schema.get("$ref") {
        let named = document.pointer(name.trim_start_matches('#')).unwrap();
        return match known.insert(name.clone()) {
            true => unbounded(document, named, name, known),
            false => Vec::new(),
        };
    }
    let is = |kind: &str| match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.contains(&kind.into()),
        Some(one) => one == kind,
        None => false,
    };
    let has = |names: &[&str]| names.iter().any(|name| schema.contains_key(*name));
    let free = schema.get("additionalProperties").is_some_and(Value::is_object);
    let mut found = Vec::new();
    if (is("string") && !has(&["maxLength", "enum", "const", "pattern"]))
        || (is("array") && !has(&["maxItems"]))
        || (is("object") && free && !has(&["maxProperties"]))
    {
        found.push(path.to_owned());
    }
    for (key, value) in schema {
        let each: Vec<(String, &Value)> = match (key.as_str(), value) {
            ("properties", Value::Object(map)) => {
                map.iter().map(|(name, it)| (format!("{path}.{name}"), it)).collect()
            }
            ("oneOf" | "anyOf" | "allOf" | "prefixItems", Value::Array(list)) => {
                list.iter().map(|it| (path.to_owned(), it)).collect()
            }
            ("items" | "additionalProperties", it) => vec![(format!("{path}[]"), it)],
            _ => Vec::new(),
        };
        for (path, schema) in each {
            found.extend(unbounded(document, schema, &path, known));
        }
    }
    found
}

#[tokio::test]
async fn every_text_and_every_list_that_is_sent_has_a_limit() {
    let document = document().await;
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    for (name, operation) in operations(&document) {
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        found.extend(unbounded(&document, body, &name, &mut known));
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let path = format!("{name} {}", parameter["name"]);
            found.extend(unbounded(&document, &parameter["schema"], &path, &mut known));
        }
    }
    assert!(known.len() > 30, "{known:?}");
    assert!(found.is_empty(), "{found:#?}");
}

#[tokio::test]
async fn the_page_needs_nothing_from_elsewhere() {
    let server = server().await;
    let page = server.nobody().get("/api/docs").await.text;
    for text in [&page, &server.nobody().get("/api/docs/page.js").await.text] {
        assert!(!text.contains("http://") && !text.contains("https://"), "{text}");
    }
    assert!(page.contains("/api/docs/page.js") && page.contains("/api/docs/page.css"));
}
