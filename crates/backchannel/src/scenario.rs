//! Hand-made positions: for lessons, puzzles and tests.
//!
//! A scenario starts as an empty table in the first seat's attack phase: every territory is neutral
//! with one troop, and all cards are in the deck.

use std::sync::Arc;

use parley::{Round, Seat, SeatSet, Seed};
use thiserror::Error;

use crate::Agreement;
use crate::Game;
use crate::card::{Card, Cards};
use crate::fog;
use crate::map::Territory;
use crate::settings::{Rules, Setup, SetupError};
use crate::setup;
use crate::state::{Queued, State, TurnPhase};
use crate::treaty::{Treaty, sides};

/// A position that is being built.
#[derive(Clone, Debug)]
pub struct Scenario {
    rules: Arc<Rules>,
    state: State,
    treaties: Vec<Treaty>,
    error: Option<ScenarioError>,
}

/// What is wrong with a scenario.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ScenarioError {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("there is no territory `{0}` on this map")]
    NoSuchTerritory(String),
    #[error("there is no card `{0}` left in the deck")]
    NoSuchCard(String),
    #[error("there is no {0} at this table")]
    NoSuchSeat(Seat),
    #[error("a territory needs at least one troop, and `{0}` has none")]
    NoTroops(String),
    #[error("it is {0}'s turn, and that seat holds nothing")]
    TurnOfTheDead(Seat),
}

impl Scenario {
    /// # Errors
    /// If the set-up is invalid.
    pub fn new(setup: Setup) -> Result<Scenario, ScenarioError> {
        let rules = Arc::new(Rules::new(setup)?);
        let mut state = setup::bare(&rules, Seed::numbered(0, 0));
        for territory in rules.map.all() {
            state.land_mut(territory).troops = 1;
        }
        state.round = Round(1);
        state.phase = TurnPhase::Attack;
        Ok(Scenario { rules, state, treaties: Vec::new(), error: None })
    }

    #[must_use]
    pub fn seed(mut self, seed: Seed) -> Self {
        self.state.seed = seed;
        self
    }

    /// Gives a territory, by its id, to a seat.
    #[must_use]
    pub fn land(mut self, id: &str, owner: Seat, troops: u32) -> Self {
        if let Some(territory) = self.territory(id, troops)
            && self.seated(owner)
        {
            let land = self.state.land_mut(territory);
            (land.owner, land.troops) = (Some(owner), troops);
        }
        self
    }

    /// Makes a territory neutral.
    #[must_use]
    pub fn neutral(mut self, id: &str, troops: u32) -> Self {
        if let Some(territory) = self.territory(id, troops) {
            let land = self.state.land_mut(territory);
            (land.owner, land.troops) = (None, troops);
        }
        self
    }

    /// Hands a seat cards from the deck, by their ids.
    #[must_use]
    pub fn hand(mut self, seat: Seat, ids: &[&str]) -> Self {
        for &id in ids {
            match self.card(id) {
                Some(card) if self.state.deck.count(card) > 0 && self.seated(seat) => {
                    self.state.deck.remove(card);
                    self.state.seat_mut(seat).hand.add(card);
                    self.state.seat_mut(seat).held += 1;
                }
                _ => self.fail(ScenarioError::NoSuchCard(id.to_owned())),
            }
        }
        self
    }

    /// Leaves only these cards in the deck; the others go to the discards.
    #[must_use]
    pub fn deck(mut self, ids: &[&str]) -> Self {
        let mut deck = Cards::NONE;
        for &id in ids {
            match self.card(id) {
                Some(card) if self.state.deck.count(card) > 0 => {
                    self.state.deck.remove(card);
                    deck.add(card);
                }
                _ => self.fail(ScenarioError::NoSuchCard(id.to_owned())),
            }
        }
        let rest = std::mem::replace(&mut self.state.deck, deck);
        self.state.discards.add_all(rest.iter());
        self
    }

    /// Takes the discards out of the game.
    #[must_use]
    pub fn no_discards(mut self) -> Self {
        self.state.discards = Cards::NONE;
        self
    }

    #[must_use]
    pub fn round(mut self, round: u16) -> Self {
        self.state.round = Round(round);
        self
    }

    /// It is `seat`'s turn, in its attack phase.
    #[must_use]
    pub fn attacking(self, seat: Seat) -> Self {
        self.moment(seat, TurnPhase::Attack)
    }

    /// `seat` has `left` troops to deploy.
    #[must_use]
    pub fn deploying(self, seat: Seat, left: u32) -> Self {
        self.moment(seat, TurnPhase::Deploy { left })
    }

    #[must_use]
    pub fn reinforcing(self, seat: Seat) -> Self {
        self.moment(seat, TurnPhase::Reinforce)
    }

    /// `seat`'s between-turn window is open.
    #[must_use]
    pub fn window(mut self, seat: Seat) -> Self {
        if self.seated(seat) {
            self.state.seat_mut(seat).windows += 1;
        }
        self.moment(seat, TurnPhase::Window)
    }

