//! `backchannel judge`: is this deal of Twilight Imperium legal, and does it bind?

use std::io::{Read as _, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use twilight::Class;
use twilight::deal::judgement::{Judgement, Reason};
use twilight::situation::{
    Listing, Pack, Situation, SituationError, judge, listed, parse, parse_pack, schema,
};

use crate::failure::{Failure, read_text};
use crate::grid::Grid;
use crate::paint::Paint;

/// Say whether a Twilight Imperium deal is binding, term by term, and cite the rules.
///
/// FILE holds one situation as JSON, or a list of them, which gives a table; - reads standard input.
/// The command fails if a situation expects another verdict.
#[derive(clap::Args)]
pub(crate) struct Judge {
    #[arg(value_name = "FILE", required_unless_present_any = ["schema", "names"])]
    file: Option<PathBuf>,
    /// Print the judgement as JSON: an object for one situation, a list for a list.
    #[arg(long)]
    json: bool,
    /// Print every situation of a list in full instead of as a row of a table.
    #[arg(long)]
    full: bool,
    /// Print the JSON Schema of a situation.
    #[arg(long)]
    schema: bool,
    /// List the names that the judge knows, with the window of each.
    #[arg(long, value_name = "WHICH", value_parser = Names::NAMES)]
    names: Option<String>,
    /// Homebrew: a folder of packs (*.json) that every situation may use.
    #[arg(long, value_name = "DIR")]
    packs: Option<PathBuf>,
}

/// What `--names` lists.
struct Names;

impl Names {
    const NAMES: [&'static str; 9] = [
        "abilities",
        "steps",
        "cards",
        "notes",
        "factions",
        "questions",
        "technologies",
        "objectives",
        "systems",
    ];

    fn write(which: &str, out: &mut impl Write) -> Result<(), Failure> {
        let listing = Listing::ALL.into_iter().find(|it| it.name() == which);
        let mut grid = Grid::left(&["name", "window"]);
        for (name, words) in listing.map(listed).unwrap_or_default() {
            grid.row([name, words]);
        }
        Ok(grid.write(out, Paint::for_output())?)
    }
}

/// A situation and its judgement.
struct Heard<'a> {
    situation: &'a Situation,
    answer: Result<Judgement, SituationError>,
}

