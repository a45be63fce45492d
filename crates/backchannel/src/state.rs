//! The state of a game. Only the engine has it: everybody else gets a view.

use arrayvec::ArrayVec;
use parley::signal::Reaction;
use parley::{Round, Seat, SeatSet, Seed};
use serde::{Deserialize, Serialize};

use crate::card::{Card, Cards, Slots};
use crate::command::Target;
use crate::map::{MOST_TERRITORIES, Territory, TerritorySet};
use crate::settings::MOST_SEATS;
use crate::signal::Signal;
use crate::treaty::Treaty;

/// Open proposals (56) and those of one round on top of them can all be accepted in one round.
const MOST_PENDING: usize = 64;

/// 28 pairs, each with three plain treaties and a joint offensive against each of the six others.
const MOST_TREATIES: usize = 252;

/// The complete state of a game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct State {
    pub seed: Seed,
    /// How many random streams have been used; the number of the next one.
    pub spun: u64,
    pub round: Round,
    pub turn: Seat,
    pub phase: TurnPhase,
    pub living: SeatSet,
    pub lands: [LandState; MOST_TERRITORIES],
    pub seats: [SeatState; MOST_SEATS],
    pub deck: Cards,
    pub discards: Cards,
    /// Accepted, and waiting for the next round.
    pub pending: ArrayVec<Pending, MOST_PENDING>,
    pub treaties: ArrayVec<Treaty, MOST_TREATIES>,
    pub outcome: Option<Outcome>,
}

/// A state without the seats and territories that its game does not have.
#[derive(Serialize)]
pub(crate) struct Present<'a> {
    seed: &'a Seed,
    spun: u64,
    round: Round,
    turn: Seat,
    phase: TurnPhase,
    living: SeatSet,
    lands: &'a [LandState],
    seats: &'a [SeatState],
    deck: &'a Cards,
    discards: &'a Cards,
    pending: &'a [Pending],
    treaties: &'a [Treaty],
    outcome: Option<Outcome>,
}

impl State {
    pub(crate) fn present(&self, seats: usize, lands: usize) -> Present<'_> {
        Present {
            seed: &self.seed,
            spun: self.spun,
            round: self.round,
            turn: self.turn,
            phase: self.phase,
            living: self.living,
            lands: &self.lands[..lands],
            seats: &self.seats[..seats],
            deck: &self.deck,
            discards: &self.discards,
            pending: &self.pending,
            treaties: &self.treaties,
            outcome: self.outcome,
        }
    }
}

/// The phase of a turn (BC-201).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) enum TurnPhase {
    /// This many troops are left to place.
    Deploy {
        left: u32,
    },
    Attack,
    /// A conquest waits for its garrison. `moved` troops are in already.
    Occupy {
        from: Territory,
        to: Territory,
        moved: u32,
    },
    Reinforce,
    /// The between-turn window.
    Window,
    Over,
}

/// A territory as the engine knows it; see `Land` for what a seat may know.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub(crate) struct LandState {
    pub owner: Option<Seat>,
    /// The defender's dice that gain 1; 0 unless fortified.
    pub fortified: u8,
    /// The troops an attacker's source loses; 0 unless trapped.
    pub trap: u16,
    pub troops: u32,
}

/// `Copy`, so that a draft of the whole state is a plain memory copy.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct SeatState {
    pub lands: TerritorySet,
    /// Own territories and their neighbours.
    pub eyes: TerritorySet,
    pub troops: u32,
    /// Cards that are free to use.
    pub hand: Cards,
    /// Cards that count towards the limit: the hand and what is locked in deals.
    pub held: u8,
    /// Troops that arrive at the next turn start.
    pub bonus: u32,
    /// What the deploy of this or a later turn has to pay back.
    pub debt: u32,
    /// Debt that is owed from the deploy after the next.
    pub maturing: u32,
    /// What the next deploy loses to saboteurs.
    pub sabotage: u32,
    pub conquered: bool,
    pub traitor_until: Round,
    pub queued: Option<Queued>,
    pub muster: u8,
    pub recon: Option<Recon>,
    /// Between-turn windows that this seat has had.
    pub windows: u16,
    /// The window from which each seat may be proposed to again.
    pub open_from: [u16; MOST_SEATS],
    /// Those that are locked out because they declined, not because they agreed.
    pub declined_by: SeatSet,
    /// Proposals ever made to each seat.
    pub offers_made: [u16; MOST_SEATS],
    /// Open proposals to each seat.
    pub offers: [Option<Offer>; MOST_SEATS],
    /// Private signals to each seat.
    pub channels: [Channel; MOST_SEATS],
    pub broadcast: Broadcast,
    /// For each treaty that is looked up often, the seats with which it is in force.
    pub truces: SeatSet,
    pub intel: SeatSet,
    pub passage: SeatSet,
    /// Counts that are public at once (BC-1001).
    pub ceasefires: u16,
    pub betrayals: u16,
    /// The last round in which each seat attacked this one. It follows from the log and decides nothing, so that it is
    /// not part of the state hash.
    #[serde(skip)]
    pub attacked_in: [Round; MOST_SEATS],
}

