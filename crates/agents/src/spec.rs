//! How a program is named where bots are named: `agent:COMMAND`, or `agent@500ms/60s:COMMAND`.

use std::path::Path;
use std::time::Duration;

use bots::UnknownBot;

/// What the name of a program begins with.
pub const PREFIX: &str = "agent";

/// The most time for one move, and for all moves of a game.
pub const MOST_MOVE: Duration = Duration::from_secs(600);
pub const MOST_BUDGET: Duration = Duration::from_secs(24 * 3600);

/// How long a program may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// For one move.
    pub a_move: Duration,
    /// For all moves of a game.
    pub a_game: Duration,
}

impl Default for TimeControl {
    fn default() -> TimeControl {
        TimeControl { a_move: Duration::from_secs(2), a_game: Duration::from_secs(120) }
    }
}

impl TimeControl {
    /// `500ms` or `2s`, for one move, and after a slash for the whole game: `500ms/60s`.
    ///
    /// # Errors
    /// What is wrong with it, as the end of a sentence.
    pub fn parse(text: &str) -> Result<TimeControl, String> {
        let (a_move, a_game) = match text.split_once('/') {
            None => (text, None),
            Some((a_move, a_game)) => (a_move, Some(a_game)),
        };
        let usual = TimeControl::default();
        Ok(TimeControl {
            a_move: duration(a_move, MOST_MOVE)?,
            a_game: a_game.map_or(Ok(usual.a_game), |text| duration(text, MOST_BUDGET))?,
        })
    }
}

fn duration(text: &str, most: Duration) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a time; write 500ms or 2s, up to {}s", most.as_secs());
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number: u64 = text[..digits].parse().map_err(|_| wrong())?;
    let time = match &text[digits..] {
        "ms" => Duration::from_millis(number),
        "s" => Duration::from_secs(number),
        _ => return Err(wrong()),
    };
    if time.is_zero() || time > most { Err(wrong()) } else { Ok(time) }
}

/// A program and its time control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramSpec {
    /// The program and its arguments.
    pub command: Vec<String>,
    pub time: TimeControl,
}

impl ProgramSpec {
    /// A program that exists.
    ///
    /// # Errors
    /// If there is none.
    pub fn new(command: Vec<String>, time: TimeControl) -> Result<ProgramSpec, UnknownBot> {
        let program = command.first().cloned().unwrap_or_default();
        let why = match &*program {
            "" => "no command is named; write agent:COMMAND",
            _ if !exists(&program) => "there is no such program; check its path",
            _ => return Ok(ProgramSpec { command, time }),
        };
        Err(UnknownBot::Program { program, why: why.to_owned() })
    }

    /// The program that a bot's name stands for; `None` if the name is not that of a program.
    pub fn parse(name: &str) -> Option<Result<ProgramSpec, UnknownBot>> {
        let rest = name.strip_prefix(PREFIX)?;
        let (time, command) = match rest.strip_prefix('@') {
            None => (None, rest.strip_prefix(':')?),
            Some(timed) => {
                let (time, command) = timed.split_once(':')?;
                (Some(time), command)
            }
        };
        let wrong = |why: String| UnknownBot::Program { program: command.to_owned(), why };
        let time = time.map_or(Ok(TimeControl::default()), TimeControl::parse).map_err(wrong);
        let words = shlex::split(command).ok_or_else(|| wrong("a quote is not closed".to_owned()));
        Some(time.and_then(|time| ProgramSpec::new(words?, time)))
    }
}

fn exists(program: &str) -> bool {
    if program.contains(std::path::MAIN_SEPARATOR) || program.contains('/') {
        return Path::new(program).is_file();
    }
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let endings = if cfg!(windows) { &["", ".exe", ".cmd", ".bat"][..] } else { &[""][..] };
    std::env::split_paths(&paths)
        .any(|path| endings.iter().any(|end| path.join(format!("{program}{end}")).is_file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_a_command_and_perhaps_times() {
        let spec = ProgramSpec::parse("agent@500ms/60s:sh -c 'exit 0'").unwrap().unwrap();
        assert_eq!(spec.command, ["sh", "-c", "exit 0"]);
        assert_eq!(spec.time.a_move, Duration::from_millis(500));
        assert_eq!(spec.time.a_game, Duration::from_secs(60));
        let usual = ProgramSpec::parse("agent:sh").unwrap().unwrap();
        assert_eq!(usual.time, TimeControl::default());
        assert_eq!(ProgramSpec::parse("envoy"), None);
        assert_eq!(ProgramSpec::parse("agent"), None);
    }

    #[test]
    fn what_is_wrong_with_a_name_is_a_sentence() {
        let why = |name: &str| ProgramSpec::parse(name).unwrap().unwrap_err().to_string();
        assert_eq!(
            why("agent:no-such-program x"),
            "the program `no-such-program` cannot play: there is no such program; check its path."
        );
        assert_eq!(
            why("agent:"),
            "the program `` cannot play: no command is named; write agent:COMMAND."
        );
        assert!(why("agent@5:sh").contains("`5` is not a time; write 500ms or 2s"));
        assert!(why("agent@0s:sh").contains("is not a time"));
        assert!(why("agent@601s:sh").contains("up to 600s"));
        assert!(why("agent:sh 'open").contains("a quote is not closed"));
    }
}
