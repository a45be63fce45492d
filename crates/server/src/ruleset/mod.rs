//! What a server needs of a ruleset beyond the rules: words, clocks, caretakers and bots.

mod backchannel;
mod cache;
mod patch;
mod twilight;

use std::fmt::Display;

use ::backchannel::signal::Language;
use ::twilight::judgement::Judgement;
use parley::{Chance, Game, Seat, Seed};
use serde::Serialize;

pub use self::backchannel::Line as BackchannelLine;
pub use self::cache::Caches;
pub use self::patch::{OptionsPatch, ViewPatch};
pub use self::twilight::{Idea, Line as TwilightLine, ViewPatch as TwilightViewPatch};
use crate::once;
use crate::raw::Raw;
use crate::store::Store;
use crate::wire::Problem;
use crate::wire::clock::Stage;

/// A game that can be hosted.
pub trait Ruleset:
    Game<
        Setup: Send + Sync,
        Command: Send + Sync,
        Event: Send + Sync,
        Witness: Send + Sync,
        Notice: Send + Sync,
        Refusal: Serialize + Send,
        View: Send + Sync,
        Options: Send + Sync,
    >
{
    /// All that is agreed before play, ready to start from; large things in it are shared.
    type Basis: Clone + Send + Sync + 'static;
    /// What its tables share in memory, such as maps.
    type Cache: Default + Send + Sync + 'static;
    /// A line of the log: the notice, and how it reads.
    type Line: Serialize + Send;
    /// What of a view has changed.
    type ViewPatch<'a>: Serialize;
    type OptionsPatch<'a>: Serialize;

    /// What a set-up makes, in which the map may be a hash; see [`maps`](crate::lobby::maps).
    fn basis(
        store: &dyn Store,
        cache: &Self::Cache,
        setup: &Raw,
    ) -> impl Future<Output = Result<Self::Basis, Problem>> + Send;

    /// Whether a command from outside keeps to its schema. Most commands have nothing in them that could be
    /// too long.
    ///
    /// # Errors
    /// `invalid` with the field that is too long.
    fn check_bounds(_command: &Raw) -> Result<(), Problem> {
        Ok(())
    }

    /// The game before its first event.
    fn begin(basis: &Self::Basis, seed: Seed) -> Self;

    fn setup(basis: &Self::Basis) -> Self::Setup;

    /// A line of the log about something that happened in that round.
    fn line(&self, notice: Self::Notice, round: u16, language: Language) -> Self::Line;

    fn current_round(&self) -> u16;

    /// Whose time runs, and for what.
    fn duty(&self) -> Option<Duty>;

    /// What waits for a seat, as its holder may know it.
    fn attention(view: &Self::View, options: &Self::Options, seat: Seat) -> Attention;

    /// The round, as everybody knows it.
    fn round(view: &Self::View) -> u16;

    /// What a caretaker does for an absent player: it deploys, holds and passes, and never signs, betrays
    /// or spends a card.
    fn caretake(&self, seat: Seat) -> Option<Self::Command>;

    /// A bot by its name.
    fn player(&self, bot: &str) -> Option<Box<dyn Player<Self>>>;

    /// Whether a notice calls on its reader to answer.
    fn calls(notice: &Self::Notice, reader: Seat) -> Call;

    /// What the referee says to something that a seat has in mind, if the game has one.
    fn consider(&self, _by: Seat, _idea: Idea) -> Result<Box<Judgement>, Problem> {
        Err(Problem::not_found("referee at this table"))
    }

    /// Whether a command only speaks about the game.
    fn is_word(command: &Self::Command) -> bool;

    fn patch_view<'a>(before: &'a Self::View, after: &'a Self::View) -> Self::ViewPatch<'a>;

    /// `None` if nothing has changed.
    fn patch_options<'a>(
        before: &'a Self::Options,
        after: &'a Self::Options,
    ) -> Option<Self::OptionsPatch<'a>>;
}

/// A set-up that was kept makes no game.
fn unplayable(error: impl Display) -> Problem {
    let error = error.to_string();
    if once::is_new(&error) {
        tracing::error!(error, "a set-up that was kept cannot be played");
    }
    Problem::quarantined("table")
}

/// Whose time runs, and for what. A new one begins whenever it changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duty {
    pub seat: Seat,
    pub stage: Stage,
    /// Tells one turn of a seat from its next.
    pub round: u16,
}

/// What waits for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Attention {
    pub turn: bool,
    pub proposals: u16,
}

/// What a line of the log means to its reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    Nothing,
    Proposal,
    Signal,
    /// A turn began: everybody may speak again.
    Turn,
}

/// A bot that plays one seat.
pub trait Player<G: Game>: Send {
    /// It is the seat's turn.
    fn act(
        &mut self,
        view: &G::View,
        options: &mut G::Options,
        chance: &mut Chance,
        silent: bool,
    ) -> Option<G::Command>;

    /// A proposal or a signal has come in.
    fn answer(
        &mut self,
        view: &G::View,
        options: &mut G::Options,
        chance: &mut Chance,
        silent: bool,
    ) -> Option<G::Command>;
}
