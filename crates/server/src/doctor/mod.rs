//! Checks a database without changing it: that its records can be read and its chains are unbroken, that every
//! decision leads to the same events again, and that every state hash is right.

mod chains;
mod read_only;
mod records;
mod report;
mod salvage;
mod save;
mod source;
mod steps;
mod tables;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::Write;

use sqlx::SqliteConnection;

use self::chains::Chains;
use self::save::Saving;
use self::source::{DoctorSource, Found, Places};
use self::tables::Chain;
use crate::lobby::record::TableRecord;
use crate::people::record::KeyRecord;
use crate::store::transfer::{ORDER, TransferError};
use crate::store::{DAMAGED, NewStep, RecordKind, Store, StoreError, StoredRecord, StoredStep};
use crate::table::GameHosts;
use crate::wire::person::PersonId;
use crate::wire::table::Standing;

pub use self::report::{DoctorFault, DoctorReport, Salvageable};
pub(crate) use self::source::to_read;

/// A database as it was when it was opened.
pub struct Doctor {
    source: DoctorSource,
    /// What is wrong with its migrations.
    schema: Option<String>,
}

/// How much has been checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DoctorProgress {
    /// Steps of tables.
    pub done: u64,
    pub of: u64,
}

impl Doctor {
    /// Opens `sqlite:path` or `postgres://…` for reading, even while a server uses it.
    ///
    /// # Errors
    /// If there is no such database, it is not one of ours, or nothing in it can be read.
    pub async fn open(address: &str) -> Result<Doctor, StoreError> {
        let (source, schema) = DoctorSource::open(address).await?;
        Ok(Doctor { source, schema })
    }

    /// Checks everything. What is intact is written to `save`, as an export that can be imported.
    ///
    /// # Errors
    /// If the database no longer responds, or `save` cannot be written.
    pub async fn examine<'a>(
        &'a self,
        hosts: &'a GameHosts,
        save: Option<&'a mut (dyn Write + Send)>,
        progress: &'a mut (dyn FnMut(DoctorProgress) + Send),
    ) -> Result<DoctorReport, TransferError> {
        let mut visit = Visit {
            source: &self.source,
            hosts,
            saving: save.map(Saving::begin).transpose()?,
            report: DoctorReport::default(),
            places: Places::default(),
            chains: Chains::default(),
            rows: HashMap::new(),
            damaged: false,
            unread: BTreeSet::new(),
            people: HashSet::new(),
            tables: HashSet::new(),
            done: 0,
            progress,
        };
        if let Some(what) = &self.schema {
            visit.report.add(DoctorFault::whole("schema", what, Salvageable::All));
        }
        visit.file().await?;
        for kind in ORDER {
            visit.kind(kind).await?;
        }
        visit.strays().await?;
        visit.saving.map(Saving::end).transpose()?;
        let sound = visit.report.wrong() == 0;
        Ok(DoctorReport { sound, ..visit.report })
    }
}

struct Visit<'a> {
    source: &'a DoctorSource,
    /// The games whose tables can be checked.
    hosts: &'a GameHosts,
    saving: Option<Saving<'a>>,
    report: DoctorReport,
    places: Places,
    /// The chains of a SQLite file.
    chains: Chains,
    /// The rows of tables whose chain cannot be followed.
    rows: HashMap<String, Vec<i64>>,
    /// Whether the file is damaged, so that no chain can be relied on.
    damaged: bool,
    /// What has already been reported as unreadable.
    unread: BTreeSet<&'static str>,
    /// All people.
    people: HashSet<String>,
    /// Every table that has a record.
    tables: HashSet<String>,
    done: u64,
    progress: &'a mut (dyn FnMut(DoctorProgress) + Send),
}

