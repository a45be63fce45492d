//! What happens at a table without a request: bots move, players time out.

use parley::Seat;

use super::super::body::{BotTask, BotThought, TableChange};
use super::super::bots::Thought;
use super::{Actor, Fate, Lost, Undone};
use crate::ruleset::Ruleset;
use crate::wire::live::PlayedBy;

/// When to retry if there is nothing that a caretaker may do.
const STUCK_MS: i64 = 60_000;

impl<G: Ruleset> Actor<G> {
    pub(super) async fn bot_moves(&mut self, thought: Box<Thought<G>>) -> Result<(), Lost> {
        let Some((seat, question, command)) = self.bots.take_in(*thought, self.live.steps) else {
            return Ok(());
        };
        if let Some(command) = command {
            let word = G::is_word(&command);
            let how = (PlayedBy::Bot, self.bots.thought(seat));
            if let Some(fate) = self.play(seat, command, how).await? {
                if matches!(fate, Fate::Kept) {
                    self.bots.thought_is_kept(seat);
                }
                if word {
                    self.bots.said(seat);
                }
                return Ok(());
            }
        }
        // A bot that has no move must not block the table.
        if question == BotTask::Act
            && let Some(command) = self.live.game.caretake(seat)
        {
            self.play(seat, command, (PlayedBy::Bot, None)).await?;
        }
        Ok(())
    }

    /// Plays for a seat that no person plays at the moment. Returns `None` if the rules forbid it.
    async fn play(
        &mut self,
        seat: Seat,
        command: G::Command,
        (hand, thought): (PlayedBy, Option<BotThought>),
    ) -> Result<Option<Fate>, Lost> {
        let at = self.now();
        match self.live.act(seat, command, hand, at) {
            Ok((body, told)) => {
                let body = body.thought_of(thought);
                self.commit(&body, &told, None, at).await.map(Some)
            }
            Err(refusal) => {
                tracing::error!(table = %self.origin.record.id.0, %seat, %refusal, ?hand, "a caretaker's or bot's move was refused");
                Ok(None)
            }
        }
    }

    pub(super) async fn on_time(&mut self) -> Result<(), Lost> {
        if self.ripen().await.is_err() {
            tracing::warn!(table = %self.origin.record.id.0, "delayed spectators have to reconnect");
        }
        self.forget_gone();
        self.caretake().await
    }

    /// On a timeout: deploys, holds and passes for the seat until its turn is over.
    async fn caretake(&mut self) -> Result<(), Lost> {
        let is_late = |actor: &Self| {
            let deadline = actor.live.deadline();
            deadline.is_some_and(|deadline| deadline <= actor.now()) && !actor.live.is_over()
        };
        let Some(duty) = self.live.game.duty().filter(|_| is_late(self)) else { return Ok(()) };
        while self.live.game.duty() == Some(duty) && is_late(self) {
            let command = self.live.game.caretake(duty.seat);
            let played = match command {
                Some(command) => self.play(duty.seat, command, (PlayedBy::Caretaker, None)).await?,
                None => None,
            };
            if played.is_none() {
                self.stuck_until = self.now() + STUCK_MS;
                return Ok(());
            }
        }
        let limit = G::RELIEF.and(self.origin.record.settings.relief_after);
        let relieved = limit.is_some_and(|limit| self.live.company.timeouts(duty.seat) >= limit);
        if relieved && self.live.company.is_person(duty.seat) && !self.live.is_over() {
            let change = self.change(TableChange::Relieved { seat: duty.seat }).await;
            return if matches!(change, Err(Undone::Lost)) { Err(Lost) } else { Ok(()) };
        }
        Ok(())
    }
}
