//! Every operation of the API, requested one after the other by somebody who looks for secrets. New operations have
//! to be added here.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::test_server::{TestServer, settings};
use crate::user::User;

/// How one operation is requested.
pub struct Route {
    id: &'static str,
    method: Method,
    path: &'static str,
    body: Option<Value>,
    /// What is compared of its responses.
    pub compared: Compared,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compared {
    /// Everything, byte for byte.
    Bytes,
    /// The status: the response is full of new random ids, and has nothing of the table in question.
    Status,
    /// Nothing here: it is a stream or a socket, to which somebody is subscribed all the time.
    Stream,
}
use Compared::{Bytes, Status, Stream};

/// A response, without what is random in every response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedResponse {
    pub what: String,
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub text: String,
}

fn look(id: &'static str, path: &'static str) -> Route {
    Route { id, method: Method::GET, path, body: None, compared: Bytes }
}

fn stream(id: &'static str, path: &'static str) -> Route {
    Route { compared: Stream, ..look(id, path) }
}

fn post(id: &'static str, path: &'static str, body: Value) -> Route {
    Route { method: Method::POST, body: Some(body), ..look(id, path) }
}

fn put(id: &'static str, path: &'static str, body: Value) -> Route {
    Route { method: Method::PUT, body: Some(body), ..look(id, path) }
}

fn delete(id: &'static str, path: &'static str) -> Route {
    Route { method: Method::DELETE, ..look(id, path) }
}

/// Routes that change nothing.
#[rustfmt::skip]
pub fn looks() -> Vec<Route> {
    let term = json!({ "by": 1, "act": { "act": "words", "text": "peace" } });
    vec![
        look("table", "/tables/{id}"),
        look("view", "/tables/{id}/view"),
        look("view", "/tables/{id}/view?spectate=true"),
        look("view", "/tables/{id}/view?seat=1"),
        look("log", "/tables/{id}/log?limit=500"),
        look("log", "/tables/{id}/log?limit=500&filter=deals"),
        look("log", "/tables/{id}/log?spectate=true"),
        look("setup", "/tables/{id}/setup"),
        look("brief", "/tables/{id}/brief"),
        look("brief", "/tables/{id}/brief?seat=1&since=0&wait=1"),
        look("menu", "/tables/{id}/menu?limit=200"),
        look("menu", "/tables/{id}/menu?verb=propose&from=3"),
        post("preview", "/tables/{id}/preview", json!({ "command": { "type": "attack", "from": 0, "to": 1, "mode": "once" } })),
        post("preview", "/tables/{id}/preview", json!({ "command": { "type": "propose", "to": 1, "card": 0, "slots": [] } })),
        post("preview", "/tables/{id}/preview", json!({ "command": { "type": "offer", "to": 1, "terms": [term.clone()] } })),
        post("preview", "/tables/{id}/preview", json!({ "command": { "type": "accept", "proposal": { "from": 0, "number": 1 }, "slots": [] } })),
        look("replay", "/tables/{id}/replay"),
        look("history", "/tables/{id}/history?eyes=1"),
        look("honours", "/tables/{id}/honours"),
        look("feed", "/tables/{id}/feed"),
        look("announcements", "/tables/{id}/announcements"),
        look("reasons", "/tables/{id}/reasons?step=7"),
        look("tables", "/tables"),
        look("inbox", "/inbox"),
        look("invited", "/invites/{id}"),
        stream("events", "/tables/{id}/events"),
        stream("socket", "/tables/{id}/socket"),
        stream("inbox_events", "/inbox/events"),
        post("render_signal", "/tables/{id}/render", json!({ "signal": { "first": { "template": 33 } } })),
        post("vocabulary", "/tables/{id}/vocabulary", json!({})),
        post("quick_phrases", "/tables/{id}/phrases", json!({})),
        post("attack_odds", "/tables/{id}/odds", json!({ "from": 0, "to": 1, "stop_at": 2 })),
        post("obstacle", "/tables/{id}/obstacle", json!({ "on": 0 })),
        post("obstacle", "/tables/{id}/obstacle", json!({ "from": 0, "on": 1 })),
        post("consequences", "/tables/{id}/consequences", json!({ "to": 1, "card": 0, "slots": [] })),
        post("verdict", "/tables/{id}/verdict", json!({ "to": 1, "terms": [term] })),
        Route { compared: Status, ..look("daily", "/daily") },
        look("daily_of", "/daily/2001-01-01"),
        look("me", "/me"),
        look("tokens", "/me/tokens"),
        look("menu", "/tables/{id}/menu?purpose=accept"),
        look("rulesets", "/rulesets"),
        look("backchannel", "/rulesets/backchannel"),
        look("twilight", "/rulesets/twilight"),
        look("haggle", "/rulesets/haggle"),
        look("reports", "/reports"),
        look("report", "/reports/none"),
        look("rulebook", "/rules/backchannel"),
        look("lesson", "/backchannel/lesson"),
        look("situation_schema", "/twilight/schema"),
        post("judge", "/twilight/judge", json!({ "players": [] })),
        post("galaxy", "/twilight/galaxy", json!({ "map_string": "1 19 -1 -1 -1 -1" })),
        look("metrics", "metrics"),
        look("health", "readyz"),
    ]
}

