//! What all negotiation games share: seats and rounds, clauses and refusals, audiences, the journal, offers,
//! promises, signals, seeded randomness, replays, and the [`Game`] contract with its test suite.
//!
//! Nothing here knows about territories or trade goods. A ruleset implements [`Game`] and passes
//! [`contract::examine`]; whatever runs games (a simulator, a server, a replay) is written against
//! [`Game`] and [`Table`].

mod audience;
mod canonical;
pub mod chance;
mod clause;
pub mod contract;
pub mod fairness;
mod game;
mod journal;
mod language;
mod offer;
mod promise;
pub mod replay;
mod round;
#[cfg(feature = "schema")]
mod schema;
mod seat;
mod set;
pub mod signal;
mod similar;
mod table;
mod versions;
mod wrapper;

pub use audience::Audience;
pub use chance::{Chance, Commitment, Seed};
pub use clause::{Clause, Refusal};
pub use fairness::{Entropy, Secret, SeedSource};
pub use game::{Game, Options, StateHash};
pub use journal::{Journal, JournalEntry};
pub use language::Language;
pub use offer::{OfferRef, Resolution};
pub use promise::Faith;
pub use round::Round;
pub use seat::{Seat, SeatSet, Seats};
pub use similar::similar;
pub use table::Table;
pub use versions::Versions;
pub use wrapper::Wrapper;
