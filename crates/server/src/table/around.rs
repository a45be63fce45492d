//! What surrounds a game: the clock, who plays each seat, and whether it is over.

use parley::Audience;

use super::live::LiveTable;
use crate::ruleset::{BotMemory as _, Ruleset};
use crate::wire::clock::ClockFace;
use crate::wire::live::{SeatMemory, TableNews};
use crate::wire::person::PersonId;
use crate::wire::table::Standing;

/// Enough to detect that something around a game has changed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct TableOutline {
    clock: Option<ClockFace>,
    company: u32,
    over: bool,
    left_to_bots: bool,
}

impl<G: Ruleset> LiveTable<G> {
    /// What surrounds the game, as an audience and the `viewer` behind it see it.
    pub fn around(&self, audience: Audience, viewer: Option<&PersonId>, now: i64) -> TableNews {
        TableNews {
            clock: self.clock_face(now),
            paused: self.company.paused,
            seats: self.company.places(self.standing(), viewer),
            over: self.is_over(),
            bot_pace_ms: self.company.bot_pace_ms(),
            left_to_bots: self.is_left_to_bots(),
            skipped: self.company.skipped,
            memories: self.memories(audience),
            words: self.memory.words(&self.game, audience),
        }
    }

    /// What an audience may know of what the bots remember.
    pub fn memories(&self, audience: Audience) -> Vec<SeatMemory> {
        let bots = self.company.known_bots(self.standing());
        match bots.is_empty() {
            true => Vec::new(),
            false => self.memory.recall(&self.game, &bots, audience),
        }
    }

    /// When this changes, everybody is sent what surrounds the game.
    pub fn outline(&self) -> TableOutline {
        TableOutline {
            clock: self.clock_face(0),
            company: self.company.version(),
            over: self.is_over(),
            left_to_bots: self.is_left_to_bots(),
        }
    }

    /// Whether every person has left the game, and bots play on.
    pub fn is_left_to_bots(&self) -> bool {
        let playing = |seat| self.company.has_person(seat) && !self.game.is_out(seat);
        !self.is_over() && !self.game.seats().into_iter().any(playing)
    }

    pub fn standing(&self) -> Standing {
        if self.is_over() { Standing::Over } else { Standing::Playing }
    }
}
