//! What surrounds a game: the clock, who plays each seat, and whether it is over.

use super::live::LiveTable;
use crate::ruleset::Ruleset;
use crate::wire::clock::ClockFace;
use crate::wire::live::TableNews;
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
    /// What is around the game, as `viewer` sees it.
    pub fn around(&self, anonymous: bool, viewer: Option<&PersonId>, now: i64) -> TableNews {
        TableNews {
            clock: self.clock_face(now),
            paused: self.company.paused,
            seats: self.company.places(anonymous, self.standing(), viewer),
            over: self.is_over(),
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
