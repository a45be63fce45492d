//! Writes what is intact as an export.

use std::io::{self, Write};

use super::source::DoctorSource;
use super::steps::Steps;
use super::tables::CheckedTable;
use crate::document::Document as _;
use crate::store::StoredRecord;
use crate::store::transfer::TransferError;
use crate::store::transfer::line::{ExportLine, ExportWriter, RecordLine, StatusLine, StepLine};
use crate::wire::table::Standing;

/// The export that a doctor writes while it checks.
pub(super) struct Saving<'a> {
    out: ExportWriter<&'a mut (dyn Write + Send)>,
}

impl<'a> Saving<'a> {
    pub fn begin(out: &'a mut (dyn Write + Send)) -> io::Result<Saving<'a>> {
        Ok(Saving { out: ExportWriter::begin(out)? })
    }

    pub fn record(&mut self, record: &StoredRecord) -> io::Result<()> {
        self.out.write(&ExportLine::Record(RecordLine::of(record.clone())?))
    }

    /// The intact steps of a table, which can be continued from there.
    pub async fn table(
        &mut self,
        source: &DoctorSource,
        record: &StoredRecord,
        table: CheckedTable,
    ) -> Result<(), TransferError> {
        let (sound, status, rows) = (table.steps, table.status.clone(), table.rows.clone());
        let mut steps = Steps::of(source, &record.id, rows).await?;
        let record = RecordLine::of(shortened(record, table)?).map_err(io::Error::from)?;
        let status = status.filter(|_| sound > 0).map(StatusLine::of).transpose();
        let status = status.map_err(io::Error::from)?;
        self.out.write(&ExportLine::Table { record, steps: sound, status })?;
        let mut left = sound as usize;
        while left > 0 {
            let some = steps.next(source).await?;
            if some.is_empty() {
                break;
            }
            for step in some.into_iter().take(left) {
                left -= 1;
                self.out.write(&ExportLine::Step(StepLine::of(step).map_err(io::Error::from)?))?;
            }
        }
        Ok(())
    }

    pub fn end(self) -> io::Result<()> {
        self.out.end()
    }
}

/// The record of a table. One that has lost its last steps is no longer over, and one that has steps has begun.
fn shortened(record: &StoredRecord, table: CheckedTable) -> io::Result<StoredRecord> {
    let CheckedTable { record: mut kept, whole, over, .. } = table;
    let as_it_is = match kept.standing {
        Standing::Gathering => kept.game.is_none(),
        Standing::Playing => true,
        Standing::Over => whole || over,
    };
    if as_it_is {
        return Ok(record.clone());
    }
    (kept.standing, kept.ended_at) = (Standing::Playing, None);
    let (keys, unique) = (kept.keys(), kept.unique());
    Ok(StoredRecord { body: serde_json::to_string(&kept)?, keys, unique, ..record.clone() })
}