/// The other routes, in an order in which each still makes sense after those before it.
#[rustfmt::skip]
fn deeds() -> Vec<Route> {
    let order = |command: Value| json!({ "id": "twin", "command": command });
    let status = |route: Route| Route { compared: Status, ..route };
    vec![
        Route { method: Method::PATCH, ..post("change_me", "/me", json!({})) },
        put("set_password", "/me/password", json!({ "login": "an", "password": "long enough" })),
        post("sign_in", "/session", json!({ "login": "anna", "password": "wrong" })),
        post("recover", "/session/recover", json!({ "code": "x" })),
        delete("take_back_token", "/me/tokens/none"),
        post("claim_invite", "/invites/{id}", json!({})),
        post("command", "/tables/{id}/commands", order(json!({ "type": "nonsense" }))),
        post("command", "/tables/{id}/commands", order(json!({ "type": "withdraw", "to": 9 }))),
        Route { method: Method::PATCH, ..post("change_table", "/tables/{id}", settings(4, 2, json!({}))) },
        delete("delete_table", "/tables/{id}"),
        post("sit", "/tables/{id}/seats", json!({ "seat": 1 })),
        delete("leave", "/tables/{id}/seats/1"),
        put("add_entropy", "/tables/{id}/seats/1/entropy", json!({ "entropy": "ab".repeat(32) })),
        put("seat_bot", "/tables/{id}/seats/1/bot", json!({ "bot": "random" })),
        post("fill", "/tables/{id}/bots", json!({})),
        delete("take_back_invitation", "/tables/{id}/invitations/none"),
        status(put("arm_feed", "/tables/{id}/feed", json!({}))),
        delete("disarm_feed", "/tables/{id}/feed"),
        put("announce", "/tables/{id}/announcements", json!({ "webhook": "https://discord.com/api/webhooks/1/x" })),
        delete("silence", "/tables/{id}/announcements"),
        post("import", "/tables/{id}/import", json!({ "source": "asyncti4", "text": "{}" })),
        post("import", "/tables/{id}/import", json!({ "source": "asyncti4", "text": forum_game() })),
        post("import", "/tables/{id}/import", json!({ "source": "tabletop_playground", "text": playground() })),
        post("start", "/tables/{id}/start", json!({})),
        post("rematch", "/tables/{id}/rematch", json!({})),
        put("pace_bots", "/tables/{id}/pace", json!({ "bot_pace_ms": 20 })),
        post("skip", "/tables/{id}/skip", json!({})),
        post("agreed", "/tables/{id}/agreed", json!({ "id": "twin", "seat": 1, "with": 2, "command": { "type": "nonsense" } })),
        status(post("play_daily", "/daily", json!({}))),
        post("pause", "/tables/{id}/pause", json!({})),
        post("resume", "/tables/{id}/resume", json!({})),
        post("relieve", "/tables/{id}/seats/1/relief", json!({})),
        delete("take_back", "/tables/{id}/seats/1/relief"),
        status(post("invite", "/tables/{id}/invitations", json!({}))),
        status(post("create_table", "/tables", settings(4, 2, json!({})))),
        status(post("quick_game", "/quick", json!({}))),
        status(post("new_recovery", "/me/recovery", json!({}))),
        status(post("issue_token", "/me/tokens", json!({ "label": "bot", "scopes": ["read"] }))),
        status(post("transfer", "/tables/{id}/owner", json!({ "seat": 1 }))),
        status(post("close", "/tables/{id}/close", json!({}))),
        status(post("guest", "/guests", json!({ "name": "Zoe" }))),
        delete("sign_out_everywhere", "/sessions"),
        delete("sign_out", "/session"),
    ]
}

