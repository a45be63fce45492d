//! Two people at a table: one moves, the other sees it.

use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use futures::{SinkExt as _, StreamExt as _};
use reqwest::{Method, RequestBuilder};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::server::ServerProcess;
use crate::workload::{self, Seat, Workload};

pub type Socket = WebSocketStream<TcpStream>;

/// A table of two with a socket for each seat.
pub struct LoadTable {
    pub id: String,
    seats: [Seated; 2],
    sent: u64,
}

struct Seated {
    socket: Socket,
    plays: Box<dyn Seat>,
}

#[derive(Deserialize)]
struct Heard<'a> {
    r#type: Kind,
    #[serde(default, borrow)]
    options: Option<&'a RawValue>,
    #[serde(default, borrow)]
    problem: Option<&'a RawValue>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Debug)]
#[serde(rename_all = "snake_case")]
enum Kind {
    View,
    News,
    Table,
    Accepted,
    Refused,
    Problem,
}

/// A person with a cookie.
pub struct Person {
    client: reqwest::Client,
    pub cookie: String,
    base: String,
    origin: String,
}

impl Person {
    pub async fn guest(server: &ServerProcess, name: &str) -> Result<Person> {
        let origin = format!("http://{}", server.address);
        let base = format!("{origin}/api/v1");
        let client = reqwest::Client::builder().build()?;
        let answer = client
            .post(format!("{base}/guests"))
            .header("origin", &origin)
            .json(&json!({"name": name}))
            .send()
            .await?
            .error_for_status()?;
        let cookie = answer.headers().get("set-cookie").context("no cookie")?.to_str()?;
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        Ok(Person { client, cookie, base, origin })
    }

    /// The same person on another device.
    pub fn elsewhere(&self) -> Person {
        let (cookie, base, origin) = (self.cookie.clone(), self.base.clone(), self.origin.clone());
        Person { client: reqwest::Client::new(), cookie, base, origin }
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.client.request(method, format!("{}{path}", self.base));
        request.header("cookie", &self.cookie).header("origin", &self.origin)
    }

    /// A request of a program, to an address beside the API.
    pub fn program_request(&self, path: &str, token: &str) -> RequestBuilder {
        let request = self.client.post(format!("{}{path}", self.origin)).bearer_auth(token);
        request.header("accept", "application/json, text/event-stream")
    }

    pub async fn send(&self, method: Method, path: &str, body: &Value) -> Result<Value> {
        let answer = self.request(method, path).json(body).send().await?;
        let status = answer.status();
        let value: Value = answer.json().await?;
        ensure!(status.is_success(), "{path}: {status} {value}");
        Ok(value)
    }

    pub async fn post(&self, path: &str, body: &Value) -> Result<Value> {
        self.send(Method::POST, path, body).await
    }

    pub async fn socket(&self, server: &ServerProcess, table: &str) -> Result<Socket> {
        let url = format!("ws://{}/api/v1/tables/{table}/socket", server.address);
        let mut request = url.into_client_request()?;
        request.headers_mut().insert("cookie", self.cookie.parse()?);
        request.headers_mut().insert("origin", self.origin.parse()?);
        connect(server, request).await
    }
}

async fn connect(server: &ServerProcess, request: Request) -> Result<Socket> {
    let stream = TcpStream::connect(&server.address).await?;
    stream.set_nodelay(true)?;
    // The default buffer of 128 KiB is zeroed before every read.
    let config = WebSocketConfig::default().read_buffer_size(8 * 1024);
    let socket = tokio_tungstenite::client_async_with_config(request, stream, Some(config));
    Ok(socket.await?.0)
}

impl LoadTable {
    pub async fn open(
        server: &ServerProcess,
        workload: &Workload,
        number: usize,
    ) -> Result<LoadTable> {
        let owner = Person::guest(server, &format!("Owner {number}")).await?;
        let guest = Person::guest(server, &format!("Guest {number}")).await?;
        let settings = json!({ "game": (workload.game)() });
        let table = owner.post("/tables", &settings).await?;
        let id = table["id"].as_str().context("no id")?.to_owned();
        guest.post(&format!("/tables/{id}/seats"), &json!({})).await?;
        owner.post(&format!("/tables/{id}/start"), &json!({})).await?;
        let sockets = [owner.socket(server, &id).await?, guest.socket(server, &id).await?];
        LoadTable::seated(workload, id, sockets).await
    }

    /// Two sockets of the bare loop.
    pub async fn bare(server: &ServerProcess, number: usize) -> Result<LoadTable> {
        let socket = async |seat: usize| {
            let url = format!("ws://{}/bare/{number}/{seat}", server.address);
            connect(server, url.into_client_request()?).await
        };
        let sockets = [socket(0).await?, socket(1).await?];
        LoadTable::seated(&workload::ALL[0], number.to_string(), sockets).await
    }

    async fn seated(workload: &Workload, id: String, sockets: [Socket; 2]) -> Result<LoadTable> {
        let mut seats = sockets.map(|socket| Seated { socket, plays: (workload.seat)() });
        for seat in &mut seats {
            ensure!(seat.hear().await? == Kind::View, "a view comes first");
        }
        Ok(LoadTable { id, seats, sent: 0 })
    }

    /// Plays until then, and returns the latency of each command until the other seat received it.
    pub async fn play(mut self, until: Instant) -> Result<Vec<Duration>> {
        let mut latencies = Vec::new();
        while Instant::now() < until {
            let turn = self.seats.iter().position(|seat| seat.plays.command().is_some());
            let Some(turn) = turn else { bail!("nobody may move at {}", self.id) };
            latencies.push(self.step(turn).await?);
        }
        Ok(latencies)
    }

    async fn step(&mut self, turn: usize) -> Result<Duration> {
        let [first, second] = &mut self.seats;
        let (mover, other) = if turn == 0 { (first, second) } else { (second, first) };
        let command = mover.plays.command().context("it may move")?;
        self.sent += 1;
        let request = format!(r#"{{"type":"command","id":"{}","command":{command}}}"#, self.sent);
        let sent = Instant::now();
        mover.socket.send(Frame::text(request)).await?;
        let seen = async {
            ensure!(other.hear().await? == Kind::News, "the other seat sees it");
            Ok(sent.elapsed())
        };
        let answered = async {
            let (mut news, mut accepted) = (false, false);
            while !(news && accepted) {
                match mover.hear().await? {
                    Kind::News => news = true,
                    Kind::Accepted => accepted = true,
                    other => bail!("an unexpected {other:?}"),
                }
            }
            Ok(())
        };
        let (seen, ()) = tokio::try_join!(seen, answered)?;
        Ok(seen)
    }
}

impl Seated {
    async fn hear(&mut self) -> Result<Kind> {
        loop {
            let frame = self.socket.next().await.context("the socket was closed")??;
            let Frame::Text(text) = frame else { continue };
            let heard: Heard<'_> = serde_json::from_str(&text)?;
            if let Some(problem) = heard.problem {
                bail!("{problem}");
            }
            if let Some(options) = heard.options {
                self.plays.update(options)?;
            }
            if heard.r#type != Kind::Table {
                return Ok(heard.r#type);
            }
        }
    }
}
