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
}

impl<G: Ruleset> LiveTable<G> {
    /// What is around the game, as an audience and the `viewer` who is behind it see it.
    pub fn around(&self, audience: Audience, viewer: Option<&PersonId>, now: i64) -> TableNews {
        TableNews {
            clock: self.clock_face(now),
            paused: self.company.paused,
            seats: self.company.places(self.standing(), viewer),
            over: self.is_over(),
            memories: self.memories(audience),
        }
    }

    /// What an audience may know of the memory of the bots.
    pub fn memories(&self, audience: Audience) -> Vec<SeatMemory> {
        let bots = self.company.known_bots(self.standing());
        match bots.is_empty() {
            true => Vec::new(),
            false => self.memory.recall(&self.game, &bots, audience),
        }
    }

    /// When this changes, everybody is sent what is around the game.
    pub fn outline(&self) -> TableOutline {
        TableOutline {
            clock: self.clock_face(0),
            company: self.company.version(),
            over: self.is_over(),
        }
    }

    pub fn standing(&self) -> Standing {
        if self.is_over() { Standing::Over } else { Standing::Playing }
    }
}
