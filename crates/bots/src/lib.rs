//! Bots: each sees the View and Options of its seat and nothing else.

mod bargain;
mod campaign;
mod envoy;
mod front;
mod ledger;
mod marshal;
mod odds;
mod random;
mod registry;
mod soldier;
mod strategist;
mod talk;
mod weights;
mod window;

use backchannel::{Command, Options, Rules, View};
use parley::Chance;

pub use envoy::Envoy;
pub use random::Random;
pub use registry::{NAMES, UnknownBot, by_name};
pub use soldier::Soldier;
pub use strategist::{Idea, Strategist, Thinking, Thought, WeighedIdea, play_out};

/// A bot. It knows the rules of the table, which are public, and what its seat is shown.
///
/// Every command comes from the seat's [`Options`], so a bot cannot make an illegal move.
pub trait Bot: Send {
    /// The seat's own turn or between-turn window: what it does next.
    ///
    /// It must return a move from `options`, or a signal; after a signal it is asked again.
    fn act(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Command;

    /// A proposal or a signal has arrived.
    ///
    /// `None` leaves it for later; the bot is asked again when something new has arrived.
    fn answer(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Option<Command>;

    /// Whether it uses the view at all. If not, no views are built for it.
    fn looks(&self) -> bool {
        true
    }
}

impl<B: Bot + ?Sized> Bot for Box<B> {
    fn act(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Command {
        (**self).act(rules, view, options, chance)
    }

    fn answer(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Option<Command> {
        (**self).answer(rules, view, options, chance)
    }

    fn looks(&self) -> bool {
        (**self).looks()
    }
}
