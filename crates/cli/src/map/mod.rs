//! `backchannel map`: check, draw, make and list maps.

mod check;
mod list;
mod new;
mod render;

use std::io::Write;
use std::process::ExitCode;

use clap::Subcommand;

use crate::failure::Failure;

/// Check, draw, make and list maps.
#[derive(clap::Args)]
pub(crate) struct MapCommand {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Check(check::Check),
    Render(render::Render),
    New(new::New),
    List(list::List),
}

impl MapCommand {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<ExitCode, Failure> {
        match &self.task {
            Task::Check(check) => return check.run(out),
            Task::Render(render) => render.run(out)?,
            Task::New(new) => new.run(out)?,
            Task::List(list) => list.run(out)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
