//! The HTTP side: what comes in, what goes out, and what goes wrong.

pub mod answer;
pub mod app;
pub mod body;
pub mod params;
pub mod problem;
pub mod request;

pub use app::App;
