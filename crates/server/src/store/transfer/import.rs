//! Reads an export.

use std::io::{self, BufRead, Read as _};

use super::super::{NewStep, RecordKind, Status, Store, StoreError, StoredRecord};
use super::TransferError;
use super::line::{ExportLine, StatusLine, StepLine, VERSION};

/// The result of an import.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Imported {
    /// The tables that were imported.
    pub tables: Vec<String>,
    /// The tables that existed before; they are unchanged.
    pub refused: Vec<String>,
    /// The tables with faults, and what is wrong with each. They are not imported.
    pub unsound: Vec<(String, String)>,
    /// How many other records were imported. Those that existed before are unchanged.
    pub records: usize,
}

/// Imports an export. Each table is imported whole or not at all; `check` says what is wrong with a table that must
/// not be imported.
///
/// # Errors
/// If the file is not an export or is broken, or the store fails. Tables that were complete by then are kept.
pub async fn import(
    store: &dyn Store,
    input: impl BufRead,
    check: impl AsyncFn(&StoredRecord, &[NewStep]) -> Result<(), String>,
) -> Result<Imported, TransferError> {
    let mut lines = Lines { input };
    match lines.next().transpose()?.and_then(|line| serde_json::from_str(&line).ok()) {
        Some(ExportLine::Format { version: VERSION }) => {}
        Some(ExportLine::Format { version }) => return Err(TransferError::Version(version)),
        _ => return Err(TransferError::NoExport),
    }
    let mut import = Import { store, done: Imported::default(), line: 1, table: None };
    for line in lines {
        import.line += 1;
        let line =
            serde_json::from_str(&line?).map_err(|error| import.broken(error.to_string()))?;
        if let ExportLine::End { lines } = line {
            import.finish_table(&check).await?;
            let all = lines == import.line - 1;
            return if all { Ok(import.done) } else { Err(TransferError::Cut) };
        }
        if !matches!(line, ExportLine::Step(_)) {
            import.finish_table(&check).await?;
        }
        import.take(line).await?;
    }
    Err(TransferError::Cut)
}

/// Longer than any legitimate line.
const LONGEST: u64 = 64 << 20;

/// The lines of a file, with a limit on the length of each.
struct Lines<R> {
    input: R,
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<io::Result<String>> {
        let mut line = String::new();
        match self.input.by_ref().take(LONGEST).read_line(&mut line) {
            Ok(0) => None,
            Ok(length) if length as u64 == LONGEST => {
                Some(Err(io::Error::other("a line is longer than any of an export")))
            }
            Ok(_) => Some(Ok(line)),
            Err(error) => Some(Err(error)),
        }
    }
}

struct Import<'a> {
    store: &'a dyn Store,
    done: Imported,
    line: usize,
    table: Option<Table>,
}

/// A table whose steps are being read.
struct Table {
    record: StoredRecord,
    status: Option<Status>,
    expected: u32,
    steps: Vec<NewStep>,
}

impl Import<'_> {
    fn broken(&self, reason: impl Into<String>) -> TransferError {
        TransferError::Line { line: self.line, reason: reason.into() }
    }

    async fn take(&mut self, line: ExportLine) -> Result<(), TransferError> {
        match line {
            ExportLine::Step(step) => self.take_step(step),
            ExportLine::Table { record, steps, status } => {
                let record = record.record().filter(|record| record.kind == RecordKind::Table);
                let record = record.ok_or_else(|| self.broken("a table of another kind"))?;
                let status = status.map(StatusLine::status);
                self.table = Some(Table { record, status, expected: steps, steps: Vec::new() });
                Ok(())
            }
            ExportLine::Record(record) => {
                let record = record.record().filter(|record| record.kind != RecordKind::Table);
                let record = record.ok_or_else(|| self.broken("a record of an unknown kind"))?;
                self.put(&record).await
            }
            _ => Err(self.broken("it belongs elsewhere")),
        }
    }

    fn take_step(&mut self, step: StepLine) -> Result<(), TransferError> {
        let line = self.line;
        let broken = |reason: &str| TransferError::Line { line, reason: reason.into() };
        let table = self.table.as_mut().ok_or_else(|| broken("a step without a table"))?;
        if step.seq as usize != table.steps.len() || step.seq >= table.expected {
            return Err(broken("the step is not the next one of its table"));
        }
        table.steps.push(step.step(&table.record.id));
        Ok(())
    }

    async fn put(&mut self, record: &StoredRecord) -> Result<(), TransferError> {
        match self.store.put(record).await {
            Ok(()) => self.done.records += 1,
            Err(StoreError::Conflict) => {}
            Err(error @ StoreError::Taken(_)) => {
                return Err(self.broken(format!("{} {}: {error}", record.kind, record.id)));
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    async fn finish_table(
        &mut self,
        check: &impl AsyncFn(&StoredRecord, &[NewStep]) -> Result<(), String>,
    ) -> Result<(), TransferError> {
        let Some(Table { record, status, expected, mut steps }) = self.table.take() else {
            return Ok(());
        };
        if steps.len() != expected as usize {
            return Err(self.broken(format!(
                "table {} should have {expected} steps and has {}",
                record.id,
                steps.len()
            )));
        }
        if let Some(last) = steps.last_mut() {
            last.status = status;
        }
        if let Err(reason) = check(&record, &steps).await {
            self.done.unsound.push((record.id, reason));
            return Ok(());
        }
        match self.store.adopt(&record, &steps).await {
            Ok(()) => self.done.tables.push(record.id),
            Err(StoreError::Conflict) => self.done.refused.push(record.id),
            Err(error @ StoreError::Taken(_)) => {
                return Err(self.broken(format!("table {}: {error}", record.id)));
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}
