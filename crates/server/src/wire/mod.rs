//! The shapes that cross the wire. Everything here is documented in the API and typed in the client.

pub mod clock;
pub mod inbox;
pub mod live;
pub mod person;
pub mod problem;
pub mod reference;
pub mod table;
pub mod types;

pub use clock::{ClockFace, ClockSettings};
pub use live::{LogLine, Message, Request};
pub use person::{Me, PersonId, PersonRef};
pub use problem::Problem;
pub use table::{GameSettings, Table, TableId, TableSettings};
