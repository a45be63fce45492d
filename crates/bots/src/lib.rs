//! Bots: each sees the View and Options of its seat and nothing else.

mod beginner;
mod campaign;
mod cast;
mod deal;
mod diplomat;
mod forfeits;
mod front;
mod frozen;
mod level;
mod marshal;
pub mod meaning;
mod odds;
mod policy;
mod position;
mod reasons;
mod registry;
mod reserve;
mod soldier;
mod speech;
mod strategist;
mod temper;
mod trust;
mod turn_order;
mod weights;
mod window;
mod witness;

use backchannel::{Command, Options, Rules, View};
use parley::{Chance, Round};

pub use beginner::Beginner;
pub use cast::{CAST, Character, Random, by_policy, fit_start, fitted};
pub use diplomat::Diplomat;
pub use forfeits::{Conduct, Forfeits};
pub use frozen::{ENGINE, FrozenBot, FrozenKind};
pub use level::Level;
pub use policy::{Policy, Threshold};
pub use reasons::{Consideration, Reasons, TurnStyle, Weighed};
pub use registry::{NAMES, UnknownBot, by_name, find_character};
pub use soldier::Soldier;
pub use strategist::{Strategist, Thinking, play_out};
pub use temper::Temper;
pub use weights::Weights;
pub use witness::{Deed, Remembered};

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

    /// Tells a fresh bot, in `round`, what it has seen before, the oldest first: it stands in for one that was there.
    fn remind(&mut self, _deeds: &[Remembered], _round: Round) {}

    /// What it holds against others at the moment, the oldest first.
    fn memory(&self) -> Vec<Remembered> {
        Vec::new()
    }

    /// The game is over, and this is how it looks. What went wrong, for a bot that is not part of this program.
    fn end(&mut self, _rules: &Rules, _view: &View) -> Option<Conduct> {
        None
    }

    /// The reasons of its last decision. The same views and the same chance give the same reasons.
    fn reasons(&self) -> Option<Reasons> {
        None
    }
}
