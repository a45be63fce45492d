//! Requests that are aborted.

use serde_json::Value;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use crate::chance::SplitMix64;
use crate::person::Person;

/// A request as it is sent.
pub fn request(
    address: &str,
    method: &str,
    path: &str,
    by: Option<&Person>,
    body: &Value,
) -> String {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let cookie = by.map(|person| format!("Cookie: {}\r\n", person.cookie)).unwrap_or_default();
    format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n{cookie}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Sends it, perhaps not to its end, and disconnects at some moment without waiting for the response.
pub async fn during(address: &str, request: &str, chance: &mut SplitMix64) {
    // It does not matter if nobody is listening.
    let Ok(mut line) = TcpStream::connect(address).await else { return };
    let whole = chance.below(4) > 0;
    let sent = if whole { request.len() } else { chance.below(request.len() as u64) as usize };
    if line.write_all(&request.as_bytes()[..sent]).await.is_err() {
        return;
    }
    tokio::time::sleep(std::time::Duration::from_micros(chance.below(5_000))).await;
    if chance.coin() {
        // The other side is told at once, by a reset.
        let _ = line.set_zero_linger();
    }
}
