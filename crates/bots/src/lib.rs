//! Players that see a View and nothing else.

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
mod talk;
mod weights;
mod window;

use backchannel::{Command, Options, Rules, View};
use parley::Chance;

pub use envoy::Envoy;
pub use random::Random;
pub use registry::{NAMES, UnknownBot, by_name};
pub use soldier::Soldier;

/// A player. It knows the rules of the table, which are public, and what its seat is shown.
///
/// Every command comes from the seat's [`Options`], so a bot cannot make an illegal move.
pub trait Bot: Send {
    /// The seat's own turn or between-turn window: what it does next.
    ///
    /// It must return a move from `options`, or something to say; after words it is asked again.
    fn act(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Command;

    /// Somebody waits for an answer, or has spoken: a proposal or a signal came in.
    ///
    /// `None` leaves it for later; the bot is asked again when something new has reached it.
    fn answer(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Option<Command>;

    /// Whether it looks at the board at all. One that does not is spared the making of views.
    fn looks(&self) -> bool {
        true
    }
}
