//! The lines of an export.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::super::{NewStep, RecordKind, SLOT, Status, StoredRecord, StoredStep};

/// The version of the export format.
pub const VERSION: u32 = 1;

/// A line of an export.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ExportLine {
    /// The first line.
    Format {
        version: u32,
    },
    /// Any record that is not a table.
    Record(RecordLine),
    /// A table; its steps follow.
    Table {
        record: RecordLine,
        /// How many steps follow.
        steps: u32,
        status: Option<StatusLine>,
    },
    Step(StepLine),
    /// The last line, with the number of lines before it.
    End {
        lines: usize,
    },
}

/// A record in an export.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordLine {
    pub kind: String,
    pub id: String,
    pub keys: Vec<String>,
    pub unique: Vec<String>,
    pub body: Box<RawValue>,
}

/// The status of a table in an export.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatusLine {
    pub due: Option<i64>,
    pub body: Box<RawValue>,
}

/// A step in an export.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepLine {
    pub seq: u32,
    pub at: i64,
    #[serde(rename = "mark")]
    pub idempotency_key: Option<String>,
    pub body: Box<RawValue>,
}

/// Writes an export.
pub struct ExportWriter<W> {
    out: W,
    count: usize,
}

impl<W: Write> ExportWriter<W> {
    pub fn begin(out: W) -> io::Result<ExportWriter<W>> {
        let mut lines = ExportWriter { out, count: 0 };
        lines.write(&ExportLine::Format { version: VERSION })?;
        Ok(lines)
    }

    pub fn write(&mut self, line: &ExportLine) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, line)?;
        self.count += 1;
        self.out.write_all(b"\n")
    }

    pub fn end(mut self) -> io::Result<()> {
        self.write(&ExportLine::End { lines: self.count })?;
        self.out.flush()
    }
}

/// A body as part of a line. JSON may have line breaks between tokens; they are removed.
fn raw(body: String) -> serde_json::Result<Box<RawValue>> {
    RawValue::from_string(if body.contains(['\n', '\r']) {
        body.replace(['\n', '\r'], " ")
    } else {
        body
    })
}

impl RecordLine {
    pub fn of(record: StoredRecord) -> serde_json::Result<RecordLine> {
        let StoredRecord { kind, id, body, mut keys, mut unique, .. } = record;
        keys.retain(|key| !key.starts_with(SLOT));
        unique.retain(|key| !key.starts_with(SLOT));
        Ok(RecordLine { kind: kind.name().into(), id, keys, unique, body: raw(body)? })
    }

    /// A new record; `None` if its kind is unknown.
    pub fn record(self) -> Option<StoredRecord> {
        let kind = RecordKind::ALL.into_iter().find(|kind| kind.name() == self.kind)?;
        let RecordLine { id, keys, unique, body, .. } = self;
        Some(StoredRecord { kind, id, version: 0, body: body.get().into(), keys, unique })
    }
}

impl StatusLine {
    pub fn of(status: Status) -> serde_json::Result<StatusLine> {
        Ok(StatusLine { due: status.due, body: raw(status.body)? })
    }

    pub fn status(self) -> Status {
        Status { due: self.due, body: self.body.get().into() }
    }
}

impl StepLine {
    pub fn of(step: StoredStep) -> serde_json::Result<StepLine> {
        Ok(StepLine {
            seq: step.seq,
            at: step.at,
            idempotency_key: step.idempotency_key,
            body: raw(step.body)?,
        })
    }

    pub fn step(self, table: &str) -> NewStep {
        let StepLine { seq, at, idempotency_key, body } = self;
        NewStep {
            table: table.into(),
            seq,
            at,
            idempotency_key,
            body: body.get().into(),
            status: None,
        }
    }
}
