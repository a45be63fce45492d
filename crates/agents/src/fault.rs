//! What a program does wrong.

use std::fmt;

/// What a program has done wrong. `Display` is a whole sentence for its author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It could not be started.
    NotStarted { why: String },
    /// It did not greet in time.
    NotReady { milliseconds: u64 },
    /// It ended before it greeted.
    EndedEarly { status: String, errors: String },
    /// It speaks another version of the protocol.
    OtherProtocol { theirs: String },
    /// It did not answer in time.
    Late { milliseconds: u64 },
    /// It has used up its time for the game.
    OutOfTime,
    /// It answered with something that is not an answer.
    Nonsense { why: String, line: String },
    /// It has ended, perhaps with an error.
    Ended { status: String, errors: String },
    /// It was stopped because it had failed too often.
    Stopped { failures: u32, last: String },
}

impl Fault {
    /// Whether the program can be asked again.
    pub fn is_final(&self) -> bool {
        match self {
            Fault::Late { .. } | Fault::Nonsense { .. } => false,
            Fault::NotStarted { .. }
            | Fault::NotReady { .. }
            | Fault::EndedEarly { .. }
            | Fault::OtherProtocol { .. }
            | Fault::OutOfTime
            | Fault::Ended { .. }
            | Fault::Stopped { .. } => true,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotStarted { why } => write!(f, "It cannot be started: {why}."),
            Fault::NotReady { milliseconds } => write!(
                f,
                "It did not answer `hello` with `ready` within {milliseconds} ms. Does it flush its output?"
            ),
            Fault::OtherProtocol { theirs } => {
                write!(
                    f,
                    "It speaks protocol {theirs}, and this is protocol {}.",
                    crate::wire::PROTOCOL
                )
            }
            Fault::Late { milliseconds } => {
                write!(f, "It did not answer within {milliseconds} ms. Does it flush its output?")
            }
            Fault::OutOfTime => f.write_str("It has used up its time for the whole game."),
            Fault::Nonsense { why, line } => write!(f, "{why} It wrote: {line}"),
            Fault::EndedEarly { status, errors } => {
                write!(f, "It ended before it answered `hello` with `ready` ({status})")?;
                last_words(f, errors)
            }
            Fault::Ended { status, errors } => {
                write!(f, "It ended during the game ({status})")?;
                last_words(f, errors)
            }
            Fault::Stopped { failures, last } => {
                write!(f, "It was stopped after {failures} failures. The last: {last}")
            }
        }
    }
}

fn last_words(f: &mut fmt::Formatter<'_>, errors: &str) -> fmt::Result {
    if errors.is_empty() { f.write_str(".") } else { write!(f, ", and said: {errors}") }
}
