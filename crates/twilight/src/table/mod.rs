//! Everything that the desk knows about a game played elsewhere, at one moment.

pub mod goods;
pub mod hand;
pub mod pairs;
pub mod player;
pub mod price;
pub mod question;
pub mod readings;
pub mod scene;
pub(crate) mod survey;

use parley::{Round, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::ability::row::{self, Kind};
use crate::ability::traits::Trait;
use crate::galaxy::Galaxy;
use crate::round::moment::Moment;
use crate::shared::Shared;
use crate::table::hand::{Note, Notes, Place};
use crate::table::pairs::Pairs;
use crate::table::player::Player;
use crate::table::question::Question;
use crate::table::readings::{Permit, Readings};
use crate::table::scene::Scene;

/// The players, what they hold, and what is in force.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DeskTable {
    pub players: Vec<Shared<Player>>,
    pub notes: Notes,
    pub round: Round,
    pub moment: Moment,
    pub speaker: Seat,
    pub neighbours: Neighbours,
    /// Pairs that have used their transaction of this turn or agenda (TI-10, TI-12).
    pub transacted: Pairs,
    /// Transactions that an ability allows in addition, each once.
    pub grants: Vec<Grant>,
    /// Players who have replenished commodities in this step.
    pub replenished: SeatSet,
    /// Players who have announced a retreat in this round of combat (TI-92).
    pub retreating: SeatSet,
    /// A player whom an ability lets act outside their own turn (TI-106).
    pub acting: Option<Seat>,
    pub in_force: InForce,
    pub readings: Readings,
    /// Whether the table does not record holdings exactly (TI-121).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub loose: bool,
    /// The players who have not counted theirs: whatever they offer is taken as held.
    #[serde(default, skip_serializing_if = "is_nobody")]
    pub unknown: SeatSet,
    /// The map of a desk, for the names on it. It is recorded elsewhere.
    #[serde(skip)]
    pub map: Option<Shared<Galaxy>>,
    /// What the step alone does not tell; a desk does not record it.
    #[serde(default, skip_serializing_if = "Scene::is_plain")]
    pub scene: Scene,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_nobody(seats: &SeatSet) -> bool {
    seats.is_empty()
}

/// Laws, events and cards that change the rules for everybody.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct InForce {
    /// Transactions need no neighbours; commodities have no cap; technologies can be shared.
    pub age_of_commerce: bool,
    /// No transactions in the agenda phase.
    pub hidden_agenda: bool,
    /// The law: its owner gains a trade good for each neighbour after replenishing.
    pub minister_of_commerce: Option<Seat>,
    /// Played while these two were negotiating.
    pub black_market: Pairs,
}

impl InForce {
    /// Whether an event in force has this trait for everybody.
    pub fn does(&self, asked: Trait) -> bool {
        let events =
            [(self.age_of_commerce, "age-of-commerce"), (self.hidden_agenda, "hidden-agenda")];
        let in_force = events.into_iter().filter(|(holds, _)| *holds);
        let rows = in_force.filter_map(|(_, id)| row::find(id));
        rows.map(|row| row.traits).any(|traits| traits.has(asked))
    }
}

/// A transaction in addition to the ordinary one of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Grant {
    pub by: Ability,
    pub sides: (Seat, Seat),
}

impl Grant {
    pub fn is_between(&self, a: Seat, b: Seat) -> bool {
        self.sides == (a, b) || self.sides == (b, a)
    }
}

/// Who neighbours whom, either declared by the table or computed from the map.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Neighbours {
    pub pairs: Pairs,
    /// Neighbours only by an effect that the rules leave open.
    pub disputed: Pairs,
    /// Neighbours only through wormholes that one of them cannot use (Sundered).
    #[serde(default, skip_serializing_if = "Pairs::is_empty")]
    pub sundered: Pairs,
    /// Neighbours only across the Void Tether of one of them.
    #[serde(default, skip_serializing_if = "Pairs::is_empty")]
    pub tethered: Pairs,
    /// Players in or next to the system of Mecatol Rex.
    pub near_mecatol: SeatSet,
}

/// Whether two players are neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tie {
    Neighbours,
    Apart,
    /// It depends on an effect that the rules leave open.
    Disputed(Question),
}

/// Whose knowledge is used to answer a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eye {
    /// A referee, who sees every card.
    All,
    /// A player, who sees only their own hand.
    Of(Seat),
}

impl Eye {
    /// Whether the hand of `seat` is visible.
    #[inline]
    pub fn sees(self, seat: Seat) -> bool {
        self == Eye::All || self == Eye::Of(seat)
    }
}

