//! The HTTP side: what comes in, what goes out, and what goes wrong.

pub mod answer;
pub mod app;
pub mod body;
pub mod bounds;
pub mod describe;
mod games;
pub(crate) mod health;
mod lasting;
mod layers;
pub mod metered;
mod openapi;
mod page;
pub mod params;
pub mod problem;
mod questions;
mod router;
mod rulebook;
mod shapes;
mod types;

pub use app::App;
pub use games::Games;
pub use openapi::document;
pub use router::router;
pub use types::types;
