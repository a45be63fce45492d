//! `backchannel replay`: shows a saved game as one seat saw it, or verifies it.

mod proof;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use parley::replay::{self, LONGEST_LINE};
use parley::{Audience, Commitment, Language, Seat};
use serde::Serialize;
use serde_json::Value;
use server::api::Games;
use server::ruleset::{Heading, Hosted, ProvedGame, Spoken, VerifyError};

use self::proof::Proof;
use crate::failure::{Failure, unreadable};
use crate::narration::sentence;
use crate::paint::Paint;

/// Read a saved game as one seat saw it, or verify that it was not changed.
///
/// Every command is decided again from the seed before anything is shown, so what is shown is true.
#[derive(clap::Args)]
pub(crate) struct ReplayCommand {
    file: PathBuf,
    /// Whose view to show: a seat's number or name, or `all` for everything.
    #[arg(long = "as", value_name = "SEAT|all", default_value = "all")]
    eyes: String,
    /// Only check the set-up, the seed, every command's events and every state hash, and say what that proves.
    #[arg(long)]
    verify: bool,
    /// The commitment that was shown when the game began; a file with another is refused.
    #[arg(long, value_name = "HEX")]
    commitment: Option<Commitment>,
    /// Show only one category of the log: combat, public, signals or deals.
    #[arg(long)]
    filter: Option<String>,
    /// The language of signals.
    #[arg(long, default_value = "en")]
    lang: Lang,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Lang {
    En,
    De,
}

impl ReplayCommand {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut file =
            File::open(&self.file).map(BufReader::new).map_err(|error| self.absent(&error))?;
        let mut first = Vec::new();
        let read = file.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut first);
        read.map_err(|error| self.absent(&error))?;
        let rules = replay::rules(&first[..]).map_err(|error| self.malformed(&error))?;
        let games = games::all();
        let game = self.game(&games, &rules)?;
        if !self.verify {
            self.check_telling(game)?;
        }
        let proved = self.verified(game, &mut first.chain(file))?;
        match self.verify {
            true => self.vouch(&*proved, out),
            false => self.tell(&*proved, out),
        }
    }

    /// The game for these rules, whatever their version.
    fn game<'g>(&self, games: &'g Games, rules: &str) -> Result<&'g dyn Hosted, Failure> {
        let name = |rules: &str| rules.split('/').next().map(str::to_owned);
        let mut known = games.rulesets().iter();
        known.find(|game| name(game.rules()) == name(rules)).ok_or_else(|| {
            let known: Vec<_> = games.rulesets().iter().map(Hosted::rules).collect();
            let (place, known) = (self.file.display(), known.join(" and "));
            Failure::Input(format!(
                "FILE: {place}, line 1: `rules` is {rules:?}, and this program knows {known}"
            ))
        })
    }

    /// Whether such a game can be shown as requested.
    fn check_telling(&self, game: &dyn Hosted) -> Result<(), Failure> {
        let (place, name, categories) = (self.file.display(), game.name(), game.categories());
        if categories.is_empty() {
            return Err(Failure::Input(format!(
                "FILE: {place} is of a table of {name}, which can only be verified; add --verify"
            )));
        }
        match &self.filter {
            Some(filter) if !categories.contains(&&**filter) => Err(Failure::Input(format!(
                "--filter: there is no category {filter:?}; use {}",
                categories.join(", ")
            ))),
            _ => Ok(()),
        }
    }

    fn absent(&self, error: &io::Error) -> Failure {
        unreadable("FILE", &self.file, error)
    }

    fn malformed(&self, error: &replay::ReadError) -> Failure {
        Failure::Input(format!("FILE: {}, {error}", self.file.display()))
    }

    /// The game, if its file can be verified.
    fn verified(
        &self,
        game: &dyn Hosted,
        input: &mut dyn BufRead,
    ) -> Result<Box<dyn ProvedGame>, Failure> {
        let saved = game.saved(input).map_err(|error| self.malformed(&error))?;
        let (place, found) = (self.file.display(), saved.commitment());
        if let Some(given) = self.commitment.filter(|given| *given != found) {
            return Err(Failure::Refuted(format!(
                "{place}, line 1: `commitment` is {found}, not {given} as given"
            )));
        }
        saved.verify().map_err(|untrue| match untrue {
            VerifyError::Unknown(why) => Failure::Input(format!("FILE: {place}, {why}")),
            VerifyError::Refuted(why) => Failure::Refuted(format!("{place}, {why}")),
        })
    }

    /// Prints that the game is verified, and how much that proves.
    fn vouch(&self, game: &dyn ProvedGame, out: &mut impl Write) -> Result<(), Failure> {
        let proof = Proof::of(game.facts());
        match self.json {
            true => writeln!(out, "{}", proof.json(self.commitment))?,
            false => write!(out, "{}", proof.text(&self.file, self.commitment))?,
        }
        Ok(())
    }

    fn tell(&self, game: &dyn ProvedGame, out: &mut impl Write) -> Result<(), Failure> {
        let audience = audience(&self.eyes, &game.names())?;
        let paint = if self.json { Paint::OFF } else { Paint::for_output() };
        let mut log = Log { paint, round: 0, turn: None, headings: Vec::new() };
        if !self.json {
            writeln!(out, "{}", log.paint.bold(&game.heading()))?;
        }
        for line in game.log(audience, self.language()) {
            let wanted = self.filter.as_ref().is_none_or(|only| line.category == only);
            match self.json {
                true => log.json(&line, wanted, out)?,
                false => log.text(&line, wanted, out)?,
            }
        }
        Ok(())
    }

    fn language(&self) -> Language {
        match self.lang {
            Lang::En => Language::English,
            Lang::De => Language::German,
        }
    }
}

