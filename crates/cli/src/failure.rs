//! How the command fails: one sentence, and an exit code that says why.

use std::io;
use std::process::ExitCode;

/// Why the command did not do what it was asked to.
pub(crate) enum Failure {
    /// The input cannot be used: exit code 2.
    Input(String),
    /// A check failed: exit code 1.
    Refuted(String),
    /// The reader of the output has gone away, which is not an error.
    Unheard,
}

impl Failure {
    pub(crate) fn input(sentence: &impl ToString) -> Failure {
        Failure::Input(sentence.to_string())
    }

    /// Prints it to standard error.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Input(sentence) => {
                eprintln!("error: {sentence}");
                ExitCode::from(2)
            }
            Failure::Refuted(sentence) => {
                eprintln!("error: {sentence}");
                ExitCode::from(1)
            }
            Failure::Unheard => ExitCode::SUCCESS,
        }
    }
}

/// Only the output is written with a bare `?`; files name themselves in their errors.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Unheard,
            _ => Failure::Input(format!("the output cannot be written: {error}")),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        io::Error::from(error).into()
    }
}

/// The error in the command line, in one line; or the requested help.
pub(crate) fn of_usage(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind::{
        DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion,
    };
    match error.kind() {
        DisplayHelp | DisplayVersion | DisplayHelpOnMissingArgumentOrSubcommand => {
            // If this cannot be printed, nothing can.
            let _ = error.print();
            ExitCode::from(error.exit_code() as u8)
        }
        _ => {
            eprintln!("{}", first_paragraphs(&error.to_string()));
            ExitCode::from(2)
        }
    }
}

/// The sentence and its tips, without the usage that `--help` prints.
fn first_paragraphs(text: &str) -> String {
    let told = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let told = told.take_while(|line| {
        !line.starts_with("Usage:") && !line.starts_with("For more information")
    });
    told.collect::<Vec<_>>().join("; ")
}

/// Reads a text file; `option` is the name of its option.
pub(crate) fn read_text(option: &str, path: &std::path::Path) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|error| unreadable(option, path, &error))
}

pub(crate) fn unreadable(option: &str, path: &std::path::Path, error: &io::Error) -> Failure {
    let place = path.display();
    Failure::Input(format!("{option}: {place} cannot be read ({error}); check the path"))
}

/// Writes a file, or standard output if none is given.
pub(crate) fn write_text(
    path: Option<&std::path::Path>,
    text: &str,
    out: &mut impl io::Write,
) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(out.write_all(text.as_bytes())?) };
    std::fs::write(path, text).map_err(|error| {
        let place = path.display();
        Failure::Input(format!("--output: {place} cannot be written ({error}); check the path"))
    })
}