    /// An agreement in force until the start of round `ends`.
    #[must_use]
    pub fn treaty(self, agreement: Agreement, a: Seat, b: Seat, ends: u16) -> Self {
        self.pact(Treaty { agreement, sides: sides(a, b), against: None, ends: Round(ends) })
    }

    /// A joint offensive in force.
    #[must_use]
    pub fn offensive(self, a: Seat, b: Seat, against: Seat, ends: u16) -> Self {
        let agreement = Agreement::JointOffensive;
        let against = Some(against);
        self.pact(Treaty { agreement, sides: sides(a, b), against, ends: Round(ends) })
    }

    #[must_use]
    pub fn trap(mut self, id: &str, strength: u16) -> Self {
        if let Some(territory) = self.territory(id, 1) {
            self.state.land_mut(territory).trap = strength;
        }
        self
    }

    #[must_use]
    pub fn fortified(mut self, id: &str, dice: u8) -> Self {
        if let Some(territory) = self.territory(id, 1) {
            self.state.land_mut(territory).fortified = dice;
        }
        self
    }

    /// A queued action; its cards are not taken from anywhere.
    #[must_use]
    pub fn queued(mut self, seat: Seat, action: Queued) -> Self {
        if self.seated(seat) {
            self.state.seat_mut(seat).queued = Some(action);
        }
        self
    }

    #[must_use]
    pub fn bonus(mut self, seat: Seat, troops: u32) -> Self {
        if self.seated(seat) {
            self.state.seat_mut(seat).bonus = troops;
        }
        self
    }

    #[must_use]
    pub fn debt(mut self, seat: Seat, troops: u32) -> Self {
        if self.seated(seat) {
            self.state.seat_mut(seat).debt = troops;
        }
        self
    }

    /// `seat` has conquered something in this turn, or in its last.
    #[must_use]
    pub fn conquered(mut self, seat: Seat) -> Self {
        if self.seated(seat) {
            self.state.seat_mut(seat).conquered = true;
        }
        self
    }

    /// `seat` carries the traitor mark until the start of round `until`.
    #[must_use]
    pub fn traitor(mut self, seat: Seat, until: u16) -> Self {
        if self.seated(seat) {
            self.state.seat_mut(seat).traitor_until = Round(until);
        }
        self
    }

    /// The game at this position. A seat that holds nothing is out.
    ///
    /// # Errors
    /// The first thing that was wrong.
    pub fn game(mut self) -> Result<Game, ScenarioError> {
        self.settle();
        let turn = self.state.turn;
        if !self.state.living.contains(turn) {
            self.fail(ScenarioError::TurnOfTheDead(turn));
        }
        match self.error {
            Some(error) => Err(error),
            None => Ok(Game::at(self.rules, self.state, fog::Memory::new())),
        }
    }

    /// Derives what follows from who holds what, and puts the treaties in force.
    fn settle(&mut self) {
        let map = &self.rules.map;
        for territory in map.all() {
            let land = *self.state.land(territory);
            if let Some(owner) = land.owner {
                let seat = self.state.seat_mut(owner);
                seat.lands = seat.lands.with(territory);
                seat.troops += land.troops;
            }
        }
        for seat in Seat::all(self.rules.seats()) {
            let seat = self.state.seat_mut(seat);
            seat.eyes = fog::eyes(map, seat.lands);
        }
        let holds = |seat: &Seat| !self.state.seat(*seat).lands.is_empty();
        self.state.living = Seat::all(self.rules.seats()).filter(holds).collect::<SeatSet>();
        for treaty in std::mem::take(&mut self.treaties) {
            crate::evolve::begin_treaty(&mut self.state, treaty);
        }
    }

    fn moment(mut self, seat: Seat, phase: TurnPhase) -> Self {
        if self.seated(seat) {
            self.state.turn = seat;
            self.state.phase = phase;
        }
        self
    }

    fn pact(mut self, treaty: Treaty) -> Self {
        if self.seated(treaty.sides.0) && self.seated(treaty.sides.1) {
            self.treaties.push(treaty);
        }
        self
    }

    fn card(&self, id: &str) -> Option<Card> {
        self.rules.cards.find(id)
    }

    fn territory(&mut self, id: &str, troops: u32) -> Option<Territory> {
        let found = self.rules.map.file().territories.iter().position(|place| place.id == id);
        if found.is_none() {
            self.fail(ScenarioError::NoSuchTerritory(id.to_owned()));
        } else if troops == 0 {
            self.fail(ScenarioError::NoTroops(id.to_owned()));
        }
        found.map(|place| Territory(place as u8))
    }

    fn seated(&mut self, seat: Seat) -> bool {
        let seated = seat.index() < self.rules.seats();
        if !seated {
            self.fail(ScenarioError::NoSuchSeat(seat));
        }
        seated
    }

    fn fail(&mut self, error: ScenarioError) {
        self.error.get_or_insert(error);
    }
}
