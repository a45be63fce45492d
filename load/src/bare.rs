//! The minimum that any such server does: a command from a socket, to disk, and back to both seats. No rules, no fog,
//! no accounts. It shows what this machine allows.

use std::collections::HashMap;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path as Route, State};
use axum::routing::{any, get};
use futures::SinkExt as _;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

type Seat = mpsc::UnboundedSender<Utf8Bytes>;

/// A command that waits for the disk.
struct Waiting {
    table: usize,
    seat: usize,
    text: Utf8Bytes,
}

#[derive(Clone)]
struct BareServer {
    seats: Arc<Mutex<HashMap<(usize, usize), Seat>>>,
    queue: mpsc::UnboundedSender<Waiting>,
}

/// Serves until it is killed; messages are written to `file`.
pub async fn serve(address: &str, file: &Path) -> Result<()> {
    let (queue, waiting) = mpsc::unbounded_channel();
    let server = BareServer { seats: Arc::default(), queue };
    tokio::spawn(write(server.clone(), File::create(file)?, waiting));
    let app = Router::new()
        .route("/readyz", get(|| async { "ready" }))
        .route("/bare/{table}/{seat}", any(upgrade))
        .with_state(server);
    Ok(axum::serve(TcpListener::bind(address).await?, app).await?)
}

async fn upgrade(
    State(server): State<BareServer>,
    Route(place): Route<(usize, usize)>,
    upgrade: WebSocketUpgrade,
) -> axum::response::Response {
    let small = upgrade.read_buffer_size(1024).write_buffer_size(16 * 1024);
    small.on_upgrade(move |socket| converse(server, place, socket))
}

async fn converse(server: BareServer, (table, seat): (usize, usize), mut socket: WebSocket) {
    let (tell, mut told) = mpsc::unbounded_channel::<Utf8Bytes>();
    server.seats.lock().unwrap_or_else(PoisonError::into_inner).insert((table, seat), tell);
    let first = match seat {
        0 => r#"{"type":"view","options":{"deploy":[{"on":3}]}}"#,
        _ => r#"{"type":"view"}"#,
    };
    let mut open = socket.send(Message::text(first)).await.is_ok();
    while open {
        tokio::select! {
            text = told.recv() => match text {
                Some(text) => open = send(&mut socket, text, &mut told).await.is_ok(),
                None => break,
            },
            frame = socket.recv() => match frame {
                Some(Ok(Message::Text(text))) => drop(server.queue.send(Waiting { table, seat, text })),
                Some(Ok(_)) => {}
                _ => break,
            },
        }
    }
}

/// Sends a message together with what has arrived meanwhile.
async fn send(
    socket: &mut WebSocket,
    first: Utf8Bytes,
    more: &mut mpsc::UnboundedReceiver<Utf8Bytes>,
) -> Result<(), axum::Error> {
    socket.feed(Message::Text(first)).await?;
    while let Ok(text) = more.try_recv() {
        socket.feed(Message::Text(text)).await?;
    }
    socket.flush().await
}

/// Writes whatever is waiting at once, and sends it when it is on disk.
async fn write(server: BareServer, mut file: File, mut queue: mpsc::UnboundedReceiver<Waiting>) {
    let mut batch = Vec::new();
    while queue.recv_many(&mut batch, 512).await > 0 {
        let text: String = batch.iter().flat_map(|it: &Waiting| [it.text.as_str(), "\n"]).collect();
        file = tokio::task::spawn_blocking(move || {
            file.write_all(text.as_bytes()).and_then(|()| file.sync_data()).map(|()| file)
        })
        .await
        .expect("writing does not panic")
        .expect("the disk takes it");
        let seats = server.seats.lock().unwrap_or_else(PoisonError::into_inner);
        for Waiting { table, seat, .. } in batch.drain(..) {
            for (other, text) in [
                (1 - seat, Utf8Bytes::from_static(r#"{"type":"news"}"#)),
                (seat, Utf8Bytes::from_static(r#"{"type":"news"}"#)),
                (seat, Utf8Bytes::from_static(r#"{"type":"accepted"}"#)),
            ] {
                if let Some(tell) = seats.get(&(table, other)) {
                    let _ = tell.send(text);
                }
            }
        }
    }
}
