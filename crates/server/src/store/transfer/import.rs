//! Reading an export.

use std::io::BufRead;

use super::super::{Kind, NewStep, Record, Status, Store, StoreError};
use super::TransferError;
use super::line::{Line, StatusLine, StepLine, VERSION};

/// What an import did.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Imported {
    /// The tables that are there now.
    pub tables: Vec<String>,
    /// The tables that were there before. They are as they were.
    pub refused: Vec<String>,
    /// How many other records came in. Those that were there before are as they were.
    pub records: usize,
}

/// Takes in an export. Each table comes as a whole or not at all.
///
/// # Errors
/// If the file is no export or broken, or the store fails. Tables that were complete by then are kept.
pub async fn import(
    store: &dyn Store,
    input: impl BufRead + Send,
) -> Result<Imported, TransferError> {
    let mut lines = input.lines();
    match lines.next().transpose()?.and_then(|line| serde_json::from_str(&line).ok()) {
        Some(Line::Format { version: VERSION }) => {}
        Some(Line::Format { version }) => return Err(TransferError::Version(version)),
        _ => return Err(TransferError::NoExport),
    }
    let mut import = Import { store, done: Imported::default(), line: 1, table: None };
    for line in lines {
        import.line += 1;
        let line =
            serde_json::from_str(&line?).map_err(|error| import.broken(error.to_string()))?;
        if let Line::End { lines } = line {
            import.finish_table().await?;
            return if lines + 1 == import.line {
                Ok(import.done)
            } else {
                Err(TransferError::Cut)
            };
        }
        import.take(line).await?;
    }
    Err(TransferError::Cut)
}

struct Import<'a> {
    store: &'a dyn Store,
    done: Imported,
    line: usize,
    table: Option<Table>,
}

/// A table whose steps are being read.
struct Table {
    record: Record,
    status: Option<Status>,
    expected: u32,
    steps: Vec<NewStep>,
}

impl Import<'_> {
    fn broken(&self, reason: impl Into<String>) -> TransferError {
        TransferError::Line { line: self.line, reason: reason.into() }
    }

    async fn take(&mut self, line: Line) -> Result<(), TransferError> {
        if let Line::Step(step) = line {
            return self.take_step(step);
        }
        self.finish_table().await?;
        match line {
            Line::Table { record, steps, status } => {
                let record = record.record().filter(|record| record.kind == Kind::Table);
                let record = record.ok_or_else(|| self.broken("a table of another kind"))?;
                let status = status.map(StatusLine::status);
                self.table = Some(Table { record, status, expected: steps, steps: Vec::new() });
                Ok(())
            }
            Line::Record(record) => {
                let record = record.record().filter(|record| record.kind != Kind::Table);
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

    async fn put(&mut self, record: &Record) -> Result<(), TransferError> {
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

    async fn finish_table(&mut self) -> Result<(), TransferError> {
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
