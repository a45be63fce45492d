//! `backchannel judge`: is this deal of Twilight Imperium legal, and does it bind?

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde::Serialize;
use twilight::judgement::{self, Judgement};
use twilight::situation::{Situation, SituationError, parse, schema};

use crate::failure::{Failure, read_text};
use crate::grid::Grid;
use crate::paint::Paint;

/// Judge a deal of Twilight Imperium: legal or not, binding or not, and why.
///
/// FILE holds one situation as JSON, or a list of them; `-` reads the input. A list gives a table.
/// A situation that expects another verdict than it gets makes the command fail.
#[derive(clap::Args)]
pub(crate) struct Judge {
    #[arg(required_unless_present = "schema")]
    file: Option<PathBuf>,
    /// Print the verdicts as JSON.
    #[arg(long)]
    json: bool,
    /// Print the JSON Schema of a situation.
    #[arg(long)]
    schema: bool,
}

/// One line of an answer in JSON.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Verdict(Judgement),
    Error { field: String, what: String },
}

impl Judge {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<ExitCode, Failure> {
        if self.schema {
            writeln!(out, "{}", serde_json::to_string_pretty(&schema())?)?;
        }
        let Some(file) = &self.file else { return Ok(ExitCode::SUCCESS) };
        let text = read(file)?;
        let situations = parse(&text).map_err(|error| in_file(file, &error))?;
        let answers: Vec<_> = situations.iter().map(judgement::judge).collect();
        match (self.json, answers.as_slice()) {
            (true, _) => write_json(out, answers.iter())?,
            (false, [Ok(one)]) => write!(out, "{one}")?,
            (false, [Err(error)]) => return Err(in_file(file, error)),
            (false, many) => write_table(out, &situations, many)?,
        }
        out.flush()?;
        let wrong = situations.iter().zip(&answers).filter(|(it, answer)| !is_expected(it, answer));
        match wrong.count() {
            0 => Ok(ExitCode::SUCCESS),
            count => Err(Failure::Refuted(format!("{count} of {} came out wrong", answers.len()))),
        }
    }
}

fn read(file: &Path) -> Result<String, Failure> {
    if file != Path::new("-") {
        return read_text("FILE", file);
    }
    let mut text = String::new();
    let read = std::io::stdin().read_to_string(&mut text);
    read.map_err(|error| Failure::Input(format!("the input cannot be read ({error})")))?;
    Ok(text)
}

fn in_file(file: &Path, error: &SituationError) -> Failure {
    Failure::Input(format!("FILE: {}, {error}", file.display()))
}

/// Whether a situation could be judged, and came out as it says, if it says so.
fn is_expected(situation: &Situation, answer: &Result<Judgement, SituationError>) -> bool {
    let Ok(found) = answer else { return false };
    situation
        .expect
        .as_ref()
        .is_none_or(|expected| (expected.class, expected.legal) == (found.class, found.legal))
}

fn write_json<'a>(
    out: &mut impl Write,
    answers: impl Iterator<Item = &'a Result<Judgement, SituationError>>,
) -> Result<(), Failure> {
    let answers: Vec<Answer> = answers
        .map(|answer| match answer {
            Ok(judgement) => Answer::Verdict(judgement.clone()),
            Err(error) => {
                Answer::Error { field: error.field.clone(), what: error.wrong.to_string() }
            }
        })
        .collect();
    let text = match answers.as_slice() {
        [one] => serde_json::to_string_pretty(one)?,
        many => serde_json::to_string_pretty(many)?,
    };
    writeln!(out, "{text}")?;
    Ok(())
}

fn write_table(
    out: &mut impl Write,
    situations: &[Situation],
    answers: &[Result<Judgement, SituationError>],
) -> Result<(), Failure> {
    let mut grid = Grid::new(&["situation", "exchange", "verdict", "clause", "as expected"]);
    for (number, (situation, answer)) in situations.iter().zip(answers).enumerate() {
        let about = situation.about.clone().unwrap_or_else(|| format!("no. {}", number + 1));
        let expected = match situation.expect {
            None => "",
            Some(_) if is_expected(situation, answer) => "yes",
            Some(_) => "no",
        };
        let (legal, class, clause) = match answer {
            Ok(found) => {
                let clause = found.decisive().map(|term| term.reason.clause.clone());
                let legal = match (found.legal, &found.unsettled) {
                    (false, _) => "not legal",
                    (true, Some(_)) => "open",
                    (true, None) => "legal",
                };
                (legal, found.class.words().to_owned(), clause.unwrap_or_default())
            }
            Err(error) => ("", format!("error in {}", error.field), String::new()),
        };
        grid.row([about, legal.to_owned(), class, clause, expected.to_owned()]);
    }
    grid.write(out, Paint::for_output())?;
    Ok(())
}
