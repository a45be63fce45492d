//! Malicious clients: the server survives, responds clearly, and serves everybody else meanwhile.

mod door;
mod floods;
mod guesses;
mod nonsense;
mod slow;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::process::{self, ServerProcess};

/// Malicious clients come from another address than everybody else.
const THEIRS: &str = "127.0.0.2:0";
/// A busy machine may be slow; a server that is stuck takes for ever.
const SLOWEST_PULSE: Duration = Duration::from_secs(30);
/// What takes longer than this will not happen.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server that is checked all the time.
struct Site {
    process: ServerProcess,
    address: String,
    done: watch::Sender<bool>,
    pulse: JoinHandle<Result<Duration>>,
    _folder: tempfile::TempDir,
}

impl Site {
    async fn start(limits: &str) -> Result<Site> {
        let folder = tempfile::tempdir()?;
        let process = ServerProcess::limited(&process::file(folder.path()), limits).await?;
        let address = process.address.clone();
        let (done, until) = watch::channel(false);
        let pulse = tokio::spawn(take_pulse(address.clone(), until));
        Ok(Site { process, address, done, pulse, _folder: folder })
    }

    /// It is alive, and has responded all the time.
    async fn survived(mut self) -> Result<()> {
        self.done.send(true)?;
        let slowest = self.pulse.await??;
        assert!(self.process.is_alive(), "the server has stopped");
        assert!(slowest < SLOWEST_PULSE, "/healthz took {slowest:?}");
        Ok(())
    }

    /// A connection of a malicious client.
    async fn line(&self) -> Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(THEIRS.parse()?)?;
        Ok(socket.connect(self.address.parse::<SocketAddr>()?).await?)
    }

    /// Sends these bytes, and returns what comes back until the server closes.
    async fn raw(&self, bytes: &[u8]) -> Result<String> {
        let mut line = self.line().await?;
        // It may be refused before all of it is sent.
        let _ = line.write_all(bytes).await;
        let mut answer = Vec::new();
        let read = tokio::time::timeout(PATIENCE, line.read_to_end(&mut answer)).await;
        // A connection that is closed with unread data ends in an error; what came before it counts.
        let _ = read.context("the server neither answers nor hangs up")?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }

    /// A whole request by hand, and the status of the response; `None` if there was none.
    async fn status(&self, head: &str) -> Result<Option<u16>> {
        let text = format!("{head}Host: {}\r\nConnection: close\r\n\r\n", self.address);
        Ok(status(&self.raw(text.as_bytes()).await?))
    }
}

/// Retries until the condition holds.
async fn eventually(what: &str, is_so: impl AsyncFn() -> bool) {
    let begun = Instant::now();
    while !is_so().await {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

fn status(answer: &str) -> Option<u16> {
    answer.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()
}

/// Requests /healthz until it is told to stop, each time on a new connection, and returns the longest time.
async fn take_pulse(address: String, done: watch::Receiver<bool>) -> Result<Duration> {
    let client = reqwest::Client::builder().pool_max_idle_per_host(0).build()?;
    let mut slowest = Duration::ZERO;
    while !*done.borrow() {
        let asked = Instant::now();
        let answer = client.get(format!("http://{address}/healthz")).send().await;
        answer.and_then(reqwest::Response::error_for_status).context("/healthz does not answer")?;
        slowest = slowest.max(asked.elapsed());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(slowest)
}
