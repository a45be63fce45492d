//! `backchannel replay`: a saved game as one seat saw it, or whether it is true.

mod proof;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Write};
use std::path::PathBuf;

use backchannel::{Category, Game, Notice, Rules};
use clap::ValueEnum;
use parley::replay::{self, LONGEST_LINE, Mismatch};
use parley::{Audience, Commitment, Game as _, Language, Round, Seat, Table};
use serde::Serialize;

use self::proof::Proof;
use crate::failure::{Failure, unreadable};
use crate::narration::sentence;
use crate::paint::Paint;

/// Read a saved game as one seat saw it, or check that nobody touched it.
///
/// Every command is decided again from the seed before anything is shown, so what is shown is true.
#[derive(clap::Args)]
pub(crate) struct Replay {
    file: PathBuf,
    /// Whose eyes to see it with: a seat's number or name, or `all` for everything.
    #[arg(long = "as", value_name = "SEAT|all", default_value = "all")]
    eyes: String,
    /// Only check the set-up, the seed, every command's events and every state hash, and say what that proves.
    #[arg(long)]
    verify: bool,
    /// The commitment that was shown when the game began; a file with another is refused.
    #[arg(long, value_name = "HEX")]
    commitment: Option<Commitment>,
    /// Show only one category of the log.
    #[arg(long)]
    filter: Option<Filter>,
    /// The language of signals.
    #[arg(long, default_value = "en")]
    lang: Lang,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Filter {
    Combat,
    Public,
    Signals,
    Deals,
}

#[derive(Clone, Copy, ValueEnum)]
enum Lang {
    En,
    De,
}

impl Replay {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut file =
            File::open(&self.file).map(BufReader::new).map_err(|error| self.absent(&error))?;
        let mut first = Vec::new();
        let read = file.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut first);
        read.map_err(|error| self.absent(&error))?;
        let rules = replay::rules(&first[..]).map_err(|error| self.malformed(&error))?;
        let input = first.chain(file);
        if rules != twilight::Game::RULES {
            let (replay, table) = self.verified::<Game>(input)?;
            return match self.verify {
                true => self.vouch(&replay, &table, out),
                false => self.tell(&table, out),
            };
        }
        if !self.verify {
            let place = self.file.display();
            return Err(Failure::Input(format!(
                "FILE: {place} is of a Twilight desk, which can only be checked here; add --verify"
            )));
        }
        let (replay, table) = self.verified::<twilight::Game>(input)?;
        self.vouch(&replay, &table, out)
    }

    fn absent(&self, error: &io::Error) -> Failure {
        unreadable("FILE", &self.file, error)
    }

    fn malformed(&self, error: &replay::ReadError) -> Failure {
        Failure::Input(format!("FILE: {}, {error}", self.file.display()))
    }

    /// The game, if all that its file says is true.
    fn verified<G: parley::Game>(
        &self,
        input: impl BufRead,
    ) -> Result<(replay::Replay<G>, Table<G>), Failure> {
        let replay = replay::read::<G>(input).map_err(|error| self.malformed(&error))?;
        let place = self.file.display();
        if let Some(given) = self.commitment.filter(|given| *given != replay.commitment) {
            let found = replay.commitment;
            return Err(Failure::Refuted(format!(
                "{place}, line 1: `commitment` is {found}, and not {given} as you gave it"
            )));
        }
        let table = replay::verify(&replay).map_err(|divergence| {
            let sentence = format!("{place}, {divergence}");
            match divergence.mismatch {
                Mismatch::NoSeed | Mismatch::Setup(_) | Mismatch::OtherRules { .. } => {
                    Failure::Input(format!("FILE: {sentence}"))
                }
                _ => Failure::Refuted(sentence),
            }
        })?;
        Ok((replay, table))
    }

    /// Says that the game is true, and how much that proves.
    fn vouch<G: parley::Game>(
        &self,
        replay: &replay::Replay<G>,
        table: &Table<G>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let proof = Proof::of(replay, table);
        match self.json {
            true => writeln!(out, "{}", proof.json(self.commitment))?,
            false => write!(out, "{}", proof.text(&self.file, self.commitment))?,
        }
        Ok(())
    }

    fn tell(&self, table: &Table<Game>, out: &mut impl Write) -> Result<(), Failure> {
        let rules = table.game().rules();
        let audience = audience(&self.eyes, rules)?;
        let mut log = Log {
            rules,
            language: self.language(),
            paint: if self.json { Paint::OFF } else { Paint::for_output() },
            round: Round::NEVER,
            turn: None,
            headings: Vec::new(),
        };
        if !self.json {
            writeln!(out, "{}", log.paint.bold(&title(rules)))?;
        }
        for notice in table.journal().log(audience) {
            let wanted = self.category().is_none_or(|only| notice.category() == only);
            match self.json {
                true => log.json(&notice, wanted, out)?,
                false => log.text(&notice, wanted, out)?,
            }
        }
        Ok(())
    }

    fn category(&self) -> Option<Category> {
        self.filter.map(|filter| match filter {
            Filter::Combat => Category::Combat,
            Filter::Public => Category::Public,
            Filter::Signals => Category::Signals,
            Filter::Deals => Category::Deals,
        })
    }

    fn language(&self) -> Language {
        match self.lang {
            Lang::En => Language::English,
            Lang::De => Language::German,
        }
    }
}

