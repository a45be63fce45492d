//! People: they send HTTP requests, hold sockets, and hang up at random.

use std::time::Duration;

use futures::{SinkExt as _, StreamExt as _};
use http_body_util::{BodyExt as _, Full};
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::names::NAME;
use crate::network::Wire;
use crate::world::{PROCESSES, World};

/// The timeout of a request.
const PATIENCE: Duration = Duration::from_secs(45);

/// Somebody with a session cookie.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub number: usize,
    pub name: String,
    cookie: String,
}

pub(crate) struct TestResponse {
    pub status: u16,
    pub json: Value,
    cookie: Option<String>,
}

impl TestResponse {
    pub fn is_good(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Whether a retry would get the same response.
    pub fn is_final(&self) -> bool {
        self.status < 500 && self.status != 429
    }
}

/// Sends a request to a process; `None` if there is no response.
pub(crate) async fn ask(
    world: &World,
    person: Option<&Person>,
    process: usize,
    (method, path): (&str, &str),
    body: Option<&Value>,
) -> Option<TestResponse> {
    let hangs_up = world.is_faulty() && world.one_in(15);
    let most = if hangs_up { Duration::from_millis(world.below(400)) } else { PATIENCE };
    let wire = world.network.connect(process).ok()?;
    let mut request = Request::builder().method(method).uri(path).header("host", "table");
    if let Some(person) = person {
        request = request.header("cookie", &person.cookie).header("origin", "http://table");
    }
    let body = body.map(Value::to_string).unwrap_or_default();
    if !body.is_empty() {
        request = request.header("content-type", "application/json");
    }
    let request = request.body(Full::new(Bytes::from(body))).ok()?;
    let answer = timeout(most, exchange(wire, request)).await.ok()??;
    let (status, cookie, text) = answer;
    world.hear(person.map(|it| it.number), &text);
    if status == 500 {
        world.fail(format!("{method} {path} was answered 500: {text}"));
    }
    Some(TestResponse { status, cookie, json: serde_json::from_str(&text).unwrap_or_default() })
}

async fn exchange(
    wire: Wire,
    request: Request<Full<Bytes>>,
) -> Option<(u16, Option<String>, String)> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(wire)).await.ok()?;
    let answer = async {
        let answer = sender.send_request(request).await.ok()?;
        let cookie = answer.headers().get("set-cookie").and_then(|it| it.to_str().ok());
        let cookie = cookie.and_then(|it| it.split(';').next()).map(str::to_owned);
        let status = answer.status().as_u16();
        let body = answer.into_body().collect().await.ok()?.to_bytes();
        Some((status, cookie, String::from_utf8_lossy(&body).into_owned()))
    };
    // Whoever stops waiting drops the connection with the response.
    tokio::select! {
        biased;
        answer = answer => answer,
        _ = connection.with_upgrades() => None,
    }
}

/// Retries at any process until there is a definite response.
pub(crate) async fn insist(
    world: &World,
    person: Option<&Person>,
    method_and_path: (&str, &str),
    body: Option<&Value>,
) -> TestResponse {
    loop {
        let process = world.below(PROCESSES as u64) as usize;
        match ask(world, person, process, method_and_path, body).await {
            Some(answer) if answer.is_final() => return answer,
            _ => world.wait(3_000).await,
        }
    }
}

impl Person {
    /// Somebody new.
    pub async fn arrive(world: &World, number: usize) -> Person {
        let name = format!("{NAME}{number}");
        let guest = json!({ "name": name });
        loop {
            let answer = insist(world, None, ("POST", "/api/v1/guests"), Some(&guest)).await;
            if let Some(cookie) = answer.cookie {
                let secret = cookie.split_once('=').map_or("", |it| it.1).to_owned();
                world.keep_secret(number, &secret);
                return Person { number, name, cookie };
            }
            world.fail(format!("a guest was answered {}: {}", answer.status, answer.json));
            world.wait(10_000).await;
        }
    }
}

/// A socket to a table.
pub(crate) struct Socket {
    stream: WebSocketStream<Wire>,
    person: Option<usize>,
}

impl Socket {
    pub async fn open(
        world: &World,
        person: Option<&Person>,
        process: usize,
        path: &str,
    ) -> Option<Socket> {
        let wire = world.network.connect(process).ok()?;
        let mut request = format!("ws://table{path}").into_client_request().ok()?;
        if let Some(person) = person {
            let headers = request.headers_mut();
            headers.insert("cookie", person.cookie.parse().ok()?);
            headers.insert("origin", "http://table".parse().ok()?);
        }
        match timeout(PATIENCE, client_async(request, wire)).await {
            Ok(Ok((stream, _))) => Some(Socket { stream, person: person.map(|it| it.number) }),
            _ => None,
        }
    }

    /// The next message; `None` if the connection is gone.
    pub async fn next(&mut self, world: &World) -> Option<Value> {
        loop {
            match self.stream.next().await?.ok()? {
                Message::Text(text) => {
                    world.hear(self.person, &text);
                    return serde_json::from_str(&text).ok();
                }
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    pub async fn say(&mut self, message: &Value) -> Option<()> {
        let said = self.stream.send(Message::text(message.to_string()));
        timeout(PATIENCE, said).await.ok()?.ok()
    }
}
