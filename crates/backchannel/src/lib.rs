//! Backchannel, the conquest game.

pub mod agreement;
pub mod map;
pub mod signal;
