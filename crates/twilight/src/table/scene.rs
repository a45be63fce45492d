//! What is going on around the open step: who fights, who is there, what has just happened.

use parley::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::ability::power::Who;
use crate::ability::window::{Cost, Event, Opener, Whose};
use crate::round::step::Step;
use crate::similar::fold;
use crate::table::DeskTable;

/// The facts of the moment that the step alone does not tell. A desk leaves them at their defaults.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Scene {
    /// The other side of a combat or an invasion, if it is known.
    pub defender: Option<Seat>,
    /// The winner of the combat that has just ended, if it is known.
    pub winner: Option<Seat>,
    /// Who has units in the active system, if it is known.
    pub present: Option<SeatSet>,
    /// What has just happened and can still be answered.
    pub happened: Vec<Happening>,
    /// Whether the step is over and the next has not begun.
    pub between_steps: bool,
    /// The strategy card that is being resolved, folded.
    pub card: Option<String>,
    /// The ability or card by which somebody acts outside their own turn.
    pub acting_by: Option<String>,
    /// Players who cannot transact this round (Censure).
    pub censured: SeatSet,
    /// Players whom the holder of Trade has chosen for a free secondary.
    pub free: SeatSet,
    /// The tyrant of Twilight's Fall, if it is known.
    pub tyrant: Option<Seat>,
    /// Players without a faction of the game: what belongs to a faction is not theirs.
    pub factionless: SeatSet,
    /// Players who are said to have no unused strategy card.
    pub played_out: SeatSet,
    /// Systems and planets beyond those of the game.
    pub places: Vec<String>,
    /// Laws in play that somebody owns.
    pub laws: Vec<(String, Seat)>,
    /// Whether the speaker was named, so that it is certain who that is.
    pub speaker_is_certain: bool,
    pub twilights_fall: bool,
    /// Abilities and cards that the situation declares itself.
    pub custom: Vec<Custom>,
    /// The names of homebrew notes.
    pub notes: Vec<String>,
    /// Players who are said to hold Lie in Wait.
    pub watchers: SeatSet,
    /// Players whose trade goods the situation states, so that their number is certain.
    pub goods_stated: SeatSet,
    /// Players who cannot play action cards (Political Censure).
    pub cardless: SeatSet,
    /// Representative Government: everybody has one vote.
    pub one_vote: bool,
    /// Articles of War: mechs have no abilities.
    pub idle_mechs: bool,
}

/// Something that has just happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Happening {
    pub event: Event,
    /// Who did it, or to whom it happened.
    pub by: Option<Seat>,
    /// The other party, or the target.
    pub on: Option<Seat>,
    /// The card or ability.
    pub name: Option<String>,
}

/// An ability, card or note that the desk does not know, with its declared window.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Custom {
    pub name: String,
    pub steps: Vec<Step>,
    pub who: Who,
    #[serde(default)]
    pub after: Vec<Opener>,
    #[serde(default)]
    pub cost: Cost,
    /// Who has it; anybody if nothing is said.
    #[serde(default)]
    pub of: Option<SeatSet>,
}

impl Scene {
    pub fn is_plain(&self) -> bool {
        *self == Scene::default()
    }

    pub fn custom(&self, name: &str) -> Option<&Custom> {
        if self.custom.is_empty() {
            return None;
        }
        let folded = fold(name);
        self.custom.iter().find(|it| fold(&it.name) == folded)
    }

    /// Whether this has just happened to that player.
    pub fn has_just(&self, event: Event, seat: Seat) -> bool {
        self.happened.iter().any(|it| it.event == event && it.by == Some(seat))
    }

    /// The card or ability that has been announced under that name and is not resolved yet.
    pub fn announced(&self, name: &str) -> Option<&Happening> {
        if self.happened.is_empty() {
            return None;
        }
        let folded = fold(name);
        let mut played = self.happened.iter().filter(|it| it.event == Event::Played);
        played.find(|it| it.name.as_deref().is_some_and(|it| fold(it) == folded))
    }
}

impl DeskTable {
    /// Whether something that has just happened opens a window of `seat`.
    pub(crate) fn opens(&self, seat: Seat, opener: Opener) -> bool {
        let Opener(event, whose) = opener;
        let fits = |it: &Happening| {
            // Who produced the hit may answer, if that is said.
            let aimed = event != Event::Sustained || whose != Whose::Others;
            let theirs = aimed || it.on.is_none_or(|on| on == seat);
            it.event == event && theirs && self.is_whose(seat, whose, it)
        };
        self.scene.happened.iter().any(fits)
            || (event == Event::Transaction && self.has_transacted_near(seat, whose))
            || (event == Event::Replenished && self.has_replenished(seat, whose))
    }

    fn is_whose(&self, seat: Seat, whose: Whose, it: &Happening) -> bool {
        match (whose, it.by) {
            (Whose::Any, _) | (Whose::Others | Whose::Neighbours, None) => true,
            (Whose::Own, by) => by.is_none_or(|by| by == seat),
            (Whose::Others, Some(by)) => by != seat,
            (Whose::Neighbours, Some(by)) => {
                let parties = [Some(by), it.on];
                parties.into_iter().flatten().any(|it| it != seat && self.is_near(seat, it))
            }
            (Whose::TwoNeighbours, by) => {
                let parties = by.zip(it.on);
                parties.is_none_or(|(a, b)| self.is_near(seat, a) && self.is_near(seat, b))
            }
        }
    }

    /// A pair that has used its transaction has just resolved one, as far as the table says.
    fn has_transacted_near(&self, seat: Seat, whose: Whose) -> bool {
        let pairs = self.seats().flat_map(|a| self.seats().map(move |b| (a, b)));
        let mut done = pairs.filter(|(a, b)| a < b && self.transacted.contains(*a, *b));
        let happening =
            |(a, b)| Happening { event: Event::Transaction, by: Some(a), on: Some(b), name: None };
        done.any(|pair| self.is_whose(seat, whose, &happening(pair)))
    }

    fn has_replenished(&self, seat: Seat, whose: Whose) -> bool {
        let mut all = self.seats().filter(|it| self.replenished.contains(*it));
        all.any(|it| match whose {
            Whose::Own => it == seat,
            Whose::Others => it != seat,
            Whose::Any => true,
            Whose::Neighbours | Whose::TwoNeighbours => self.is_near(seat, it),
        })
    }

    fn is_near(&self, seat: Seat, other: Seat) -> bool {
        seat != other && self.tie(seat, other) == crate::table::Tie::Neighbours
    }
}
