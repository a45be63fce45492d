//! `backchannel doctor` and `backup`: checking and copying a database.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use server::backup::backup;
use server::doctor::{Doctor as Examination, DoctorProgress, DoctorReport};

use crate::args::DatabaseArg;
use crate::failure::Failure;
use crate::transfer::{failed, runtime};

/// Check a database, even while a server uses it, and say what is wrong
///
/// Nothing is changed. Every record is read, every decision is made again, and every state hash is compared.
/// The exit code is 1 if anything is wrong.
#[derive(clap::Args)]
pub(crate) struct DoctorCommand {
    #[command(flatten)]
    database: DatabaseArg,
    /// Write everything that is intact to a new file, which `import` reads
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Copy a SQLite database to a new file, even while a server uses it, and check the copy
///
/// The copy has everything that was acknowledged before it was begun.
#[derive(clap::Args)]
pub(crate) struct Backup {
    /// Where to write; nothing is overwritten.
    file: PathBuf,
    #[command(flatten)]
    database: DatabaseArg,
}

impl DoctorCommand {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<ExitCode, Failure> {
        let bar = self.bar();
        let mut progress = |DoctorProgress { done, of }| {
            bar.set_length(of);
            bar.set_position(done);
        };
        let games = games::all();
        let report = runtime()?.block_on(async {
            let doctor = Examination::open(&self.database.db)
                .await
                .map_err(|error| Failure::input(&error))?;
            let mut save = self.save.as_ref().map(new_file).transpose()?;
            let save = save.as_mut().map(|file| file as &mut (dyn Write + Send));
            doctor.examine(games.hosts(), save, &mut progress).await.map_err(failed)
        });
        bar.finish_and_clear();
        let report = report?;
        if self.json {
            serde_json::to_writer_pretty(&mut *out, &report)?;
            writeln!(out)?;
        } else {
            self.tell(&report, out)?;
        }
        Ok(if report.sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn tell(&self, report: &DoctorReport, out: &mut impl Write) -> Result<(), Failure> {
        let DoctorReport { tables, steps, records, .. } = report;
        writeln!(out, "{tables} tables with {steps} steps, and {records} other records")?;
        for fault in &report.faults {
            writeln!(out, "{fault}")?;
        }
        if report.more_faults > 0 {
            writeln!(out, "… and {} more", report.more_faults)?;
        }
        match (&self.save, report.wrong()) {
            (_, 0) => writeln!(out, "Nothing is wrong.")?,
            (_, count) if report.is_lost() => {
                writeln!(out, "Faults: {count}. Nothing can be saved; restore a backup.")?;
            }
            (None, count) => {
                writeln!(out, "Faults: {count}. `--save FILE` writes everything that is intact.")?;
            }
            (Some(file), count) => {
                let file = file.display();
                writeln!(out, "Faults: {count}. Everything that is intact is in {file}.")?;
            }
        }
        Ok(())
    }

    fn bar(&self) -> ProgressBar {
        if self.json || !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = "{bar:40} {human_pos}/{human_len} steps  {eta} left";
        bar.with_style(ProgressStyle::with_template(style).unwrap_or_else(|_| {
            // An invalid template only affects the appearance.
            ProgressStyle::default_bar()
        }))
    }
}

fn new_file(path: &PathBuf) -> Result<BufWriter<File>, Failure> {
    let file = File::create_new(path);
    file.map(BufWriter::new).map_err(|error| {
        let path = path.display();
        Failure::Input(match error.kind() {
            io::ErrorKind::AlreadyExists => {
                format!("--save: {path} exists and is not overwritten; choose another name")
            }
            _ => format!("--save: {path} cannot be written ({error}); check the path"),
        })
    })
}

impl Backup {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<ExitCode, Failure> {
        let copied =
            runtime()?.block_on(backup(games::all().hosts(), &self.database.db, &self.file));
        let report = copied.map_err(|error| Failure::Input(format!("FILE: {error}")))?;
        let (file, DoctorReport { tables, steps, .. }) = (self.file.display(), &report);
        writeln!(out, "{file} is a complete copy: {tables} tables with {steps} steps")?;
        if report.sound {
            return Ok(ExitCode::SUCCESS);
        }
        let count = report.wrong();
        writeln!(out, "Faults in it, as in the database: {count}. `doctor` lists them.")?;
        Ok(ExitCode::FAILURE)
    }
}
