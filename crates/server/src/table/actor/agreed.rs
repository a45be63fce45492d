//! What was agreed aloud, recorded for both sides by the person who keeps both seats.

use parley::Seat;

use super::super::body::{StepBody, TableChange};
use super::super::live::StepNews;
use super::super::trouble;
use super::command::{TRIES, told_to, unreadable};
use super::{Actor, Fate, Undone};
use crate::raw::RawJson;
use crate::ruleset::Ruleset;
use crate::wire::live::{PlayedBy, Receipt};
use crate::wire::problem::Problem;

/// A request to record an agreement.
struct Agreement<'a, C> {
    by: Seat,
    with: Seat,
    id: &'a str,
    offer: C,
}

impl<C> Agreement<'_, C> {
    /// The idempotency keys of the offer and of its acceptance.
    fn keys(&self) -> [String; 2] {
        let Agreement { by, with, id, .. } = self;
        [format!("{}:{id}:1", by.0), format!("{}:{id}:2", with.0)]
    }

    /// The id under which a refusal is remembered.
    fn refused_id(&self) -> String {
        format!("{}:1", self.id)
    }
}

impl<G: Ruleset> Actor<G> {
    /// The offer and its acceptance are stored together or not at all. After a retry with the same id both are there,
    /// each once.
    pub(super) async fn agreed(
        &mut self,
        (by, with): (Seat, Seat),
        id: &str,
        command: RawJson,
    ) -> Result<Receipt, Undone> {
        self.entry.check_bounds(&command)?;
        let offer: G::Command = command.read().map_err(|_| unreadable::<G>(&command))?;
        let agreement = Agreement { by, with, id, offer };
        for _ in 0..TRIES {
            if let Some(seq) = self.already_agreed(&agreement).await? {
                return Ok(Receipt { id: id.to_owned(), seq });
            }
            let refused = (with, &agreement.offer);
            if let Some(problem) = self.refusals.answer(by, &agreement.refused_id(), &refused) {
                return Err(problem.into());
            }
            let acceptance = match self.rehearse(&agreement) {
                Ok(acceptance) => acceptance,
                // It may have been refused because another process has appended steps.
                Err(problem) => match Box::pin(self.catch_up()).await? {
                    true => continue,
                    false => {
                        let id = agreement.refused_id();
                        self.refusals.note(by, &id, &refused, problem.clone());
                        return Err(problem.into());
                    }
                },
            };
            if self.calls_back(&agreement).await? {
                continue;
            }
            if let Some(seq) = self.record(&agreement, acceptance).await? {
                return Ok(Receipt { id: id.to_owned(), seq });
            }
        }
        Err(trouble::busy().into())
    }

    /// # Errors
    /// If the id was used for something else.
    async fn already_agreed(
        &mut self,
        agreement: &Agreement<'_, G::Command>,
    ) -> Result<Option<u32>, Undone> {
        let [offered, accepted] = agreement.keys();
        let Some(step) = self.idempotency_keys.find(&offered) else { return Ok(None) };
        let seq = Box::pin(self.answered(&offered, step, &agreement.offer)).await?;
        match seq.is_some() && self.idempotency_keys.find(&accepted).is_none() {
            true => Err(trouble::id_used().into()),
            false => Ok(seq),
        }
    }

    /// Both commands on a copy of the game; returns the second.
    ///
    /// # Errors
    /// If either would be refused, or the command is not an offer to that seat.
    fn rehearse(&self, agreement: &Agreement<'_, G::Command>) -> Result<G::Command, Problem> {
        self.check_open()?;
        let Agreement { by, with, offer, .. } = agreement;
        let mut game = (*self.live.game).clone();
        // Another offer may be open already.
        if game.acceptance(*by, *with).is_some() {
            return Err(trouble::offer_is_open());
        }
        play(&mut game, *by, offer)?;
        let acceptance = game.acceptance(*by, *with).ok_or_else(trouble::nothing_to_accept)?;
        play(&mut game, *with, &acceptance)?;
        Ok(acceptance)
    }

    /// Whoever was relieved on these seats is back. Returns whether anybody was.
    async fn calls_back(&mut self, agreement: &Agreement<'_, G::Command>) -> Result<bool, Undone> {
        let seats = [agreement.by, agreement.with];
        let relieved = seats.into_iter().find(|seat| self.live.company.is_relieved(*seat));
        let Some(seat) = relieved else { return Ok(false) };
        let at = self.now();
        let body = self.live.change(TableChange::Returned { seat }, at);
        self.commit(&body, &Vec::new(), None, at).await?;
        Ok(true)
    }

    /// Stores both steps; `None` if another process was faster.
    async fn record(
        &mut self,
        agreement: &Agreement<'_, G::Command>,
        acceptance: G::Command,
    ) -> Result<Option<u32>, Undone> {
        let at = self.now();
        let [offered, accepted] = agreement.keys();
        let before = self.announced();
        let (body, told) = self.played(agreement.by, agreement.offer.clone(), at)?;
        let offer = self.prepare(&body, &told, Some(offered), at);
        let (second, answer) = self.played(agreement.with, acceptance, at)?;
        let acceptance = self.prepare(&second, &answer, Some(accepted), at);
        match self.store(vec![offer, acceptance], before).await? {
            Fate::Kept => Ok(Some(told_to(&body))),
            Fate::Overtaken => Ok(None),
        }
    }

    /// A command that was accepted at its rehearsal.
    fn played(
        &mut self,
        seat: Seat,
        command: G::Command,
        at: i64,
    ) -> Result<(StepBody<G>, StepNews<G>), Undone> {
        let played = self.live.act(seat, command, PlayedBy::Person, at);
        // If it were refused now, the first half would be in memory only.
        played.map_err(|_| Undone::Lost)
    }
}

fn play<G: Ruleset>(game: &mut G, seat: Seat, command: &G::Command) -> Result<(), Problem> {
    let mut events = Vec::new();
    let decided = game.decide(seat, command, &mut events);
    decided.map_err(|refusal| Problem::refused(&refusal))?;
    events.iter().for_each(|event| game.evolve(event));
    Ok(())
}
