//! What every negotiation shares.

mod audience;
pub mod chance;
mod clause;
mod round;
mod seat;
pub mod signal;

pub use audience::Audience;
pub use chance::{Chance, Commitment, Seed};
pub use clause::{Clause, Refusal};
pub use round::Round;
pub use seat::{Seat, SeatSet, Seats};
