//! Input that cannot be parsed, or is too large.

use anyhow::{Context as _, Result};
use futures::{SinkExt as _, StreamExt as _};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::Site;
use crate::person::{Person, Socket};
use crate::table::CrashTable;

async fn next(socket: &mut Socket) -> Result<Frame> {
    Ok(socket.next().await.context("the line was closed")??)
}

async fn next_json(socket: &mut Socket) -> Result<Value> {
    Ok(serde_json::from_str(next(socket).await?.to_text()?)?)
}

/// The code that the server closes with.
async fn farewell(socket: &mut Socket) -> Result<Option<CloseCode>> {
    loop {
        if let Frame::Close(frame) = next(socket).await? {
            return Ok(frame.map(|frame| frame.code));
        }
    }
}

#[tokio::test]
async fn what_is_too_large_is_said_to_be() -> Result<()> {
    let site = Site::start("[limits]\n").await?;
    let table = CrashTable::begin(&site.address, json!({})).await?;
    let person = &table.people[0];
    let large = json!({"name": "x".repeat(2 << 20)});
    let answer = person.ask(&site.address, Method::PATCH, "/me", Some(&large)).await?;
    assert_eq!((answer.status, &answer.json["type"]), (413, &json!("too_large")));
    for size in [100 << 10, 900 << 10] {
        let mut socket = person.socket(&site.address, &table.id, "").await?;
        next(&mut socket).await?;
        socket.send(Frame::text("x".repeat(size))).await?;
        assert_eq!(farewell(&mut socket).await?, Some(CloseCode::Size), "{size} bytes");
    }
    // What is larger than any body is not read at all.
    let mut socket = person.socket(&site.address, &table.id, "").await?;
    next(&mut socket).await?;
    let _ = socket.send(Frame::text("x".repeat(16 << 20))).await;
    while let Some(Ok(_)) = socket.next().await {}
    site.survived().await
}

#[tokio::test]
async fn who_is_refused_while_sending_can_read_why() -> Result<()> {
    let site = Site::start("[limits]\n").await?;
    for (path, status) in [("/api/v1/guests", "413"), ("/api/v1/me/tokens", "401")] {
        let mut line = TcpStream::connect(site.address.trim_start_matches("http://")).await?;
        let length = 8 << 20;
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
        );
        line.write_all(head.as_bytes()).await?;
        for _ in 0..8 {
            line.write_all(&[b' '; 1 << 20]).await?;
        }
        let mut answer = String::new();
        line.read_to_string(&mut answer).await?;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{path}: {answer}");
    }
    site.survived().await
}

#[tokio::test]
async fn who_was_told_to_go_on_sending_can_read_why_not() -> Result<()> {
    let site = Site::start("[limits]\n").await?;
    let mut line = TcpStream::connect(&site.address).await?;
    let head = "POST /api/v1/guests HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
                transfer-encoding: chunked\r\nexpect: 100-continue\r\nconnection: close\r\n\r\n";
    line.write_all(head.as_bytes()).await?;
    let mut leave = [0; 25];
    line.read_exact(&mut leave).await?;
    assert!(leave.starts_with(b"HTTP/1.1 100"), "{}", String::from_utf8_lossy(&leave));
    for _ in 0..8 {
        line.write_all(b"100000\r\n").await?;
        line.write_all(&[b' '; 1 << 20]).await?;
        line.write_all(b"\r\n").await?;
    }
    line.write_all(b"0\r\n\r\n").await?;
    let mut answer = String::new();
    line.read_to_string(&mut answer).await?;
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    site.survived().await
}

#[tokio::test]
async fn nonsense_is_named_and_harms_nobody() -> Result<()> {
    let site = Site::start("[limits]\nconnections_per_person = 100\n").await?;
    let table = CrashTable::begin(&site.address, json!({})).await?;
    let mut socket = table.people[0].socket(&site.address, &table.id, "").await?;
    assert_eq!(next_json(&mut socket).await?["type"], "view");
    let deep = "[".repeat(10_000);
    let strange =
        r#"{"type":"command","id":"1","command":{"type":"deploy","to":-1,"troops":1e99}}"#;
    let nameless = r#"{"type":"command","id":"","command":{}}"#;
    let texts =
        ["", "{", "null", "{\"type\":\"reign\"}", "\u{0}\u{fffd}", &deep, strange, nameless];
    for text in texts {
        socket.send(Frame::text(text)).await?;
        let answer = next_json(&mut socket).await?;
        let status = answer["problem"]["status"].as_u64().unwrap_or_default();
        assert!((400..500).contains(&status), "{answer}");
    }
    socket.send(Frame::text(r#"{"type":"ping"}"#)).await?;
    assert_eq!(next_json(&mut socket).await?["type"], "pong", "the line holds");
    socket.send(Frame::binary(vec![0xff; 100])).await?;
    assert_eq!(farewell(&mut socket).await?, Some(CloseCode::Unsupported));
    // Bytes that are no frames at all.
    let mut socket = table.people[0].socket(&site.address, &table.id, "").await?;
    next(&mut socket).await?;
    socket.get_mut().write_all(&[0xff; 4096]).await?;
    while let Some(Ok(_)) = socket.next().await {}
    for body in ["", "{", &deep, "{\"name\":\"\\ud800\"}"] {
        let client = reqwest::Client::new();
        let request = client.post(format!("http://{}/api/v1/guests", site.address));
        let answer = request.header("content-type", "application/json").body(body.to_owned());
        let status = answer.send().await?.status();
        assert!(matches!(status.as_u16(), 400 | 422), "{status}");
    }
    site.survived().await
}

#[tokio::test]
async fn other_pages_may_neither_write_nor_listen() -> Result<()> {
    let site = Site::start("[limits]\n").await?;
    let table = CrashTable::begin(&site.address, json!({})).await?;
    let Person { cookie, .. } = &table.people[0];
    let socket = format!(
        "GET /api/v1/tables/{}/socket HTTP/1.1\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: {cookie}\r\n",
        table.id
    );
    let write = format!("DELETE /api/v1/session HTTP/1.1\r\nCookie: {cookie}\r\n");
    for request in [socket, write] {
        let foreign = ["http://elsewhere.example", "null", "https://127.0.0.1", ""];
        for origin in foreign {
            let head = format!("{request}Origin: {origin}\r\n");
            assert_eq!(site.status(&head).await?, Some(403), "from {origin:?}");
        }
        assert_eq!(site.status(&request).await?, Some(403), "from nowhere");
    }
    table.people[0].get(&site.address, "/me").await?;
    site.survived().await
}
