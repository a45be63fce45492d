//! Every route of a table in play against every kind of user.

use serde_json::{Value, json};

use crate::support::{TestTable, playing};

/// Nobody and the stranger are spectators; the owner sits on seat 0. The others are programs of the owner's.
const KINDS: [&str; 6] = ["nobody", "stranger", "owner", "read", "play", "tables"];

/// Method, path and body, and the status for each kind of user at an open table and at a private one.
type Row = (&'static str, &'static str, Value, [u16; 6], [u16; 6]);

#[rustfmt::skip]
fn rows() -> Vec<Row> {
    let none = || Value::Null;
    let order = || json!({ "id": "1", "command": { "type": "nonsense" } });
    vec![
        //                                                  an open table that may be watched    a private one
        //                                                   nob  str  own  read play tabl        nob  str  own  read play tabl
        ("GET", "/tables/{id}", none(),                     [200, 200, 200, 200, 403, 403],      [404, 404, 200, 200, 403, 403]),
        ("GET", "/tables/{id}/view", none(),                [200, 200, 200, 200, 403, 403],      [404, 404, 200, 200, 403, 403]),
        ("GET", "/tables/{id}/log", none(),                 [200, 200, 200, 200, 403, 403],      [404, 404, 200, 200, 403, 403]),
        ("GET", "/tables/{id}/setup", none(),               [200, 200, 200, 200, 403, 403],      [404, 404, 200, 200, 403, 403]),
        ("GET", "/tables/{id}/brief", none(),               [403, 403, 200, 200, 403, 403],      [404, 404, 200, 200, 403, 403]),
        ("GET", "/tables/{id}/menu", none(),                [401, 403, 200, 200, 403, 403],      [401, 404, 200, 200, 403, 403]),
        ("POST", "/tables/{id}/preview", json!({ "command": { "type": "pass" } }),
                                                            [401, 403, 200, 200, 403, 403],      [401, 404, 200, 200, 403, 403]),
        ("POST", "/tables/{id}/commands", order(),          [401, 403, 422, 403, 422, 403],      [401, 404, 422, 403, 422, 403]),
        ("POST", "/tables/{id}/agreed", json!({ "id": "1", "seat": 0, "with": 0, "command": { "type": "nonsense" } }),
                                                            [401, 404, 422, 403, 422, 403],      [401, 404, 422, 403, 422, 403]),
        ("PUT", "/tables/{id}/pace", json!({ "bot_pace_ms": 10000 }),
                                                            [401, 403, 200, 403, 200, 403],      [401, 404, 200, 403, 200, 403]),
        ("POST", "/tables/{id}/skip", none(),               [401, 403, 409, 403, 409, 403],      [401, 404, 409, 403, 409, 403]),
        ("GET", "/tables/{id}/replay", none(),              [409, 409, 409, 409, 403, 403],      [404, 404, 409, 409, 403, 403]),
        ("GET", "/tables/{id}/history", none(),             [409, 409, 409, 409, 403, 403],      [404, 404, 409, 409, 403, 403]),
        ("GET", "/tables/{id}/honours", none(),             [409, 409, 409, 409, 403, 403],      [404, 404, 409, 409, 403, 403]),
        ("GET", "/tables/{id}/reasons?step=1", none(),      [409, 409, 409, 409, 403, 403],      [404, 404, 409, 409, 403, 403]),
        ("GET", "/tables/{id}/feed", none(),                [401, 403, 200, 200, 403, 403],      [401, 404, 200, 200, 403, 403]),
        ("PUT", "/tables/{id}/feed", json!({}),             [401, 403, 422, 403, 403, 422],      [401, 404, 422, 403, 403, 422]),
        ("DELETE", "/tables/{id}/feed", none(),             [401, 403, 204, 403, 403, 204],      [401, 404, 204, 403, 403, 204]),
        ("POST", "/tables/{id}/import", json!({ "source": "x", "text": "{}" }),
                                                            [401, 403, 422, 403, 422, 403],      [401, 404, 422, 403, 422, 403]),
        ("PATCH", "/tables/{id}", crate::support::settings(json!({})),
                                                            [401, 403, 409, 403, 403, 409],      [401, 404, 409, 403, 403, 409]),
        ("DELETE", "/tables/{id}", none(),                  [401, 403, 409, 403, 403, 409],      [401, 404, 409, 403, 403, 409]),
        ("POST", "/tables/{id}/seats", json!({}),           [401, 409, 409, 403, 403, 409],      [401, 404, 409, 403, 403, 409]),
        ("DELETE", "/tables/{id}/seats/0", none(),          [401, 403, 409, 403, 403, 409],      [401, 404, 409, 403, 403, 409]),
        ("POST", "/tables/{id}/start", none(),              [401, 403, 409, 403, 403, 409],      [401, 404, 409, 403, 403, 409]),
        ("POST", "/tables/{id}/rematch", none(),            [401, 403, 409, 403, 403, 409],      [401, 404, 409, 403, 403, 409]),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_answers_every_kind_of_user_as_it_should() {
    let server = playing().await;
    let owner = server.guest("Olga").await;
    let users = [
        server.nobody(),
        server.guest("Stan").await,
        owner.clone(),
        owner.token(&["read"]).await,
        owner.token(&["play"]).await,
        owner.token(&["tables"]).await,
    ];
    let open = owner.opens(json!({ "bot_pace_ms": 10000 })).await;
    for seat in 1..4 {
        let path = open.path(&format!("/seats/{seat}/bot"));
        owner.put(&path, json!({ "bot": "random" })).await.ok();
    }
    owner.post(&open.path("/start"), json!({})).await.ok();
    let private = TestTable(owner.post("/quick", json!({})).await.ok());
    let mut wrong = Vec::new();
    for (method, path, body, at_open, at_private) in rows() {
        for (table, expected) in [(&open, at_open), (&private, at_private)] {
            for ((kind, user), expected) in KINDS.iter().zip(&users).zip(expected) {
                let body = (!body.is_null()).then(|| body.clone());
                let answer = user.ask(method, &path.replace("{id}", table.id()), body).await;
                if answer.status != expected {
                    let got = answer.status;
                    wrong.push(format!(
                        "{method} {path} as {kind}: {got}, not {expected}: {}",
                        answer.text
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