impl DeskTable {
    #[inline]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.players.len())
    }

    /// Whether `seat` is at the table and still in the game.
    pub fn is_in(&self, seat: Seat) -> bool {
        self.players.get(seat.index()).is_some_and(|player| !player.eliminated)
    }

    /// Whether the holdings of `seat` are not recorded.
    #[inline]
    pub fn is_unknown(&self, seat: Seat) -> bool {
        self.unknown.contains(seat)
    }

    /// Whether `seat` may have a promissory note in hand.
    pub(crate) fn may_have_notes(&self, seat: Seat) -> bool {
        self.loose || self.player(seat).notes_in_hand > 0
    }

    /// Whether two players are neighbours now (TI-09, TI-40).
    pub fn tie(&self, a: Seat, b: Seat) -> Tie {
        let Neighbours { pairs, disputed, sundered, tethered, near_mecatol } = self.neighbours;
        let modern = |keleres: Seat, other: Seat| {
            near_mecatol.contains(other) && self.player(keleres).can(Trait::NeighboursMecatol)
        };
        if pairs.contains(a, b) || modern(a, b) || modern(b, a) {
            return Tie::Neighbours;
        }
        let disputes = [
            (sundered, Question::Sundered),
            (tethered, Question::VoidTether),
            (disputed, Question::MapEffects),
        ];
        let dispute = disputes.into_iter().find(|(pairs, _)| pairs.contains(a, b));
        dispute.map_or(Tie::Apart, |(_, question)| self.dispute(question))
    }

    /// Whether `seat` can use an ability: its own, or a commander lent by an Alliance in play.
    pub fn can_use(&self, seat: Seat, ability: Ability) -> bool {
        let mut lenders = self.in_play(seat, Trait::LendsTheCommander);
        let lent = |note: Note| self.player(note.issuer).has(ability);
        self.player(seat).has(ability) || (ability.kind() == Kind::Commander && lenders.any(lent))
    }

    /// The neighbours of `seat` who are still in the game.
    pub fn neighbours_of(&self, seat: Seat) -> impl Iterator<Item = Seat> {
        self.seats().filter(move |other| {
            *other != seat && self.is_in(*other) && self.tie(seat, *other) == Tie::Neighbours
        })
    }

    fn dispute(&self, question: Question) -> Tie {
        let all = self.readings.disputed_neighbours.map(|permit| permit == Permit::Yes);
        match self.readings.settled.reads(question).or(all) {
            Some(true) => Tie::Neighbours,
            Some(false) => Tie::Apart,
            None => Tie::Disputed(question),
        }
    }

    /// Whether `giver` has that note in hand, or might have it as far as `eye` knows (TI-62).
    pub fn could_hold(&self, eye: Eye, giver: Seat, note: Note) -> bool {
        match self.notes.place(note) {
            // At a loose table nobody knows where a note is, so whoever offers it is believed (TI-121).
            Some(Place::Hand(_) | Place::Unseen) if self.loose => true,
            Some(Place::Hand(holder)) if eye.sees(giver) || eye.sees(holder) => holder == giver,
            Some(Place::Hand(_) | Place::Unseen) => {
                !eye.sees(giver) && self.player(giver).notes_in_hand > 0
            }
            Some(Place::Play(_) | Place::Gone) | None => false,
        }
    }

    /// The notes in `seat`'s play area with this trait.
    pub fn in_play(&self, seat: Seat, asked: Trait) -> impl Iterator<Item = Note> {
        self.notes.in_play(seat).filter(move |note| note.kind.has(asked))
    }

    /// Whether `seat` has this trait by an ability of its own or a note in its play area.
    pub fn can(&self, seat: Seat, asked: Trait) -> bool {
        self.player(seat).can(asked) || self.in_play(seat, asked).next().is_some()
    }

    /// Whether a note of `robber` in play keeps `seat` from being pillaged.
    pub fn is_kept_from_pillage(&self, seat: Seat, robber: Seat) -> bool {
        self.in_play(seat, Trait::KeepsFromPillage).any(|note| note.issuer == robber)
    }

    /// The players still in the game, clockwise from the left of `from`, who comes last.
    pub fn clockwise_after(&self, from: Seat) -> impl Iterator<Item = Seat> {
        let count = self.players.len();
        let seats = (1..=count).map(move |step| Seat(((from.index() + step) % count) as u8));
        seats.filter(|seat| self.is_in(*seat))
    }

    /// The voting order: from the speaker's left, the speaker last, after those who vote first (TI-97).
    pub fn voting_order(&self) -> impl Iterator<Item = Seat> {
        let zealous = |seat: &Seat| self.player(*seat).can(Trait::VotesFirst);
        let first = self.clockwise_after(self.speaker).filter(zealous);
        first.chain(self.clockwise_after(self.speaker).filter(move |seat| !zealous(seat)))
    }

    /// The votes of influence, and those that Zeal adds to them (TI-98).
    pub fn votes(&self, seat: Seat) -> u16 {
        self.with_zeal(seat, self.player(seat).influence)
    }

    /// Zeal adds a vote for each player to votes that are cast.
    pub(crate) fn with_zeal(&self, seat: Seat, votes: u16) -> u16 {
        if votes == 0 || !self.player(seat).can(Trait::VotesFirst) {
            return votes;
        }
        let players = self.seats().filter(|it| self.is_in(*it)).count();
        votes.saturating_add(players as u16)
    }

    /// Who takes a turn after `seat`: by initiative among those who have not passed (TI-87).
    pub fn next_turn(&self, after: Option<Seat>) -> Option<Seat> {
        let key = |seat: Seat| (self.player(seat).initiative, seat);
        let playing =
            || self.seats().filter(|seat| self.is_in(*seat) && !self.player(*seat).passed);
        let later = after.and_then(|after| {
            playing().filter(|seat| key(*seat) > key(after)).min_by_key(|seat| key(*seat))
        });
        later.or_else(|| playing().min_by_key(|seat| key(*seat)))
    }
}
