//! Clients that send a request and hang up before the response, as long as the run takes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Result;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::player::Person;
use crate::server::ServerProcess;

/// They stop when this is dropped.
pub struct HangUps {
    broken_off: Arc<AtomicU64>,
    _clients: JoinSet<()>,
}

impl HangUps {
    /// Requests that were aborted so far.
    pub fn count(&self) -> u64 {
        self.broken_off.load(Ordering::Relaxed)
    }
}

/// A pause between requests, so that the other clients are what is measured.
const PAUSE: Duration = Duration::from_millis(20);
/// A request is aborted within this time, a little later every time.
const LONGEST: u64 = 4_000;

pub async fn start(server: &ServerProcess, count: usize) -> Result<HangUps> {
    let broken_off = Arc::new(AtomicU64::new(0));
    let mut clients = JoinSet::new();
    for number in 0..count {
        let person = Person::guest(server, &format!("Restless {number}")).await?;
        let requests = requests(&server.address, &person.cookie);
        clients.spawn(keep_on(server.address.clone(), requests, Arc::clone(&broken_off)));
    }
    Ok(HangUps { broken_off, _clients: clients })
}

/// Two that write, and one that reads.
fn requests(address: &str, cookie: &str) -> [String; 3] {
    let body = r#"{"name":"Restless"}"#;
    let request = |method: &str, path: &str, body: &str| {
        format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n\
             Cookie: {cookie}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    [request("PATCH", "/me", body), request("POST", "/guests", body), request("GET", "/inbox", "")]
}

async fn keep_on(address: String, requests: [String; 3], broken_off: Arc<AtomicU64>) {
    let mut wait = 0;
    for request in requests.iter().cycle() {
        wait = (wait + 347) % LONGEST;
        let after = Duration::from_micros(wait);
        // If the server is full, the next one may find a slot.
        if hang_up(&address, request, after).await.is_ok() {
            broken_off.fetch_add(1, Ordering::Relaxed);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn hang_up(address: &str, request: &str, after: Duration) -> std::io::Result<()> {
    let mut line = TcpStream::connect(address).await?;
    line.write_all(request.as_bytes()).await?;
    tokio::time::sleep(after).await;
    line.set_zero_linger()
}
