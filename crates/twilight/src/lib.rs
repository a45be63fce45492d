//! The transactions and deals of Twilight Imperium, for a group that plays the board game.

pub mod faction;
pub mod galaxy;
pub mod note;
pub mod similar;
