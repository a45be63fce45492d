//! Who could see an event when it happened, and how much of it one audience is told (BC-802).

use parley::{Audience, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::event::{Battle, Event};
use crate::fog;
use crate::map::Territory;
use crate::settings::Rules;
use crate::state::State;

/// Who could see the one or two places of an event at that moment (BC-802).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Witness {
    pub from: SeatSet,
    pub to: SeatSet,
    /// There is no fog, so everybody sees both.
    pub clear: bool,
    /// Spectators see both (BC-809).
    #[serde(default)]
    pub open: bool,
}

/// A territory in the log; `None` reads `???`.
pub type LoggedTerritory = Option<Territory>;

pub(crate) fn witness(rules: &Rules, state: &State, event: &Event) -> Witness {
    let open = fog::is_clear_to(rules, state, Audience::Spectator);
    if !rules.settings().fog {
        return Witness { from: SeatSet::EMPTY, to: SeatSet::EMPTY, clear: true, open };
    }
    let seers = |place: Option<Territory>| -> SeatSet {
        let Some(place) = place else { return SeatSet::EMPTY };
        let sees = |seat: &Seat| {
            fog::is_clear(rules, state, *seat)
                || (state.living.contains(*seat)
                    && fog::sight(&rules.map, state, *seat).contains(place))
        };
        Seat::all(rules.seats()).filter(sees).collect()
    };
    let (from, to) = places(event);
    Witness { from: seers(from), to: seers(to), clear: false, open }
}

/// Where an event happens: its source, and its target.
fn places(event: &Event) -> (Option<Territory>, Option<Territory>) {
    match *event {
        Event::Deployed { to, .. } => (None, Some(to)),
        Event::TrapSprung { from, to, .. }
        | Event::Fought { battle: Battle { from, to, .. } }
        | Event::Conquered { from, to, .. }
        | Event::Occupied { from, to, .. }
        | Event::Reinforced { from, to, .. } => (Some(from), Some(to)),
        // Public, or known only to those whom it concerns, wherever it happens.
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
        | Event::Bounty { .. }
        | Event::AttackEnded { .. }
        | Event::TurnEnded { .. }
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
        | Event::GameOver { .. } => (None, None),
    }
}

/// An event as one audience sees it through the fog at that moment.
pub(crate) struct Glass {
    audience: Audience,
    sees_from: bool,
    sees_to: bool,
}

impl Glass {
    pub fn new(witness: Witness, audience: Audience) -> Glass {
        let sees = |seers: SeatSet| match audience {
            Audience::Replay => true,
            Audience::Spectator => witness.clear || witness.open,
            Audience::Seat(seat) => witness.clear || seers.contains(seat),
        };
        Glass { audience, sees_from: sees(witness.from), sees_to: sees(witness.to) }
    }

    pub fn from(&self, place: Territory) -> LoggedTerritory {
        self.sees_from.then_some(place)
    }

    pub fn to(&self, place: Territory) -> LoggedTerritory {
        self.sees_to.then_some(place)
    }

    /// Whether any of it is in sight.
    pub fn sees(&self) -> bool {
        self.sees_from || self.sees_to
    }

    /// The number, for those who saw any of it.
    pub fn number(&self, troops: u32) -> Option<u32> {
        self.sees().then_some(troops)
    }

    /// `notice`, if it concerns this audience.
    pub fn only<N>(&self, seat: Seat, notice: N) -> Option<N> {
        self.audience.is_privy(seat).then_some(notice)
    }

    pub fn parties<N>(&self, one: Seat, other: Seat, notice: N) -> Option<N> {
        (self.audience.is_privy(one) || self.audience.is_privy(other)).then_some(notice)
    }
}
