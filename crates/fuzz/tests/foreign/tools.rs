//! Messages of the Model Context Protocol.

use std::panic::AssertUnwindSafe;

use reqwest::Method;
use serde_json::{Value, json};

use crate::target;
use crate::test_server::TestServer;

fn good(table: &str) -> Vec<Value> {
    let call = |name: &str, arguments: Value| {
        let params = json!({ "name": name, "arguments": arguments });
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params })
    };
    let clause = json!({ "uri": "rules://backchannel/BC-504" });
    vec![
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }),
        json!({ "jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": clause }),
        call("tables", json!({ "mine": true })),
        call("look", json!({ "table": table, "structured": true })),
        call("menu", json!({ "table": table, "verb": "deploy", "from": 1, "limit": 9 })),
        call("act", json!({ "table": table, "n": 1, "seq": 2, "key": "k", "preview": true })),
        call(
            "say",
            json!({ "table": table, "command": { "type": "signal", "to": 1, "signal": { "first": { "template": 33 } } } }),
        ),
        call(
            "offer",
            json!({ "table": table, "deal": { "type": "propose", "to": 1, "card": 0, "slots": [] } }),
        ),
        call("answer", json!({ "table": table, "from": 1, "accept": true, "generous": true })),
        call("rules", json!({ "book": "twilight", "clause": "TI-77" })),
        call(
            "judge",
            json!({ "situation": { "players": [{ "name": "Ann" }, { "name": "Bob" }] } }),
        ),
    ]
}

#[test]
fn tool_messages() {
    let server = AssertUnwindSafe(TestServer::open());
    let table = server.war(0);
    let wanted = json!({ "label": "model", "scopes": ["read", "play", "tables"] });
    let issued = server.ask(&table.cookies[0], Method::POST, "/me/tokens", wanted);
    let token = issued["secret"].as_str().expect("it is shown once").to_owned();
    let good = good(&table.id);
    target!("tool_messages", |input: &[u8]| {
        let (status, text) = server.message(&token, fuzz::document(input, &good));
        assert!(status < 500, "{status} {text}");
        if status == 200 {
            serde_json::from_str::<Value>(&text).expect("an answer is JSON");
        }
    });
}
