//! What is known of a table without loading it: what is waiting for each seat, and the next deadline.

use parley::{Audience, Seat};

use super::live::LiveTable;
use crate::lobby::live::{SeatStatus, TableStatus};
use crate::ruleset::Ruleset;
use crate::store;

impl TableStatus {
    /// # Errors
    /// If it was written by an unknown version.
    pub fn read(status: &store::Status) -> Result<TableStatus, serde_json::Error> {
        serde_json::from_str(&status.body)
    }

    pub(crate) fn of<G: Ruleset>(
        live: &LiveTable<G>,
        before: &TableStatus,
        at: i64,
    ) -> TableStatus {
        let seats = Seat::all(live.game.seats().len());
        TableStatus {
            round: live.audiences.first().map_or(0, |state| G::round(&state.view)),
            paused: live.company.paused,
            seats: seats.map(|seat| of_seat(live, seat, before, at)).collect(),
        }
    }
}

impl TableStatus {
    /// The same for spectators, possibly of a delayed table.
    pub(crate) fn watched<G: Ruleset>(live: &LiveTable<G>) -> TableStatus {
        let company = &live.company;
        let seat = |seat: Seat| SeatStatus {
            relieved: company.is_relieved(seat),
            timeouts: company.timeouts(seat),
            asks_pause: company.asks_pause(seat),
            ..SeatStatus::default()
        };
        TableStatus {
            round: live.audiences.first().map_or(0, |state| G::round(&state.view)),
            paused: company.paused,
            seats: Seat::all(live.game.seats().len()).map(seat).collect(),
        }
    }
}

/// A bot that is overdue by this much is woken by whichever process notices.
const BOT_GRACE_MS: i64 = 5_000;

impl<G: Ruleset> LiveTable<G> {
    /// The next deadline of this table, if its last step was at `at`.
    pub fn due_at(&self, at: i64) -> Option<i64> {
        if self.is_over() || self.company.paused {
            return None;
        }
        let duty = self.game.duty();
        let plays_itself = duty.is_some_and(|duty| !self.company.is_person(duty.seat));
        // Rounded up, so that it does not change with every move of a bot.
        let pace_ms = i64::from(self.company.bot_pace_ms());
        let bot = plays_itself.then(|| ((at + pace_ms) / BOT_GRACE_MS + 2) * BOT_GRACE_MS);
        bot.or(self.deadline())
    }
}

fn of_seat<G: Ruleset>(
    live: &LiveTable<G>,
    seat: Seat,
    before: &TableStatus,
    at: i64,
) -> SeatStatus {
    let old = before.seat(seat).cloned().unwrap_or_default();
    let Some(state) = live.audience_state(Audience::Seat(seat)) else { return old };
    let waits = G::attention(&state.view, &state.options, seat);
    let awaited = waits.turn && !live.is_over();
    let proposals = if live.is_over() { 0 } else { waits.proposals };
    let due = if live.is_over() { Vec::new() } else { waits.due };
    let fallen = due.iter().filter(|promise| !old.due.contains(promise)).count() as u32;
    let new = SeatStatus {
        awaited,
        deadline: live.deadline().filter(|_| awaited),
        turns: old.turns + u32::from(awaited && !old.awaited),
        proposals,
        offers: old.offers + u32::from(proposals.saturating_sub(old.proposals)),
        reminders: old.reminders + fallen,
        due,
        signals: state.signals,
        relieved: live.company.is_relieved(seat),
        timeouts: live.company.timeouts(seat),
        asks_pause: live.company.asks_pause(seat),
        at: old.at,
    };
    if new == old { old } else { SeatStatus { at: at.max(old.at), ..new } }
}