/// A queued between-turn action: it takes effect at its seat's next turn start (BC-402).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Queued {
    Play { card: Card, target: Target },
    Apply { card: Card },
    Gamble,
}

/// What recon shows (BC-304).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Recon {
    /// A territory and its neighbours.
    Around(Territory),
    /// Everything that a seat holds.
    Holdings(Seat),
}

/// An open proposal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Offer {
    pub number: u16,
    pub card: Card,
    pub slots: Slots,
    pub against: Option<Seat>,
    pub expires: Round,
}

/// An accepted proposal that takes effect at the start of the next round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Pending {
    pub from: Seat,
    pub to: Seat,
    pub offer: Offer,
    pub filled: Slots,
}

impl Pending {
    /// The other side, if `seat` is one of the two.
    pub(crate) fn partner(&self, seat: Seat) -> Option<Seat> {
        match seat {
            _ if seat == self.from => Some(self.to),
            _ if seat == self.to => Some(self.from),
            _ => None,
        }
    }
}

/// The private signals from one seat to another.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub(crate) struct Channel {
    /// How many were sent.
    pub number: u16,
    /// The round whose allowance is used up.
    pub spent: Round,
    pub reacted: bool,
    pub last: Option<Signal>,
    /// How it was reacted to; not part of the state hash, like [`SeatState::attacked_in`].
    #[serde(skip)]
    pub reaction: Option<Reaction>,
}

/// The public signals of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub(crate) struct Broadcast {
    pub number: u16,
    pub spent: Round,
    pub reacted: SeatSet,
    pub last: Option<Signal>,
}

/// How a game ended (section 9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "GameOutcome"))]
pub struct Outcome {
    pub ending: Ending,
    /// The winners; more than one if the highest score is shared.
    pub winners: SeatSet,
    /// The score of each seat in hundredths of a percent; they add up to 10,000.
    pub scores: [u16; MOST_SEATS],
}

/// The reason why a game ended (BC-901, BC-902).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// One seat is left.
    LastStanding,
    /// A seat held the agreed share of the map at the end of its turn.
    MapShare,
    /// The last two were under a ceasefire.
    SharedVictory,
    /// The last round is over.
    RoundLimit,
}

impl SeatState {
    pub(crate) const NEW: SeatState = SeatState {
        lands: TerritorySet::EMPTY,
        eyes: TerritorySet::EMPTY,
        troops: 0,
        hand: Cards::NONE,
        held: 0,
        bonus: 0,
        debt: 0,
        maturing: 0,
        sabotage: 0,
        conquered: false,
        traitor_until: Round::NEVER,
        queued: None,
        muster: 0,
        recon: None,
        windows: 0,
        open_from: [0; MOST_SEATS],
        declined_by: SeatSet::EMPTY,
        offers_made: [0; MOST_SEATS],
        offers: [None; MOST_SEATS],
        channels: [Channel {
            number: 0,
            spent: Round::NEVER,
            reacted: false,
            last: None,
            reaction: None,
        }; MOST_SEATS],
        broadcast: Broadcast {
            number: 0,
            spent: Round::NEVER,
            reacted: SeatSet::EMPTY,
            last: None,
        },
        truces: SeatSet::EMPTY,
        intel: SeatSet::EMPTY,
        passage: SeatSet::EMPTY,
        ceasefires: 0,
        betrayals: 0,
        attacked_in: [Round::NEVER; MOST_SEATS],
    };
}

impl State {
    #[inline]
    pub(crate) fn seat(&self, seat: Seat) -> &SeatState {
        &self.seats[seat.index()]
    }

    #[inline]
    pub(crate) fn seat_mut(&mut self, seat: Seat) -> &mut SeatState {
        &mut self.seats[seat.index()]
    }

    #[inline]
    pub(crate) fn land(&self, territory: Territory) -> &LandState {
        &self.lands[territory.index()]
    }

    #[inline]
    pub(crate) fn land_mut(&mut self, territory: Territory) -> &mut LandState {
        &mut self.lands[territory.index()]
    }

    /// The proposal from one seat to another, if one is open.
    #[inline]
    pub(crate) fn offer(&self, from: Seat, to: Seat) -> Option<&Offer> {
        self.seats.get(from.index())?.offers.get(to.index())?.as_ref()
    }

    /// Whether `seat` carries the traitor mark (BC-304).
    #[inline]
    pub(crate) fn is_traitor(&self, seat: Seat) -> bool {
        self.round < self.seat(seat).traitor_until
    }

    /// The living seat whose turn comes after `seat`'s.
    pub(crate) fn next_living(&self, seat: Seat) -> Seat {
        let later = self.living.into_iter().find(|other| *other > seat);
        later.or_else(|| self.living.nth(0)).unwrap_or(seat)
    }
}
