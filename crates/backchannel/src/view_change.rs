//! How much of a view events have changed, so that it need not be built anew.

use crate::event::{Battle, Event};
use crate::map::TerritorySet;

/// How much of anybody's view some events may have changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ViewChange {
    /// The phase, and the troops on these territories.
    Troops(TerritorySet),
    /// Who holds what and what is in sight, too.
    Lands,
    All,
}

impl ViewChange {
    pub const NONE: ViewChange = ViewChange::Troops(TerritorySet::EMPTY);

    pub fn of(event: &Event) -> ViewChange {
        match *event {
            Event::AttackEnded { .. } | Event::TurnEnded { .. } => ViewChange::NONE,
            Event::Deployed { to, .. } => ViewChange::Troops(TerritorySet::only(to)),
            Event::Fought { battle: Battle { from, to, .. } }
            | Event::Occupied { from, to, .. }
            | Event::Reinforced { from, to, .. } => {
                ViewChange::Troops(TerritorySet::only(from).with(to))
            }
            Event::TrapSprung { .. } | Event::Conquered { .. } | Event::Bounty { .. } => {
                ViewChange::Lands
            }
            Event::RoundStarted { .. }
            | Event::TurnStarted { .. }
            | Event::Faded { .. }
            | Event::Fizzled { .. }
            | Event::TrapSet { .. }
            | Event::Fortified { .. }
            | Event::ReconOpened { .. }
            | Event::Sabotaged { .. }
            | Event::Mustered { .. }
            | Event::Reinforcements { .. }
            | Event::Betrayed { .. }
            | Event::Reshuffled
            | Event::Drew { .. }
            | Event::DeployCounted { .. }
            | Event::Proposed { .. }
            | Event::Played { .. }
            | Event::Gambled { .. }
            | Event::Passed { .. }
            | Event::Accepted { .. }
            | Event::Declined { .. }
            | Event::Lapsed { .. }
            | Event::Voided { .. }
            | Event::Undone { .. }
            | Event::Activated { .. }
            | Event::TreatyEnded { .. }
            | Event::Signalled { .. }
            | Event::Reacted { .. }
            | Event::Eliminated { .. }
            | Event::Inherited { .. }
            | Event::HandDiscarded { .. }
            | Event::GameOver { .. } => ViewChange::All,
        }
    }

    /// Both changes.
    #[must_use]
    pub fn and(self, other: ViewChange) -> ViewChange {
        match (self, other) {
            (ViewChange::All, _) | (_, ViewChange::All) => ViewChange::All,
            (ViewChange::Lands, _) | (_, ViewChange::Lands) => ViewChange::Lands,
            (ViewChange::Troops(one), ViewChange::Troops(other)) => {
                ViewChange::Troops(one.or(other))
            }
        }
    }
}
