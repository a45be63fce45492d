//! The server under load, as a separate process.

use std::io::Write as _;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use tempfile::TempDir;

pub struct ServerProcess {
    child: Child,
    pub address: String,
    started: Instant,
    _folder: TempDir,
}

/// With the limits for people, only the limits would be measured.
pub const NO_LIMITS: &str = "[limits]\nguests_per_hour = 1000000\nwrites_per_minute = 100000000\n\
    connections_per_person = 100000\nconnections_per_address = 100000\nsockets_per_address = 100000\n\
    questions_per_minute = 1000000\ntables_per_person = 100000\n";

impl ServerProcess {
    pub fn start(binary: &Path, db: Option<&str>, limits: &str) -> Result<ServerProcess> {
        let folder = tempfile::tempdir()?;
        let db = match db {
            Some(db) => db.to_owned(),
            None => format!("sqlite:{}", folder.path().join("load.db").display()),
        };
        let config = folder.path().join("load.toml");
        std::fs::File::create(&config)?.write_all(limits.as_bytes())?;
        // The port is free at this moment; the server takes it at once.
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
        let mut command = Command::new(binary);
        command.args(["serve", "--addr", &address, "--db", &db, "--config"]).arg(&config);
        ServerProcess::spawn(command, address, folder)
    }

    /// The bare loop in this program's own binary.
    pub fn bare() -> Result<ServerProcess> {
        let folder = tempfile::tempdir()?;
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["--serve-bare", &address, "--db"]).arg(folder.path().join("bare.log"));
        ServerProcess::spawn(command, address, folder)
    }

    fn spawn(mut command: Command, address: String, folder: TempDir) -> Result<ServerProcess> {
        command.env("RUST_LOG", "error").stdout(Stdio::null());
        let started = Instant::now();
        let child = command.spawn().with_context(|| format!("{command:?} did not start"))?;
        Ok(ServerProcess { child, address, started, _folder: folder })
    }

    /// Waits for the first response, and returns the milliseconds since the start.
    pub async fn ready(&self) -> Result<f64> {
        let url = format!("http://{}/readyz", self.address);
        for _ in 0..1_000 {
            if reqwest::get(&url).await.is_ok_and(|answer| answer.status().is_success()) {
                return Ok(self.started.elapsed().as_secs_f64() * 1e3);
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        anyhow::bail!("the server did not answer within its time")
    }

    /// Memory in use, in kilobytes.
    pub fn resident_kb(&self) -> Result<u64> {
        self.memory_kb("VmRSS:")
    }

    /// The most memory that was in use, in kilobytes.
    pub fn peak_kb(&self) -> Result<u64> {
        self.memory_kb("VmHWM:")
    }

    /// Resets the peak.
    pub fn forget_peak(&self) -> Result<()> {
        Ok(std::fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5")?)
    }

    fn memory_kb(&self, name: &str) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with(name)).context("no such line")?;
        let kb = line.split_whitespace().nth(1).context("no number")?.parse()?;
        ensure!(kb > 0, "a process without memory");
        Ok(kb)
    }

    /// CPU time so far, in seconds.
    pub fn cpu_seconds(&self) -> Result<f64> {
        /// Linux counts in hundredths on every machine that we know.
        const TICKS: f64 = 100.0;
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let fields = stat.rsplit(')').next().unwrap_or_default();
        let mut ticks = fields.split_whitespace().skip(11).map(str::parse::<f64>);
        let (user, system) = ticks.next().zip(ticks.next()).context("no times")?;
        Ok((user? + system?) / TICKS)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // It may have exited by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
