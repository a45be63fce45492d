//! Connections that are opened and not used.

use std::time::Instant;

use anyhow::Result;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::{PATIENCE, Site, eventually};

const LIMITS: &str = "[limits]\nrequest_seconds = 5\nsockets_per_address = 64\n";

/// Whether the server closes it.
async fn is_let_go(line: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    tokio::time::timeout(PATIENCE, line.read_to_end(&mut rest)).await.is_ok()
}

#[tokio::test]
async fn whoever_does_not_finish_a_request_is_let_go() -> Result<()> {
    let site = Site::start(LIMITS).await?;
    let beginnings = [
        "",
        "GE",
        "GET /healthz HTTP/1.1\r\nHost: x\r\n",
        "POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
         Content-Length: 100\r\n\r\n{",
    ];
    let mut lines = Vec::new();
    for beginning in beginnings.iter().cycle().take(40) {
        let mut line = site.line().await?;
        line.write_all(beginning.as_bytes()).await?;
        lines.push((beginning, line));
    }
    for (beginning, line) in &mut lines {
        assert!(is_let_go(line).await, "{beginning:?} is waited for");
    }
    site.survived().await
}

#[tokio::test]
async fn thousands_of_connections_from_one_address_leave_room_for_others() -> Result<()> {
    let site = Site::start("[limits]\nsockets_per_address = 64\n").await?;
    let mut inside = Vec::new();
    for _ in 0..64 {
        inside.push(site.line().await?);
    }
    let begun = Instant::now();
    for number in 0..3_000 {
        let mut line = site.line().await?;
        assert!(is_let_go(&mut line).await, "connection {number} is kept");
    }
    println!("3000 connections turned away in {:?}", begun.elapsed());
    drop(inside);
    // The server notices that they are gone a moment later.
    eventually("the address is locked out for good", async || {
        matches!(site.status("GET /healthz HTTP/1.1\r\n").await, Ok(Some(200)))
    })
    .await;
    site.survived().await
}

#[tokio::test]
async fn heads_without_end_are_cut_off() -> Result<()> {
    let site = Site::start(LIMITS).await?;
    let many: String = (0..10_000).map(|number| format!("X-{number}: y\r\n")).collect();
    let long = format!("X-Long: {}\r\n", "y".repeat(4 << 20));
    let path = format!("GET /{} HTTP/1.1\r\n", "y".repeat(1 << 20));
    for head in [format!("GET / HTTP/1.1\r\n{many}"), format!("GET / HTTP/1.1\r\n{long}"), path] {
        let status = site.status(&head).await?;
        assert!(matches!(status, None | Some(400 | 414 | 431)), "{status:?}");
    }
    site.survived().await
}

#[tokio::test]
async fn no_path_leads_out_and_no_method_counts_for_ever() -> Result<()> {
    let site = Site::start("metrics_token = \"0123456789abcdef\"\n[limits]\n").await?;
    let paths = [
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/..%2f..%2f..%2fetc%2fpasswd",
        "//etc/passwd",
        "/..%5c..%5cetc",
        "/%00",
        "/api/v1/tables/..%2f..%2fhealthz",
        "/api/v1/tables/%00/view",
        "*",
        "http://elsewhere.example/",
    ];
    for path in paths {
        let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        let answer = site.raw(request.as_bytes()).await?;
        assert!(!answer.contains("root:"), "{path}");
        let status = super::status(&answer);
        assert!(status.is_some_and(|status| status < 500), "{path}: {status:?}");
    }
    for method in ["TRACE", "CONNECT", "PROPFIND", "BREW", "get"] {
        for path in ["/", "/api/v1/me", "/healthz"] {
            let status = site.status(&format!("{method} {path} HTTP/1.1\r\n")).await?;
            let refused = status.is_some_and(|status| (400..500).contains(&status));
            assert!(refused, "{method} {path}: {status:?}");
        }
    }
    let asked = "GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";
    let asked = format!("{asked}Authorization: Bearer 0123456789abcdef\r\n\r\n");
    let counted = site.raw(asked.as_bytes()).await?;
    assert!(counted.contains("http_requests_total") && !counted.contains("BREW"));
    site.survived().await
}
