//! Clients that send and never read.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use reqwest::Method;
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpSocket, TcpStream};

use super::{PATIENCE, SLOWEST_PULSE, Site};
use crate::options::SeatOptions;
use crate::seat::SeatClient;
use crate::table::CrashTable;

const LIMITS: &str = "[limits]\nrequest_seconds = 10\nwrites_per_minute = 100000\n\
    connections_per_person = 100\n";
/// The memory that all of them together may use.
const MOST_KB: u64 = 64 << 10;

/// A socket that was opened and is never read from.
async fn deaf(site: &Site, table: &CrashTable) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(4096)?;
    let mut line = socket.connect(site.address.parse::<SocketAddr>()?).await?;
    let request = format!(
        "GET /api/v1/tables/{}/socket HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nOrigin: http://{address}\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: {}\r\n\r\n",
        table.id,
        table.people[1].cookie,
        address = site.address
    );
    line.write_all(request.as_bytes()).await?;
    Ok(line)
}

/// Sends as long as it can; returns how much that was until it was disconnected.
async fn babble(mut line: TcpStream) -> Result<u64> {
    // An empty text, masked with zeros. The response to each is a sentence.
    let frames = [0x81, 0x80, 0, 0, 0, 0].repeat(1_000);
    let mut asked = 0;
    while line.write_all(&frames).await.is_ok() {
        asked += 1_000;
    }
    Ok(asked)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_never_listens_is_let_go_and_delays_nobody() -> Result<()> {
    let site = Site::start(LIMITS).await?;
    let table = CrashTable::begin(&site.address, json!({})).await?;
    let mut seats = table.people.clone().map(|person| SeatClient::new(person, &table.id));
    for seat in &mut seats {
        seat.connect(&site.address).await?;
        seat.hear().await?;
    }
    let before = site.process.resident_kb()?;
    let mut babblers = tokio::task::JoinSet::new();
    let mut silent = Vec::new();
    for _ in 0..10 {
        babblers.spawn(babble(deaf(&site, &table).await?));
        silent.push(deaf(&site, &table).await?);
    }
    let (mut slowest, mut most, mut sent) = (Duration::ZERO, 0, 0);
    let begun = Instant::now();
    while !babblers.is_empty() {
        assert!(begun.elapsed() < PATIENCE, "{} are still waited for", babblers.len());
        slowest = slowest.max(step(&site, &table, &mut seats, &mut sent).await?);
        most = most.max(site.process.resident_kb()?);
        while let Some(gone) = babblers.try_join_next() {
            println!("let go after {} questions", gone??);
        }
    }
    println!("{sent} moves meanwhile, the slowest took {slowest:?}, {} kB more", most - before);
    assert!(slowest < SLOWEST_PULSE, "a move took {slowest:?}");
    assert!(most.saturating_sub(before) < MOST_KB, "{before} kB became {most} kB");
    drop(silent);
    site.survived().await
}

/// Makes a move, and returns how long it took until the other seat saw it.
async fn step(
    site: &Site,
    table: &CrashTable,
    seats: &mut [SeatClient; 2],
    sent: &mut u32,
) -> Result<Duration> {
    let turn = seats.iter().position(|seat| seat.options.command().is_some());
    let turn = turn.context("nobody may move")?;
    let command = SeatOptions::command(&seats[turn].options).context("it was just looked for")?;
    *sent += 1;
    let order = json!({"id": sent.to_string(), "command": command});
    let begun = Instant::now();
    let path = format!("/tables/{}/commands", table.id);
    table.people[turn].send(&site.address, Method::POST, &path, order).await?;
    for seat in [1 - turn, turn] {
        while seats[seat].hear().await?.r#type != "news" {}
    }
    Ok(begun.elapsed())
}