/// A report of a desk with Hacan and Sol, by the forum bot.
fn forum_game() -> String {
    json!({
        "playerData": [{ "faction": "hacan", "tg": 7 }, { "faction": "sol", "tg": 3, "isSpeaker": true }],
        "gameState": { "phase": "action", "activePlayer": "sol" },
        "lawsInPlay": [],
    })
    .to_string()
}

/// The same by the mod of Tabletop Playground.
fn playground() -> String {
    let player = |faction: &str, goods: u8| json!({ "factionShort": faction, "tradeGoods": goods });
    json!({ "players": [player("Hacan", 6), player("Sol", 2)], "laws": [] }).to_string()
}

/// Tools of the Model Context Protocol that look for secrets, with what each is called with besides the table.
fn tools() -> Vec<(&'static str, Value)> {
    let attack = json!({ "type": "attack", "from": 0, "to": 1, "mode": "once" });
    vec![
        ("look", json!({ "structured": true })),
        ("look", json!({ "seat": 1 })),
        ("menu", json!({ "limit": 200 })),
        ("wait", json!({ "seconds": 0 })),
        ("act", json!({ "command": attack, "preview": true })),
        ("offer", json!({})),
        ("answer", json!({ "from": 0, "accept": true })),
        ("answer", json!({ "from": 1, "accept": false })),
        ("say", json!({})),
    ]
}

/// Has a program of this person's call every tool that looks, and returns what it was sent.
pub async fn ask_tools(user: &User, table: &str) -> Vec<String> {
    let program = match user.cookie {
        Some(_) => user.program(&["read", "play"]).await.0,
        None => user.clone(),
    };
    let mut said = Vec::new();
    for (name, mut arguments) in tools() {
        arguments["table"] = json!(table);
        let params = json!({ "name": name, "arguments": arguments });
        let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let answer = program.ask(Method::POST, "mcp", Some(call)).await;
        assert_eq!(answer.status, if user.cookie.is_some() { 200 } else { 401 }, "{}", answer.text);
        said.push(answer.text);
    }
    said
}

/// Requests of a test that are not operations of the API.
const BESIDE: [&str; 2] = ["metrics", "health"];

impl Route {
    async fn ask(&self, user: &User, table: &str) -> Option<RecordedResponse> {
        let path = self.path.replace("{id}", table);
        let answer = match self.compared {
            Stream => return None,
            Bytes | Status => user.ask(self.method.clone(), &path, self.body.clone()).await,
        };
        let what = format!("{} {path}", self.method);
        if self.compared == Status {
            let (headers, text) = (Vec::new(), String::new());
            return Some(RecordedResponse { what, status: answer.status, headers, text });
        }
        let own = ["x-request-id", "date", "set-cookie"];
        let told = answer.headers.iter().filter(|(name, _)| !own.contains(&name.as_str()));
        let headers = told.map(|(name, value)| (name.to_string(), format!("{value:?}"))).collect();
        Some(RecordedResponse { what, status: answer.status, headers, text: answer.text })
    }
}

async fn ask_all(routes: &[Route], user: &User, table: &str) -> Vec<RecordedResponse> {
    let mut seen = Vec::new();
    for route in routes {
        seen.extend(route.ask(user, table).await);
    }
    seen
}

/// Requests everything, and returns all responses, including headers and lengths.
pub async fn snoop(user: &User, table: &str) -> Vec<RecordedResponse> {
    ask_all(&looks(), user, table).await
}

/// Has each of these do everything else, valid or not, with what they were sent.
pub async fn meddle(users: &[User], table: &str) -> Vec<RecordedResponse> {
    let mut seen = Vec::new();
    for route in deeds() {
        for user in users {
            seen.extend(route.ask(user, table).await);
        }
    }
    seen
}

#[tokio::test(flavor = "multi_thread")]
async fn every_operation_of_the_api_is_asked_by_those_who_look_for_secrets() {
    let server = TestServer::open().await;
    let document = server.nobody().get("api/openapi.json").await.ok();
    let paths = document["paths"].as_object().unwrap().values();
    let operations = paths.flat_map(|item| item.as_object().unwrap().values());
    let documented: BTreeSet<&str> =
        operations.map(|operation| operation["operationId"].as_str().unwrap()).collect();
    let (looks, deeds) = (looks(), deeds());
    let asked = looks.iter().chain(&deeds).map(|route| route.id);
    let asked: BTreeSet<&str> = asked.filter(|id| !BESIDE.contains(id)).collect();
    assert_eq!(asked, documented);
}