impl Judge {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        if self.schema {
            return write_json(&schema(), out);
        }
        if let Some(which) = &self.names {
            return Names::write(which, out);
        }
        let packs = self.packs()?;
        let mut situations = parse(&self.text()?).map_err(|error| Failure::input(&error))?;
        for situation in &mut situations {
            situation.packs.extend(packs.iter().cloned());
        }
        let each = situations.iter();
        let heard: Vec<Heard<'_>> =
            each.map(|situation| Heard { situation, answer: judge(situation) }).collect();
        match &heard[..] {
            [Heard { answer: Err(error), .. }] => return Err(Failure::input(error)),
            [only] if self.json => write_json(&only.as_json(), out)?,
            many if self.json => {
                write_json(&many.iter().map(Heard::as_json).collect::<Vec<_>>(), out)?;
            }
            [only] => only.tell(out)?,
            many if self.full => many.iter().try_for_each(|one| one.tell(out))?,
            many => write_table(many, out)?,
        }
        out.flush()?;
        verify(&heard)
    }

    /// The packs of the folder, in the order of their names.
    fn packs(&self) -> Result<Vec<Pack>, Failure> {
        let Some(folder) = &self.packs else { return Ok(Vec::new()) };
        let unreadable = |error: std::io::Error| {
            Failure::Input(format!("--packs: {} cannot be read ({error})", folder.display()))
        };
        let files = std::fs::read_dir(folder).map_err(unreadable)?;
        let mut paths = Vec::new();
        for file in files {
            paths.push(file.map_err(unreadable)?.path());
        }
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
        paths.sort();
        let each = paths.iter().map(|path| {
            let text = read_text("--packs", path)?;
            parse_pack(&text)
                .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
        });
        each.collect()
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

/// The result for a program: the judgement itself, or what is wrong with the situation.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer<'a> {
    Judged(&'a Judgement),
    Wrong { error: Wrong },
}

#[derive(Serialize)]
struct Wrong {
    field: String,
    what: String,
}

impl Heard<'_> {
    fn as_json(&self) -> Answer<'_> {
        match &self.answer {
            Ok(judgement) => Answer::Judged(judgement),
            Err(error) => Answer::Wrong {
                error: Wrong { field: error.field.clone(), what: error.wrong.to_string() },
            },
        }
    }

    fn tell(&self, out: &mut impl Write) -> Result<(), Failure> {
        match &self.answer {
            Ok(judgement) => write!(out, "{judgement}")?,
            Err(error) => writeln!(out, "{}\n{error}", self.about(None))?,
        }
        Ok(())
    }

    fn about(&self, number: Option<usize>) -> String {
        let unnamed = || number.map_or_else(String::new, |number| format!("no. {number}"));
        self.situation.about.clone().unwrap_or_else(unnamed)
    }

    /// Whether it could be judged, and has the expected verdict, if it states one.
    fn is_expected(&self) -> bool {
        let Ok(found) = &self.answer else { return false };
        let expected = self.situation.expect.as_ref();
        expected.is_none_or(|it| {
            let may = found.may.as_ref().map(|may| may.answer);
            it.legal == found.legal
                && it.class.is_none_or(|class| class == found.class)
                && it.may.is_none_or(|answer| may == Some(answer))
                && it.by.as_ref().is_none_or(|by| found.may.as_ref().is_some_and(|it| it.by == *by))
        })
    }

    /// The line of a table: verdict, exchange, clause, reason.
    fn cells(&self) -> [String; 4] {
        let found = match &self.answer {
            Ok(found) => found,
            Err(error) => {
                return ["error".to_owned(), String::new(), String::new(), error.to_string()];
            }
        };
        let exchange = match (found.legal, &found.unsettled) {
            (false, _) => "not legal",
            (true, Some(_)) => "open",
            (true, None) => "legal",
        };
        if let (Some(may), true) = (&found.may, found.terms.is_empty()) {
            let Reason { clause, text } = &may.reason;
            let answer = may.answer.words().to_lowercase();
            return [answer, String::new(), clause.clone(), text.clone()];
        }
        let open = found.unsettled.as_ref().filter(|_| found.class == Class::Open);
        let decisive = || found.decisive().map(|term| &term.reason);
        let deciding = found.barred.as_ref().or(open).or_else(decisive);
        let (clause, because) = deciding
            .map_or_else(Default::default, |reason| (reason.clause.clone(), reason.text.clone()));
        [found.class.words().to_owned(), exchange.to_owned(), clause, because]
    }
}

fn write_table(heard: &[Heard<'_>], out: &mut impl Write) -> Result<(), Failure> {
    let mut grid = Grid::left(&["", "situation", "verdict", "exchange", "clause", "because"]);
    for (number, one) in (1..).zip(heard) {
        let mark = if one.is_expected() { "" } else { " !" };
        let first = [format!("{number}{mark}"), one.about(Some(number))];
        grid.row(first.into_iter().chain(one.cells()));
    }
    Ok(grid.write(out, Paint::for_output())?)
}

fn write_json(answer: &impl Serialize, out: &mut impl Write) -> Result<(), Failure> {
    serde_json::to_writer_pretty(&mut *out, answer)?;
    Ok(writeln!(out)?)
}

fn verify(heard: &[Heard<'_>]) -> Result<(), Failure> {
    let wrong: Vec<String> = (1..)
        .zip(heard)
        .filter(|(_, one)| !one.is_expected())
        .map(|(number, one)| one.about(Some(number)))
        .collect();
    match wrong.len() {
        0 => Ok(()),
        count => {
            let (all, which) = (heard.len(), wrong.join("; "));
            Err(Failure::Refuted(format!(
                "{count} of {all} have another verdict than expected: {which}"
            )))
        }
    }
}
