//! A simulated store: a pool of connections to the shared database, any of which may fail at any point.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use server::store::{
    Appended, DueTable, Listed, NewStep, Page, RecordKind, RemoteChange, Status, Store, StoreError,
    StoredRecord, StoredStep,
};
use tokio::sync::{Semaphore, SemaphorePermit, broadcast};
use tokio::time::sleep;

use crate::data::{Data, Write};
use crate::database::{Database, StoreFault};
use crate::lock;
use crate::mutant::Mutant;

/// Connections that a process has to the database.
const CONNECTIONS: usize = 4;

fn failed() -> StoreError {
    StoreError::Database(sqlx::Error::Io(std::io::ErrorKind::ConnectionReset.into()))
}

/// The store of one process.
pub(crate) struct SimStore {
    process: usize,
    database: Arc<Mutex<Database>>,
    places: Semaphore,
    idle: Mutex<Vec<Connection>>,
    news: broadcast::Sender<RemoteChange>,
}

#[derive(Clone, Copy)]
struct Connection {
    era: u64,
    /// Inside a transaction that nobody will ever end.
    stuck: bool,
}

/// A connection in use. It returns to the pool only when its work has succeeded.
struct Lease<'a> {
    store: &'a SimStore,
    connection: Connection,
    in_transaction: bool,
    hangs: bool,
    sound: bool,
    _place: SemaphorePermit<'a>,
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let leaky = {
            let mut database = lock(&self.store.database);
            database.in_flight -= usize::from(!self.hangs);
            database.mutant == Some(Mutant::DropInBegin)
        };
        let stuck = self.connection.stuck || self.in_transaction;
        if self.sound || leaky {
            lock(&self.store.idle).push(Connection { stuck, ..self.connection });
        }
    }
}

impl SimStore {
    pub fn new(process: usize, database: Arc<Mutex<Database>>) -> SimStore {
        let news = lock(&database).listeners[process].clone();
        let (places, idle) = (Semaphore::new(CONNECTIONS), Mutex::default());
        SimStore { process, database, places, idle, news }
    }

    async fn lease(&self) -> Result<Lease<'_>, StoreError> {
        let place = self.places.acquire().await.map_err(|_| failed())?;
        let mut database = lock(&self.database);
        if !database.up {
            return Err(failed());
        }
        database.operations += 1;
        database.in_flight += 1;
        let era = database.era;
        drop(database);
        let idle = lock(&self.idle).pop().filter(|it| it.era == era);
        let connection = idle.unwrap_or(Connection { era, stuck: false });
        Ok(Lease {
            store: self,
            connection,
            in_transaction: false,
            hangs: false,
            sound: false,
            _place: place,
        })
    }

    /// Waits as the database does.
    async fn pass(&self, slow: bool) {
        let wait = {
            let chance = &mut lock(&self.database).chance;
            if slow { 500 + chance.below(25_000) } else { chance.below(4) }
        };
        sleep(Duration::from_millis(wait)).await;
    }

    /// Waits for what other processes do before.
    async fn take_turn(&self) {
        loop {
            let wait = lock(&self.database).turn(self.process);
            match wait {
                Some(wait) => sleep(wait).await,
                None => return,
            }
        }
    }

    /// Nothing comes from a database that has been restarted meanwhile.
    fn check(&self, lease: &Lease<'_>) -> Result<(), StoreError> {
        let database = lock(&self.database);
        if database.up && database.era == lease.connection.era { Ok(()) } else { Err(failed()) }
    }

    /// No response comes, until the connection is found to be dead.
    async fn hang(&self, lease: &mut Lease<'_>) -> StoreError {
        // The world can take larger steps while nothing comes of it.
        lock(&self.database).in_flight -= 1;
        lease.hangs = true;
        loop {
            sleep(Duration::from_secs(5)).await;
            if let Err(error) = self.check(lease) {
                return error;
            }
        }
    }

    async fn read<T>(&self, work: impl FnOnce(&Data) -> T) -> Result<T, StoreError> {
        let mut lease = self.lease().await?;
        let fault = lock(&self.database).draw(false);
        match fault {
            StoreFault::FailsBefore => return Err(failed()),
            StoreFault::HangsBefore => return Err(self.hang(&mut lease).await),
            fault => self.pass(fault == StoreFault::Slow).await,
        }
        self.check(&lease)?;
        self.take_turn().await;
        let done = work(&lock(&self.database).data);
        self.pass(false).await;
        self.check(&lease)?;
        lease.sound = true;
        Ok(done)
    }

    async fn write(&self, mut write: Write) -> Result<Vec<Appended>, StoreError> {
        let mut lease = self.lease().await?;
        let (fault, mutant) = {
            let mut database = lock(&self.database);
            (database.draw(true), database.mutant)
        };
        if let (Some(Mutant::AcknowledgeEarly), Write::Append(_)) = (mutant, &write) {
            lease.sound = true;
            return lock(&self.database).promise(write);
        }
        self.begin(&mut lease, fault).await?;
        if fault == StoreFault::Late {
            lock(&self.database).postpone(write);
            return Err(self.hang(&mut lease).await);
        }
        if let (StoreFault::Torn, Write::Append(steps)) = (fault, &mut write) {
            let kept = lock(&self.database).chance.index(steps.len() + 1);
            steps.truncate(kept);
        }
        let done = self.commit(&mut lease, fault, &write).await?;
        lease.sound = true;
        Ok(done)
    }

    /// The database has begun a transaction as soon as it is asked, and is ready to write when this is done.
    async fn begin(&self, lease: &mut Lease<'_>, fault: StoreFault) -> Result<(), StoreError> {
        lease.in_transaction = true;
        if fault == StoreFault::HangsInBegin {
            return Err(self.hang(lease).await);
        }
        self.pass(false).await;
        self.check(lease)?;
        match fault {
            StoreFault::FailsBefore => return Err(failed()),
            StoreFault::HangsBefore => return Err(self.hang(lease).await),
            fault => self.pass(fault == StoreFault::Slow).await,
        }
        self.check(lease)
    }

    async fn commit(
        &self,
        lease: &mut Lease<'_>,
        fault: StoreFault,
        write: &Write,
    ) -> Result<Vec<Appended>, StoreError> {
        self.take_turn().await;
        self.check(lease)?;
        let done = {
            let mut database = lock(&self.database);
            match lease.connection.stuck {
                // It belongs to the transaction that was never ended, and nobody else sees it.
                true => database.rehearse(write),
                false => database.write(self.process, write),
            }
        };
        lease.in_transaction = false;
        match fault {
            StoreFault::FailsAfter | StoreFault::Torn => return Err(failed()),
            StoreFault::HangsAfter => return Err(self.hang(lease).await),
            _ => self.pass(false).await,
        }
        self.check(lease)?;
        done
    }
}

