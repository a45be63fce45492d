//! Haggle, the third game that the test servers host: see docs/new-game.md.

mod bot;
mod hosting;
mod model;
mod proof;
mod rules;

pub use self::rules::Haggle;
