//! One program at one seat of one game: greeting, questions and answers, and the clock.

use std::time::{Duration, Instant};

use serde_json::Value;
use serde_json::value::RawValue;

use crate::fault::Fault;
use crate::process::{ErrorOutput, MOST_LINE, Process, Received};
use crate::spec::ProgramSpec;
use crate::wire::{AskLine, GameLine, PROTOCOL, ProgramAnswer, QuestionPart, Ready, ToProgram};

/// How long a program may take to start.
const START: Duration = Duration::from_secs(10);
/// How often it may try to answer one question.
const TRIES: u32 = 3;
/// After so many failures in a row, or in all, a program is stopped.
const FAILURES_IN_A_ROW: u32 = 3;
const FAILURES: u32 = 20;
/// How many answers to earlier questions are skipped.
const STALE: u32 = 100;
/// How much of a wrong line is repeated.
const QUOTED: usize = 200;
/// How much of the error output is repeated: the end of it, where the reason is.
const LAST_WORDS: usize = 500;

/// What a program is asked.
pub struct ProgramQuestion<'a> {
    /// Whether a command is due; otherwise it may be skipped.
    pub due: bool,
    pub view: &'a dyn Fn() -> Box<RawValue>,
    pub options: &'a dyn Fn() -> Box<RawValue>,
    pub menu: &'a dyn Fn() -> Box<RawValue>,
    pub text: &'a dyn Fn() -> String,
}

/// What a program answers.
#[derive(Clone, PartialEq, Debug)]
pub enum ProgramReply {
    /// A line of the menu.
    Number(u64),
    Command(Value),
    /// Nothing, for now.
    Skip,
}

/// A program that has been greeted.
pub struct ProgramSession {
    process: Process,
    wants: Vec<QuestionPart>,
    /// What it calls itself.
    pub name: Option<String>,
    /// The number of the last question.
    asked: u64,
    a_move: Duration,
    left: Duration,
    failures: u32,
    in_a_row: u32,
    /// The longest time that an answer took, and all of them together.
    pub slowest: Duration,
    pub thought: Duration,
    pub answered: u64,
    /// The lines that were refused although a good answer came in the end.
    pub refused: u64,
    /// The first of them, and why.
    pub first_refused: Option<Fault>,
}

impl ProgramSession {
    /// Starts a program and waits until it is ready.
    ///
    /// # Errors
    /// What it did wrong.
    pub fn start(spec: &ProgramSpec, errors: ErrorOutput) -> Result<ProgramSession, Fault> {
        let process = Process::start(&spec.command, errors)
            .map_err(|error| Fault::NotStarted { why: error.to_string() })?;
        let mut session = ProgramSession {
            process,
            wants: QuestionPart::USUAL.to_vec(),
            name: None,
            asked: 0,
            a_move: spec.time.a_move,
            left: spec.time.a_game,
            failures: 0,
            in_a_row: 0,
            slowest: Duration::ZERO,
            thought: Duration::ZERO,
            answered: 0,
            refused: 0,
            first_refused: None,
        };
        let host = concat!("backchannel ", env!("CARGO_PKG_VERSION"));
        session.tell(&ToProgram::Hello { protocol: PROTOCOL, host });
        session.greet()?;
        Ok(session)
    }

    fn greet(&mut self) -> Result<(), Fault> {
        let until = Instant::now() + START;
        let late = || Fault::NotReady { milliseconds: START.as_millis() as u64 };
        let line = match self.process.receive(until) {
            Received::Line(line) => line,
            Received::Late => return Err(self.unfinished().unwrap_or_else(late)),
            Received::Ended => {
                let (status, errors) = self.last_words();
                return Err(Fault::EndedEarly { status, errors });
            }
            Received::TooLong => return Err(too_long()),
            Received::NotText => return Err(not_text()),
        };
        let hint = "The first line has to be {\"type\":\"ready\",\"protocol\":1}.";
        let ready: Ready = serde_json::from_str(&line)
            .ok()
            .filter(|ready: &Ready| ready.kind == "ready")
            .ok_or_else(|| nonsense(hint, &line))?;
        if ready.protocol != PROTOCOL {
            return Err(Fault::OtherProtocol { theirs: ready.protocol.to_string() });
        }
        self.name = ready.name.map(|name| name.chars().take(80).collect());
        if let Some(wants) = ready.wants {
            self.wants = wants;
        }
        Ok(())
    }

