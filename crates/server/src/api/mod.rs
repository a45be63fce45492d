//! The API: its routes and OpenAPI document, the games that it hosts, health checks and metrics.

pub mod app;
mod games;
pub(crate) mod health;
mod lasting;
mod layers;
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
pub use openapi::document;
pub use router::router;
pub use rulebook::read as read_rulebook;
pub use types::types;
