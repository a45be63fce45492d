//! `backchannel map check`: all errors and warnings of a map file, with their fixes.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use backchannel::Map;
use backchannel::map::{MapFileError, MapReport};
use serde_json::json;

use crate::failure::{Failure, read_text};
use crate::maps::one_line;

/// Check a map file. Errors refuse it (exit code 1); warnings do not.
#[derive(clap::Args)]
pub(crate) struct Check {
    file: PathBuf,
    /// Print the findings as one JSON object.
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<ExitCode, Failure> {
        let report = self.report()?;
        if self.json {
            let texts = |problems: &[backchannel::map::MapProblem]| {
                problems.iter().map(ToString::to_string).collect::<Vec<_>>()
            };
            let found = json!({
                "ok": report.errors.is_empty(),
                "errors": texts(&report.errors),
                "warnings": texts(&report.warnings),
            });
            writeln!(out, "{found}")?;
        } else {
            self.tell(&report, out)?;
        }
        Ok(ExitCode::from(u8::from(!report.errors.is_empty())))
    }

    fn report(&self) -> Result<MapReport, Failure> {
        let text = read_text("FILE", &self.file)?;
        match Map::parse(&text) {
            Ok(map) => Ok(Map::check(map.file())),
            Err(MapFileError::Refused(errors)) => {
                let warnings = serde_json::from_str(&text)
                    .map_or_else(|_| Vec::new(), |file| Map::check(&file).warnings);
                Ok(MapReport { errors, warnings })
            }
            Err(error) => {
                let (place, sentence) = (self.file.display(), one_line(&error));
                Err(Failure::Input(format!("FILE: {place}: {sentence}")))
            }
        }
    }

    fn tell(&self, report: &MapReport, out: &mut impl Write) -> Result<(), Failure> {
        for error in &report.errors {
            writeln!(out, "error: {error}")?;
        }
        for warning in &report.warnings {
            writeln!(out, "warning: {warning}")?;
        }
        let (errors, warnings) = (report.errors.len(), report.warnings.len());
        let verdict = if errors == 0 { "can be played on" } else { "cannot be played on" };
        let place = self.file.display();
        Ok(writeln!(out, "{place} {verdict}: {errors} errors, {warnings} warnings")?)
    }
}
