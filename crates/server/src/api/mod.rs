//! The HTTP side: what comes in, what goes out, and what goes wrong.

pub mod answer;
pub mod app;
pub mod body;
pub mod bounds;
pub mod describe;
pub(crate) mod health;
mod layers;
pub mod metered;
mod openapi;
mod page;
pub mod params;
pub mod problem;
pub mod reference;
pub mod request;
mod router;

pub use app::App;
pub use openapi::document;
pub use router::router;
