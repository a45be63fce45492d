//! What was agreed aloud, recorded for both sides by the person who keeps both seats.

use parley::Seat;

use super::super::trouble;
use super::{Actor, Undone};
use crate::raw::RawJson;
use crate::ruleset::Ruleset;
use crate::wire::live::Receipt;
use crate::wire::problem::Problem;

impl<G: Ruleset> Actor<G> {
    /// The offer and its acceptance, which are tried together first: if either is refused, nothing has changed. After a
    /// retry with the same id both are there, each once.
    pub(super) async fn agreed(
        &mut self,
        (by, with): (Seat, Seat),
        id: &str,
        command: RawJson,
    ) -> Result<Receipt, Undone> {
        let (offered, accepted) = (format!("{id}:1"), format!("{id}:2"));
        if !self.has_begun(by, &offered) {
            self.rehearse(by, with, &command)?;
        }
        let receipt = self.command(by, offered, command).await?;
        if self.has_begun(with, &accepted) {
            return Ok(Receipt { id: id.to_owned(), ..receipt });
        }
        let Some(acceptance) = self.live.game.acceptance(by, with) else {
            return Err(trouble::nothing_to_accept().into());
        };
        let acceptance = RawJson::of(&acceptance).map_err(|_| Problem::internal())?;
        self.command(with, accepted, acceptance).await?;
        Ok(Receipt { id: id.to_owned(), ..receipt })
    }

    fn has_begun(&self, seat: Seat, id: &str) -> bool {
        self.idempotency_keys.find(&format!("{}:{id}", seat.0)).is_some()
    }

    /// Both commands on a copy of the game.
    ///
    /// # Errors
    /// If either would be refused, or the command is not an offer to that seat.
    fn rehearse(&self, by: Seat, with: Seat, command: &RawJson) -> Result<(), Problem> {
        self.entry.check_bounds(command)?;
        let command: G::Command =
            command.read().map_err(|error| trouble::unreadable(".", &error.to_string()))?;
        let mut game = (*self.live.game).clone();
        // Another offer may be open already.
        if game.acceptance(by, with).is_some() {
            return Err(trouble::offer_is_open());
        }
        play(&mut game, by, &command)?;
        let Some(acceptance) = game.acceptance(by, with) else {
            return Err(trouble::nothing_to_accept());
        };
        play(&mut game, with, &acceptance)
    }
}

fn play<G: Ruleset>(game: &mut G, seat: Seat, command: &G::Command) -> Result<(), Problem> {
    let mut events = Vec::new();
    let decided = game.decide(seat, command, &mut events);
    decided.map_err(|refusal| Problem::refused(&refusal))?;
    events.iter().for_each(|event| game.evolve(event));
    Ok(())
}
