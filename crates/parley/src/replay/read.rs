//! Parses a replay, line by line; errors name the place and the fix.

use std::io::{self, BufRead, Read as _};

use serde::de::DeserializeOwned;
use thiserror::Error;

use super::line::{Opened, OpenedFirst, ReplayLine, Stamp};
use super::{FIRST_FORMAT, FORMAT, HeaderSeal, Replay, ReplayStep, StepOutcome, header};
use crate::versions::{is_known, rules_version};
use crate::{Commitment, Game, Seed, SeedSource, Versions};

/// The longest line that is read. The longest legitimate one is a header with its map, far below this.
pub const LONGEST_LINE: u64 = 16 << 20;

/// What is wrong with a replay file, and where.
#[derive(Debug, Error)]
#[error("line {line}: {fault}")]
pub struct ReadError {
    pub line: usize,
    pub fault: ReplayFault,
}

/// What is wrong with a line of a replay.
#[derive(Debug, Error)]
pub enum ReplayFault {
    #[error("the file could not be read ({0}); check that it is there and is text")]
    Io(io::Error),
    #[error("the file ends before its `{wanted}` line; it was cut short, so save it again")]
    Missing { wanted: &'static str },
    #[error("the line breaks off; the file was cut short, so save it again")]
    BrokenOff,
    #[error("column {column} is not JSON ({reason}); save the file again")]
    NotJson { column: usize, reason: String },
    #[error("`{field}` cannot be read ({reason}); save the file again")]
    Field { field: String, reason: String },
    #[error("`{field}` is missing; save the file again")]
    NoField { field: &'static str },
    #[error("`{field}` does not belong on this line; remove it or save the file again")]
    Misplaced { field: &'static str },
    #[error("the line is longer than {LONGEST_LINE} bytes; save the file again")]
    TooLong,
    #[error(
        "`format` is {found} and this program reads 1 to {FORMAT}; use the program that wrote it"
    )]
    Format { found: u32 },
    #[error("`rules` is {found:?} and this program plays {ours:?}; use the program that wrote it")]
    Rules { found: String, ours: &'static str },
    #[error("something follows the `seed`, which is the last line; remove it")]
    AfterTheSeed,
}

/// The rules of a replay, such as `backchannel/1`, from its first line.
///
/// # Errors
/// If it does not begin like a replay.
pub fn rules(input: impl BufRead) -> Result<String, ReadError> {
    let mut lines = Lines::of(input);
    lines.expect("format")?;
    lines.parse::<Stamp>().map(|stamp| stamp.rules)
}

/// Parses a whole file. That its lines are well formed does not mean that the game follows the rules:
/// [`verify`](super::verify) checks that.
///
/// # Errors
/// Names the line, the field and the fix.
pub fn read<G: Game>(input: impl BufRead) -> Result<Replay<G>, ReadError> {
    let mut lines = Lines::of(input);
    let (setup, commitment, seal) = lines.header::<G>()?;
    let opening = lines.opening::<G>()?;
    let (mut steps, mut shown) = (Vec::new(), None);
    while lines.advance()? {
        match lines.step(seal.as_ref())? {
            Read::Step(step) => steps.push(step),
            Read::Seed(seed, source) => {
                shown = Some((seed, source));
                break;
            }
        }
    }
    if shown.is_some() && lines.advance()? {
        return Err(lines.fault(ReplayFault::AfterTheSeed));
    }
    let (seed, source) = shown.unzip();
    Ok(Replay { setup, commitment, seal, opening, steps, seed, source: source.flatten() })
}

enum Read<G: Game> {
    Step(ReplayStep<G>),
    Seed(Seed, Option<SeedSource>),
}

type Begun<G> = (<G as Game>::Setup, Commitment, Option<HeaderSeal>);

struct Lines<R> {
    input: R,
    number: usize,
    text: Vec<u8>,
    /// The versions of lines that do not have their own.
    versions: Versions,
}

impl<R: BufRead> Lines<R> {
    fn of(input: R) -> Lines<R> {
        Lines { input, number: 0, text: Vec::new(), versions: Versions::FIRST }
    }

    /// Reads the next line; `false` at the end of the file.
    fn advance(&mut self) -> Result<bool, ReadError> {
        self.number += 1;
        self.text.clear();
        let read = self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut self.text);
        match read {
            Ok(0) => Ok(false),
            Ok(length) if length as u64 == LONGEST_LINE => Err(self.fault(ReplayFault::TooLong)),
            Ok(_) => {
                self.text.pop_if(|last| *last == b'\n');
                Ok(true)
            }
            Err(error) => Err(self.fault(ReplayFault::Io(error))),
        }
    }

    fn expect(&mut self, wanted: &'static str) -> Result<(), ReadError> {
        if self.advance()? { Ok(()) } else { Err(self.fault(ReplayFault::Missing { wanted })) }
    }

    fn header<G: Game>(&mut self) -> Result<Begun<G>, ReadError> {
        self.expect("format")?;
        let Stamp { format, rules } = self.parse()?;
        if !(FIRST_FORMAT..=FORMAT).contains(&format) {
            return Err(self.fault(ReplayFault::Format { found: format }));
        }
        if !is_known(&rules, G::RULES) {
            return Err(self.fault(ReplayFault::Rules { found: rules, ours: G::RULES }));
        }
        if format == FIRST_FORMAT {
            let first: OpenedFirst<G> = self.parse()?;
            self.written_by(&rules, first.hash);
            return Ok((first.setup, first.commitment, None));
        }
        let opened: Opened<G> = self.parse()?;
        self.written_by(&rules, opened.hash);
        let seal = HeaderSeal {
            committed: opened.hashes,
            found: header::hashes(&self.parse()?),
            secret_commitment: opened.secret_commitment,
            shuffled: opened.shuffled,
        };
        Ok((opened.setup, opened.commitment, Some(seal)))
    }

    /// The versions of lines that do not have their own.
    fn written_by(&mut self, rules: &str, hash: Option<u16>) {
        let hash = hash.unwrap_or(Versions::FIRST.hash);
        self.versions = Versions { rules: rules_version(rules), hash };
    }

    fn opening<G: Game>(&mut self) -> Result<StepOutcome<G>, ReadError> {
        self.expect("events")?;
        let line: ReplayLine<G> = self.parse()?;
        let strays = [
            ("seat", line.seat.is_some()),
            ("command", line.command.is_some()),
            ("seed", line.seed.is_some()),
            ("secret", line.secret.is_some()),
            ("entropy", line.entropy.is_some()),
        ];
        self.refuse(strays)?;
        self.outcome(line.events, line.hash, line.v)
    }

    /// A command, or the seed with what it was made of.
    fn step<G: Game>(&mut self, seal: Option<&HeaderSeal>) -> Result<Read<G>, ReadError> {
        let line: ReplayLine<G> = self.parse()?;
        let is_seed = line.seed.is_some();
        let may_be_drawn = is_seed && seal.is_some();
        let strays = [
            ("seat", is_seed && line.seat.is_some()),
            ("command", is_seed && line.command.is_some()),
            ("events", is_seed && line.events.is_some()),
            ("hash", is_seed && line.hash.is_some()),
            ("v", is_seed && line.v.is_some()),
            ("secret", !may_be_drawn && line.secret.is_some()),
            ("entropy", !may_be_drawn && line.entropy.is_some()),
        ];
        self.refuse(strays)?;
        if let Some(seed) = line.seed {
            let promised = seal.is_some_and(|seal| seal.secret_commitment.is_some());
            if !promised && line.secret.is_none() && line.entropy.is_none() {
                return Ok(Read::Seed(seed, None));
            }
            let secret = self.need("secret", line.secret)?;
            let entropy = self.need("entropy", line.entropy)?;
            return Ok(Read::Seed(seed, Some(SeedSource { secret, entropy })));
        }
        let seat = self.need("seat", line.seat)?;
        let command = self.need("command", line.command)?;
        let outcome = self.outcome(line.events, line.hash, line.v)?;
        Ok(Read::Step(ReplayStep { seat, command, outcome }))
    }

    fn outcome<G: Game>(
        &self,
        events: Option<Vec<G::Event>>,
        hash: Option<crate::StateHash>,
        versions: Option<Versions>,
    ) -> Result<StepOutcome<G>, ReadError> {
        Ok(StepOutcome {
            events: self.need("events", events)?,
            hash: self.need("hash", hash)?,
            versions: versions.unwrap_or(self.versions),
        })
    }

    fn need<T>(&self, field: &'static str, value: Option<T>) -> Result<T, ReadError> {
        value.ok_or_else(|| self.fault(ReplayFault::NoField { field }))
    }

    fn refuse<const N: usize>(&self, strays: [(&'static str, bool); N]) -> Result<(), ReadError> {
        match strays.into_iter().find(|(_, present)| *present) {
            Some((field, _)) => Err(self.fault(ReplayFault::Misplaced { field })),
            None => Ok(()),
        }
    }

    fn parse<T: DeserializeOwned>(&self) -> Result<T, ReadError> {
        let mut reader = serde_json::Deserializer::from_slice(&self.text);
        let value = serde_path_to_error::deserialize(&mut reader)
            .map_err(|error| self.fault(malformed(&error.path().to_string(), error.inner())))?;
        reader.end().map_err(|error| self.fault(malformed(".", &error)))?;
        Ok(value)
    }

    fn fault(&self, fault: ReplayFault) -> ReadError {
        ReadError { line: self.number, fault }
    }
}

fn malformed(path: &str, error: &serde_json::Error) -> ReplayFault {
    let (line, column) = (error.line(), error.column());
    let reason = error.to_string().replace(&format!(" at line {line} column {column}"), "");
    match error.classify() {
        serde_json::error::Category::Eof => ReplayFault::BrokenOff,
        serde_json::error::Category::Data if path != "." => {
            ReplayFault::Field { field: path.to_owned(), reason }
        }
        _ => ReplayFault::NotJson { column, reason },
    }
}
