//! Live tables: each is a task that stores what happens and then broadcasts it.

mod actor;
mod announced;
pub mod answers;
pub mod archive;
mod around;
pub(crate) mod ask;
mod audience;
pub(crate) mod audit;
mod body;
mod bots;
mod clock;
mod company;
mod delayed;
pub mod door;
pub(crate) mod finished;
mod fold;
pub mod hall;
pub(crate) mod handlers;
pub(crate) mod host;
mod idempotency;
pub(crate) mod live;
mod origin;
mod pace;
mod past;
mod quarantine;
mod refusals;
mod rethink;
mod routes;
mod socket;
mod status;
mod stream;
mod sweep;
mod tail;
mod text_stream;
pub(crate) mod trouble;
pub(crate) mod viewer;

use std::sync::{Arc, Mutex, PoisonError, Weak};

use async_trait::async_trait;
use foldhash::HashMap;
use futures::future::BoxFuture;
use parley::Audience;
use tokio::sync::{broadcast, mpsc, oneshot};

use self::actor::Actor;
use self::ask::{Ask, Reply};
use self::host::Host;
use self::live::FoldError;
use self::quarantine::Quarantine;
use crate::document;
use crate::lobby::access;
use crate::lobby::live::{Announced, LiveTables, NewsPosition, TableStatus};
use crate::lobby::record::TableRecord;
use crate::once;
use crate::ruleset::{GameEntry, Ruleset};
use crate::store::uncancelled::Uncancelled;
use crate::store::writer::StepWriter;
use crate::store::{self, DAMAGED, Store, StoreError, StoredStep};
use crate::time::Time;
use crate::wire::person::PersonId;
use crate::wire::problem::Problem;
use crate::wire::table::{Standing, TableId};

pub use self::body::TableChange;
pub use self::hall::Hall;
pub use self::host::GameHosts;
pub use self::routes::routes;

/// How many requests a table queues.
const QUEUE: usize = 32;

/// All live tables of this process.
#[derive(Clone)]
pub struct Tables {
    shared: Arc<TableContext>,
    /// Requests are boxed, because a channel allocates room for many in advance.
    live: Arc<Mutex<HashMap<TableId, mpsc::Sender<Box<Ask>>>>>,
    /// Tables that are being loaded: whoever else needs one waits for it.
    waking: Arc<Mutex<HashMap<TableId, Weak<Waking>>>>,
}

type Waking = tokio::sync::Mutex<()>;

/// What every table needs.
pub(crate) struct TableContext {
    pub store: Arc<dyn Store>,
    pub writer: StepWriter,
    pub time: Time,
    pub quarantine: Quarantine,
    pub hosts: GameHosts,
    inboxes: broadcast::Sender<PersonId>,
    changes: broadcast::Sender<TableId>,
}

impl Tables {
    pub fn new(hosts: GameHosts, store: Arc<dyn Store>, time: Time) -> Tables {
        let writer = StepWriter::start(Arc::clone(&store));
        let store: Arc<dyn Store> = Arc::new(Uncancelled::new(store));
        let (inboxes, _) = broadcast::channel(1024);
        let (changes, _) = broadcast::channel(1024);
        let quarantine = Quarantine::default();
        let shared = TableContext { store, writer, time, quarantine, hosts, inboxes, changes };
        Tables { shared: Arc::new(shared), live: Arc::default(), waking: Arc::default() }
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.shared.store
    }

    /// The time at the tables.
    pub fn time(&self) -> &Time {
        &self.shared.time
    }

    /// Writes heartbeats as long as the server runs. Time stands still while steps cannot be written.
    pub async fn keep_time(&self) {
        let TableContext { store, writer, time, .. } = &*self.shared;
        time.keep(&**store, writer).await;
    }

    /// Whether steps can be expected to be written.
    pub async fn takes_moves(&self) -> bool {
        self.shared.writer.is_well(&*self.shared.store).await
    }

    /// How many tables are in memory.
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    /// Applies a change around the game.
    ///
    /// # Errors
    /// If the table is over or cannot be reached.
    pub async fn change(&self, table: &TableId, change: TableChange) -> Result<(), Problem> {
        self.ask(table, |reply| Ask::Change { change, reply }).await
    }

    /// Sends a request to a table, and loads the table if necessary.
    pub(crate) async fn ask<T>(
        &self,
        table: &TableId,
        question: impl FnOnce(Reply<T>) -> Ask,
    ) -> Result<T, Problem> {
        let (reply, answer) = oneshot::channel();
        let mut ask = Box::new(question(reply));
        for _ in 0..3 {
            let sender = self.reach(table).await?;
            match sender.send(ask).await {
                Ok(()) => return answer.await.unwrap_or_else(|_| Err(trouble::unavailable())),
                // It has just been unloaded, so it is loaded again.
                Err(mpsc::error::SendError(unsent)) => ask = unsent,
            }
        }
        Err(trouble::unavailable())
    }

    /// The next page of a table's steps.
    pub(crate) async fn page(
        &self,
        table: &TableId,
        from: u32,
    ) -> Result<Vec<StoredStep>, Problem> {
        self.shared.page(table, from).await
    }

