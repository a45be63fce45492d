//! The tables as tools of the Model Context Protocol.
//!
//! There is one implementation, on top of the HTTP API: whoever may do something there may do it here, at the same rates,
//! and sees the same. [`Api`] is how the API is reached: inside the server, over HTTP, or in a process without a server.

mod api;
mod arguments;
mod caller;
mod desk;
mod large;
mod play;
mod remembered;
mod reply;
mod rules;
mod seating;
mod talk;

pub use api::{Api, ApiCall, ApiReply};
pub use desk::{Desk, TOOLS};
pub use large::{LargeArgument, lighten};
pub use rmcp;
