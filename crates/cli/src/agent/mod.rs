//! `backchannel agent`: lets any program play that reads and writes lines of JSON.

mod check;
mod live;
mod local;

use std::io::Write;
use std::process::ExitCode;

use agents::{ProgramSpec, TimeControl};
use clap::Subcommand;

use crate::failure::Failure;

/// Let a program play: against bots here, or on its seat at a live table.
///
/// In `sim` and `arena` the same program is a bot by the name `agent:COMMAND`. The protocol is in docs/agents.md.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub(crate) struct AgentCommand {
    #[command(subcommand)]
    task: Option<AgentTask>,
    #[command(flatten)]
    live: live::LivePlay,
    #[command(flatten)]
    local: local::LocalPlay,
    #[command(flatten)]
    program: ProgramArgs,
}

#[derive(Subcommand)]
enum AgentTask {
    Check(check::Check),
}

/// The program and how long it may think.
#[derive(clap::Args)]
pub(crate) struct ProgramArgs {
    /// How long it may think about a move, and after a slash about all moves of a game.
    #[arg(long, value_name = "MOVE/GAME", default_value = "2s/120s", value_parser = TimeControl::parse)]
    time: TimeControl,
    /// The program and its arguments.
    #[arg(value_name = "CMD", trailing_var_arg = true)]
    command: Vec<String>,
}

impl ProgramArgs {
    fn spec(&self) -> Result<ProgramSpec, Failure> {
        let words = match &self.command[..] {
            [line] if line.contains(char::is_whitespace) => shlex::split(line).unwrap_or_default(),
            words => words.to_vec(),
        };
        ProgramSpec::new(words, self.time).map_err(|error| Failure::Input(format!("CMD: {error}")))
    }
}

impl AgentCommand {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<ExitCode, Failure> {
        if let Some(AgentTask::Check(check)) = &self.task {
            return check.run(out);
        }
        let spec = self.program.spec()?;
        match self.live.seat()? {
            Some(seat) => seat.play(&spec, out)?,
            None => self.local.run(&spec, out)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