#[async_trait]
impl Store for SimStore {
    async fn get(&self, kind: RecordKind, id: &str) -> Result<Option<StoredRecord>, StoreError> {
        self.read(|data| data.get(kind, id)).await
    }

    async fn put(&self, record: &StoredRecord) -> Result<(), StoreError> {
        self.write(Write::Put(record.clone(), None)).await.map(drop)
    }

    async fn put_listed(&self, record: &StoredRecord, summary: &str) -> Result<(), StoreError> {
        self.write(Write::Put(record.clone(), Some(summary.to_owned()))).await.map(drop)
    }

    async fn summarize(&self, record: &StoredRecord, summary: &str) -> Result<(), StoreError> {
        self.write(Write::Summarize(record.clone(), summary.to_owned())).await.map(drop)
    }

    async fn get_many(
        &self,
        kind: RecordKind,
        ids: &[String],
    ) -> Result<Vec<StoredRecord>, StoreError> {
        self.read(|data| ids.iter().filter_map(|id| data.get(kind, id)).collect()).await
    }

    async fn remove(&self, kind: RecordKind, id: &str) -> Result<(), StoreError> {
        self.write(Write::Remove(kind, id.to_owned())).await.map(drop)
    }

    async fn find(
        &self,
        kind: RecordKind,
        key: &str,
        page: Page,
    ) -> Result<Vec<StoredRecord>, StoreError> {
        self.read(|data| data.find(kind, key, &page)).await
    }

    async fn list(
        &self,
        kind: RecordKind,
        key: &str,
        page: Page,
    ) -> Result<Vec<Listed>, StoreError> {
        self.read(|data| data.list(kind, key, &page)).await
    }

    async fn count(&self, kind: RecordKind, key: &str) -> Result<u64, StoreError> {
        self.read(|data| data.count(kind, key)).await
    }

    async fn append(&self, steps: &[NewStep]) -> Result<Vec<Appended>, StoreError> {
        self.write(Write::Append(steps.to_vec())).await
    }

    async fn adopt(&self, record: &StoredRecord, steps: &[NewStep]) -> Result<(), StoreError> {
        self.write(Write::Adopt(record.clone(), steps.to_vec())).await.map(drop)
    }

    async fn steps(&self, table: &str, from: u32) -> Result<Vec<StoredStep>, StoreError> {
        self.steps_page(table, from, u32::MAX).await
    }

    async fn steps_page(
        &self,
        table: &str,
        from: u32,
        limit: u32,
    ) -> Result<Vec<StoredStep>, StoreError> {
        let mut steps = self.read(|data| data.steps(table, from, limit)).await?;
        if lock(&self.database).mutant == Some(Mutant::ForgetId) {
            steps.iter_mut().for_each(|step| step.idempotency_key = None);
        }
        Ok(steps)
    }

    async fn step(&self, table: &str, seq: u32) -> Result<Option<StoredStep>, StoreError> {
        self.read(|data| data.steps(table, seq, 1).into_iter().next()).await
    }

    async fn statuses(&self, tables: &[String]) -> Result<Vec<Option<Status>>, StoreError> {
        self.read(|data| data.statuses(tables)).await
    }

    async fn due(
        &self,
        now: i64,
        after: Option<DueTable>,
        limit: u32,
    ) -> Result<Vec<DueTable>, StoreError> {
        self.read(|data| data.due(now, after.as_ref(), limit)).await
    }

    fn listen(&self) -> broadcast::Receiver<RemoteChange> {
        self.news.subscribe()
    }

    async fn all(&self, kind: RecordKind, page: Page) -> Result<Vec<StoredRecord>, StoreError> {
        self.read(|data| data.all(kind, &page)).await
    }

    async fn probe(&self) -> Result<(), StoreError> {
        self.write(Write::Probe).await.map(drop)
    }
}
