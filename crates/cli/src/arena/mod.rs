//! `backchannel arena`: leagues of bots and what can be learnt from them.

pub(crate) mod balance;
mod challenge;
mod experiment;
mod report;
mod run;
mod tune;

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
    Run(run::Run),
    Report(report::Report),
    Challenge(challenge::Challenge),
    Experiment(experiment::ExperimentCommand),
    Tune(tune::Tune),
    Balance(balance::BalanceCommand),
}

impl ArenaCommand {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<ExitCode, Failure> {
        match &self.task {
            ArenaTask::Run(run) => run.run(out).map(|()| ExitCode::SUCCESS),
            ArenaTask::Report(report) => report.run(out).map(|()| ExitCode::SUCCESS),
            ArenaTask::Challenge(challenge) => challenge.run(out).map(|()| ExitCode::SUCCESS),
            ArenaTask::Tune(tune) => tune.run(out).map(|()| ExitCode::SUCCESS),
            ArenaTask::Experiment(experiment) => experiment.run(out),
            ArenaTask::Balance(balance) => balance.run(out),
        }
    }
}
