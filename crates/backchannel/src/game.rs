//! The implementation of `parley::Game`.

use std::sync::Arc;

use parley::{Audience, Seat, SeatSet, Seed};

use crate::command::Command;
use crate::decide::decide;
use crate::draft::Draft;
use crate::event::Event;
use crate::evolve::evolve;
use crate::fog::{self, Memory};
use crate::notice::{self, Notice, Witness};
use crate::options::{self, Options};
use crate::refusal::{PhaseName, Refusal};
use crate::settings::{Rules, Setup, SetupError};
use crate::setup;
use crate::state::{Outcome, State};
use crate::turn;
use crate::view::{self, View};
use crate::view_change::ViewChange;
use crate::witness;

/// The initial capacity; most states are smaller.
const USUAL_BYTES: usize = 4096;

/// The state of a game of Backchannel.
///
/// Its fields are private: what anybody may know of it is in [`View`], [`Options`] and [`Notice`].
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    rules: Arc<Rules>,
    state: State,
    memory: Memory,
}

impl Game {
    /// A game with rules that have been checked already, for callers that start many.
    pub fn deal(rules: Arc<Rules>, seed: Seed) -> Game {
        let state = setup::deal(&rules, seed);
        Game::at(rules, state, Memory::new())
    }

    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Brings a view of `seat` up to date, which was right before the events that made the `change`. The result is the
    /// same as that of `view_into`.
    pub fn update_view(&self, seat: Seat, change: ViewChange, view: &mut View) {
        view::update(&self.rules, &self.state, &self.memory, seat, change, view);
    }

    /// The same as `options_into` without signals and reactions.
    pub fn moves_into(&self, seat: Seat, options: &mut Options) {
        options::list_moves(&self.rules, &self.state, seat, options);
    }

    /// How it ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.outcome
    }

    /// The seats that are still in the game.
    pub fn living(&self) -> SeatSet {
        self.state.living
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Seat {
        self.state.turn
    }

    /// Where the turn stands; `None` when the game is over.
    pub fn phase(&self) -> Option<PhaseName> {
        (!parley::Game::is_over(self)).then(|| crate::decide::name(self.state.phase))
    }

    pub fn round(&self) -> parley::Round {
        self.state.round
    }

    /// Who holds each territory, in map order.
    pub(crate) fn owners(&self) -> impl Iterator<Item = Option<Seat>> {
        self.state.lands[..self.rules.map.len()].iter().map(|land| land.owner)
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.memory
    }

    /// A game at a hand-made position.
    pub(crate) fn at(rules: Arc<Rules>, state: State, memory: Memory) -> Game {
        Game { rules, state, memory }
    }
}

impl parley::Game for Game {
    const RULES: &'static str = "backchannel/1";
    const HASH: u16 = 1;

    type Setup = Setup;
    type SetupError = SetupError;
    type Command = Command;
    type Event = Event;
    type Refusal = Refusal;
    type View = View;
    type Options = Options;
    type Witness = Witness;
    type Notice = Notice;

    fn start(setup: &Setup, seed: Seed) -> Result<Game, SetupError> {
        Ok(Game::deal(Arc::new(Rules::new(setup.clone())?), seed))
    }

    fn opening(&self, events: &mut Vec<Event>) {
        let start = events.len();
        turn::open(&mut Draft::after(&self.rules, &self.state, events, start));
    }

    fn seats(&self) -> SeatSet {
        SeatSet::first(self.rules.seats())
    }

    fn awaiting(&self) -> SeatSet {
        if self.state.outcome.is_some() {
            return SeatSet::EMPTY;
        }
        let asked = |seat: &Seat| {
            let offered = |from: Seat| self.state.offer(from, *seat).is_some();
            self.state.living.into_iter().any(offered)
        };
        self.state.living.into_iter().filter(asked).collect::<SeatSet>().with(self.state.turn)
    }

    fn is_over(&self) -> bool {
        self.state.outcome.is_some()
    }

    #[inline]
    fn decide(&self, by: Seat, command: &Command, events: &mut Vec<Event>) -> Result<(), Refusal> {
        decide(&self.rules, &self.state, by, command, events)
    }

    #[inline]
    fn evolve(&mut self, event: &Event) {
        let map = &self.rules.map;
        if self.rules.settings().fog && fog::dims(event) {
            let before = fog::sights(map, &self.state);
            evolve(map, &mut self.state, event);
            self.memory.keep(map, &self.state, &before);
        } else {
            evolve(map, &mut self.state, event);
        }
    }

    fn view_into(&self, audience: Audience, view: &mut View) {
        view::build(&self.rules, &self.state, &self.memory, audience, view);
    }

    fn options_into(&self, seat: Seat, options: &mut Options) {
        options::list(&self.rules, &self.state, seat, options);
    }

    fn witness(&self, event: &Event) -> Witness {
        witness::witness(&self.rules, &self.state, event)
    }

    fn notice(event: &Event, witness: Witness, audience: Audience) -> Option<Notice> {
        notice::notice(event, witness, audience)
    }

    fn encode(&self) -> Vec<u8> {
        let (seats, lands) = (self.rules.seats(), self.rules.map.len());
        let whole = (self.state.present(seats, lands), self.memory.of(seats, lands));
        // Into a preallocated buffer: pushing bytes one by one costs far more.
        let mut place = [0; USUAL_BYTES];
        match postcard::to_slice(&whole, &mut place) {
            Ok(bytes) => bytes.to_vec(),
            Err(_) => postcard::to_stdvec(&whole).expect("a state is plain data"),
        }
    }
}
