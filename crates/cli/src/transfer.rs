//! `backchannel export` and `import`: tables from one store to another.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use server::doctor::check_table;
use server::store::address::{open, open_to_write};
use server::store::transfer::{Imported, TransferError, export, import};
use server::store::{NewStep, StoredRecord};

use crate::args::DatabaseArg;
use crate::failure::{Failure, unreadable};

/// Write everything that a store keeps, or some of its tables, to a file.
///
/// Secrets are in it only as hashes. Stop the server first, or the file may miss what happens meanwhile.
#[derive(clap::Args)]
pub(crate) struct Export {
    /// Where to write; `-` is the standard output.
    file: PathBuf,
    #[command(flatten)]
    database: DatabaseArg,
    /// Only these tables, with the people at them.
    #[arg(long = "table", value_name = "ID")]
    tables: Vec<String>,
}

/// Read what was exported into a store. Tables that are there already stay as they are.
///
/// Every table is checked first: one that does not follow the rules is left out, and the exit code is 1.
#[derive(clap::Args)]
pub(crate) struct Import {
    /// What to read; `-` is the standard input.
    file: PathBuf,
    #[command(flatten)]
    database: DatabaseArg,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl Export {
    pub(crate) fn run(&self, out: &mut (impl Write + Send)) -> Result<(), Failure> {
        let tables = (!self.tables.is_empty()).then_some(&*self.tables);
        runtime()?.block_on(async {
            let store = open(&self.database.db).await.map_err(|error| Failure::input(&error))?;
            let written = match is_dash(&self.file) {
                true => export(&*store, tables, out).await,
                false => {
                    let file = File::create(&self.file);
                    let file = file.map_err(|error| unreadable("FILE", &self.file, &error))?;
                    export(&*store, tables, BufWriter::new(file)).await
                }
            };
            written.map_err(failed)
        })
    }
}

impl Import {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<ExitCode, Failure> {
        let imported = runtime()?.block_on(async {
            let store =
                open_to_write(&self.database.db).await.map_err(|error| Failure::input(&error))?;
            let games = games::all();
            // The file may have been written by anybody.
            let check = async |record: &StoredRecord, steps: &[NewStep]| {
                check_table(games.hosts(), &*store, record, steps).await
            };
            let imported = match is_dash(&self.file) {
                true => import(&*store, BufReader::new(io::stdin()), check).await,
                false => {
                    let file = File::open(&self.file);
                    let file = file.map_err(|error| unreadable("FILE", &self.file, &error))?;
                    import(&*store, BufReader::new(file), check).await
                }
            };
            imported.map_err(failed)
        })?;
        self.tell(&imported, out)?;
        Ok(if imported.unsound.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn tell(&self, imported: &Imported, out: &mut impl Write) -> Result<(), Failure> {
        let (tables, refused) = (imported.tables.len(), imported.refused.len());
        if self.json {
            let told = serde_json::json!({
                "tables": imported.tables,
                "refused": imported.refused,
                "unsound": imported.unsound,
                "records": imported.records,
            });
            return Ok(writeln!(out, "{told}")?);
        }
        writeln!(out, "{tables} tables and {} other records were imported", imported.records)?;
        if refused > 0 {
            writeln!(out, "{refused} tables existed already and are unchanged")?;
        }
        for (table, reason) in &imported.unsound {
            writeln!(out, "table {table} is left out: {reason}")?;
        }
        Ok(())
    }
}

pub(crate) fn failed(error: TransferError) -> Failure {
    match error {
        TransferError::File(error) if error.kind() == io::ErrorKind::BrokenPipe => Failure::Unheard,
        error => Failure::input(&error),
    }
}

fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}
