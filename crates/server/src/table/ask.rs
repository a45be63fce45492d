//! What a live table is asked.

use std::any::Any;

use axum::extract::ws::Utf8Bytes;
use parley::{Audience, Language, Seat};
use tokio::sync::{mpsc, oneshot};

use super::body::TableChange;
use crate::lobby::live::TableStatus;
use crate::raw::RawJson;
use crate::wire::live::Receipt;
use crate::wire::problem::Problem;

pub(crate) type Reply<T> = oneshot::Sender<Result<T, Problem>>;

/// Asks a game of whichever type; whoever asks knows which.
pub(crate) type GameQuery = Box<dyn FnOnce(&dyn Any) -> Result<String, Problem> + Send>;

/// One thing that a table is asked. It answers one at a time.
pub(crate) enum Ask {
    /// Somebody at `seat` asks for something to be done.
    Command { seat: Seat, id: String, command: RawJson, reply: Reply<Receipt> },
    /// Somebody wants to be told from here on; `since` is the last news that they have.
    Watch { watcher: Watcher, since: Option<u32>, reply: Reply<()> },
    /// The view as it stands, as a message.
    View { audience: Audience, language: Language, reply: Reply<String> },
    /// The company changes.
    Change { change: TableChange, reply: Reply<()> },
    /// Where the table stands, as those see it who look on some time later.
    Watched { reply: Reply<TableStatus> },
    /// When somebody must look after the table at the latest.
    Due { reply: Reply<Option<i64>> },
    /// Something that only the game itself can answer, as JSON.
    Question { question: GameQuery, reply: Reply<String> },
    /// Another process may have moved the table on.
    Look,
}

/// A message for a watcher. In a box: a channel has room for many from the start.
pub(crate) type WatcherMessage = Box<Utf8Bytes>;

/// Somebody who is told what happens.
pub(crate) struct Watcher {
    pub audience: Audience,
    pub language: Language,
    pub tell: mpsc::Sender<WatcherMessage>,
}
