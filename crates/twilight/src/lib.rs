//! The transactions and deals of Twilight Imperium, for a group that plays the board game.

pub mod bar;
mod content;
pub mod deal;
pub mod eligibility;
pub mod faction;
pub mod goods;
pub mod hand;
mod known;
pub mod moment;
pub mod note;
mod opportunity;
pub mod pairs;
pub mod player;
pub mod power;
pub mod readings;
pub mod similar;
pub mod step;
pub mod table;
pub mod transaction;
pub mod verdict;
pub mod why;
