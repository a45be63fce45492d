//! Tables before and around play: seats, invitations, settings, masks, and inboxes.

pub mod access;
pub mod announcements;
pub mod armed_feed;
pub mod daily;
pub mod inbox;
pub mod inbox_notifier;
pub mod invitations;
pub mod live;
pub mod masks;
pub mod names;
pub mod owner;
pub mod read_positions;
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

pub use live::{Announced, LiveTables, NewsPosition, SeatStatus, TableStatus};
pub use record::TableRecord;
pub use room::Lobby;
pub use routes::routes;
