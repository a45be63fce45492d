//! Looks a database over without changing it: whether its records can be read, its chains hold, every decision
//! can be made again, and every hash is right.

mod chains;
mod read_only;
mod records;
mod report;
mod save;
mod source;
mod steps;
mod tables;

use std::collections::HashMap;
use std::io::Write;

use self::chains::Torn;
use self::save::Saving;
use self::source::Source;
use crate::lobby::record::TableRecord;
use crate::store::transfer::{ORDER, TransferError};
use crate::store::{Kind, NewStep, Record, Step, Store, StoreError};
use crate::table::audit;

pub use self::report::{Fault, Report, Rest};
pub(crate) use self::source::to_read;

/// A database that is looked over, as it was when it was opened.
pub struct Doctor {
    source: Source,
}

/// How far it has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Steps of tables.
    pub done: u64,
    pub of: u64,
}

impl Doctor {
    /// Opens `sqlite:path` or `postgres://…` to read, also while a server uses it.
    ///
    /// # Errors
    /// If there is no such database, or it is none of ours.
    pub async fn open(address: &str) -> Result<Doctor, StoreError> {
        Ok(Doctor { source: Source::open(address).await? })
    }

    /// Looks everything over. What is sound is written to `save`, as an export that can be imported.
    ///
    /// # Errors
    /// If the database does not answer any more, or nothing can be written to `save`.
    pub async fn examine<'a>(
        &'a self,
        save: Option<&'a mut (dyn Write + Send)>,
        progress: &'a mut (dyn FnMut(Progress) + Send),
    ) -> Result<Report, TransferError> {
        let mut visit = Visit {
            source: &self.source,
            saving: save.map(Saving::begin).transpose()?,
            report: Report::default(),
            torn: HashMap::new(),
            done: 0,
            progress,
        };
        visit.file().await?;
        for kind in ORDER {
            visit.kind(kind).await?;
        }
        visit.strays().await?;
        visit.saving.map(Saving::end).transpose()?;
        let sound = visit.report.wrong() == 0;
        Ok(Report { sound, ..visit.report })
    }
}

struct Visit<'a> {
    source: &'a Source,
    saving: Option<Saving<'a>>,
    report: Report,
    /// Tables whose chains do not hold.
    torn: HashMap<String, Torn>,
    done: u64,
    progress: &'a mut (dyn FnMut(Progress) + Send),
}

impl Visit<'_> {
    /// The file as such, and how the steps in it hang together.
    async fn file(&mut self) -> Result<(), StoreError> {
        if let Source::Sqlite(on) = self.source {
            let mut on = on.lock().await;
            let complaints: Vec<String> =
                sqlx::query_scalar("PRAGMA integrity_check").fetch_all(&mut *on).await?;
            for what in complaints.into_iter().filter(|it| it != "ok") {
                self.report.add(Fault {
                    of: "file",
                    id: None,
                    step: None,
                    what,
                    rest: Rest::Nothing,
                });
            }
            let torn = chains::torn(&mut on).await?;
            self.torn = torn.into_iter().map(|torn| (torn.table.clone(), torn)).collect();
        }
        self.report.steps = self.source.count("SELECT count(*) FROM steps").await?;
        Ok(())
    }

    async fn kind(&mut self, kind: Kind) -> Result<(), TransferError> {
        let mut after = 0;
        loop {
            let places = self.source.places(kind, after).await?;
            let Some(last) = places.last() else { return Ok(()) };
            after = *last;
            for made in places {
                self.record(kind, made).await?;
            }
        }
    }

    async fn record(&mut self, kind: Kind, made: i64) -> Result<(), TransferError> {
        match kind {
            Kind::Table => self.report.tables += 1,
            _ => self.report.records += 1,
        }
        let record = match self.source.record(kind, made).await {
            Ok(record) => record,
            Err(error) => {
                let what = format!("it cannot be read: {error}");
                self.report.add(Fault::of(
                    kind.name(),
                    &format!("no. {made}"),
                    what,
                    Rest::Nothing,
                ));
                return Ok(());
            }
        };
        let keys = self.source.keys(made).await?;
        if let Err(what) = records::check_keys(&record, &keys) {
            self.report.add(Fault::of(kind.name(), &record.id, what, Rest::All));
        }
        match kind {
            Kind::Table => self.table(&record).await,
            _ => self.other(&record),
        }
    }

    /// Anything but a table.
    fn other(&mut self, record: &Record) -> Result<(), TransferError> {
        match (records::check(record), &mut self.saving) {
            (Err(what), _) => {
                self.report.add(Fault::of(record.kind.name(), &record.id, what, Rest::Nothing));
            }
            (Ok(()), Some(saving)) => saving.record(record)?,
            (Ok(()), None) => {}
        }
        Ok(())
    }

    async fn table(&mut self, record: &Record) -> Result<(), TransferError> {
        let (done, of) = (&mut self.done, self.report.steps);
        let mut progress = |steps| {
            *done += steps;
            (self.progress)(Progress { done: *done, of });
        };
        let torn = self.torn.remove(&record.id);
        match tables::check(self.source, record, torn.as_ref(), &mut progress).await? {
            Err(fault) => self.report.add(fault),
            Ok(mut table) => {
                table.fault.take().into_iter().for_each(|fault| self.report.add(fault));
                if let Some(saving) = &mut self.saving {
                    saving.table(self.source, record, table).await?;
                }
            }
        }
        Ok(())
    }

    /// What happened at tables that are not there.
    async fn strays(&mut self) -> Result<(), StoreError> {
        let without = |of: &str| {
            format!(
                "SELECT DISTINCT table_id FROM {of} t WHERE NOT EXISTS \
                 (SELECT 1 FROM records WHERE kind = 'table' AND id = t.table_id)"
            )
        };
        for id in self.source.ids(&without("steps")).await? {
            let what = "it has steps, and there is no record of it";
            self.report.add(Fault::of("table", &id, what, Rest::Nothing));
        }
        for id in self.source.ids(&without("statuses")).await? {
            let what = "it is written down where it stands, and there is no record of it";
            self.report.add(Fault::of("table", &id, what, Rest::Nothing));
        }
        Ok(())
    }
}

/// Whether a table that comes from elsewhere is one that the rules have made.
///
/// # Errors
/// What is wrong with it, as a clause.
pub async fn check_table(
    store: &dyn Store,
    record: &Record,
    steps: &[NewStep],
) -> Result<(), String> {
    let table: TableRecord = records::read(record)?;
    match (&table.game, steps) {
        (None, []) => return Ok(()),
        (None, _) => return Err("it has not begun, and yet something happened at it".into()),
        (Some(_), _) => {}
    }
    let audit = audit::begin(store, table).await;
    let mut audit = audit.map_err(|broken| broken.to_string())?;
    for NewStep { seq, at, mark, body, .. } in steps {
        let step = Step { seq: *seq, at: *at, mark: mark.clone(), body: body.clone() };
        audit.check(&step).map_err(|broken| broken.to_string())?;
    }
    Ok(())
}
