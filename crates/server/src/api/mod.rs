//! The API: its routes and OpenAPI document, the games that it hosts, health checks and metrics.

pub mod app;
mod games;
pub(crate) mod health;
mod inside;
mod lasting;
mod layers;
mod mcp_door;
pub mod metered;
mod openapi;
mod page;
mod questions;
mod router;
mod rulebook;
mod shapes;
mod types;

pub use app::App;
pub use games::Games;
pub use inside::InsideApi;
pub use openapi::document;
pub use router::{api_router, router};
pub use rulebook::read as read_rulebook;
pub use types::types;
