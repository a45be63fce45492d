//! The attacks: what is heavy, and what is large.

use anyhow::Result;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use super::world::{PASSWORD, World};
use crate::large::{desk_for_eight, game_for_eight, map_string, report, situation};

pub struct LoadAttack {
    pub name: &'static str,
    /// The requests that are repeated; if `None`, messages are begun and not ended.
    pub asked: Option<Vec<AttackRequest>>,
}

#[derive(Clone)]
pub struct AttackRequest {
    pub method: Method,
    pub path: String,
    pub body: Option<String>,
    /// The expected status.
    pub answered: StatusCode,
    /// The token of a program that sends it to an address beside the API.
    pub token: Option<String>,
    /// Whether the created table is deleted again.
    pub deleted: bool,
}

fn get(path: String) -> AttackRequest {
    AttackRequest {
        method: Method::GET,
        path,
        body: None,
        answered: StatusCode::OK,
        token: None,
        deleted: false,
    }
}

fn post(path: &str, body: &Value) -> AttackRequest {
    let body = Some(body.to_string());
    let (path, answered) = (path.to_owned(), StatusCode::OK);
    AttackRequest { method: Method::POST, path, body, answered, token: None, deleted: false }
}

/// A message of a program, which is refused after it was parsed.
fn program(path: &str, token: &str, body: String, answered: StatusCode) -> AttackRequest {
    let (path, body, token) = (path.to_owned(), Some(body), Some(token.to_owned()));
    AttackRequest { method: Method::POST, path, body, answered, token, deleted: false }
}

/// Many small values: few bytes of text, and many in memory.
fn values(bytes: usize) -> String {
    let one = r#"{"a":0},"#;
    format!("[{}0]", one.repeat(bytes / one.len() - 100))
}

fn call(tool: &str, argument: &str, value: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{{"{argument}":{value}}}}}}}"#
    )
}

/// A table that is made only to be deleted: nobody may have many.
fn table(settings: &Value) -> AttackRequest {
    AttackRequest { deleted: true, ..post("/tables", settings) }
}

pub fn all(world: &World) -> Vec<LoadAttack> {
    let World { long, playing, .. } = world;
    let asking = |name, asked| LoadAttack { name, asked: Some(asked) };
    let guess = json!({ "login": world.login, "password": "x".repeat(128) });
    let wrong = AttackRequest { answered: StatusCode::UNAUTHORIZED, ..post("/session", &guess) };
    let right = json!({ "login": world.login, "password": PASSWORD });
    let signal = json!({ "signal": { "first": { "template": 33 } } });
    let galaxy = json!({ "map_string": map_string() });
    let import = json!({ "source": "asyncti4", "text": report() });
    let message = |body| program("/mcp", &world.token, body, StatusCode::BAD_REQUEST);
    let nobody = program("/mcp", "none", values(1 << 20), StatusCode::UNAUTHORIZED);
    let feed = format!("/postkey_ttpg?key={}", world.feed_key);
    let posted = program(&feed, "none", values(1 << 20), StatusCode::UNPROCESSABLE_ENTITY);
    vec![
        asking("tools without a token", vec![nobody]),
        asking(
            "tools",
            vec![
                message(call("judge", "situation", &values(1 << 20))),
                message(call("rules", "book", &values(1 << 20))),
                message(call("rules", "book", &values(15 << 10))),
                message(call("look", "table", &format!(r#""{playing}","structured":true"#))),
            ],
        ),
        asking("posted reports", vec![posted]),
        asking("imports", vec![post(&format!("/tables/{}/import", world.fed), &import)]),
        asking("passwords", vec![wrong, post("/session", &right)]),
        asking("history", vec![get(format!("/tables/{long}/history?eyes=0"))]),
        asking("replay", vec![get(format!("/tables/{long}/replay"))]),
        asking("log", vec![get(format!("/tables/{long}/log?limit=500&before=40000"))]),
        asking("judging", vec![post("/twilight/judge", &situation())]),
        asking("signals", vec![post(&format!("/tables/{playing}/render"), &signal)]),
        asking("map strings", vec![post("/twilight/galaxy", &galaxy)]),
        asking("maps", vec![table(&game_for_eight())]),
        asking("desks", vec![table(&desk_for_eight())]),
        asking("lists", vec![get("/tables".to_owned())]),
        LoadAttack { name: "unfinished messages", asked: None },
    ]
}

/// As much of a message as a socket takes, without its end.
pub async fn begin_message(line: &mut TcpStream) -> Result<()> {
    let length: u16 = (16 << 10) - 1;
    let [high, low] = length.to_be_bytes();
    line.write_all(&[0x01, 0x80 | 126, high, low, 0, 0, 0, 0]).await?;
    line.write_all(&vec![b'x'; length.into()]).await?;
    Ok(())
}
