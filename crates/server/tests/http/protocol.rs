//! Runs the examples of the protocol document, in their order.

use serde_json::Value;

use crate::support::{TestCredentials, User, playing};

const DOCUMENT: &str = include_str!("../../../../docs/protocol.md");

struct Example<'d> {
    by_token: bool,
    method: &'d str,
    path: &'d str,
    body: Option<Value>,
    status: u16,
}

fn examples() -> Vec<Example<'static>> {
    DOCUMENT
        .split("```http")
        .skip(1)
        .map(|block| example(block.split("```").next().unwrap()))
        .collect()
}

fn example(block: &'static str) -> Example<'static> {
    let (kind, rest) = block.split_once('\n').unwrap();
    let (request, status) = rest.split_once("→ ").unwrap();
    let (line, body) = request.split_once('\n').unwrap();
    let (method, path) = line.split_once(' ').unwrap();
    Example {
        by_token: kind.trim() == "token",
        method,
        path,
        body: (!body.trim().is_empty()).then(|| serde_json::from_str(body).unwrap()),
        status: status.trim().parse().unwrap(),
    }
}

#[tokio::test]
async fn the_examples_of_the_document_are_true() {
    let server = playing().await;
    let (mut browser, mut program) = (server.nobody(), server.nobody());
    let mut table = String::new();
    for Example { by_token, method, path, body, status } in examples() {
        let user = if by_token { &program } else { &browser };
        let path = path.replace("{table}", &table);
        let answer = user.ask(method, &path, body).await;
        answer.is(status);
        match &*path {
            "/api/v1/guests" => {
                browser = User { way: TestCredentials::Cookie(answer.cookie()), ..browser };
            }
            "/api/v1/me/tokens" => {
                let secret = answer.json["secret"].as_str().unwrap().to_owned();
                program = User { way: TestCredentials::Token(secret), ..program };
            }
            "/api/v1/tables" => table = answer.json["id"].as_str().unwrap().to_owned(),
            path if path.ends_with("/commands") => assert_eq!(answer.json["type"], "refused"),
            _ => {}
        }
    }
    assert!(!table.is_empty());
}

/// Every message and every kind of problem is in the document.
#[test]
fn the_document_knows_every_message() {
    let document = serde_json::to_value(server::api::document(&games::all())).unwrap();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let message = |it: &(&String, &Value)| it.0.ends_with("Message") && it.1.get("oneOf").is_some();
    let (_, message) = schemas.iter().find(message).unwrap();
    let kinds = message["oneOf"].as_array().unwrap().iter();
    for kind in kinds.map(|kind| kind["properties"]["type"]["const"].as_str().unwrap()) {
        assert!(DOCUMENT.contains(&format!("| `{kind}` |")), "{kind}");
    }
}
