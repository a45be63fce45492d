//! The server as a separate process.

use std::path::Path;
use std::process::{ExitStatus, Stdio};

use anyhow::{Context as _, Result, ensure};
use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, setrlimit};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

/// With the limits for people, only the limits would be tested.
const RAISED: &str = "[limits]\nguests_per_hour = 1000000\nwrites_per_minute = 1000000\n\
    connections_per_person = 1000\nconnections_per_address = 10000\nsockets_per_address = 10000\n\
    questions_per_minute = 1000000\ntables_per_person = 100000\n";

/// It is killed when this is dropped.
pub struct ServerProcess {
    child: Child,
    pid: Pid,
    /// Host and port.
    pub address: String,
    _folder: tempfile::TempDir,
}

impl ServerProcess {
    /// Starts on a database, and waits until it responds.
    pub async fn start(db: &str) -> Result<ServerProcess> {
        ServerProcess::with(db, RAISED, []).await
    }

    pub async fn limited(db: &str, settings: &str) -> Result<ServerProcess> {
        ServerProcess::with(db, settings, []).await
    }

    /// With more in its environment.
    pub async fn within(
        db: &str,
        environment: impl IntoIterator<Item = (&'static str, String)>,
    ) -> Result<ServerProcess> {
        ServerProcess::with(db, RAISED, environment).await
    }

    async fn with(
        db: &str,
        settings: &str,
        environment: impl IntoIterator<Item = (&'static str, String)>,
    ) -> Result<ServerProcess> {
        // A server that aborts leaves no core file.
        setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
        let folder = tempfile::tempdir()?;
        let config = folder.path().join("backchannel.toml");
        std::fs::write(&config, settings)?;
        let mut serve = Command::new(env!("CARGO_BIN_EXE_backchannel"));
        serve.args(["serve", "--addr", "127.0.0.1:0", "--db", db, "--config"]).arg(&config);
        let log = std::env::var("RUST_LOG").unwrap_or_else(|_| "off".to_owned());
        serve.env("RUST_LOG", log).envs(environment).stdout(Stdio::piped()).kill_on_drop(true);
        let mut child = serve.spawn()?;
        let mut line = String::new();
        let says = child.stdout.take().context("it is piped")?;
        BufReader::new(says).read_line(&mut line).await?;
        let page = line.trim().strip_prefix("Backchannel is at http://");
        let address = page.with_context(|| format!("it says {line:?} instead of its address"))?;
        let address = address.trim_end_matches('/').to_owned();
        let pid = child.id().and_then(|id| Pid::from_raw(id as i32)).context("it has stopped")?;
        Ok(ServerProcess { child, pid, address, _folder: folder })
    }

    /// `kill -9`.
    pub async fn kill(mut self) -> Result<()> {
        self.end(Signal::KILL).await.map(drop)
    }

    pub fn signal(&mut self, signal: Signal) -> Result<()> {
        ensure!(self.is_alive(), "it had stopped by itself");
        Ok(kill_process(self.pid, signal)?)
    }

    /// Waits until it has exited, and returns how.
    pub async fn ended(&mut self) -> Result<ExitStatus> {
        let status = self.child.wait().await?;
        crate::clock::forget(self.pid.as_raw_nonzero().get());
        Ok(status)
    }

    /// Ends it with a signal.
    pub async fn end(&mut self, signal: Signal) -> Result<ExitStatus> {
        self.signal(signal)?;
        self.ended().await
    }

    pub fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Memory in use, in kilobytes.
    pub fn resident_kb(&self) -> Result<u64> {
        let id = self.child.id().context("it has stopped")?;
        let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).context("no VmRSS")?;
        Ok(line.split_whitespace().nth(1).context("no number")?.parse()?)
    }
}

/// The address of a new SQLite file.
pub fn file(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("tables.db").display())
}
