//! Commands and changes around the game: decided, stored, and answered once.

use std::sync::Arc;

use parley::Seat;

use super::super::body::{StepBody, TableChange};
use super::super::live::StepNews;
use super::super::trouble;
use super::{Actor, Fate, Undone};
use crate::raw::RawJson;
use crate::ruleset::Ruleset;
use crate::wire::live::{PlayedBy, Receipt};
use crate::wire::problem::Problem;

/// How often a command is decided again because another process was faster.
pub(super) const TRIES: usize = 16;

impl<G: Ruleset> Actor<G> {
    pub(super) async fn command(
        &mut self,
        seat: Seat,
        id: String,
        command: RawJson,
    ) -> Result<Receipt, Undone> {
        let idempotency_key = format!("{}:{id}", seat.0);
        self.entry.check_bounds(&command)?;
        let command: G::Command = command.read().map_err(|_| unreadable::<G>(&command))?;
        for _ in 0..TRIES {
            if let Some(step) = self.idempotency_keys.find(&idempotency_key)
                && let Some(seq) = Box::pin(self.answered(&idempotency_key, step, &command)).await?
            {
                return Ok(Receipt { id, seq });
            }
            if let Some(problem) = self.refusals.answer(seat, &id, &command) {
                return Err(problem.into());
            }
            let at = self.now();
            if self.live.company.is_relieved(seat) && self.check(seat, &command).is_ok() {
                let body = self.live.change(TableChange::Returned { seat }, at);
                self.commit(&body, &Vec::new(), None, at).await?;
                // If another process was faster, it may have been with this very command.
                continue;
            }
            let (body, told) = match self.act(seat, &command, at) {
                Ok(done) => done,
                // It may have been refused because another process has appended steps.
                Err(problem) => match Box::pin(self.catch_up()).await? {
                    true => continue,
                    false => {
                        self.refusals.note(seat, &id, &command, problem.clone());
                        return Err(problem.into());
                    }
                },
            };
            match self.commit(&body, &told, Some(idempotency_key.clone()), at).await? {
                Fate::Kept => return Ok(Receipt { id, seq: told_to(&body) }),
                Fate::Overtaken => {}
            }
        }
        Err(trouble::busy().into())
    }

    /// # Errors
    /// If the table is paused or closed, or the rules forbid it. Then nothing has changed.
    fn act(
        &mut self,
        seat: Seat,
        command: &G::Command,
        at: i64,
    ) -> Result<(StepBody<G>, StepNews<G>), Problem> {
        self.check_open()?;
        let acted = self.live.act(seat, command.clone(), PlayedBy::Person, at);
        acted.map_err(|refusal| Problem::refused(&refusal))
    }

    /// Whether a command would be carried out.
    fn check(&self, seat: Seat, command: &G::Command) -> Result<(), Problem> {
        self.check_open()?;
        let decided = self.live.game.decide(seat, command, &mut Vec::new());
        decided.map_err(|refusal| Problem::refused(&refusal))
    }

    pub(super) fn check_open(&self) -> Result<(), Problem> {
        match () {
            () if self.live.company.closed => Err(trouble::over()),
            () if self.live.company.paused => Err(trouble::paused()),
            () => Ok(()),
        }
    }

    /// The response to the command with that idempotency key, if it became that step.
    ///
    /// # Errors
    /// If the step was made by another command: an id is for one command only.
    pub(super) async fn answered(
        &mut self,
        idempotency_key: &str,
        seq: u32,
        command: &G::Command,
    ) -> Result<Option<u32>, Undone> {
        let shared = Arc::clone(&self.shared);
        let step = shared.store.step(&self.origin.record.id.0, seq).await;
        let step = step.map_err(|error| shared.failed(&error))?;
        let step = step.filter(|step| step.idempotency_key.as_deref() == Some(idempotency_key));
        let body = step.and_then(|step| serde_json::from_str::<StepBody<G>>(&step.body).ok());
        match body {
            Some(StepBody::Played { command: done, .. }) if done != *command => {
                Err(trouble::id_used().into())
            }
            body => Ok(body.map(|body| told_to(&body))),
        }
    }

    pub(super) async fn change(&mut self, change: TableChange) -> Result<(), Undone> {
        for _ in 0..TRIES {
            if self.live.is_over() {
                return Err(trouble::over().into());
            }
            if self.check_change(change)? == Needed::No {
                return Ok(());
            }
            let at = self.now();
            let body = self.live.change(change, at);
            match self.commit(&body, &Vec::new(), None, at).await? {
                Fate::Kept => return Ok(()),
                Fate::Overtaken => {}
            }
        }
        Err(trouble::busy().into())
    }
}

/// Whether a change has to be made at all.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needed {
    Yes,
    No,
}

impl<G: Ruleset> Actor<G> {
    /// # Errors
    /// If it is not allowed now.
    fn check_change(&self, change: TableChange) -> Result<Needed, Problem> {
        let company = &self.live.company;
        let done = match change {
            TableChange::Skipped if !self.live.is_left_to_bots() => {
                return Err(trouble::not_left_to_bots());
            }
            TableChange::Skipped => company.skipped,
            TableChange::Paced { bot_pace_ms } => company.bot_pace_ms() == bot_pace_ms,
            TableChange::AskedPause { .. }
            | TableChange::Resumed
            | TableChange::Relieved { .. }
            | TableChange::Returned { .. }
            | TableChange::Closed => false,
        };
        Ok(if done { Needed::No } else { Needed::Yes })
    }
}

/// Finds the error in a command: it is parsed again, more slowly.
pub(super) fn unreadable<G: Ruleset>(command: &RawJson) -> Problem {
    let tree = command.read().unwrap_or(serde_json::Value::Null);
    match serde_path_to_error::deserialize::<_, G::Command>(tree) {
        Ok(_) => trouble::unreadable(".", "it is not written as it should be"),
        Err(error) => trouble::unreadable(&error.path().to_string(), &error.inner().to_string()),
    }
}

pub(super) fn told_to<G: Ruleset>(body: &StepBody<G>) -> u32 {
    match body {
        StepBody::Played { told, .. } => *told,
        StepBody::Opened { .. } | StepBody::Company { .. } => 0,
    }
}
