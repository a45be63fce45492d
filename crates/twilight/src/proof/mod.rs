//! Support for the contract suite.

mod choices;
mod lookalike;
mod nonsense;
mod private;
#[cfg(test)]
mod tests;
mod twin;

use parley::contract::{Lookalikes, Subject};
use parley::{Chance, Seat};

use crate::Game;
use crate::ability::traits::Trait;
use crate::desk::command::Command;
use crate::desk::decide::decide;
use crate::desk::event::Event;
use crate::desk::state::DeskState;
use crate::table::hand::Place;
use crate::table::player::MOST_ACTION_CARDS;
use lookalike::lookalikes;
use nonsense::{any_seat, nonsense};
use twin::twin;

impl Subject for Game {
    fn any_command(&self, chance: &mut Chance) -> Command {
        if chance.one_in(2) {
            let seat = any_seat(self.state(), chance);
            if let Some(command) = self.choice(seat, chance) {
                return command;
            }
        }
        nonsense(self.state(), chance)
    }

    fn choice(&self, by: Seat, chance: &mut Chance) -> Option<Command> {
        choices::choice(self, by, chance)
    }

    fn audit(&self) -> Result<(), String> {
        audit(self.state())
    }

    fn twin(&self, seat: Seat, chance: &mut Chance) -> Game {
        Game::at(twin(self.state(), seat, chance))
    }

    fn is_quiet(&self, seat: Seat, by: Seat, command: &Command) -> bool {
        match command {
            // Notes are revealed.
            Command::PlayNote { .. } | Command::Leave => return false,
            Command::Offer { .. }
            | Command::Accept { .. }
            | Command::Decline { .. }
            | Command::Withdraw { .. }
            | Command::Advance { .. }
            | Command::SetMoment { .. }
            | Command::Report { .. }
            | Command::Book { .. }
            | Command::Give { .. }
            | Command::Pillage { .. }
            | Command::Settle { .. }
            | Command::Release { .. }
            | Command::Neighbour { .. }
            | Command::Invoke { .. }
            | Command::Board { .. }
            | Command::Speaker { .. }
            | Command::Declare { .. }
            | Command::Use { .. }
            | Command::Take { .. }
            | Command::Waive { .. }
            | Command::Show { .. }
            | Command::Chart { .. }
            | Command::Count { .. }
            | Command::Sync { .. }
            | Command::Reconcile { .. }
            | Command::Correct { .. }
            | Command::LeaveIt { .. } => {}
        }
        let mut events = Vec::new();
        let refused = decide(self.state(), by, command, &mut events).is_err();
        refused || !events.iter().any(|event| brings_to_light(event, seat))
    }

    fn lookalikes(&self, by: Seat, chance: &mut Chance) -> Option<Lookalikes<Command>> {
        lookalikes(self.state(), by, chance)
    }
}

/// Whether it reveals secrets: an agreed deal, a settled promise or a shown hand does.
fn brings_to_light(event: &Event, seat: Seat) -> bool {
    let others = |a: Seat, b: Seat| a != seat && b != seat;
    match event {
        Event::Struck { from, to, .. } => others(*from, *to),
        // The obligation may have been about a hidden card.
        Event::Discharged { id, .. } | Event::Settled { id, .. } => others(id.from, id.to),
        Event::Looked { by, .. } => *by == seat,
        Event::Shown { to, .. } => *to == seat,
        Event::Offered { .. }
        | Event::Resolved { .. }
        | Event::Exchanged { .. }
        | Event::Given { .. }
        | Event::NoteMoved { .. }
        | Event::Gained { .. }
        | Event::Scored { .. }
        | Event::Silenced { .. }
        | Event::Bound { .. }
        | Event::Promised { .. }
        | Event::Said { .. }
        | Event::Moved { .. }
        | Event::Passed { .. }
        | Event::StrategyCardUsed { .. }
        | Event::Reported { .. }
        | Event::Spent { .. }
        | Event::Booked { .. }
        | Event::Overflowed { .. }
        | Event::PillageOpened { .. }
        | Event::PillageClosed { .. }
        | Event::Pillaged { .. }
        | Event::Neighboured { .. }
        | Event::Invoked { .. }
        | Event::Boarded { .. }
        | Event::SpeakerMoved { .. }
        | Event::Declared { .. }
        | Event::Used { .. }
        | Event::Demanded { .. }
        | Event::Yielded { .. }
        | Event::Waived { .. }
        | Event::Waylaid { .. }
        | Event::Taken { .. }
        | Event::Researched { .. }
        | Event::Charted { .. }
        | Event::Left { .. }
        | Event::Counted { .. }
        | Event::MadeExact
        | Event::Synced { .. }
        | Event::Mapped { .. }
        | Event::Reconciled { .. }
        | Event::Followed { .. } => false,
        Event::CorrectionAsked { correction, .. }
        | Event::CorrectionDropped { correction, .. }
        | Event::Corrected { correction, .. } => {
            correction.between().is_some_and(|(one, other)| others(one, other))
        }
        // Who has counted the same note depends on what others have counted.
        Event::CountedTwice { .. } => true,
    }
}

/// Each note is in one place, counts are right, and nothing exceeds its cap.
fn audit(state: &DeskState) -> Result<(), String> {
    let ensure = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
    let table = &state.table;
    for seat in table.seats() {
        let player = table.player(seat);
        let held = table.notes.in_hand(seat).count();
        ensure(held == usize::from(player.notes_in_hand), "a hand of notes is miscounted")?;
        let capped = table.in_force.does(Trait::LiftsTheCap)
            || player.commodities <= player.commodity_value();
        ensure(capped, "commodities are over their cap")?;
        let mut cards = player.action_cards.iter().chain(&player.secrets);
        ensure(cards.all(Option::is_some), "a card lost its face")?;
        if let Some(galaxy) = state.galaxy.as_deref().filter(|_| !player.eliminated) {
            let mut held = player.planets.iter().map(|planet| galaxy.find_planet(&planet.name));
            let strange = held.any(|id| id.is_ok_and(|id| galaxy.controller(id) != Some(seat)));
            ensure(!strange, "a planet has another controller on the map")?;
        }
        let holders = |relic: &String| {
            let players = table.players.iter().filter(|it| !it.eliminated);
            players.flat_map(|it| &it.relics).filter(|it| *it == relic).count()
        };
        ensure(player.relics.iter().all(|it| holders(it) <= 1), "a relic is in two places")?;
        let limit = player.action_cards.len() <= MOST_ACTION_CARDS || state.overfull().is_some();
        ensure(limit, "a hand is over its limit")?;
        let out = player.eliminated && held > 0;
        ensure(!out, "somebody who is out holds notes")?;
    }
    for (note, place) in table.notes.iter() {
        let lost = match place {
            Place::Hand(seat) => note.kind.spec().rests.shows_on_receipt() && seat != note.issuer,
            Place::Play(seat) => seat == note.issuer,
            Place::Unseen => !table.loose,
            Place::Gone => false,
        };
        ensure(!lost, "a note is where it cannot be")?;
    }
    let doubled = state.offers.iter().enumerate().any(|(at, offer)| {
        state.offers[..at].iter().any(|it| (it.from, it.to) == (offer.from, offer.to))
    });
    ensure(!doubled, "two offers stand between the same two")?;
    let kept = state.offers.iter().all(|offer| crate::desk::decide::is_deliverable(state, offer));
    ensure(kept, "an offer stands that its maker cannot keep")?;
    let possible = !state.owed.iter().any(|owed| crate::desk::decide::is_impossible(state, owed));
    ensure(possible, "something is owed that cannot be done")
}
