//! `backchannel arena`: leagues of bots and what can be learnt from them.

pub(crate) mod balance;

use std::io::Write;
use std::process::ExitCode;

use clap::Subcommand;

use crate::failure::Failure;

/// Let bots play leagues, rate them, tune them and run experiments.
#[derive(clap::Args)]
#[command(arg_required_else_help = true)]
pub(crate) struct ArenaCommand {
    #[command(subcommand)]
    task: ArenaTask,
}

#[derive(Subcommand)]
enum ArenaTask {
    Balance(balance::BalanceCommand),
}

impl ArenaCommand {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<ExitCode, Failure> {
        match &self.task {
            ArenaTask::Balance(balance) => balance.run(out),
        }
    }
}
