//! What there is to attack: large tables, long ones, many of them, and somebody with a password.

use anyhow::{Context as _, Result, ensure};
use futures::{SinkExt as _, StreamExt as _};
use reqwest::Method;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message as Frame;
use twilight::ability::faction::Faction;
use twilight::desk::setup::{Setup, Sitting};

use crate::large::desk_for_eight;
use crate::player::{Person, Socket};
use crate::server::ServerProcess;

/// Steps of the longest table.
pub const STEPS: usize = 80_000;
/// Concurrent commands while it is created.
const AHEAD: usize = 64;
/// More than fit into a list.
const LISTED: usize = 60;
pub const PASSWORD: &str = "correct horse battery staple";

pub struct World {
    pub attacker: Person,
    pub login: &'static str,
    /// A desk that is over, of very many steps.
    pub long: String,
    /// A game that is being played.
    pub playing: String,
    /// A desk that a program records, and its key.
    pub fed: String,
    pub feed_key: String,
    /// A token of the attacker's.
    pub token: String,
}

impl World {
    pub async fn make(server: &ServerProcess) -> Result<World> {
        let attacker = Person::guest(server, "Mallory").await?;
        let login = "mallory";
        let account = json!({ "login": login, "password": PASSWORD });
        attacker.send(Method::PUT, "/me/password", &account).await?;
        for number in 0..LISTED {
            let owner = Person::guest(server, &format!("Owner {number}")).await?;
            owner.post("/tables", &desk_for_eight()).await?;
        }
        let long = long(server, &attacker).await?;
        let playing = attacker.post("/quick", &json!({ "seats": 4 })).await?;
        let (fed, feed_key) = fed(server, &attacker).await?;
        let scopes = json!({ "label": "tools", "scopes": ["read", "play", "tables"] });
        let token = text(&attacker.post("/me/tokens", &scopes).await?, "secret")?;
        Ok(World { attacker, login, long, playing: id(&playing)?, fed, feed_key, token })
    }
}

fn id(table: &Value) -> Result<String> {
    text(table, "id")
}

fn text(value: &Value, name: &str) -> Result<String> {
    Ok(value[name].as_str().with_context(|| format!("no {name}"))?.to_owned())
}

/// A large desk that takes posts.
async fn fed(server: &ServerProcess, owner: &Person) -> Result<(String, String)> {
    let table = id(&owner.post("/tables", &desk_for_eight()).await?)?;
    for number in 1..8 {
        let guest = Person::guest(server, &format!("Reader {number}")).await?;
        guest.post(&format!("/tables/{table}/seats"), &json!({})).await?;
    }
    owner.post(&format!("/tables/{table}/start"), &json!({})).await?;
    let status = owner.send(Method::PUT, &format!("/tables/{table}/feed"), &json!({})).await?;
    Ok((table, text(&status, "key")?))
}

/// Two players become neighbours and cease to be, again and again.
async fn long(server: &ServerProcess, owner: &Person) -> Result<String> {
    let sitting = |(seat, faction)| Sitting::new(format!("Player {seat}"), faction);
    let players = Faction::all().take(3).enumerate().map(sitting).collect();
    let setup = Setup { desk: true, ..Setup::standard(players) };
    let game = json!({ "game": { "ruleset": "twilight", "setup": setup } });
    let table = id(&owner.post("/tables", &game).await?)?;
    for number in 1..3 {
        let guest = Person::guest(server, &format!("Guest {number}")).await?;
        guest.post(&format!("/tables/{table}/seats"), &json!({})).await?;
    }
    owner.post(&format!("/tables/{table}/start"), &json!({})).await?;
    let mut socket = owner.socket(server, &table).await?;
    let mut answered = 0;
    for sent in 0..STEPS + AHEAD {
        if sent < STEPS {
            socket.send(Frame::text(neighbours(sent))).await?;
        }
        if sent >= AHEAD {
            hear_answer(&mut socket).await?;
            answered += 1;
        }
    }
    ensure!(answered == STEPS, "{answered} steps of {STEPS}");
    owner.post(&format!("/tables/{table}/close"), &json!({})).await?;
    Ok(table)
}

fn neighbours(number: usize) -> String {
    let command = json!({ "type": "neighbour", "with": 1, "are": number.is_multiple_of(2) });
    json!({ "type": "command", "id": number.to_string(), "command": command }).to_string()
}

async fn hear_answer(socket: &mut Socket) -> Result<()> {
    loop {
        let frame = socket.next().await.context("the socket was closed")??;
        let Frame::Text(text) = frame else { continue };
        ensure!(!text.starts_with(r#"{"type":"refused"#), "{text}");
        ensure!(!text.starts_with(r#"{"type":"problem"#), "{text}");
        if text.starts_with(r#"{"type":"accepted"#) {
            return Ok(());
        }
    }
}
