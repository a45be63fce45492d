//! Plays many games between bots and reports the results.
//!
//! ```
//! use arena::{ArenaPlan, simulate};
//! use backchannel::{Setup, map::library};
//!
//! let map = library::find("wherrymouth").unwrap().file().clone();
//! let plan = ArenaPlan::new(Setup::standard(map, 3), ["random"]).games(3).seed(7);
//! let report = simulate(&plan, |_| ()).unwrap();
//! assert_eq!(report.games, 3);
//! assert_eq!(report.results.wins["random"], 3.0);
//! ```

pub mod balance;
mod deals;
mod inbox;
mod plan;
mod play;
mod record;
mod report;
mod rounds;
mod seating;
mod simulate;
mod tally;
mod wilson;

pub use deals::{DealCounts, Deals};
pub use plan::{ArenaPlan, MOST_GAMES, MOST_THREADS, PlanError};
pub use play::{
    ACTIONS_A_GAME, ArenaPlayer, GameObserver, PlayBuffers, PlayError, WORDS_A_TURN, play,
};
pub use record::{Recorder, file_name};
pub use report::{ArenaReport, Results, WinRate};
pub use rounds::Rounds;
pub use simulate::{SimError, simulate};
