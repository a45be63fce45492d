//! Every route against every kind of user, at a private table that has not started.

use serde_json::{Value, json};
use server::config::{Config, Limits};

use crate::support::{TestTable, User, settings, with};

/// Nobody has no cookie. Stranger, invited, seat and owner have one. The others are programs of the
/// owner's, each with a token of one scope.
const KINDS: [&str; 8] =
    ["nobody", "stranger", "invited", "seat", "owner", "read", "play", "tables"];

struct Row {
    method: &'static str,
    path: &'static str,
    body: Option<Value>,
    expected: [u16; 8],
}

fn row(method: &'static str, path: &'static str, body: Value, expected: [u16; 8]) -> Row {
    let body = (!body.is_null()).then_some(body);
    Row { method, path, body, expected }
}

#[rustfmt::skip]
fn rows() -> Vec<Row> {
    let none = || Value::Null;
    let password = || json!({ "login": "anna", "password": "long enough" });
    vec![
        //                                                         nob  str  inv  seat own  read play tabl
        row("POST", "/guests", json!({ "name": "Zoe" }),          [201, 200, 200, 200, 200, 403, 403, 403]),
        row("POST", "/session", password(),                       [401, 401, 401, 401, 401, 401, 401, 401]),
        row("DELETE", "/session", none(),                         [204, 204, 204, 204, 204, 403, 403, 403]),
        row("DELETE", "/sessions", none(),                        [401, 204, 204, 204, 204, 403, 403, 403]),
        row("POST", "/session/recover", json!({ "code": "x" }),   [401, 401, 401, 401, 401, 401, 401, 401]),
        row("GET", "/me", none(),                                 [401, 200, 200, 200, 200, 200, 403, 403]),
        row("PATCH", "/me", json!({ "name": "Zoe" }),             [401, 200, 200, 200, 200, 403, 403, 403]),
        row("PUT", "/me/password", json!({ "login": "an", "password": "long enough" }),
                                                                  [401, 422, 422, 422, 422, 403, 403, 403]),
        row("POST", "/me/recovery", none(),                       [401, 201, 201, 201, 201, 403, 403, 403]),
        row("GET", "/me/tokens", none(),                          [401, 200, 200, 200, 200, 403, 403, 403]),
        row("POST", "/me/tokens", json!({ "label": "b", "scopes": ["read"] }),
                                                                  [401, 201, 201, 201, 201, 403, 403, 403]),
        row("DELETE", "/me/tokens/none", none(),                  [401, 404, 404, 404, 404, 403, 403, 403]),
        row("GET", "/inbox", none(),                              [401, 200, 200, 200, 200, 200, 403, 403]),

        row("GET", "/tables", none(),                             [200, 200, 200, 200, 200, 200, 200, 200]),
        row("POST", "/tables", settings(json!({})),               [401, 201, 201, 201, 201, 403, 403, 201]),
        row("POST", "/quick", json!({}),                          [401, 201, 201, 201, 201, 403, 403, 201]),
        row("GET", "/daily", none(),                              [200, 200, 200, 200, 200, 200, 403, 403]),
        row("POST", "/daily", none(),                             [401, 403, 403, 403, 403, 403, 403, 403]),
        row("GET", "/daily/2001-01-01", none(),                   [404, 404, 404, 404, 404, 404, 403, 403]),
        row("GET", "/tables/{id}", none(),                        [404, 404, 200, 200, 200, 200, 403, 403]),
        row("GET", "/tables/none", none(),                        [404, 404, 404, 404, 404, 404, 403, 403]),
        row("PATCH", "/tables/{id}", settings(json!({})),         [401, 404, 403, 403, 200, 403, 403, 200]),
        row("DELETE", "/tables/{id}", none(),                     [401, 404, 403, 403, 204, 403, 403, 204]),
        row("GET", "/invites/{link}", none(),                     [404, 404, 200, 200, 200, 200, 403, 403]),
        row("POST", "/invites/{link}", none(),                    [401, 404, 200, 200, 200, 403, 403, 200]),
        row("GET", "/invites/{code}", none(),                     [200, 200, 200, 200, 200, 200, 403, 403]),
        row("POST", "/invites/{code}", none(),                    [401, 200, 200, 200, 200, 403, 403, 200]),
        row("POST", "/tables/{id}/seats", json!({}),              [401, 404, 200, 409, 409, 403, 403, 409]),
        row("DELETE", "/tables/{id}/seats/1", none(),             [401, 404, 403, 200, 200, 403, 403, 200]),
        row("DELETE", "/tables/{id}/seats/2", none(),             [401, 404, 403, 403, 200, 403, 403, 200]),
        row("DELETE", "/tables/{id}/seats/9", none(),             [401, 404, 404, 404, 404, 403, 403, 404]),
        row("PUT", "/tables/{id}/seats/0/entropy", json!({ "entropy": "ab".repeat(32) }),
                                                                  [401, 404, 403, 403, 200, 403, 403, 200]),
        row("PUT", "/tables/{id}/seats/3/bot", json!({ "bot": "envoy" }),
                                                                  [401, 404, 403, 403, 200, 403, 403, 200]),
        row("POST", "/tables/{id}/invitations", json!({}),        [401, 404, 403, 403, 201, 403, 403, 201]),
        row("DELETE", "/tables/{id}/invitations/{code}", none(),  [401, 404, 403, 403, 204, 403, 403, 204]),
        row("POST", "/tables/{id}/owner", json!({ "seat": 1 }),   [401, 404, 403, 403, 200, 403, 403, 200]),
        row("POST", "/tables/{id}/start", none(),                 [401, 404, 403, 403, 422, 403, 403, 422]),
        row("POST", "/tables/{id}/close", none(),                 [401, 404, 403, 403, 422, 403, 403, 422]),
        row("POST", "/tables/{id}/rematch", none(),               [401, 404, 403, 403, 409, 403, 403, 409]),

        // A cookie is not accepted here, and a page has no business there.
        row("POST", "/mcp", json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }),
                                                                  [401, 401, 401, 401, 401, 200, 403, 403]),
        row("POST", "/postkey_ttpg?key=none", json!({}),          [404, 403, 403, 403, 403, 404, 404, 404]),

        row("GET", "/rulesets", none(),                           [200, 200, 200, 200, 200, 200, 200, 200]),
        row("GET", "/rulesets/backchannel", none(),               [200, 200, 200, 200, 200, 200, 200, 200]),
        row("GET", "/rulesets/twilight", none(),                  [200, 200, 200, 200, 200, 200, 200, 200]),
        row("GET", "/reports", none(),                            [200, 200, 200, 200, 200, 200, 200, 200]),
        row("GET", "/reports/none", none(),                       [404, 404, 404, 404, 404, 404, 404, 404]),
        row("GET", "/rules/backchannel", none(),                  [200, 200, 200, 200, 200, 200, 200, 200]),
        row("GET", "/rules/chess", none(),                        [404, 404, 404, 404, 404, 404, 404, 404]),
        row("GET", "/backchannel/lesson", none(),                 [200, 200, 200, 200, 200, 200, 200, 200]),
        row("GET", "/twilight/schema", none(),                    [200, 200, 200, 200, 200, 200, 200, 200]),
        row("POST", "/twilight/galaxy", json!({ "map_string": "1 19 -1 -1 -1 -1" }),
                                                                  [200, 200, 200, 200, 200, 200, 200, 200]),
    ]
}

