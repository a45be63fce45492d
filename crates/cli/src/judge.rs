//! `backchannel judge`: is this deal binding, and why?

use std::io::{Read as _, Write};
use std::path::{Path, PathBuf};

use twilight::judgement::{Judgement, judge};
use twilight::situation::{Situation, parse, schema};

use crate::failure::{Failure, read_text};
use crate::grid::Grid;
use crate::paint::Paint;

/// Say whether a Twilight Imperium deal is binding, term by term and by the number of the rule.
#[derive(clap::Args)]
pub(crate) struct Judge {
    /// A situation and its deal as JSON, or a list of them; - reads standard input.
    #[arg(value_name = "FILE", required_unless_present = "schema")]
    file: Option<PathBuf>,
    /// Print the judgement as JSON: an object for one situation, a list for a list.
    #[arg(long)]
    json: bool,
    /// Tell each of a list of situations in full, not as a line of a table.
    #[arg(long)]
    full: bool,
    /// Print the JSON Schema of a situation.
    #[arg(long)]
    schema: bool,
}

impl Judge {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        if self.schema {
            serde_json::to_writer_pretty(&mut *out, &schema())?;
            return Ok(writeln!(out)?);
        }
        let situations = parse(&self.text()?).map_err(|error| Failure::input(&error))?;
        let judgements = judge_all(&situations)?;
        match &judgements[..] {
            [only] if self.json => json(only, out),
            [only] => Ok(write!(out, "{only}")?),
            many if self.json => json(many, out),
            many if self.full => tell(many, out),
            many => table(many, out),
        }
    }

    fn text(&self) -> Result<String, Failure> {
        match self.file.as_deref() {
            Some(path) if path != Path::new("-") => read_text("FILE", path),
            _ => {
                let mut text = String::new();
                std::io::stdin().read_to_string(&mut text).map_err(|error| {
                    Failure::Input(format!("FILE: standard input cannot be read ({error})"))
                })?;
                Ok(text)
            }
        }
    }
}

fn judge_all(situations: &[Situation]) -> Result<Vec<Judgement>, Failure> {
    let each = situations.iter().enumerate().map(|(place, situation)| {
        judge(situation).map_err(|error| match situations.len() {
            1 => Failure::input(&error),
            _ => Failure::Input(format!("[{place}].{error}")),
        })
    });
    each.collect()
}

fn json<T: serde::Serialize + ?Sized>(judged: &T, out: &mut impl Write) -> Result<(), Failure> {
    serde_json::to_writer_pretty(&mut *out, judged)?;
    Ok(writeln!(out)?)
}

fn tell(judgements: &[Judgement], out: &mut impl Write) -> Result<(), Failure> {
    for judgement in judgements {
        writeln!(out, "{judgement}")?;
    }
    Ok(())
}

/// One line a situation: what it is about, the verdict, and the finding that decides.
fn table(judgements: &[Judgement], out: &mut impl Write) -> Result<(), Failure> {
    let mut grid = Grid::left(&["", "situation", "verdict", "legal", "clause", "because"]);
    for (place, judgement) in judgements.iter().enumerate() {
        let deciding = judgement.barred.as_ref().or(judgement.decisive().map(|term| &term.reason));
        let (clause, because) = deciding.map_or((String::new(), String::new()), |reason| {
            (reason.clause.clone(), reason.text.clone())
        });
        grid.row([
            (place + 1).to_string(),
            judgement.about.clone().unwrap_or_else(|| "–".to_owned()),
            judgement.class.words().to_owned(),
            if judgement.legal { "yes" } else { "no" }.to_owned(),
            clause,
            because,
        ]);
    }
    Ok(grid.write(out, Paint::for_output())?)
}
