//! Notifications between processes on one PostgreSQL database (`LISTEN` and `NOTIFY`).

use std::io;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgNotification, PgPoolOptions};
use tokio::sync::broadcast;
use tokio::time::timeout;

use super::{NewStep, RemoteChange};

pub(super) const CHANNEL: &str = "backchannel_steps";
/// A connection that was silent for so long is tested.
const SILENCE: Duration = Duration::from_secs(30);
const PATIENCE: Duration = Duration::from_secs(10);
const RETRY: Duration = Duration::from_millis(500);
/// A receiver that lags further than this has a gap.
const BACKLOG: usize = 4096;

/// What a notification about a session or token has in place of a table.
const ENDED: &str = "ended:";

/// Listens until it is dropped.
pub(super) struct PostgresListener {
    heard: broadcast::Sender<RemoteChange>,
    origin: String,
    task: tokio::task::JoinHandle<()>,
}

impl PostgresListener {
    pub async fn listen(options: PgConnectOptions) -> Result<PostgresListener, sqlx::Error> {
        let heard = broadcast::Sender::new(BACKLOG);
        let origin = origin();
        let line = connect(&options).await?;
        let ear = Ear { options, origin: origin.clone(), heard: heard.clone() };
        Ok(PostgresListener { heard, origin, task: tokio::spawn(ear.listen(line)) })
    }

    /// Identifies this process.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    pub fn subscribe(&self) -> broadcast::Receiver<RemoteChange> {
        self.heard.subscribe()
    }

    /// The notifications about these steps, which are in order: one per table.
    pub fn messages(&self, kept: &[&NewStep]) -> Vec<String> {
        let last_of_tables = kept.chunk_by(|a, b| a.table == b.table).filter_map(<[_]>::last);
        last_of_tables.map(|step| format!("{}:{}:{}", self.origin, step.table, step.seq)).collect()
    }

    /// The notification about a session or token that has ended.
    pub fn ended(&self, key: &str) -> String {
        format!("{}:{ENDED}{key}", self.origin)
    }
}

impl Drop for PostgresListener {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Identifies a process, so that it can ignore its own notifications.
fn origin() -> String {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the operating system provides random numbers");
    hex::encode(bytes)
}

struct Ear {
    options: PgConnectOptions,
    origin: String,
    heard: broadcast::Sender<RemoteChange>,
}

impl Ear {
    async fn listen(self, mut line: PgListener) {
        loop {
            let error = self.hear(&mut line).await;
            tracing::warn!(%error, "the connection to the other processes was lost");
            line = self.connect_again().await;
            // Only once the new connection is listening can a table be loaded without missing a step.
            self.tell(RemoteChange::Gap);
        }
    }

    /// Forwards notifications until the connection is lost.
    async fn hear(&self, line: &mut PgListener) -> sqlx::Error {
        loop {
            match next(line).await {
                Ok(Some(message)) => self.pass_on(&message),
                Ok(None) => {}
                Err(error) => return error,
            }
        }
    }

    fn pass_on(&self, message: &PgNotification) {
        if let Some((origin, heard)) = read(message.payload())
            && origin != self.origin
        {
            self.tell(heard);
        }
    }

    fn tell(&self, heard: RemoteChange) {
        // It does not matter if nobody is listening.
        let _ = self.heard.send(heard);
    }

    async fn connect_again(&self) -> PgListener {
        loop {
            match connect(&self.options).await {
                Ok(line) => return line,
                Err(_) => tokio::time::sleep(RETRY).await,
            }
        }
    }
}

async fn connect(options: &PgConnectOptions) -> Result<PgListener, sqlx::Error> {
    let pool = PgPoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
    let pool = pool.acquire_timeout(PATIENCE).connect_with(options.clone()).await?;
    let mut line = PgListener::connect_with(&pool).await?;
    line.eager_reconnect(false);
    line.listen(CHANNEL).await?;
    Ok(line)
}

/// The next notification; `None` after a silence in which the connection was found to work.
async fn next(line: &mut PgListener) -> Result<Option<PgNotification>, sqlx::Error> {
    match timeout(SILENCE, line.try_recv()).await {
        Ok(Ok(None)) => Err(io::Error::from(io::ErrorKind::ConnectionAborted).into()),
        Ok(result) => result,
        Err(_) => try_out(line).await.map(|()| None),
    }
}

async fn try_out(line: &mut PgListener) -> Result<(), sqlx::Error> {
    match timeout(PATIENCE, sqlx::query("SELECT 1").execute(line)).await {
        Ok(result) => result.map(|_| ()),
        Err(_) => Err(sqlx::Error::PoolTimedOut),
    }
}

fn read(message: &str) -> Option<(&str, RemoteChange)> {
    let (origin, rest) = message.split_once(':')?;
    if let Some(key) = rest.strip_prefix(ENDED) {
        return Some((origin, RemoteChange::Ended { key: key.to_owned() }));
    }
    let (table, seq) = rest.rsplit_once(':')?;
    Some((origin, RemoteChange::Moved { table: table.to_owned(), seq: seq.parse().ok()? }))
}
