//! What is around a game: the clock, the company, and whether it is over.

use super::live::Live;
use crate::ruleset::Ruleset;
use crate::wire::live::TableNews;
use crate::wire::person::PersonId;
use crate::wire::table::Standing;

impl<G: Ruleset> Live<G> {
    /// What is around the game, as `viewer` sees it.
    pub fn around(&self, anonymous: bool, viewer: Option<&PersonId>, now: i64) -> TableNews {
        TableNews {
            clock: self.clock.face(now),
            paused: self.company.paused,
            seats: self.company.places(anonymous, self.standing(), viewer),
            over: self.is_over(),
        }
    }

    /// The part of it that is the same for everybody and at any time: when it changes, everybody is told.
    pub fn outline(&self) -> TableNews {
        self.around(true, None, 0)
    }

    pub fn standing(&self) -> Standing {
        if self.is_over() { Standing::Over } else { Standing::Playing }
    }
}