    /// Tells what never changes during the game.
    pub fn begin(&mut self, game: &GameLine<'_>) {
        self.tell(&ToProgram::Game(game));
    }

    /// Sends a line that no version of the protocol has, to see that it is ignored.
    pub fn send_unknown(&mut self) {
        let line = r#"{"type":"weather","sky":"clear","later":{"is":["unknown",1,null]}}"#;
        self.process.send(line.to_owned());
    }

    /// Asks until there is an answer that `accept` takes, the tries are used up, or the time is.
    ///
    /// # Errors
    /// What it did wrong. If that [is final](Fault::is_final), the program is not to be asked again.
    pub fn ask<T>(
        &mut self,
        ask: &ProgramQuestion<'_>,
        mut accept: impl FnMut(ProgramReply) -> Result<T, RefusedAnswer>,
    ) -> Result<T, Fault> {
        if self.left.is_zero() {
            return Err(Fault::OutOfTime);
        }
        let time = self.a_move.min(self.left);
        self.asked += 1;
        let line = self.question(ask, time);
        let started = Instant::now();
        let answer = if self.process.send(line) {
            self.hear(ask.due, started + time, time, &mut accept)
        } else {
            Err(self.unread(time))
        };
        let took = started.elapsed();
        self.left = self.left.saturating_sub(took);
        self.note(took, answer.as_ref().err());
        match answer {
            Err(fault) if !fault.is_final() && self.is_hopeless() => {
                Err(Fault::Stopped { failures: self.failures, last: fault.to_string() })
            }
            answer => answer,
        }
    }

    fn question(&self, ask: &ProgramQuestion<'_>, time: Duration) -> String {
        let wanted = |part: QuestionPart| self.wants.contains(&part);
        let view = wanted(QuestionPart::View).then(ask.view);
        let options = wanted(QuestionPart::Options).then(ask.options);
        let menu = wanted(QuestionPart::Menu).then(ask.menu);
        let text = wanted(QuestionPart::Text).then(ask.text);
        let line = AskLine {
            id: self.asked,
            time_ms: time.as_millis() as u64,
            left_ms: self.left.as_millis() as u64,
            view: view.as_deref(),
            options: options.as_deref(),
            menu: menu.as_deref(),
            text: text.as_deref(),
        };
        json(&if ask.due { ToProgram::Act(line) } else { ToProgram::Answer(line) })
    }

    fn hear<T>(
        &mut self,
        due: bool,
        until: Instant,
        time: Duration,
        accept: &mut impl FnMut(ProgramReply) -> Result<T, RefusedAnswer>,
    ) -> Result<T, Fault> {
        let (mut tries, mut stale) = (0, 0);
        let mut first = None;
        loop {
            let (refused, line) = match self.process.receive(until) {
                Received::Late => {
                    let late = || Fault::Late { milliseconds: time.as_millis() as u64 };
                    // A program that was refused and does not try again has answered, but wrongly.
                    return Err(first.or_else(|| self.unfinished()).unwrap_or_else(late));
                }
                Received::Ended => return Err(self.ended()),
                Received::TooLong => (plain(&too_long_sentence()), String::new()),
                Received::NotText => (plain("A line has to be UTF-8."), String::new()),
                Received::Line(line) => match read_answer(&line, self.asked, due) {
                    Ok(None) if stale < STALE => {
                        stale += 1;
                        continue;
                    }
                    Ok(None) => (plain("It answers earlier questions again and again."), line),
                    Ok(Some(reply)) => match accept(reply) {
                        Ok(accepted) => {
                            self.refused += u64::from(tries);
                            self.first_refused = self.first_refused.take().or(first);
                            return Ok(accepted);
                        }
                        Err(refused) => (refused, line),
                    },
                    Err(why) => (plain(&why), line),
                },
            };
            tries += 1;
            let again = tries < TRIES;
            let (id, text) = (self.asked, &*refused.text);
            self.tell(&ToProgram::Refused { id, text, clause: refused.clause.as_deref(), again });
            if !again {
                return Err(nonsense(&refused.text, &line));
            }
            first.get_or_insert_with(|| nonsense(&refused.text, &line));
        }
    }