fn audience(eyes: &str, names: &[String]) -> Result<Audience, Failure> {
    if eyes.eq_ignore_ascii_case("all") {
        return Ok(Audience::Replay);
    }
    let seats = || Seat::all(names.len()).zip(names);
    let meant = |(seat, name): &(Seat, &String)| {
        eyes == seat.0.to_string() || name.to_lowercase() == eyes.to_lowercase()
    };
    let found = seats().find(meant).map(|(seat, _)| Audience::Seat(seat));
    found.ok_or_else(|| {
        let names: Vec<_> = seats().map(|(seat, name)| format!("{} ({name})", seat.0)).collect();
        let names = names.join(", ");
        Failure::Input(format!("--as: there is no seat {eyes:?}; use all, {names}"))
    })
}

/// The log as it is printed, with the current round and turn.
struct Log {
    paint: Paint,
    round: u16,
    turn: Option<Seat>,
    /// Headings that are printed before the next line.
    headings: Vec<String>,
}

#[derive(Serialize)]
struct Told<'a> {
    round: u16,
    turn: Option<Seat>,
    category: &'a str,
    text: String,
    notice: &'a Value,
}

impl Log {
    fn text(&mut self, line: &Spoken, wanted: bool, out: &mut impl Write) -> Result<(), Failure> {
        let text = sentence(line, self.paint);
        match line.heading {
            Some(Heading::Round(_)) => {
                self.headings = vec![format!("\n{}", self.paint.bold(&text))];
            }
            Some(Heading::Turn(_)) => {
                self.headings.retain(|heading| heading.starts_with('\n'));
                self.headings.push(format!("  {text}"));
            }
            None if wanted => {
                for heading in self.headings.drain(..) {
                    writeln!(out, "{heading}")?;
                }
                writeln!(out, "    {text}")?;
            }
            None => {}
        }
        Ok(())
    }

    fn json(&mut self, line: &Spoken, wanted: bool, out: &mut impl Write) -> Result<(), Failure> {
        match line.heading {
            Some(Heading::Round(round)) => (self.round, self.turn) = (round, None),
            Some(Heading::Turn(seat)) => self.turn = Some(seat),
            None => {}
        }
        if !wanted {
            return Ok(());
        }
        let Spoken { category, notice, .. } = line;
        let (round, turn, text) = (self.round, self.turn, sentence(line, self.paint));
        serde_json::to_writer(&mut *out, &Told { round, turn, category, text, notice })?;
        Ok(writeln!(out)?)
    }
}