impl Visit<'_> {
    /// The file itself, and its chains.
    async fn file(&mut self) -> Result<(), StoreError> {
        self.places = self.source.places().await?;
        if let Some(detail) = self.places.damage.take() {
            self.unread("some records", &detail, Salvageable::Sound);
        }
        let DoctorSource::Sqlite(on) = self.source else {
            self.report.steps = self.source.count("SELECT count(*) FROM steps").await?;
            return Ok(());
        };
        let mut on = on.lock().await;
        self.integrity(&mut on).await?;
        self.chains = chains::read(&mut on).await?;
        self.report.steps = self.chains.steps;
        if let Some(detail) = self.chains.damage.clone() {
            self.unread("some steps of tables", &detail, Salvageable::Sound);
        }
        if let Some(detail) = self.chains.headless.clone() {
            self.unread("which step of a table is its last", &detail, Salvageable::All);
        }
        self.damaged = self.report.faults.iter().any(|fault| fault.of == "file");
        let (torn, damaged) = (&self.chains.torn, self.damaged);
        if damaged || !torn.is_empty() {
            let wanted = |table: &str| damaged || torn.contains_key(table);
            self.rows = chains::rows(&mut on, wanted).await?;
        }
        Ok(())
    }

    /// What SQLite's own integrity check reports.
    async fn integrity(&mut self, on: &mut SqliteConnection) -> Result<(), StoreError> {
        let said = sqlx::query_scalar("PRAGMA integrity_check").fetch_all(on).await;
        let said: Vec<String> = salvage::unless_damaged(said)?.unwrap_or_else(|it| vec![it]);
        // A value of the wrong type is reported for the table that has it.
        let said: Vec<String> =
            said.into_iter().filter(|it| it != "ok" && !it.contains(" value in ")).collect();
        if let Some(first) = said.first() {
            let first = first.lines().last().unwrap_or_default();
            let more = match said.len() - 1 {
                0 => String::new(),
                more => format!("; and {more} more"),
            };
            let what = format!(
                "it is damaged, so that not everything in it can be read or found ({first}{more})"
            );
            self.report.add(DoctorFault::whole("file", what, Salvageable::Sound));
        }
        Ok(())
    }

    /// Reports once that the file is damaged at some kind of data.
    fn unread(&mut self, what: &'static str, detail: &str, rest: Salvageable) {
        if self.unread.insert(what) {
            let what =
                format!("{what} cannot be read, because the file is damaged there ({detail})");
            self.report.add(DoctorFault::whole("file", what, rest));
        }
    }

    async fn kind(&mut self, kind: RecordKind) -> Result<(), TransferError> {
        for made in self.places.of(kind).to_vec() {
            self.record(kind, made).await?;
        }
        Ok(())
    }

    async fn record(&mut self, kind: RecordKind, made: i64) -> Result<(), TransferError> {
        match kind {
            RecordKind::Table => self.report.tables += 1,
            _ => self.report.records += 1,
        }
        let record = match self.source.record(kind, made).await? {
            Ok(record) => record,
            Err(detail) => {
                let id = self.source.id(made).await;
                let name = id.clone().unwrap_or_else(|| format!("no. {made}"));
                let what = format!("the file is damaged where it lies ({detail})");
                self.report.add(DoctorFault::of(kind.name(), &name, what, Salvageable::Nothing));
                self.know(kind, &name);
                return Ok(());
            }
        };
        self.know(kind, &record.id);
        match self.source.keys(made).await? {
            Err(detail) => self.unread("the keys of records", &detail, Salvageable::All),
            Ok(_) if record.body == DAMAGED => {}
            Ok(keys) => {
                if let Err(what) = records::check_keys(&record, &keys) {
                    self.report.add(DoctorFault::of(
                        kind.name(),
                        &record.id,
                        what,
                        Salvageable::All,
                    ));
                }
            }
        }
        match kind {
            RecordKind::Table => self.table(&record).await,
            _ => self.other(&record),
        }
    }

    /// It exists, whether or not it can be read.
    fn know(&mut self, kind: RecordKind, id: &str) {
        match kind {
            RecordKind::Person => drop(self.people.insert(id.to_owned())),
            RecordKind::Table => drop(self.tables.insert(id.to_owned())),
            _ => {}
        }
    }

    /// Every record that is not a table.
    fn other(&mut self, record: &StoredRecord) -> Result<(), TransferError> {
        if let (RecordKind::Key, Ok(KeyRecord { person, .. })) =
            (record.kind, records::read(record))
        {
            self.check_people(record, [&person]);
        }
        match (records::check(record), &mut self.saving) {
            (Err(what), _) => {
                self.report.add(DoctorFault::of(
                    record.kind.name(),
                    &record.id,
                    what,
                    Salvageable::Nothing,
                ));
            }
            (Ok(()), Some(saving)) => saving.record(record)?,
            (Ok(()), None) => {}
        }
        Ok(())
    }

    async fn table(&mut self, record: &StoredRecord) -> Result<(), TransferError> {
        let (done, of) = (&mut self.done, self.report.steps);
        let mut progress = |steps| {
            *done += steps;
            (self.progress)(DoctorProgress { done: *done, of });
        };
        let chain = Chain {
            torn: self.chains.torn.remove(&record.id),
            rows: match self.rows.remove(&record.id) {
                None if self.damaged => Some(Vec::new()),
                rows => rows,
            },
            cut: self.chains.damage.is_some() && self.chains.headless.is_some(),
        };
        match tables::check((self.source, self.hosts), record, chain, &mut progress).await? {
            Err(fault) => self.report.add(fault),
            Ok(mut table) => {
                self.check_people(record, table.record.people());
                table.fault.take().into_iter().for_each(|fault| self.report.add(fault));
                if let Some(saving) = &mut self.saving {
                    saving.table(self.source, record, table).await?;
                }
            }
        }
        Ok(())
    }

    /// Checks that the people a record refers to exist.
    fn check_people<'a>(
        &mut self,
        of: &StoredRecord,
        people: impl IntoIterator<Item = &'a PersonId>,
    ) {
        let missing = |person: &&PersonId| !self.people.contains(&person.0);
        let missing: Vec<&PersonId> = people.into_iter().filter(missing).collect();
        let Some(first) = missing.first() else { return };
        let others = match missing.len() - 1 {
            0 => String::new(),
            others => format!(", nor of {others} others"),
        };
        let what = format!("there is no record of person {}{others}, to whom it refers", first.0);
        self.report.add(DoctorFault::of(of.kind.name(), &of.id, what, Salvageable::All));
    }

    /// Steps of tables that do not exist.
    async fn strays(&mut self) -> Result<(), StoreError> {
        let played = match self.source {
            DoctorSource::Sqlite(_) => std::mem::take(&mut self.chains.tables),
            DoctorSource::Postgres(_) => {
                self.listed("SELECT DISTINCT table_id FROM steps").await?.unwrap_or_default()
            }
        };
        self.stray(&played, "it has steps, but no record");
        match self.listed("SELECT DISTINCT table_id FROM statuses").await? {
            Ok(ids) => {
                let what = "it has a status, but no record";
                self.stray(&ids, what);
            }
            Err(detail) => self.unread("the statuses of tables", &detail, Salvageable::All),
        }
        Ok(())
    }

    async fn listed(&self, sql: &'static str) -> Result<Found<HashSet<String>>, StoreError> {
        let ids = self.source.ids(sql).await?;
        Ok(ids.map(|ids| ids.into_iter().collect()))
    }

    fn stray(&mut self, ids: &HashSet<String>, what: &str) {
        let mut ids: Vec<String> = ids.difference(&self.tables).cloned().collect();
        ids.sort_unstable();
        for id in ids {
            self.report.add(DoctorFault::of("table", &id, what, Salvageable::Nothing));
            self.tables.insert(id);
        }
    }
}

/// Checks that an imported table follows the rules.
///
/// # Errors
/// What is wrong with it, as a clause.
pub async fn check_table(
    hosts: &GameHosts,
    store: &dyn Store,
    record: &StoredRecord,
    steps: &[NewStep],
) -> Result<(), String> {
    let table: TableRecord = records::read(record)?;
    let host = hosts.reading(&table)?;
    match (&table.game, steps) {
        (None, []) => return Ok(()),
        (None, _) => return Err(tables::UNBEGUN.into()),
        (Some(_), _) if table.standing == Standing::Gathering => {
            return Err(tables::UNBEGUN.into());
        }
        (Some(_), _) => {}
    }
    let audit = host.audit(store, table).await;
    let mut audit = audit.map_err(|broken| broken.to_string())?;
    for NewStep { seq, at, idempotency_key, body, .. } in steps {
        let step = StoredStep {
            seq: *seq,
            at: *at,
            idempotency_key: idempotency_key.clone(),
            body: body.clone(),
        };
        audit.check(&step).map_err(|broken| broken.to_string())?;
    }
    Ok(())
}
