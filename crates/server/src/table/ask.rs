//! Requests to a live table.

use std::any::Any;

use axum::extract::ws::Utf8Bytes;
use parley::{Audience, Language, Seat};
use tokio::sync::{mpsc, oneshot};

use super::body::TableChange;
use crate::lobby::live::TableStatus;
use crate::raw::RawJson;
use crate::wire::live::Receipt;
use crate::wire::problem::Problem;

/// Where the result of a request is sent.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Problem>>;

/// A query for a live table; the caller knows its type.
pub(crate) type GameQuery = Box<dyn FnOnce(&dyn Any) -> Result<String, Problem> + Send>;

/// A request to a table, which handles one at a time.
pub(crate) enum Ask {
    /// A command from `seat`.
    Command { seat: Seat, id: String, command: RawJson, reply: Reply<Receipt> },
    /// An offer from one seat that another accepts at once, or neither.
    Agreed { seats: (Seat, Seat), id: String, command: RawJson, reply: Reply<Receipt> },
    /// Subscribes a watcher; `since` is the last message that they have.
    Watch { watcher: Watcher, since: Option<u32>, reply: Reply<()> },
    /// The current view, as a message.
    View { audience: Audience, language: Language, reply: Reply<String> },
    /// A change around the game, such as a pause.
    Change { change: TableChange, reply: Reply<()> },
    /// The status of the table as delayed spectators see it.
    Watched { reply: Reply<TableStatus> },
    /// Whether every person is out.
    LeftToBots { reply: Reply<bool> },
    /// The table's next deadline.
    Due { reply: Reply<Option<i64>> },
    /// A query that only the game itself can answer, as JSON.
    Question { question: GameQuery, reply: Reply<String> },
    /// Another process may have appended steps.
    Look,
}

/// A message for a watcher. Boxed, because a channel allocates room for many in advance.
pub(crate) type WatcherMessage = Box<Utf8Bytes>;

/// A subscriber of a table.
pub(crate) struct Watcher {
    pub audience: Audience,
    pub language: Language,
    pub tell: mpsc::Sender<WatcherMessage>,
}
