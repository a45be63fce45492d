//! The server as a process of its own.

use std::path::Path;
use std::process::Stdio;

use anyhow::{Context as _, Result, ensure};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

/// Limits that are meant for people would be all that is tested.
const RAISED: &str = "[limits]\nguests_per_hour = 1000000\nwrites_per_minute = 1000000\n\
    connections_per_person = 1000\nconnections_per_address = 10000\nsockets_per_address = 10000\ntables_per_person = 1000\n";

/// It is killed when this is dropped.
pub struct Process {
    child: Child,
    /// Host and port.
    pub address: String,
    _folder: tempfile::TempDir,
}

impl Process {
    /// Starts on a database, and waits until it answers.
    pub async fn start(db: &str) -> Result<Process> {
        Process::limited(db, RAISED).await
    }

    pub async fn limited(db: &str, settings: &str) -> Result<Process> {
        let folder = tempfile::tempdir()?;
        let config = folder.path().join("backchannel.toml");
        std::fs::write(&config, settings)?;
        let mut serve = Command::new(env!("CARGO_BIN_EXE_backchannel"));
        serve.args(["serve", "--addr", "127.0.0.1:0", "--db", db, "--config"]).arg(&config);
        let log = std::env::var("RUST_LOG").unwrap_or_else(|_| "off".to_owned());
        serve.env("RUST_LOG", log).stdout(Stdio::piped()).kill_on_drop(true);
        let mut child = serve.spawn()?;
        let mut line = String::new();
        let says = child.stdout.take().context("it is piped")?;
        BufReader::new(says).read_line(&mut line).await?;
        let page = line.trim().strip_prefix("Backchannel is at http://");
        let address = page.with_context(|| format!("it says {line:?} instead of its address"))?;
        let address = address.trim_end_matches('/').to_owned();
        Ok(Process { child, address, _folder: folder })
    }

    /// `kill -9`.
    pub async fn kill(mut self) -> Result<()> {
        ensure!(self.child.try_wait()?.is_none(), "it had stopped by itself");
        Ok(self.child.kill().await?)
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
