//! Messages on a socket. The tables are paused, so that every message finds them in the same state.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::{SinkExt as _, StreamExt as _};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::played::{RecordedGame, desks, wars};
use crate::target;
use crate::test_server::{Begun, TestServer};

/// Longer than any answer takes.
const PATIENCE: Duration = Duration::from_secs(60);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

struct Line<'a> {
    server: &'a TestServer,
    table: Begun,
    socket: Option<Socket>,
}

impl Line<'_> {
    async fn connect(&self) -> Socket {
        let address = &self.server.address;
        let url = format!("ws://{address}/api/v1/tables/{}/socket", self.table.id);
        let mut request = url.into_client_request().expect("an address");
        let cookie = self.table.cookies[0].parse().expect("a cookie is a header");
        request.headers_mut().insert("cookie", cookie);
        let origin = format!("http://{address}").parse().expect("an origin is a header");
        request.headers_mut().insert("origin", origin);
        connect_async(request).await.expect("the table lets its players in").0
    }

    /// Sends a message, and waits for the response. What is too long or not text closes the socket.
    async fn say(&mut self, frame: Frame) {
        let mut socket = match self.socket.take() {
            Some(socket) => socket,
            None => self.connect().await,
        };
        let text = frame.is_text();
        socket.send(frame).await.expect("the line is open");
        loop {
            let heard = timeout(PATIENCE, socket.next()).await.expect("an answer comes");
            match heard.expect("the line is open").expect("the line is open") {
                Frame::Text(answer) => {
                    let answer: Value = serde_json::from_str(&answer).expect("answers are JSON");
                    let kind = answer["type"].as_str().expect("answers have a type");
                    if ["accepted", "refused", "problem", "pong"].contains(&kind) {
                        let status = answer["problem"]["status"].as_u64().unwrap_or_default();
                        assert!(text && status < 500, "{answer}");
                        break;
                    }
                }
                Frame::Close(why) => {
                    let why = u16::from(why.expect("it is said why").code);
                    assert!([1003, 1009].contains(&why), "{why}");
                    return;
                }
                _ => {}
            }
        }
        self.socket = Some(socket);
    }
}

#[test]
fn frames() {
    let server = TestServer::open();
    let tables = [server.war(0), server.desk(0)];
    for Begun { id, cookies } in &tables {
        for cookie in cookies {
            let path = format!("/tables/{id}/pause");
            server.ask(cookie, Method::POST, &path, json!({}));
        }
    }
    let commands = RecordedGame::<backchannel::Game>::at_random(&wars()[0], 1, 200).samples();
    let desk = RecordedGame::<twilight::Game>::at_random(&desks()[1], 1, 200).samples();
    let order = |command| json!({ "type": "command", "id": "1", "command": command });
    let good: Vec<Value> = commands.into_iter().chain(desk).map(order).collect();
    let lines = tables.map(|table| Line { server: &server, table, socket: None });
    let mut lines = AssertUnwindSafe(lines);
    target!("frames", |input: &[u8]| {
        let Some((first, rest)) = input.split_first() else { return };
        let frame = fuzz::document(rest, &good);
        let frame = match String::from_utf8(frame) {
            Ok(text) => Frame::text(text),
            Err(bytes) => Frame::binary(bytes.into_bytes()),
        };
        let line = &mut lines[usize::from(*first) % 2];
        server.runtime.block_on(line.say(frame));
    });
}
