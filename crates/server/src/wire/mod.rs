//! The types that are sent and received. Everything here is documented in the API and typed in the client.

pub mod clock;
pub mod daily;
pub mod door;
pub mod feed;
pub mod game;
pub mod inbox;
pub mod live;
pub mod person;
pub mod problem;
pub mod reasons;
pub mod report;
pub mod rulebook;
pub mod table;

pub use clock::{ClockFace, ClockSettings};
pub use game::{GameSettings, RulesetName};
pub use live::{LogLine, Message, Request};
pub use person::{Me, PersonId, PersonRef};
pub use problem::Problem;
pub use table::{TableDetails, TableId, TableSettings};