    fn note(&mut self, took: Duration, fault: Option<&Fault>) {
        match fault {
            None => {
                self.in_a_row = 0;
                self.answered += 1;
                self.thought += took;
                self.slowest = self.slowest.max(took);
            }
            Some(_) => {
                self.in_a_row += 1;
                self.failures += 1;
            }
        }
    }

    fn is_hopeless(&self) -> bool {
        self.in_a_row >= FAILURES_IN_A_ROW || self.failures >= FAILURES
    }

    /// A program that does not take a question: either it has ended, or it does not read.
    fn unread(&mut self, time: Duration) -> Fault {
        match self.process.receive(Instant::now() + time) {
            Received::Ended => self.ended(),
            _ => Fault::Late { milliseconds: time.as_millis() as u64 },
        }
    }

    fn ended(&mut self) -> Fault {
        let (status, errors) = self.last_words();
        Fault::Ended { status, errors }
    }

    fn last_words(&mut self) -> (String, String) {
        let status = self.process.stop(Duration::from_millis(500));
        let status = status.map_or("its output was closed".to_owned(), |status| status.to_string());
        (status, quoted_end(&self.process.errors()))
    }

    /// What is wrong with a line that has begun and does not end.
    fn unfinished(&self) -> Option<Fault> {
        let line = self.process.unfinished();
        if line.len() > MOST_LINE {
            return Some(too_long());
        }
        let why = "A line has to end with a newline.";
        (!line.is_empty()).then(|| nonsense(why, &String::from_utf8_lossy(&line)))
    }

    /// Tells the result, ends the program's input, and waits for it to end. Returns whether it did by itself.
    pub fn end(mut self, outcome: Option<&RawValue>, forfeits: u64) -> bool {
        self.tell(&ToProgram::End { outcome, forfeits });
        self.process.stop(Duration::from_secs(2)).is_some()
    }

    fn tell(&self, line: &ToProgram<'_>) {
        // A program that does not read is found out by the next question.
        self.process.send(json(line));
    }
}

/// Why an answer is no good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedAnswer {
    /// As a sentence.
    pub text: String,
    pub clause: Option<String>,
}

fn plain(text: &str) -> RefusedAnswer {
    RefusedAnswer { text: text.to_owned(), clause: None }
}

/// Reads a line of a program: its answer to question `id`, or `None` if it is to an earlier one.
///
/// # Errors
/// What is wrong with it, as a sentence.
pub fn read_answer(line: &str, id: u64, due: bool) -> Result<Option<ProgramReply>, String> {
    let value: Value =
        serde_json::from_str(line).map_err(|_| "A line has to be one JSON object.")?;
    let answer: ProgramAnswer = serde_json::from_value(value).map_err(|error| {
        format!("An answer has an `id` and one of `n`, `command` and `skip` ({error}).")
    })?;
    if answer.id < id {
        return Ok(None);
    }
    if answer.id > id {
        return Err(format!("There was no question {}; this is question {id}.", answer.id));
    }
    let skip = answer.skip.unwrap_or(false);
    match (answer.n, answer.command, skip) {
        (Some(n), None, false) => Ok(Some(ProgramReply::Number(n))),
        (None, Some(command), false) => Ok(Some(ProgramReply::Command(command))),
        (None, None, true) if due => Err("A move is due, so it cannot be skipped.".to_owned()),
        (None, None, true) => Ok(Some(ProgramReply::Skip)),
        _ => Err("An answer has exactly one of `n`, `command` and `skip`.".to_owned()),
    }
}

fn json(line: &ToProgram<'_>) -> String {
    serde_json::to_string(line).expect("a line is plain data")
}

fn too_long_sentence() -> String {
    format!("A line may have at most {MOST_LINE} bytes.")
}

fn too_long() -> Fault {
    Fault::Nonsense { why: too_long_sentence(), line: String::new() }
}

fn not_text() -> Fault {
    Fault::Nonsense { why: "A line has to be UTF-8.".to_owned(), line: String::new() }
}

fn nonsense(why: &str, line: &str) -> Fault {
    Fault::Nonsense { why: why.to_owned(), line: quoted(line) }
}

fn quoted(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(QUOTED) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

fn quoted_end(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().rev().nth(LAST_WORDS) {
        None => text.to_owned(),
        Some((start, _)) => format!("…{}", &text[start..]),
    }
}
