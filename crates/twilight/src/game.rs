//! The desk as a `parley::Game`.

use parley::{Audience, Round, Seat, SeatSet, Seed};

use crate::deal::judgement::Judgement;
use crate::deal::verdict;
use crate::deal::{Deal, Term};
use crate::desk::command::Command;
use crate::desk::decide::decide;
use crate::desk::event::Sealed;
use crate::desk::evolve::evolve;
use crate::desk::fact::Fact;
use crate::desk::notice::Notice;
use crate::desk::offers;
use crate::desk::refusal::Refusal;
use crate::desk::setup::{Setup, SetupError};
use crate::desk::state::DeskState;
use crate::feed::{self, FeedReport};
use crate::sight;
use crate::sight::options::{self, Options};
use crate::sight::view::{self, View};
use crate::table::Eye;

/// A deal desk at some moment of a game that is played elsewhere.
///
/// Its state is private: everything that anybody may know is in [`View`], [`Options`] and [`Notice`].
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    state: DeskState,
}

impl Game {
    /// Whether these terms would bind if they were agreed now, by what `by` may know.
    ///
    /// # Errors
    /// If they cannot be terms between these two.
    pub fn consider(&self, by: Seat, to: Seat, terms: Vec<Term>) -> Result<Judgement, Refusal> {
        if by.index() >= self.state.table.players.len() {
            return Err(Refusal::NoSuchSeat);
        }
        offers::check_terms(&self.state, by, to, &terms)?;
        let deal = Deal { parties: (by, to), terms };
        let seen = sight::state(&self.state, by).table;
        let verdict = verdict::judge_as(&seen, Eye::Of(by), &deal);
        Ok(Judgement::told(&seen, &deal, &verdict))
    }

    /// What a report of a game elsewhere says of this table.
    pub fn facts(&self, report: &FeedReport) -> Vec<Fact> {
        feed::facts(&self.state, report)
    }

    pub fn round(&self) -> Round {
        self.state.table.round
    }

    pub(crate) fn state(&self) -> &DeskState {
        &self.state
    }

    pub(crate) fn at(state: DeskState) -> Game {
        Game { state }
    }
}

impl parley::Game for Game {
    const RULES: &'static str = "twilight/2";
    const HASH: u16 = 1;
    const ENDS: bool = false;

    type Setup = Setup;
    type SetupError = SetupError;
    type Command = Command;
    /// The stored form. Nothing outside this crate can read it: see [`Notice`].
    type Event = Sealed;
    type Refusal = Refusal;
    type View = View;
    type Options = Options;
    type Witness = ();
    type Notice = Notice;

    /// The desk draws no random numbers: dice are rolled at the table.
    fn start(setup: &Setup, _: Seed) -> Result<Game, SetupError> {
        Ok(Game { state: setup.open()? })
    }

    fn opening(&self, _: &mut Vec<Sealed>) {}

    fn seats(&self) -> SeatSet {
        SeatSet::first(self.state.table.players.len())
    }

    fn awaiting(&self) -> SeatSet {
        let state = &self.state;
        if let Some(seat) = state.overfull() {
            return SeatSet::only(seat);
        }
        let asked = state.offers.iter().map(|offer| offer.to);
        let owing = state.owed.iter().map(|owed| owed.by);
        let robbing = state.pillages.iter().map(|(by, _)| *by);
        let yielding = state.demands.iter().map(|(_, from)| *from);
        let taking = state.takings.iter().map(|(by, _)| *by);
        let waiting = asked.chain(owing).chain(robbing).chain(yielding).chain(taking);
        let waiting: SeatSet = waiting.collect();
        waiting.with(state.table.moment.decides(state.table.speaker))
    }

    /// A desk stays open until its table is closed.
    fn is_over(&self) -> bool {
        false
    }

    fn decide(&self, by: Seat, command: &Command, events: &mut Vec<Sealed>) -> Result<(), Refusal> {
        let mut decided = Vec::new();
        decide(&self.state, by, command, &mut decided)?;
        events.extend(decided.into_iter().map(Sealed));
        Ok(())
    }

    fn evolve(&mut self, Sealed(event): &Sealed) {
        evolve(&mut self.state, event);
    }

    fn view_into(&self, audience: Audience, view: &mut View) {
        view::build(&self.state, audience, view);
    }

    fn options_into(&self, seat: Seat, options: &mut Options) {
        options::list(&self.state, seat, options);
    }

    fn witness(&self, _: &Sealed) {}

    fn notice(Sealed(event): &Sealed, (): (), audience: Audience) -> Option<Notice> {
        sight::notice(event, audience)
    }

    fn encode(&self) -> Vec<u8> {
        postcard::to_stdvec(&self.state).expect("a state is plain data")
    }
}
