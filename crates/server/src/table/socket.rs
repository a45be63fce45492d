//! A table over a WebSocket: a view, then news, and commands in the other direction.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket};
use futures::stream::FuturesUnordered;
use futures::{SinkExt as _, StreamExt as _};
use parley::Seat;
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Error;
use tokio_util::sync::CancellationToken;

use super::Tables;
use super::ask::{Ask, Watcher, WatcherMessage};
use crate::people::connections::Connected;
use crate::people::rates::Rates;
use crate::raw::RawJson;
use crate::wire::live::{Message, Request};
use crate::wire::person::PersonId;
use crate::wire::problem::Problem;
use crate::wire::table::TableId;

/// How many messages a slow client may lag behind before it is disconnected.
pub(crate) const BACKLOG: usize = 256;
/// A client that has been silent for so long is pinged.
const QUIET: Duration = Duration::from_secs(30);
/// The timeout of a write.
const PATIENCE: Duration = Duration::from_secs(20);

/// One connection to a table.
pub(crate) struct TableConnection {
    pub tables: Tables,
    pub table: TableId,
    /// The seat it may command.
    pub seat: Option<Seat>,
    pub rates: Arc<Rates>,
    pub person: Option<PersonId>,
    pub stopping: CancellationToken,
    /// Its slot among the connections of its owner.
    pub place: Connected,
}

/// The close code of a socket whose session or token has ended: reconnecting with it is useless.
const SIGNED_OUT: u16 = 4401;

type Plain = Message<(), (), (), (), ()>;

impl TableConnection {
    /// Runs until either side disconnects.
    pub async fn run(self, socket: WebSocket, news: mpsc::Receiver<WatcherMessage>) {
        let mut pump = Pump { socket, news, heard: Instant::now(), asked: false };
        let mut ended = rarely(self.place.ended());
        let reason = tokio::select! {
            biased;
            reason = self.converse(&mut pump) => reason,
            () = ended.select_next_some() => Some((SIGNED_OUT, "signed out, or the token was revoked")),
        };
        let frame = reason.map(|(code, reason)| CloseFrame { code, reason: reason.into() });
        // The client may be gone already.
        let _ = timeout(PATIENCE, pump.socket.send(Frame::Close(frame))).await;
    }

    /// Why it ends, if the client can still be told.
    async fn converse(&self, pump: &mut Pump) -> Option<(u16, &'static str)> {
        let mut stopping = rarely(self.stopping.cancelled());
        let mut quiet = pin!(tokio::time::sleep_until(pump.heard + QUIET));
        loop {
            // Silence is rare, and every response takes pending news along, so no branch starves the others.
            tokio::select! {
                biased;
                () = stopping.select_next_some() => {
                    return Some((1012, "the server is restarting; reconnect"));
                }
                () = &mut quiet => {
                    if Instant::now() >= pump.heard + QUIET {
                        if pump.asked {
                            return None;
                        }
                        (pump.heard, pump.asked) = (Instant::now(), true);
                        pump.send(Frame::Ping(Vec::new().into())).await?;
                    }
                    quiet.as_mut().reset(pump.heard + QUIET);
                }
                frame = pump.socket.recv() => {
                    (pump.heard, pump.asked) = (Instant::now(), false);
                    let frame = match frame? {
                        Ok(frame) => frame,
                        Err(error) => return fault(error),
                    };
                    match frame {
                        Frame::Text(text) => {
                            let answer = self.answer(&text).await;
                            pump.send(Frame::Text(answer.into())).await?;
                        }
                        Frame::Close(_) => return None,
                        Frame::Binary(_) => return Some((1003, "messages are text")),
                        Frame::Ping(_) | Frame::Pong(_) => {}
                    }
                }
                news = pump.news.recv() => match news {
                    Some(text) => pump.send(Frame::Text(*text)).await?,
                    None => return Some((1013, "too slow, or the table was unloaded; reconnect")),
                },
            }
        }
    }

    async fn answer(&self, text: &str) -> String {
        let message: Plain = match read(text) {
            Ok(Said::Ping) => Message::Pong,
            Ok(Said::Command { id, command }) => match self.command(id.clone(), command).await {
                Ok(seq) => Message::Accepted { id, seq },
                Err(problem) => Message::Refused { id, problem },
            },
            Err(problem) => Message::Problem { problem },
        };
        serde_json::to_string(&message).expect("a message is plain data")
    }

    async fn command(&self, id: String, command: RawJson) -> Result<u32, Problem> {
        let seat = self.seat.ok_or_else(|| Problem::forbidden("Only a seat makes moves."))?;
        if let Some(person) = &self.person {
            self.rates.write(person)?;
        }
        super::check_id(&id)?;
        let receipt =
            self.tables.ask(&self.table, |reply| Ask::Command { seat, id, command, reply }).await?;
        Ok(receipt.seq)
    }
}

/// A future that is polled only when it was woken. Asking a signal that all sockets share takes a lock, at every message.
fn rarely<F: Future>(future: F) -> FuturesUnordered<F> {
    FuturesUnordered::from_iter([future])
}

/// What a client did wrong, unless the connection just broke.
fn fault(error: axum::Error) -> Option<(u16, &'static str)> {
    match *error.into_inner().downcast::<Error>().ok()? {
        Error::Capacity(_) => Some((1009, "the message is too long")),
        Error::Utf8(_) => Some((1007, "the message is not text")),
        Error::Protocol(_) => Some((1002, "the frame is invalid")),
        _ => None,
    }
}

/// A [`Request`] whose command is parsed later, by its table.
enum Said {
    Command { id: String, command: RawJson },
    Ping,
}

/// Nearly every message is a well-formed command, which is passed on unparsed.
fn read(text: &str) -> Result<Said, Problem> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Orderly<'a> {
        r#type: &'a str,
        id: String,
        command: RawJson,
    }
    match serde_json::from_str(text) {
        Ok(Orderly { r#type: "command", id, command }) => Ok(Said::Command { id, command }),
        _ => Ok(match crate::http::body::read(text.as_bytes())? {
            Request::Command { id, command } => {
                Said::Command { id, command: RawJson::tree(&command) }
            }
            Request::Ping => Said::Ping,
        }),
    }
}

/// The two directions of a connection.
struct Pump {
    socket: WebSocket,
    news: mpsc::Receiver<WatcherMessage>,
    heard: Instant,
    asked: bool,
}

impl Pump {
    /// Sends a message together with what has arrived meanwhile: a write costs more than its content. `None` if the
    /// client does not read it in time.
    async fn send(&mut self, first: Frame) -> Option<()> {
        let Pump { socket, news, .. } = self;
        let sent = async {
            socket.feed(first).await?;
            while let Ok(text) = news.try_recv() {
                socket.feed(Frame::Text(*text)).await?;
            }
            socket.flush().await
        };
        timeout(PATIENCE, sent).await.ok()?.ok()
    }
}

/// Subscribes a watcher.
pub(crate) async fn watch(
    tables: &Tables,
    table: &TableId,
    watcher: Watcher,
    since: Option<u32>,
) -> Result<(), Problem> {
    tables.ask(table, |reply| Ask::Watch { watcher, since, reply }).await
}
