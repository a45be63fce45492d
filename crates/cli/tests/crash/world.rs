//! The server under test, with everything that a fault can get at.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use rustix::process::Signal;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::clock::FakeClock;
use crate::disk::Disk;
use crate::faults::CrashFault;
use crate::postgres;
use crate::process::{self, ServerProcess};

/// How long a server may take to notice, or to come back, on a machine that is busy with other things.
pub const PATIENCE: Duration = Duration::from_secs(300);
const PAUSE: Duration = Duration::from_millis(20);

pub struct World {
    pub process: ServerProcess,
    /// Tells everybody where the server is now.
    pub address: watch::Sender<String>,
    pub store: CrashStore,
    pub db: String,
    pub clock: Option<FakeClock>,
    client: reqwest::Client,
}

pub enum CrashStore {
    Sqlite(Disk),
    Postgres(Arc<postgres::PostgresServer>),
}

impl World {
    pub async fn on_sqlite() -> Result<World> {
        let disk = Disk::new()?;
        let db = process::file(disk.path());
        World::start(CrashStore::Sqlite(disk), db).await
    }

    pub async fn on_postgres() -> Result<World> {
        let postgres = Arc::new(postgres::PostgresServer::start());
        let db = postgres.database().await;
        World::start(CrashStore::Postgres(postgres), db).await
    }

    async fn start(store: CrashStore, db: String) -> Result<World> {
        let clock = FakeClock::new()?;
        let environment = clock.iter().flat_map(FakeClock::environment);
        let process = ServerProcess::within(&db, environment).await?;
        let (address, _) = watch::channel(process.address.clone());
        let client = reqwest::Client::builder().timeout(PATIENCE).build()?;
        Ok(World { process, address, store, db, clock, client })
    }

    /// What can be done to it on this machine; says what cannot.
    pub fn faults(&self) -> Vec<CrashFault> {
        let mut faults = CrashFault::ALL.to_vec();
        match &self.store {
            CrashStore::Sqlite(disk) => {
                faults.retain(|fault| *fault != CrashFault::Database);
                if !disk.can_fill() {
                    eprintln!("no tmpfs can be mounted here (it takes root): no disk will be full");
                    faults.retain(|fault| *fault != CrashFault::Disk);
                }
            }
            CrashStore::Postgres(_) => {
                faults.retain(|fault| !matches!(fault, CrashFault::Disk | CrashFault::Lock));
            }
        }
        if self.clock.is_none() {
            eprintln!("libfaketime is not here (Debian package faketime): no clock will jump");
            faults.retain(|fault| *fault != CrashFault::Clock);
        }
        faults
    }

    /// Ends the process with a signal, and starts another in its place. Says when it had ended.
    pub async fn restart(&mut self, signal: Signal) -> Result<Instant> {
        self.process.end(signal).await?;
        let ended = Instant::now();
        self.start_again().await?;
        Ok(ended)
    }

    /// Starts another process in the place of one that has ended.
    pub async fn start_again(&mut self) -> Result<()> {
        let environment = self.clock.iter().flat_map(FakeClock::environment);
        self.process = ServerProcess::within(&self.db, environment).await?;
        self.address.send_replace(self.process.address.clone());
        Ok(())
    }

    /// Waits until `/readyz` says 200, or 503.
    pub async fn until_ready(&self, wanted: u16) -> Result<()> {
        let url = format!("http://{}/readyz", self.process.address);
        let deadline = Instant::now() + PATIENCE;
        let mut last = None;
        while Instant::now() < deadline {
            last = self.client.get(&url).send().await.ok().map(|answer| answer.status().as_u16());
            if last == Some(wanted) {
                return Ok(());
            }
            tokio::time::sleep(PAUSE).await;
        }
        bail!("/readyz says {last:?} and not {wanted}")
    }
}
