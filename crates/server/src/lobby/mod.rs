//! Tables before and around play: who sits where, who may come, what is agreed, what waits for whom.

pub mod access;
pub mod bell;
pub mod inbox;
pub mod invitations;
pub mod live;
pub mod marks;
pub mod masks;
pub mod names;
pub mod owner;
pub mod record;
pub mod room;
mod routes;
pub mod seats;
pub mod settings;
pub mod shown;
pub mod start;
pub mod summary;
pub mod tables;
pub mod webhook;

pub use live::{LiveTables, SeatStatus, TableStatus};
pub use record::TableRecord;
pub use room::Lobby;
pub use routes::routes;