    pub(crate) async fn step(
        &self,
        table: &TableId,
        seq: u32,
    ) -> Result<Option<StoredStep>, Problem> {
        let step = self.shared.store.step(&table.0, seq).await;
        step.map_err(|error| self.shared.failed(&error))
    }

    /// Up to which step or time an audience may know the table now.
    pub(crate) fn horizon(&self, record: &TableRecord, audience: Audience) -> i64 {
        match audience {
            Audience::Spectator if record.standing != Standing::Over => {
                let delay_ms = i64::from(record.settings.spectators.delay_seconds) * 1_000;
                self.shared.time.earlier(self.shared.now(), delay_ms)
            }
            Audience::Spectator | Audience::Seat(_) | Audience::Replay => i64::MAX,
        }
    }

    pub(crate) fn broken(&self, table: &TableId, broken: &FoldError) -> Problem {
        self.shared.broken(table, broken)
    }

    /// Whether a table is in memory and takes requests.
    pub(crate) fn is_live(&self, table: &TableId) -> bool {
        self.lock().get(table).is_some_and(|sender| !sender.is_closed())
    }

    /// Tells a table in memory that another process may have appended steps.
    pub(crate) fn nudge(&self, table: &TableId) {
        let sender = self.lock().get(table).cloned();
        if let Some(sender) = sender
            && let Err(mpsc::error::TrySendError::Full(look)) = sender.try_send(Box::new(Ask::Look))
        {
            // Watchers must not have to wait until somebody moves again.
            tokio::spawn(async move { sender.send(look).await });
        }
    }

    async fn reach(&self, table: &TableId) -> Result<mpsc::Sender<Box<Ask>>, Problem> {
        if let Some(sender) = self.lock().get(table).filter(|sender| !sender.is_closed()) {
            return Ok(sender.clone());
        }
        // On the heap: it is rare, and otherwise every future that may await it would be as large as a whole table.
        Box::pin(self.bring_back_once(table)).await
    }

    /// A table is folded once, however many requests need it at the same time.
    async fn bring_back_once(&self, table: &TableId) -> Result<mpsc::Sender<Box<Ask>>, Problem> {
        let waking = self.waking(table);
        let _alone = waking.lock().await;
        if let Some(sender) = self.lock().get(table).filter(|sender| !sender.is_closed()) {
            return Ok(sender.clone());
        }
        self.bring_back(table).await
    }

