//! The games that are hosted. Each is a crate of rules, a module here that implements `Ruleset`, and a line in
//! [`all`].

mod backchannel;
mod patch;
pub mod reference;
mod twilight;

use server::api::Games;

pub use self::backchannel::Backchannel;
pub use self::twilight::Twilight;

/// Every game.
pub fn all() -> Games {
    Games::new().with::<Backchannel>().with::<Twilight>()
}