/// The owner sits on seat 0, somebody on 1, a bot on 2, and nobody on 3. There is an invitation, and
/// somebody has taken up another.
async fn gather(owner: &User, seat: &User, invited: &User) -> (TestTable, String) {
    let table = owner.opens(json!({ "visibility": "private" })).await;
    for guest in [seat, invited] {
        let invitation = owner.post(&table.path("/invitations"), json!({})).await.ok();
        guest
            .post(&format!("/invites/{}", invitation["code"].as_str().unwrap()), json!({}))
            .await
            .ok();
    }
    seat.post(&table.path("/seats"), json!({ "seat": 1 })).await.ok();
    owner.put(&table.path("/seats/2/bot"), json!({ "bot": "soldier" })).await.ok();
    let invitation = owner.post(&table.path("/invitations"), json!({})).await.ok();
    (table, invitation["code"].as_str().unwrap().to_owned())
}

/// The link of a private table is shown to nobody, but somebody may have it from before it was private.
async fn link(server: &crate::support::TestServer, table: &TestTable) -> String {
    let kind = server::store::RecordKind::Table;
    let record = server.app.store.get(kind, table.id()).await.unwrap().unwrap();
    let body: Value = serde_json::from_str(&record.body).unwrap();
    body["invite"].as_str().unwrap().to_owned()
}

async fn check(row: &Row) -> Vec<String> {
    let limits = Limits { tables_per_person: 99, ..Limits::default() };
    let server = with(Config { limits, ..Config::default() }).await;
    let owner = server.guest("Olga").await;
    let (seat, invited) = (server.guest("Sam").await, server.guest("Ida").await);
    let stranger = server.guest("Stan").await;
    let users = [
        server.nobody(),
        stranger,
        invited.clone(),
        seat.clone(),
        owner.clone(),
        owner.token(&["read"]).await,
        owner.token(&["play"]).await,
        owner.token(&["tables"]).await,
    ];
    let mut tables = Vec::new();
    for _ in KINDS {
        tables.push(gather(&owner, &seat, &invited).await);
    }
    let mut wrong = Vec::new();
    for (((kind, user), (table, code)), expected) in
        KINDS.iter().zip(users).zip(&tables).zip(row.expected)
    {
        let link = link(&server, table).await;
        let path = row.path.replace("{id}", table.id()).replace("{code}", code);
        let path = path.replace("{link}", &link);
        let answer = user.ask(row.method, &path, row.body.clone()).await;
        if answer.status != expected {
            let (Row { method, path, .. }, got) = (row, answer.status);
            wrong
                .push(format!("{method} {path} as {kind}: {got}, not {expected}: {}", answer.text));
        }
        if answer.status >= 400 {
            answer.is(answer.status);
        }
    }
    wrong
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_answers_every_kind_of_user_as_it_should() {
    let mut wrong = Vec::new();
    for row in rows() {
        wrong.extend(check(&row).await);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Somebody who may not know of a table gets the same response as for an id that does not exist.
#[tokio::test]
async fn a_private_table_looks_like_none_to_strangers() {
    let server = with(Config::default()).await;
    let (owner, stranger) = (server.guest("Olga").await, server.guest("Stan").await);
    let table = owner.opens(json!({ "visibility": "private" })).await;
    for row in rows().iter().filter(|row| row.path.contains("{id}")) {
        let ask = |id: &str| {
            let path = row.path.replace("{id}", id).replace("{code}", "none");
            let (stranger, body, method) = (stranger.clone(), row.body.clone(), row.method);
            async move { stranger.ask(method, &path, body).await }
        };
        let (real, made_up) = (ask(table.id()).await, ask("0123456789abcdef").await);
        assert_eq!((real.status, real.text), (made_up.status, made_up.text), "{}", row.path);
    }
}
