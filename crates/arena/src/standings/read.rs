//! Reads a report that was written as JSON, possibly by another program.

use std::collections::BTreeMap;

use backchannel::settings::MOST_SEATS;
use thiserror::Error;

use super::LeagueReport;
use crate::league::{MOST_LINE_UP, MOST_TABLES};

/// The longest name of a bot, a map or anything that is counted, in characters.
const LONGEST_NAME: usize = 200;
/// The most things that are counted by name.
const MOST_NAMES: usize = 1_000;

/// Why a report cannot be read. `Display` is a whole sentence.
#[derive(Debug, Error)]
pub enum ReportError {
    #[error(
        "It is not a report as `backchannel arena report FILE --json` prints one: `{field}`: {reason}."
    )]
    Shape { field: String, reason: String },
    #[error("It has {count} {what}, and at most {most} can be shown.")]
    TooMany { what: &'static str, count: usize, most: usize },
    #[error("A name in it is longer than {LONGEST_NAME} characters.")]
    LongName,
    #[error("`{0}` does not have a row and a column for each bot.")]
    Square(&'static str),
    #[error("`tables` has a table with other shares than it has seats.")]
    Seats,
}

/// Reads a report and checks that everything in it fits together.
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &[u8]) -> Result<LeagueReport, ReportError> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    let report = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let (field, reason) = (error.path().to_string(), error.into_inner().to_string());
        ReportError::Shape { field, reason }
    })?;
    reader
        .end()
        .map_err(|error| ReportError::Shape { field: ".".to_owned(), reason: error.to_string() })?;
    check(&report)?;
    Ok(report)
}

fn check(report: &LeagueReport) -> Result<(), ReportError> {
    let bots = report.bots.len();
    most("bots", bots, MOST_LINE_UP)?;
    most("tables", report.tables.len(), MOST_TABLES)?;
    most("kinds of broken words", report.breaks.len(), 3)?;
    square("meetings", &report.meetings, bots)?;
    square("betrayals", &report.betrayals, bots)?;
    names(&report.deals)?;
    names(&report.tactics)?;
    names(&report.said)?;
    names(&report.endings)?;
    for bot in &report.bots {
        name(&bot.name)?;
        names(&bot.by_map)?;
        names(&bot.deals)?;
        most("seats of a bot", bot.by_seat.len(), MOST_SEATS * MOST_SEATS)?;
    }
    for table in &report.tables {
        name(&table.map)?;
        let fits =
            table.by_seat.len() == usize::from(table.seats) && table.by_seat.len() <= MOST_SEATS;
        fits.then_some(()).ok_or(ReportError::Seats)?;
    }
    for kind in &report.breaks {
        most("rounds after a break", kind.breaker.len().max(kind.victim.len()), MOST_NAMES)?;
    }
    Ok(())
}

fn most(what: &'static str, count: usize, most: usize) -> Result<(), ReportError> {
    if count <= most { Ok(()) } else { Err(ReportError::TooMany { what, count, most }) }
}

fn square<T>(field: &'static str, rows: &[Vec<T>], bots: usize) -> Result<(), ReportError> {
    let fits = rows.len() == bots && rows.iter().all(|row| row.len() == bots);
    if fits { Ok(()) } else { Err(ReportError::Square(field)) }
}

fn name(name: &str) -> Result<(), ReportError> {
    if name.chars().count() <= LONGEST_NAME { Ok(()) } else { Err(ReportError::LongName) }
}

fn names<T>(counted: &BTreeMap<String, T>) -> Result<(), ReportError> {
    most("things counted by name", counted.len(), MOST_NAMES)?;
    counted.keys().try_for_each(|each| name(each))
}