    fn waking(&self, table: &TableId) -> Arc<Waking> {
        let mut all = self.waking.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, waking| waking.strong_count() > 0);
        if let Some(waking) = all.get(table).and_then(Weak::upgrade) {
            return waking;
        }
        let waking = Arc::new(Waking::default());
        all.insert(table.clone(), Arc::downgrade(&waking));
        waking
    }

    async fn bring_back(&self, table: &TableId) -> Result<mpsc::Sender<Box<Ask>>, Problem> {
        if self.shared.quarantine.holds(table) {
            return Err(trouble::quarantined());
        }
        let opened = self.open(table).await;
        match &opened {
            Err(problem) if problem.is_quarantined() => self.shared.quarantine.hold(table),
            Err(_) => {}
            Ok(_) if self.shared.quarantine.release(table) => {
                tracing::info!(table = %table.0, "a table can be read again");
            }
            Ok(_) => {}
        }
        opened
    }

    async fn open(&self, table: &TableId) -> Result<mpsc::Sender<Box<Ask>>, Problem> {
        let record = document::load::<TableRecord>(&*self.shared.store, &table.0).await?;
        let record = record.ok_or_else(access::no_such_table)?.value;
        if record.standing == Standing::Gathering {
            return Err(trouble::not_begun(&record));
        }
        self.host(&record)?.wake(self, record).await
    }

    /// The host of a table's game.
    pub(crate) fn host(&self, record: &TableRecord) -> Result<Arc<dyn Host>, Problem> {
        self.shared.hosts.of(record)
    }

    /// Loads a table into memory. If two do so at once, the first to finish is kept.
    async fn wake<G: Ruleset>(
        &self,
        entry: Arc<GameEntry<G>>,
        record: TableRecord,
    ) -> Result<mpsc::Sender<Box<Ask>>, Problem> {
        let (sender, asks) = mpsc::channel(QUEUE);
        let id = record.id.clone();
        let actor = Actor::<G>::load(entry, Arc::clone(&self.shared), record, asks).await?;
        let mut actor = Box::new(actor);
        {
            let mut live = self.lock();
            if let Some(other) = live.get(&id).filter(|other| !other.is_closed()) {
                return Ok(other.clone());
            }
            live.insert(id.clone(), sender.clone());
        }
        // What other processes did while it was loaded was not announced to it.
        self.nudge(&id);
        let tables = self.clone();
        let kept = sender.clone();
        tokio::spawn(async move {
            let unheard = actor.run().await;
            tables.forget(&id, &kept);
            for ask in unheard {
                tables.clone().ask_again(id.clone(), ask).await;
            }
        });
        Ok(sender)
    }

    fn forget(&self, table: &TableId, gone: &mpsc::Sender<Box<Ask>>) {
        let mut live = self.lock();
        if live.get(table).is_some_and(|current| current.same_channel(gone)) {
            live.remove(table);
        }
    }

    /// A request that arrived just as a table was unloaded. (It may have to be loaded again, which leads here: such a
    /// recursive future needs a named type.)
    fn ask_again(self, table: TableId, ask: Box<Ask>) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            match self.reach(&table).await {
                Ok(sender) => {
                    if let Err(mpsc::error::SendError(ask)) = sender.send(ask).await {
                        ask.turn_away();
                    }
                }
                Err(_) => ask.turn_away(),
            }
        })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<TableId, mpsc::Sender<Box<Ask>>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TableContext {
    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        self.time.now()
    }

    pub async fn steps(&self, table: &TableId, from: u32) -> Result<Vec<StoredStep>, Problem> {
        self.store.steps(&table.0, from).await.map_err(|error| self.failed(&error))
    }

    /// The stored status of a table.
    pub async fn status(&self, table: &TableId) -> Result<Option<TableStatus>, Problem> {
        let found = self.store.statuses(std::slice::from_ref(&table.0)).await;
        let found = found.map_err(|error| self.failed(&error))?.pop().flatten();
        if found.as_ref().is_some_and(|status| status.body == DAMAGED) {
            return Err(self.broken(table, &FoldError::Status));
        }
        Ok(found.and_then(|status| TableStatus::read(&status).ok()))
    }

    /// The next page of a table's steps.
    pub async fn page(&self, table: &TableId, from: u32) -> Result<Vec<StoredStep>, Problem> {
        let steps = self.store.steps_page(&table.0, from, fold::PAGE).await;
        steps.map_err(|error| self.failed(&error))
    }

    /// The database failed: that is for the log, not for the client.
    pub fn failed(&self, error: &StoreError) -> Problem {
        tracing::error!(%error, "the store failed");
        trouble::unavailable()
    }

    /// The stored steps of a table are invalid.
    pub fn broken(&self, table: &TableId, broken: &FoldError) -> Problem {
        if once::is_new((&table.0, broken.to_string())) {
            tracing::error!(table = %table.0, %broken, "a table cannot be opened and is quarantined");
        }
        trouble::quarantined()
    }

    /// Notifies everybody at a table that their inbox may have changed.
    pub fn tell_inboxes(&self, record: &TableRecord) {
        for person in record.people() {
            // There may be no subscribers.
            let _ = self.inboxes.send(person.clone());
        }
    }

    /// Something has happened at a table.
    pub fn tell_change(&self, table: &TableId) {
        if self.changes.receiver_count() > 0 {
            let _ = self.changes.send(table.clone());
        }
    }

    pub fn has_open_inboxes(&self) -> bool {
        self.inboxes.receiver_count() > 0
    }

    pub fn count_step(&self) {
        metrics::counter!("backchannel_steps_total").increment(1);
    }
}

#[async_trait]
impl LiveTables for Tables {
    async fn begin(&self, record: &TableRecord) -> Result<(), Problem> {
        self.ask(&record.id, |reply| Ask::Due { reply }).await.map(drop)
    }

    async fn close(&self, record: &TableRecord) -> Result<(), Problem> {
        self.change(&record.id, TableChange::Closed).await
    }

    async fn statuses(&self, tables: &[TableId]) -> Result<Vec<Option<TableStatus>>, Problem> {
        let ids: Vec<String> = tables.iter().map(|table| table.0.clone()).collect();
        let statuses = self.shared.store.statuses(&ids).await?;
        let read = |status: Option<store::Status>| TableStatus::read(&status?).ok();
        Ok(statuses.into_iter().map(read).collect())
    }

    async fn is_left_to_bots(&self, table: &TableId) -> Result<bool, Problem> {
        self.ask(table, |reply| Ask::LeftToBots { reply }).await
    }

    async fn watched(&self, table: &TableId) -> Result<TableStatus, Problem> {
        self.ask(table, |reply| Ask::Watched { reply }).await
    }

    async fn announced(
        &self,
        record: &TableRecord,
        from: NewsPosition,
    ) -> Result<Announced, Problem> {
        self.host(record)?.announced(self, record, from).await
    }

    fn table_changes(&self) -> broadcast::Receiver<TableId> {
        self.shared.changes.subscribe()
    }

    fn inbox_changes(&self) -> broadcast::Receiver<PersonId> {
        self.shared.inboxes.subscribe()
    }
}

/// The longest id that a client may give a command, in characters.
const LONGEST_ID: usize = 64;

/// # Errors
/// If the client's id for a command is empty, too long, or has characters that cannot be stored.
fn check_id(id: &str) -> Result<(), Problem> {
    let fits = (1..=LONGEST_ID).contains(&id.chars().count());
    if fits && !id.chars().any(char::is_control) {
        return Ok(());
    }
    Err(trouble::bad_id(LONGEST_ID))
}
