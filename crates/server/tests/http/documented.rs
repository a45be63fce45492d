//! Checks responses against the OpenAPI document: no status and no type that it does not have.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use axum::http::{Method, StatusCode};
use jsonschema::Validator;
use serde_json::{Value, json};

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    // The document is made in a thread-local context, which must not be that of a router.
    let make = || serde_json::to_value(server::api::document(&games::all())).unwrap();
    std::thread::spawn(make).join().unwrap()
});

static SHAPES: LazyLock<Mutex<HashMap<String, &'static Validator>>> = LazyLock::new(Mutex::default);

/// The operation behind a path, if there is one.
fn operation(method: &Method, path: &str) -> Option<&'static Value> {
    let fits = |template: &str| {
        let (own, theirs) = (template.split('/'), path.split('/'));
        own.clone().count() == theirs.clone().count()
            && own.zip(theirs).all(|(own, theirs)| own.starts_with('{') || own == theirs)
    };
    let mut paths: Vec<_> =
        DOCUMENT["paths"].as_object()?.iter().filter(|(it, _)| fits(it)).collect();
    paths.sort_by_key(|(template, _)| template.matches('{').count());
    paths.first()?.1.get(method.as_str().to_lowercase())
}

fn shape(schema: &Value) -> &'static Validator {
    let mut known = SHAPES.lock().unwrap();
    known.entry(schema.to_string()).or_insert_with(|| {
        let whole = json!({ "allOf": [schema], "components": DOCUMENT["components"] });
        Box::leak(Box::new(jsonschema::validator_for(&whole).expect("the schema is one")))
    })
}

#[track_caller]
pub fn check(method: &Method, path: &str, status: StatusCode, body: Option<&Value>) {
    let Some(operation) = operation(method, path) else { return };
    let response = &operation["responses"][status.as_str()];
    assert!(response.is_object(), "{method} {path} answers {status}, which is not documented");
    let (Some(body), media) = (body, response["content"].as_object()) else { return };
    for schema in media.into_iter().flatten().filter(|(kind, _)| kind.ends_with("json")) {
        let schema = &schema.1["schema"];
        if let Err(error) = shape(schema).validate(body) {
            panic!("{method} {path} {status}: {error} at {}", error.instance_path());
        }
    }
}