fn audience(eyes: &str, rules: &Rules) -> Result<Audience, Failure> {
    if eyes.eq_ignore_ascii_case("all") {
        return Ok(Audience::Replay);
    }
    let mut seats = Seat::all(rules.seats());
    let meant = |seat: &Seat| {
        eyes == seat.0.to_string() || rules.name(*seat).to_lowercase() == eyes.to_lowercase()
    };
    let found = seats.find(meant).map(Audience::Seat);
    found.ok_or_else(|| {
        let names: Vec<_> = Seat::all(rules.seats())
            .map(|seat| format!("{} ({})", seat.0, rules.name(seat)))
            .collect();
        let names = names.join(", ");
        Failure::Input(format!("--as: there is no seat {eyes:?}; use all, {names}"))
    })
}

fn title(rules: &Rules) -> String {
    let names: Vec<_> = Seat::all(rules.seats()).map(|seat| rules.name(seat)).collect();
    format!("{}: {}", rules.map.file().name, names.join(", "))
}

/// The log as it is written, with the round and the turn that it has come to.
struct Log<'a> {
    rules: &'a Rules,
    language: Language,
    paint: Paint,
    round: Round,
    turn: Option<Seat>,
    /// Headings that wait for a line to stand above.
    headings: Vec<String>,
}

#[derive(Serialize)]
struct Told<'a> {
    round: Round,
    turn: Option<Seat>,
    category: Category,
    text: String,
    notice: &'a Notice,
}

impl Log<'_> {
    fn text(&mut self, notice: &Notice, wanted: bool, out: &mut impl Write) -> Result<(), Failure> {
        let line = sentence(notice, self.rules, self.language, self.paint);
        match notice {
            Notice::RoundStarted { .. } => {
                self.headings = vec![format!("\n{}", self.paint.bold(&line))];
            }
            Notice::TurnStarted { .. } => {
                self.headings.retain(|heading| heading.starts_with('\n'));
                self.headings.push(format!("  {line}"));
            }
            _ if wanted => {
                for heading in self.headings.drain(..) {
                    writeln!(out, "{heading}")?;
                }
                writeln!(out, "    {line}")?;
            }
            _ => {}
        }
        Ok(())
    }

    fn json(&mut self, notice: &Notice, wanted: bool, out: &mut impl Write) -> Result<(), Failure> {
        match *notice {
            Notice::RoundStarted { round } => (self.round, self.turn) = (round, None),
            Notice::TurnStarted { seat } => self.turn = Some(seat),
            _ => {}
        }
        if !wanted {
            return Ok(());
        }
        let text = sentence(notice, self.rules, self.language, self.paint);
        let (round, turn, category) = (self.round, self.turn, notice.category());
        let told = Told { round, turn, category, text, notice };
        serde_json::to_writer(&mut *out, &told)?;
        Ok(writeln!(out)?)
    }
}
