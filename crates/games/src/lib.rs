//! The games that are hosted. Each is a crate of rules, a module here that says what hosting asks of it, and a line
//! in [`all`].

mod backchannel;
mod patch;
pub mod reference;
mod twilight;

use server::api::Games;

pub use self::backchannel::Backchannel;
pub use self::twilight::Twilight;

/// Every game there is.
pub fn all() -> Games {
    Games::new().with::<Backchannel>().with::<Twilight>()
}
